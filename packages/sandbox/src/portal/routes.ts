import type { Hono } from 'hono'
import { openDoor } from '../kit/access/doorway.js'
import { type Doorway, recordId, shown } from '../kit/visit.js'
import { ordersCsv, paymentsCsv } from './csv.js'
import { issueKey, issuePage, keysPage, revokeKey, revokePage } from './developers.js'
import { orderPage, ordersPage } from './orders.js'
import { overviewPage } from './overview.js'
import { paymentPage, paymentsPage } from './payments.js'
import { askForPayout, payoutsPage } from './payouts.js'
import { productPage, productsPage } from './products.js'
import { refundsPage } from './refunds.js'

/**
 * The addresses below `/portal`: a merchant's pages, as forms without a script.
 *
 * @source What the service does (keys from the developers section)
 * @decision 0038
 */
export const portal: Hono<Doorway> = openDoor('portal')

portal.on('GET', ['/', ''], shown(overviewPage))
portal.get('/payments', shown(paymentsPage))
portal.get('/payments.csv', shown(paymentsCsv))
portal.get(`/payments/${recordId}`, shown(paymentPage))
portal.get('/orders', shown(ordersPage))
portal.get('/orders.csv', shown(ordersCsv))
portal.get(`/orders/${recordId}`, shown(orderPage))
portal.get('/products', shown(productsPage))
portal.get(`/products/${recordId}`, shown(productPage))
portal.get('/refunds', shown(refundsPage))
portal.get('/payouts', shown(payoutsPage))
portal.post('/payouts', shown(askForPayout))
portal.get('/developers', shown(keysPage))
portal.get('/developers/issue', shown(issuePage))
portal.post('/developers/issue', shown(issueKey))
portal.get(`/developers/keys/${recordId}`, shown(revokePage))
portal.post(`/developers/keys/${recordId}`, shown(revokeKey))

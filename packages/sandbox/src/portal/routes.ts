import type { Hono } from 'hono'
import { createAreaApp } from '../kit/access/area-app.js'
import { type AreaEnv, recordId, toHandler } from '../kit/page-context.js'
import { ordersCsv, paymentsCsv } from './csv.js'
import { issueKey, issuePage, keysPage, revokeKey, revokePage } from './developers.js'
import { orderPage, ordersPage } from './orders.js'
import { overviewPage } from './overview.js'
import { paymentPage, paymentsPage } from './payments.js'
import { createPayout, payoutsPage } from './payouts.js'
import { productPage, productsPage } from './products.js'
import { refundsPage } from './refunds.js'

/**
 * Routes below `/portal`: the pages of a merchant, which need no JavaScript.
 *
 * @source What the service does (keys from the developers section)
 * @decision 0038
 */
export const portal: Hono<AreaEnv> = createAreaApp('portal')

portal.on('GET', ['/', ''], toHandler(overviewPage))
portal.get('/payments', toHandler(paymentsPage))
portal.get('/payments.csv', toHandler(paymentsCsv))
portal.get(`/payments/${recordId}`, toHandler(paymentPage))
portal.get('/orders', toHandler(ordersPage))
portal.get('/orders.csv', toHandler(ordersCsv))
portal.get(`/orders/${recordId}`, toHandler(orderPage))
portal.get('/products', toHandler(productsPage))
portal.get(`/products/${recordId}`, toHandler(productPage))
portal.get('/refunds', toHandler(refundsPage))
portal.get('/payouts', toHandler(payoutsPage))
portal.post('/payouts', toHandler(createPayout))
portal.get('/developers', toHandler(keysPage))
portal.get('/developers/issue', toHandler(issuePage))
portal.post('/developers/issue', toHandler(issueKey))
portal.get(`/developers/keys/${recordId}`, toHandler(revokePage))
portal.post(`/developers/keys/${recordId}`, toHandler(revokeKey))

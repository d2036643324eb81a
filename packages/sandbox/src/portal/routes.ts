import type { Hono } from 'hono'
import { createAreaApp } from '../kit/access/area-app.js'
import { type AreaEnv, recordId, toHandler } from '../kit/page-context.js'
import { builderPath, buttonBuilderPage } from './button-builder.js'
import { ordersCsv, paymentsCsv } from './csv.js'
import { issueKey, issuePage, keysPage, revokeKey, revokePage } from './developers.js'
import { markAsSent, orderPage, ordersPage } from './orders.js'
import { overviewPage } from './overview.js'
import { paymentPage, paymentsPage } from './payments.js'
import { createPayout, payoutsPage } from './payouts.js'
import { changeProduct, createProduct, editProductPage, newProductPage } from './product-form.js'
import { productPage, productsPage } from './products.js'
import { refundFormPage, requestRefund } from './refund-form.js'
import { refundsPage } from './refunds.js'

/**
 * Routes below `/portal`: the pages of a merchant, which need no JavaScript.
 *
 * @source What the service does (keys from the developers section)
 * @decision 0038
 */
export const portal: Hono<AreaEnv> = createAreaApp('portal', { embedPath: builderPath })

portal.on('GET', ['/', ''], toHandler(overviewPage))
portal.get('/payments', toHandler(paymentsPage))
portal.get('/payments.csv', toHandler(paymentsCsv))
portal.get(`/payments/${recordId}`, toHandler(paymentPage))
portal.get(`/payments/${recordId}/refund`, toHandler(refundFormPage))
portal.post(`/payments/${recordId}/refund`, toHandler(requestRefund))
portal.get('/orders', toHandler(ordersPage))
portal.get('/orders.csv', toHandler(ordersCsv))
portal.get(`/orders/${recordId}`, toHandler(orderPage))
portal.post(`/orders/${recordId}`, toHandler(markAsSent))
portal.get('/products', toHandler(productsPage))
portal.get('/products/new', toHandler(newProductPage))
portal.post('/products/new', toHandler(createProduct))
portal.get(`/products/${recordId}`, toHandler(productPage))
portal.get(`/products/${recordId}/button`, toHandler(buttonBuilderPage))
portal.get(`/products/${recordId}/edit`, toHandler(editProductPage))
portal.post(`/products/${recordId}/edit`, toHandler(changeProduct))
portal.get('/refunds', toHandler(refundsPage))
portal.get('/payouts', toHandler(payoutsPage))
portal.post('/payouts', toHandler(createPayout))
portal.get('/developers', toHandler(keysPage))
portal.get('/developers/issue', toHandler(issuePage))
portal.post('/developers/issue', toHandler(issueKey))
portal.get(`/developers/keys/${recordId}`, toHandler(revokePage))
portal.post(`/developers/keys/${recordId}`, toHandler(revokeKey))

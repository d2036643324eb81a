import type { Hono } from 'hono'
import { createAreaApp } from '../kit/access/area-app.js'
import { type AreaEnv, recordId, toHandler } from '../kit/page-context.js'
import { inviteAgain, inviteNew, merchantsPage } from './merchants.js'
import { overviewPage } from './overview.js'
import { endPayout, payoutPage, payoutsPage } from './payouts.js'
import { refundNumberPage, refundPage, refundsPage, resolveRefund } from './refunds.js'
import { settle, settlementsPage } from './settlements.js'
import { latePaymentPage, returnPayment, suspensePage } from './suspense.js'

/**
 * Routes below `/operator`: the manual work of operators.
 *
 * @source What the service does (refunds are operator-marked)
 * @decision 0038
 */
export const operator: Hono<AreaEnv> = createAreaApp('operator')

operator.on('GET', ['/', ''], toHandler(overviewPage))
operator.get('/refunds', toHandler(refundsPage))
operator.get(
  `/refunds/${recordId}`,
  toHandler((ctx) => refundPage(ctx)),
)
operator.post(`/refunds/${recordId}`, toHandler(resolveRefund))
operator.post(`/refunds/${recordId}/number`, toHandler(refundNumberPage))
operator.get('/payouts', toHandler(payoutsPage))
operator.get(
  `/payouts/${recordId}`,
  toHandler((ctx) => payoutPage(ctx)),
)
operator.post(`/payouts/${recordId}`, toHandler(endPayout))
operator.get(
  '/settlements',
  toHandler((ctx) => settlementsPage(ctx)),
)
operator.post('/settlements', toHandler(settle))
operator.get('/suspense', toHandler(suspensePage))
operator.get(
  `/suspense/${recordId}`,
  toHandler((ctx) => latePaymentPage(ctx)),
)
operator.post(`/suspense/${recordId}`, toHandler(returnPayment))
operator.get(
  '/merchants',
  toHandler((ctx) => merchantsPage(ctx)),
)
operator.post('/merchants', toHandler(inviteAgain))
operator.post('/merchants/new', toHandler(inviteNew))

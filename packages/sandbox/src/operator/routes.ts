import type { Hono } from 'hono'
import { openDoor } from '../kit/access/doorway.js'
import { type Doorway, recordId, shown } from '../kit/visit.js'
import { inviteAgain, inviteNew, merchantsPage } from './merchants.js'
import { overviewPage } from './overview.js'
import { endPayout, payoutPage, payoutsPage } from './payouts.js'
import { refundPage, refundsPage, resolve } from './refunds.js'
import { settle, settlementsPage } from './settlements.js'
import { giveBack, latePage, suspensePage } from './suspense.js'

/**
 * The addresses below `/operator`: what staff of the service do by hand.
 *
 * @source What the service does (refunds are operator-marked)
 * @decision 0038
 */
export const operator: Hono<Doorway> = openDoor('operator')

operator.on('GET', ['/', ''], shown(overviewPage))
operator.get('/refunds', shown(refundsPage))
operator.get(
  `/refunds/${recordId}`,
  shown((visit) => refundPage(visit)),
)
operator.post(`/refunds/${recordId}`, shown(resolve))
operator.get('/payouts', shown(payoutsPage))
operator.get(
  `/payouts/${recordId}`,
  shown((visit) => payoutPage(visit)),
)
operator.post(`/payouts/${recordId}`, shown(endPayout))
operator.get(
  '/settlements',
  shown((visit) => settlementsPage(visit)),
)
operator.post('/settlements', shown(settle))
operator.get('/suspense', shown(suspensePage))
operator.get(
  `/suspense/${recordId}`,
  shown((visit) => latePage(visit)),
)
operator.post(`/suspense/${recordId}`, shown(giveBack))
operator.get(
  '/merchants',
  shown((visit) => merchantsPage(visit)),
)
operator.post('/merchants', shown(inviteAgain))
operator.post('/merchants/new', shown(inviteNew))

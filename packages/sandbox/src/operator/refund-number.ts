import { findRecord } from '@cedi/mock-server/internal'
import { networkName } from '../kit/instrument.js'
import type { SessionContext } from '../kit/page-context.js'
import { unsealPhone } from '../sealed-phone.js'
import { taskPage } from './task-pages.js'
import { refunds } from './tasks.js'

/**
 * `POST /operator/refunds/{ref}/number`: the refund with the full number of the buyer's wallet. A request of its own, so
 * that the request log names who was looked up.
 *
 * @decision 0018
 */
export async function refundNumberPage(ctx: SessionContext): Promise<Response | undefined> {
  const { context, request, id, language } = ctx
  const row = await findRecord(context, 'refunds', request.query?.get('of') ?? null, id)
  if (row === 'ambiguous' || row?.status !== 'pending') return taskPage(ctx, refunds)
  const payment = await context.store.get('payments', row.merchant, row.payment_ref)
  const number = payment && unsealPhone(context.secret, payment)
  if (number?.ok === false)
    return taskPage(ctx, refunds, { status: 409, problem: language.operatorWords.unreadableNumber })
  return taskPage(
    ctx,
    refunds,
    payment && number?.value ? { to: `${networkName(payment.network)} ${number.value}` } : {},
  )
}

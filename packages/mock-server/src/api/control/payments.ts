import type { KnownFailureCode } from '@cedi/contract'
import { type ResponseData, respondWith } from '../../http/response.js'
import { fail, type Result } from '../../ledger/index.js'
import { runDueEvents } from '../../service/outcomes/events.js'
import { isScenario, scenarios } from '../../service/outcomes/scenarios.js'
import { type Ending, endPayment, returnLateMoney } from '../../service/payments.js'
import { paymentRecord } from '../serializers.js'
import { type ControlCall, findOwner, type Routes, readLimit, toControlResult } from './call.js'

/** Routes for actions of buyers, networks and banks on a payment. @decision 0023 */
export const paymentRoutes: Routes = {
  'GET payments': listPayments,
  'POST payments/*/approve': (call) => end(call, 'approve'),
  'POST payments/*/decline': { fields: ['code'], handle: (call) => end(call, 'decline') },
  'POST payments/*/expire': (call) => end(call, 'expire'),
  'POST payments/*/cancel': (call) => end(call, 'cancel'),
  'POST payments/*/return': { fields: ['from'], handle: returnPayment },
}

/** Scenarios that are not failure codes. */
const otherScenarios: ReadonlySet<string> = new Set([
  'succeed',
  'fail',
  'pending',
  'expire',
  'late_money',
  'double_confirmation',
  'challenge',
])
const reasons = scenarios.filter((name) => !otherScenarios.has(name))

/** Lists a merchant's newest payments, which the API itself does not. */
async function listPayments(call: ControlCall): Promise<Result<ResponseData>> {
  const { context, merchant, nowMs } = call
  await runDueEvents(context, merchant, nowMs)
  const rows = await context.store.list('payments', merchant, { limit: readLimit(call) })
  return respondWith(rows.map(paymentRecord))
}

async function end(
  call: ControlCall,
  action: 'approve' | 'decline' | 'expire' | 'cancel',
): Promise<Result<ResponseData>> {
  const [ref = ''] = call.parts
  const owner = await findOwner(call, 'payments', ref)
  if (!owner.ok) return owner
  const merchant = owner.value
  const { code = 'payment_not_approved' } = call.body
  if (action === 'decline' && !(typeof code === 'string' && isScenario(code) && reasons.includes(code)))
    return fail('invalid_request', `code must be one of ${reasons.join(', ')}.`, 'code')
  const ending: Ending = action === 'decline' ? { decline: code as KnownFailureCode } : action
  const result = await endPayment(call.context, ending, { merchant, ref, nowMs: call.nowMs })
  return toControlResult(result, ({ payment }) => payment && paymentRecord(payment))
}

async function returnPayment(call: ControlCall): Promise<Result<ResponseData>> {
  const [ref = ''] = call.parts
  const owner = await findOwner(call, 'payments', ref)
  if (!owner.ok) return owner
  const merchant = owner.value
  const { from } = call.body
  if (from !== undefined && from !== 'provider' && from !== 'bank')
    return fail('invalid_request', 'from must be provider or bank.', 'from')
  const result = await returnLateMoney(call.context, from, { merchant, ref, nowMs: call.nowMs })
  return toControlResult(result, ({ payment }) => ({ ...paymentRecord(payment), late_money: payment.late_money }))
}

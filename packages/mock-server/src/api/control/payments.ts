import type { KnownFailureCode } from '@cedi/contract'
import { fail, type Result } from '@cedi/ledger'
import { type ResponseData, respondWith } from '../../http/response.js'
import { runDueEvents } from '../../service/outcomes/events.js'
import { isScenario, scenarios } from '../../service/outcomes/scenarios.js'
import { type Ending, endPayment, returnLateMoney } from '../../service/payments.js'
import { paymentRecord } from '../serializers.js'
import { type ControlCall, limitOf, ownerOf, type Routes, toControlResult } from './call.js'

/** Routes for actions of buyers, networks and banks on a payment. @decision 0025 */
export const paymentRoutes: Routes = {
  'GET payments': listPayments,
  'POST payments/*/approve': (call) => end(call, 'approve'),
  'POST payments/*/decline': (call) => end(call, 'decline'),
  'POST payments/*/expire': (call) => end(call, 'expire'),
  'POST payments/*/cancel': (call) => end(call, 'cancel'),
  'POST payments/*/return': giveBack,
}

/** Scenarios that are not failure codes. */
const endings: ReadonlySet<string> = new Set([
  'succeed',
  'fail',
  'pending',
  'expire',
  'late_money',
  'double_confirmation',
  'challenge',
])
const reasons = scenarios.filter((name) => !endings.has(name))

/** A merchant's newest payments, as the API shows them; the API itself lists only orders. */
async function listPayments(call: ControlCall): Promise<Result<ResponseData>> {
  const { context, merchant, nowMs } = call
  await runDueEvents(context, merchant, nowMs)
  const rows = await context.store.list('payments', merchant, { limit: limitOf(call) })
  return respondWith(rows.map(paymentRecord))
}

async function end(call: ControlCall, how: 'approve' | 'decline' | 'expire' | 'cancel'): Promise<Result<ResponseData>> {
  const [ref = ''] = call.parts
  const owner = await ownerOf(call, 'payments', ref)
  if (!owner.ok) return owner
  const merchant = owner.value
  const { code = 'payment_not_approved' } = call.body
  if (how === 'decline' && !(typeof code === 'string' && isScenario(code) && reasons.includes(code)))
    return fail('invalid_request', `code must be one of ${reasons.join(', ')}.`, 'code')
  const ending: Ending = how === 'decline' ? { decline: code as KnownFailureCode } : how
  const result = await endPayment(call.context, ending, { merchant, ref, nowMs: call.nowMs })
  return toControlResult(result, ({ payment }) => payment && paymentRecord(payment))
}

async function giveBack(call: ControlCall): Promise<Result<ResponseData>> {
  const [ref = ''] = call.parts
  const owner = await ownerOf(call, 'payments', ref)
  if (!owner.ok) return owner
  const merchant = owner.value
  const { from } = call.body
  if (from !== undefined && from !== 'provider' && from !== 'bank')
    return fail('invalid_request', 'from must be provider or bank.', 'from')
  const result = await returnLateMoney(call.context, from, { merchant, ref, nowMs: call.nowMs })
  return toControlResult(result, ({ payment }) => ({ ...paymentRecord(payment), late_money: payment.late_money }))
}

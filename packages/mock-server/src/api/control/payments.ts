import {
  isEmpty,
  type PaymentRow,
  type Planned,
  paymentCancelled,
  paymentExpired,
  paymentFailed,
  type Reader,
  suspenseReturned,
  withSteps,
} from '@cedi/ledger'
import { type Outcome, refused } from '../../http/answer.js'
import { paymentRows, planConfirmation } from '../../service/outcomes/events.js'
import { isScenario, scenarios } from '../../service/outcomes/scenarios.js'
import { failureOf } from '../../service/outcomes/schedule.js'
import { paymentRecord } from '../wire.js'
import { type ControlCall, carryOut, ownerOf, type Routes } from './call.js'

type Ending = 'approve' | 'decline' | 'expire' | 'cancel'

/** What buyers, networks and banks do to a payment. @decision 0025 */
export const paymentRoutes: Routes = {
  'POST payments/*/approve': (call) => endPayment(call, 'approve'),
  'POST payments/*/decline': (call) => endPayment(call, 'decline'),
  'POST payments/*/expire': (call) => endPayment(call, 'expire'),
  'POST payments/*/cancel': (call) => endPayment(call, 'cancel'),
  'POST payments/*/return': returnLateMoney,
}

/** Scenarios that are no reason to fail. */
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

async function endPayment(call: ControlCall, how: Ending): Promise<Outcome> {
  const [ref = ''] = call.parts
  const owner = await ownerOf(call, 'payments', ref)
  if (!owner.ok) return owner
  const { merchant } = owner
  const { code = 'payment_not_approved' } = call.body
  if (how === 'decline' && !(typeof code === 'string' && isScenario(code) && reasons.includes(code)))
    return refused('invalid_request', `code must be one of ${reasons.join(', ')}.`, 'code')
  return carryOut<{ payment: PaymentRow }>(
    call,
    async (reader) => {
      const planned = await planEnd(call, reader, merchant, how, code as Parameters<typeof failureOf>[0])
      if (!planned.ok || isEmpty(planned.plan)) return planned
      // What the network would have said later is said by this call.
      const scheduled = await reader.list('events', merchant, { limit: 20, where: { ref } })
      const stale = scheduled.filter((event) => event.kind !== 'available')
      return withSteps(planned, { removes: stale.map(({ id }) => ({ table: 'events', id })) })
    },
    merchant,
    ({ payment }) => paymentRecord(payment),
  )
}

async function planEnd(
  { context, nowMs, parts }: ControlCall,
  reader: Reader,
  merchant: string,
  how: Ending,
  code: Parameters<typeof failureOf>[0],
): Promise<Planned<{ payment: PaymentRow }>> {
  const [ref = ''] = parts
  if (how === 'approve') return planConfirmation(context, merchant, ref, nowMs, reader)
  const rows = await paymentRows(reader, merchant, ref)
  if (how === 'decline') return paymentFailed({ failure: failureOf(code) }, rows)
  return how === 'expire' ? paymentExpired(rows) : paymentCancelled(rows)
}

async function returnLateMoney(call: ControlCall): Promise<Outcome> {
  const [ref = ''] = call.parts
  const owner = await ownerOf(call, 'payments', ref)
  if (!owner.ok) return owner
  const { merchant } = owner
  const { from } = call.body
  if (from !== undefined && from !== 'provider' && from !== 'bank')
    return refused('invalid_request', 'from must be provider or bank.', 'from')
  return carryOut(
    call,
    async (reader) =>
      suspenseReturned(
        { nowMs: call.nowMs, ...(from ? { from } : {}) },
        { payment: await reader.get('payments', merchant, ref) },
      ),
    merchant,
    ({ payment }) => ({ ...paymentRecord(payment), late_money: payment.late_money }),
  )
}

import {
  isEmpty,
  type MobileNetwork,
  type PayoutRow,
  type Planned,
  payoutFailed,
  payoutPaid,
  payoutRequested,
  type Reader,
  withSteps,
} from '@cedi/ledger'
import { done, type Outcome, refused } from '../../http/answer.js'
import { readAmount } from '../../service/amount.js'
import type { Context, Ids } from '../../service/context.js'
import { maskPhone, parsePhone, suggestNetwork } from '../../service/instruments/phone.js'
import { runDueEvents } from '../../service/outcomes/events.js'
import { payoutFailure, payoutFailureOfPhone } from '../../service/outcomes/scenarios.js'
import { eventRows } from '../../service/outcomes/schedule.js'
import { payoutRecord } from '../wire.js'
import { type ControlCall, carryOut, limitOf, ownerOf, type Routes } from './call.js'

/** Money that leaves to a wallet. The API has no payouts; merchants ask for them in the portal. @decision 0025 */
export const payoutRoutes: Routes = {
  'GET payouts': async (call) => {
    const { context, merchant, nowMs } = call
    await runDueEvents(context, merchant, nowMs)
    return done((await context.store.list('payouts', merchant, { limit: limitOf(call) })).map(payoutRecord))
  },
  'POST payouts': requestPayout,
  'POST payouts/*/pay': (call) => resolvePayout(call, 'pay'),
  'POST payouts/*/fail': (call) => resolvePayout(call, 'fail'),
}

async function requestPayout(call: ControlCall): Promise<Outcome> {
  const { context, merchant, body, nowMs } = call
  const { amount, phone } = body
  if (typeof amount !== 'number' && typeof amount !== 'string')
    return refused('invalid_amount', 'amount is missing.', 'amount')
  const read = readAmount(amount, 'amount')
  if (!read.ok) return { ok: false, refusal: read }
  const number = typeof phone === 'string' ? parsePhone(phone) : undefined
  const network = number === undefined ? undefined : suggestNetwork(number)
  if (number === undefined || network === undefined)
    return refused(
      'invalid_phone',
      'phone must be a Ghanaian mobile number of a known network, such as 0244123789.',
      'phone',
    )
  await runDueEvents(context, merchant, nowMs)
  return carryOut(
    call,
    (reader, ids) =>
      planPayout(context, reader, { merchant, amountPesewas: read.pesewas, number, network, nowMs }, ids),
    merchant,
    ({ payout }) => payoutRecord(payout),
    201,
  )
}

/** Plans a payout, and what the network will say to it. */
export async function planPayout(
  { approvalDelayMs }: Pick<Context, 'approvalDelayMs'>,
  reader: Reader,
  {
    number,
    ...asked
  }: {
    readonly merchant: string
    readonly amountPesewas: bigint
    readonly number: string
    readonly network: MobileNetwork
    readonly nowMs: number
  },
  ids: Ids,
): Promise<Planned<{ payout: PayoutRow }>> {
  const { merchant, nowMs } = asked
  const available = await reader.get('accounts', merchant, 'merchant:available')
  const id = ids.next('pyo')
  const planned = payoutRequested({ ...asked, id, phone: maskPhone(number) }, { available })
  const failure = payoutFailureOfPhone(number)
  const dueMs = nowMs + approvalDelayMs
  const happening = failure
    ? ({ kind: 'payout_fail', dueMs, data: { ...failure } } as const)
    : ({ kind: 'payout_pay', dueMs } as const)
  const [row] = eventRows(merchant, id, [happening], ids)
  return row ? withSteps(planned, { inserts: [{ table: 'events', row }] }) : planned
}

/** Plans that a payout arrived or did not, now and not when the network would have said so. */
export async function planPayoutEnd(
  reader: Reader,
  how: 'pay' | 'fail',
  { merchant, ref, nowMs }: { readonly merchant: string; readonly ref: string; readonly nowMs: number },
): Promise<Planned<{ payout: PayoutRow }>> {
  const payout = await reader.get('payouts', merchant, ref)
  const failure = payoutFailure('payout_failed')
  const planned = how === 'pay' ? payoutPaid({ nowMs }, { payout }) : payoutFailed({ failure, nowMs }, { payout })
  if (!planned.ok || isEmpty(planned.plan)) return planned
  const events = await reader.list('events', merchant, { limit: 20, where: { ref } })
  return withSteps(planned, { removes: events.map(({ id }) => ({ table: 'events', id })) })
}

async function resolvePayout(call: ControlCall, how: 'pay' | 'fail'): Promise<Outcome> {
  const [ref = ''] = call.parts
  const owner = await ownerOf(call, 'payouts', ref)
  if (!owner.ok) return owner
  const { merchant } = owner
  const { nowMs } = call
  return carryOut(
    call,
    (reader) => planPayoutEnd(reader, how, { merchant, ref, nowMs }),
    merchant,
    ({ payout }) => payoutRecord(payout),
  )
}

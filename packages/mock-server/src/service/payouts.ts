import {
  type Commit,
  isEmpty,
  type MobileNetwork,
  type PayoutRow,
  payoutFailed,
  payoutPaid,
  payoutRequested,
  type Result,
  scheduleEvents,
  withSteps,
} from '../ledger/index.js'
import type { Context } from './context.js'
import { execute } from './execute.js'
import { maskPhone } from './instruments/phone.js'
import { createPayoutFailure, findPayoutFailure } from './outcomes/scenarios.js'
import { cancelEvents, listScheduledEvents, toEventRows } from './outcomes/schedule.js'

/** A payout that a merchant requests. */
export interface PayoutRequest {
  readonly merchant: string
  readonly amountPesewas: bigint
  /** E.164. */
  readonly number: string
  readonly network: MobileNetwork
  readonly nowMs: number
}

/**
 * Requests a payout. The number decides the result that the network returns.
 *
 * @param idempotency - For a form that a browser may send twice.
 */
export const requestPayout = (
  context: Context,
  { number, ...payout }: PayoutRequest,
  idempotency?: Parameters<typeof execute<{ payout: PayoutRow }>>[1]['idempotency'],
): Promise<Result<Commit<{ payout: PayoutRow }>>> =>
  execute<{ payout: PayoutRow }>(context, {
    merchant: payout.merchant,
    idempotency,
    async plan(reader, ids) {
      const { merchant, nowMs } = payout
      const available = await reader.get('accounts', merchant, 'merchant:available')
      const id = ids.next('pyo')
      const result = payoutRequested({ ...payout, id, phone: maskPhone(number) }, { available })
      const failure = findPayoutFailure(number)
      const dueMs = nowMs + context.approvalDelayMs
      const event = failure
        ? ({ kind: 'payout_fail', dueMs, data: { ...failure } } as const)
        : ({ kind: 'payout_pay', dueMs } as const)
      return withSteps(result, scheduleEvents(...toEventRows(merchant, id, [event], ids)))
    },
  })

/** Marks a payout as paid or failed now, before the network would. */
export const endPayout = (
  context: Context,
  action: 'pay' | 'fail',
  { merchant, ref, nowMs }: { readonly merchant: string; readonly ref: string; readonly nowMs: number },
): Promise<Result<Commit<{ payout: PayoutRow }>>> =>
  execute<{ payout: PayoutRow }>(context, {
    merchant,
    async plan(reader) {
      const payout = await reader.get('payouts', merchant, ref)
      const failure = createPayoutFailure('payout_failed')
      const result = action === 'pay' ? payoutPaid({ nowMs }, { payout }) : payoutFailed({ failure, nowMs }, { payout })
      if (!result.ok || isEmpty(result.value)) return result
      return withSteps(result, cancelEvents(await listScheduledEvents(reader, merchant, ref)))
    },
  })

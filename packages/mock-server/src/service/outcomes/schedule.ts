import { failureMeaning, type KnownFailureCode } from '@cedi/contract'
import type { EventRow, Failure, JsonObject, PaymentMethod, Reader } from '@cedi/ledger'
import type { Ids } from '../context.js'
import type { Scenario } from './scenarios.js'

const second = 1000
const minute = 60 * second

/** How long a buyer has to approve: mobile money on the phone, a card on the bank's page. @decision 0013 */
const lifetimeMs: Readonly<Record<PaymentMethod, number>> = { mobile_money: 5 * minute, card: 15 * minute }

/** What will happen to something, and when. */
export interface Happening {
  readonly kind:
    | 'confirm'
    | 'fail'
    | 'expire'
    | 'available'
    | 'intent_expire'
    | 'payout_pay'
    | 'payout_fail'
    | 'delivery_forget'
  readonly dueMs: number
  readonly data?: JsonObject
}

/** What a scenario means for a new payment. */
export interface Course {
  /** When a pending payment ends by itself; null when it never does. */
  readonly expiresMs: number | null
  /** What is decided at once: cards are answered immediately. */
  readonly now: 'confirm' | Failure | undefined
  /** Whether the buyer has to go to the bank's page. */
  readonly challenge: boolean
  /** Whether the buyer has to enter a voucher first. */
  readonly voucher?: boolean
  readonly later: readonly Happening[]
}

/** The text of a failure code. */
export const failureOf = (code: KnownFailureCode): Failure => ({ code, message: failureMeaning[code] })

/**
 * What happens to a new payment under a scenario.
 *
 * @param createdMs - When it was created.
 * @param approvalDelayMs - How long the buyer takes to approve on the phone.
 * @decision 0013
 */
export function courseOf(
  scenario: Scenario,
  method: PaymentMethod,
  createdMs: number,
  approvalDelayMs: number,
): Course {
  const card = method === 'card'
  const expiresMs = createdMs + lifetimeMs[method]
  const answerMs = createdMs + approvalDelayMs
  const expire: Happening = { kind: 'expire', dueMs: expiresMs }
  const waiting = { expiresMs, now: undefined, challenge: card }
  // If the buyer takes longer than that, the payment has expired, and the money waits in suspense.
  const atLatest = answerMs > expiresMs ? [expire] : []
  switch (scenario) {
    case 'pending':
      return { expiresMs: null, now: undefined, challenge: false, later: [] }
    case 'expire':
    case 'challenge':
      return { ...waiting, later: [expire] }
    case 'late_money':
      return { ...waiting, later: [expire, { kind: 'confirm', dueMs: expiresMs + minute }] }
    case 'succeed':
      if (card) return { expiresMs: null, now: 'confirm', challenge: false, later: [] }
      return { ...waiting, later: [...atLatest, { kind: 'confirm', dueMs: answerMs }] }
    case 'double_confirmation': {
      const again: Happening = { kind: 'confirm', dueMs: (card ? createdMs : answerMs) + second }
      if (card) return { expiresMs: null, now: 'confirm', challenge: false, later: [again] }
      return { ...waiting, later: [...atLatest, { kind: 'confirm', dueMs: answerMs }, again] }
    }
    default: {
      const failure = failureOf(scenario === 'fail' ? (card ? 'card_declined' : 'payment_not_approved') : scenario)
      if (card) return { expiresMs: null, now: failure, challenge: false, later: [] }
      return { ...waiting, later: [...atLatest, { kind: 'fail', dueMs: answerMs, data: { ...failure } }] }
    }
  }
}

/**
 * What happens to a new payment that waits for a voucher: it expires, and its event remembers what the scenario does
 * once the voucher is entered.
 *
 * @decision 0029
 */
export function courseOfVoucher(scenario: Scenario, createdMs: number): Course {
  const expiresMs = createdMs + lifetimeMs.mobile_money
  const expire: Happening = { kind: 'expire', dueMs: expiresMs, data: { scenario } }
  return { expiresMs, now: undefined, challenge: false, voucher: true, later: [expire] }
}

/** The rows of future events. */
export const eventRows = (merchant: string, ref: string, happenings: readonly Happening[], ids: Ids): EventRow[] =>
  happenings.map(({ kind, dueMs, data = {} }) => ({ merchant, id: ids.next('evt'), due_ms: dueMs, kind, ref, data }))

/** The scheduled events of something that has now been decided; money that will become available stays. */
export const scheduledFor = async (reader: Reader, merchant: string, ref: string): Promise<EventRow[]> =>
  (await reader.list('events', merchant, { limit: 20, where: { ref } })).filter(({ kind }) => kind !== 'available')

/** The step that cancels scheduled events. */
export const takenBack = (
  events: readonly Pick<EventRow, 'id'>[],
): { deletes: readonly { table: 'events'; id: string }[] } => ({
  deletes: events.map(({ id }) => ({ table: 'events', id })),
})

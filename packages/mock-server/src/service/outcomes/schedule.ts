import { failureMeaning, type KnownFailureCode } from '@cedi/contract'
import type { EventRow, Failure, JsonObject, PaymentMethod, Reader } from '@cedi/ledger'
import type { Ids } from '../context.js'
import type { Scenario } from './scenarios.js'

const second = 1000
const minute = 60 * second

/** How long a buyer has to approve: mobile money on the phone, a card on the page of the bank. @decision 0013 */
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

/** What a scenario brings for a new payment. */
export interface Course {
  /** When a pending payment ends by itself; null when it never does. */
  readonly expiresMs: number | null
  /** What is settled in the same moment: cards are answered at once. */
  readonly now: 'confirm' | Failure | undefined
  /** Whether the buyer has to go to the page of the bank. */
  readonly challenge: boolean
  /** Whether the buyer has to enter a voucher before anything else happens. */
  readonly voucher?: boolean
  readonly later: readonly Happening[]
}

/** Puts a failure code into words. */
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
  // A buyer who takes longer than that finds the payment expired, and the money waits in suspense.
  const atLatest = answerMs > expiresMs ? [expire] : []
  switch (scenario) {
    case 'pending':
      return { expiresMs: null, now: undefined, challenge: false, later: [] }
    case 'expire':
      return { ...waiting, later: [expire] }
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
 * What happens to a new payment that waits for a voucher: it expires, and its event keeps what the scenario brings
 * once the voucher is there.
 *
 * @decision 0029
 */
export function courseOfVoucher(scenario: Scenario, createdMs: number): Course {
  const expiresMs = createdMs + lifetimeMs.mobile_money
  const expire: Happening = { kind: 'expire', dueMs: expiresMs, data: { scenario } }
  return { expiresMs, now: undefined, challenge: false, voucher: true, later: [expire] }
}

/** The rows of what will happen. */
export const eventRows = (merchant: string, ref: string, happenings: readonly Happening[], ids: Ids): EventRow[] =>
  happenings.map(({ kind, dueMs, data = {} }) => ({ merchant, id: ids.next('evt'), due_ms: dueMs, kind, ref, data }))

/** What is scheduled for something that is decided now; money that is to become available stays. */
export const scheduledFor = async (reader: Reader, merchant: string, ref: string): Promise<EventRow[]> =>
  (await reader.list('events', merchant, { limit: 20, where: { ref } })).filter(({ kind }) => kind !== 'available')

/** The step that takes scheduled events back. */
export const takenBack = (
  events: readonly Pick<EventRow, 'id'>[],
): { removes: readonly { table: 'events'; id: string }[] } => ({
  removes: events.map(({ id }) => ({ table: 'events', id })),
})

import { failureMeaning, type KnownFailureCode } from '@cedi/contract'
import type { EventRow, Failure, JsonObject, PaymentMethod, Reader } from '../../ledger/index.js'
import type { Ids } from '../context.js'
import type { Scenario } from './scenarios.js'

const second = 1000
const minute = 60 * second

/** Time to approve a payment: mobile money on the phone, a card on the bank's page. @decision 0013 */
const lifetimeMs: Readonly<Record<PaymentMethod, number>> = { mobile_money: 5 * minute, card: 15 * minute }

/** An event to schedule. */
export interface ScheduledEvent {
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

/** The outcome and the events of a new payment under a scenario. */
export interface PaymentScript {
  /** Expiry of a pending payment; null if it never expires. */
  readonly expiresMs: number | null
  /** The immediate outcome: cards are charged or declined in the same request. */
  readonly now: 'confirm' | Failure | undefined
  /** Whether the buyer must confirm on the bank's page. */
  readonly challenge: boolean
  /** Whether the buyer must enter a voucher first. */
  readonly voucher?: boolean
  readonly later: readonly ScheduledEvent[]
}

/** Creates the failure for a code. */
export const createFailure = (code: KnownFailureCode): Failure => ({ code, message: failureMeaning[code] })

/**
 * Returns the script of a new payment under a scenario.
 *
 * @param createdMs - Creation time of the payment.
 * @param approvalDelayMs - Delay until the buyer approves on the phone.
 * @decision 0013
 */
export function toPaymentScript(
  scenario: Scenario,
  method: PaymentMethod,
  createdMs: number,
  approvalDelayMs: number,
): PaymentScript {
  const card = method === 'card'
  const expiresMs = createdMs + lifetimeMs[method]
  const approvalMs = createdMs + approvalDelayMs
  const expire: ScheduledEvent = { kind: 'expire', dueMs: expiresMs }
  const pending = { expiresMs, now: undefined, challenge: card }
  // A confirmation after the expiry is a late payment.
  const expiryBeforeApproval = approvalMs > expiresMs ? [expire] : []
  switch (scenario) {
    case 'pending':
      return { expiresMs: null, now: undefined, challenge: false, later: [] }
    case 'expire':
    case 'challenge':
      return { ...pending, later: [expire] }
    case 'late_money':
      return { ...pending, later: [expire, { kind: 'confirm', dueMs: expiresMs + minute }] }
    case 'succeed':
      if (card) return { expiresMs: null, now: 'confirm', challenge: false, later: [] }
      return { ...pending, later: [...expiryBeforeApproval, { kind: 'confirm', dueMs: approvalMs }] }
    case 'double_confirmation': {
      const secondConfirmation: ScheduledEvent = { kind: 'confirm', dueMs: (card ? createdMs : approvalMs) + second }
      if (card) return { expiresMs: null, now: 'confirm', challenge: false, later: [secondConfirmation] }
      return {
        ...pending,
        later: [...expiryBeforeApproval, { kind: 'confirm', dueMs: approvalMs }, secondConfirmation],
      }
    }
    default: {
      const failure = createFailure(scenario === 'fail' ? (card ? 'card_declined' : 'payment_not_approved') : scenario)
      if (card) return { expiresMs: null, now: failure, challenge: false, later: [] }
      return { ...pending, later: [...expiryBeforeApproval, { kind: 'fail', dueMs: approvalMs, data: { ...failure } }] }
    }
  }
}

/**
 * Returns the script of a new payment that requires a voucher: it expires unless the voucher is entered. The data of the
 * expiry event contains the scenario to run after that.
 *
 * @decision 0029
 */
export function toVoucherScript(scenario: Scenario, createdMs: number): PaymentScript {
  const expiresMs = createdMs + lifetimeMs.mobile_money
  const expire: ScheduledEvent = { kind: 'expire', dueMs: expiresMs, data: { scenario } }
  return { expiresMs, now: undefined, challenge: false, voucher: true, later: [expire] }
}

/** Creates the rows of events. */
export const toEventRows = (merchant: string, ref: string, events: readonly ScheduledEvent[], ids: Ids): EventRow[] =>
  events.map(({ kind, dueMs, data = {} }) => ({ merchant, id: ids.next('evt'), due_ms: dueMs, kind, ref, data }))

/** Reads the scheduled events of a payment or payout, except for the availability of its money. */
export const listScheduledEvents = async (reader: Reader, merchant: string, ref: string): Promise<EventRow[]> =>
  (await reader.list('events', merchant, { limit: 20, where: { ref } })).filter(({ kind }) => kind !== 'available')

/** Returns the step that cancels events. */
export const cancelEvents = (
  events: readonly Pick<EventRow, 'id'>[],
): { deletes: readonly { table: 'events'; id: string }[] } => ({
  deletes: events.map(({ id }) => ({ table: 'events', id })),
})

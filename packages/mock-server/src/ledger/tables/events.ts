import type { JsonObject } from './json.js'
import type { ColumnsOf, MerchantRecord } from './table.js'

export const events = {
  columns: {
    due_ms: { kind: 'number' },
    /** Kind of the event, defined by the caller. */
    kind: { kind: 'text' },
    /** Id of the payment, intent or payout. */
    ref: { kind: 'text' },
    /** Data of the event, defined by the caller. */
    data: { kind: 'json', shape: 'object', as: {} as JsonObject },
  },
  lookupColumns: ['ref'],
  filters: ['ref'],
  indexes: [
    { name: 'events_ref', on: ['merchant_id', 'ref'] },
    { name: 'events_due', on: ['merchant_id', 'due_ms', 'id'] },
    { name: 'events_due_of_all', on: ['due_ms', 'id'] },
  ],
} as const

/** A scheduled event: a provider's confirmation, availability, expiry. @decision 0013 */
export interface EventRow extends MerchantRecord, ColumnsOf<typeof events> {}

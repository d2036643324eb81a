import type { JsonObject } from './json.js'
import type { ColumnsOf, MerchantRecord } from './table.js'

export const events = {
  columns: {
    due_ms: { kind: 'number' },
    /** What will happen, in the words of whoever scheduled it. */
    kind: { kind: 'text' },
    /** What it is about: the id of a payment, an intent, a payout. */
    ref: { kind: 'text' },
    /** What it takes to make it happen, as whoever scheduled it wrote it down. */
    data: { kind: 'json', shape: 'object', as: {} as JsonObject },
  },
  lookedUp: ['ref'],
  filters: ['ref'],
  indexes: [
    { name: 'events_ref', on: ['merchant_id', 'ref'] },
    { name: 'events_due', on: ['merchant_id', 'due_ms', 'id'] },
    { name: 'events_due_of_all', on: ['due_ms', 'id'] },
  ],
} as const

/** Something that will happen: a provider's answer, availability, expiry. @decision 0013 */
export interface EventRow extends MerchantRecord, ColumnsOf<typeof events> {}

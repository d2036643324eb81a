import type { ColumnsOf, MerchantRecord } from './table.js'

export const counters = {
  columns: {
    /** The last number that was used. */
    value: { kind: 'number' },
  },
  filters: [],
} as const

/** A named counter of a merchant, for ids. @decision 0011 */
export interface CounterRow extends MerchantRecord, ColumnsOf<typeof counters> {}

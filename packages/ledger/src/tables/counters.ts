import type { ColumnsOf, MerchantRecord } from './table.js'

export const counters = {
  columns: {
    /** The last number that was given out. */
    value: { kind: 'number' },
  },
  filters: [],
} as const

/** A named number per merchant, from which ids are made. @decision 0011 */
export interface CounterRow extends MerchantRecord, ColumnsOf<typeof counters> {}

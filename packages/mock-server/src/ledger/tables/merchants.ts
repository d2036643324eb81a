import type { ColumnsOf, MerchantRecord } from './table.js'

export const merchants = {
  columns: {
    name: { kind: 'text' },
    /** Without the `@`; unique over all merchants. */
    handle: { kind: 'text', nullable: true },
    created_ms: { kind: 'number' },
  },
  unique: { column: 'handle', isGlobal: true },
  lookupColumns: ['handle'],
  filters: ['handle'],
  indexes: [{ name: 'merchants_id', on: ['id', 'merchant_id'] }],
} as const

/** The owner of a ledger. `id` and `merchant` are equal. */
export interface MerchantRow extends MerchantRecord, ColumnsOf<typeof merchants> {}

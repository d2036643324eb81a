import type { ColumnsOf, MerchantRecord } from './table.js'

export const idempotency = {
  columns: {
    /** SHA-256 of the canonical body. */
    fingerprint: { kind: 'text' },
    state: { kind: 'text', oneOf: ['running', 'done'] },
    /** The HTTP status of the kept answer. */
    status: { kind: 'number', nullable: true },
    headers: { kind: 'json', as: {} as Readonly<Record<string, string>> },
    body: { kind: 'text', nullable: true },
    created_ms: { kind: 'number' },
  },
  filters: [],
  indexes: [{ name: 'idempotency_age', on: ['merchant_id', 'created_ms'] }],
} as const

/** The answer to one Idempotency-Key; `id` comes from `idempotencyId`. @decision 0006 */
export interface IdempotencyRow extends MerchantRecord, ColumnsOf<typeof idempotency> {}

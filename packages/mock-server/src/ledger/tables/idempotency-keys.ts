import type { ColumnsOf, MerchantRecord } from './table.js'

export const idempotencyKeys = {
  columns: {
    /** Hash of the command: the same key with another fingerprint is rejected. */
    fingerprint: { kind: 'text' },
    state: { kind: 'text', oneOf: ['running', 'done'] },
    /** Status of the response; null while the command is running. */
    status: { kind: 'number', nullable: true },
    /** Headers of the response. */
    headers: { kind: 'json', shape: 'object', as: {} as Readonly<Record<string, string>> },
    /** Body of the response; null while the command is running. */
    body: { kind: 'text', nullable: true },
    created_ms: { kind: 'number' },
  },
  filters: [],
  indexes: [{ name: 'idempotency_keys_created', on: ['merchant_id', 'created_ms'] }],
} as const

/** Response stored under an idempotency key. `idempotencyKeyId` creates the `id`. @decision 0006 */
export interface IdempotencyKeyRow extends MerchantRecord, ColumnsOf<typeof idempotencyKeys> {}

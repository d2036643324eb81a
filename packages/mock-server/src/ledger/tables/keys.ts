import type { ColumnsOf, MerchantRecord } from './table.js'

export const keys = {
  columns: {
    /** SHA-256 of the key, hexadecimal; unique over all merchants. */
    hash: { kind: 'text' },
    /** Scopes of the key, such as `payments:write`. */
    scopes: { kind: 'json', shape: 'texts', as: [] as readonly string[] },
    /** Label that the merchant chose. */
    label: { kind: 'text', nullable: true },
    created_ms: { kind: 'number' },
    /** Null until it is used. */
    last_used_ms: { kind: 'number', nullable: true },
    /** Null while it is active. */
    revoked_ms: { kind: 'number', nullable: true },
  },
  unique: { column: 'hash', isGlobal: true },
  lookupColumns: ['hash'],
  filters: ['hash'],
  indexes: [{ name: 'keys_id', on: ['id'] }],
} as const

/** An API key, by its hash. @decision 0012 */
export interface KeyRow extends MerchantRecord, ColumnsOf<typeof keys> {}

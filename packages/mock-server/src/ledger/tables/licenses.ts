import type { ColumnsOf, MerchantRecord } from './table.js'

export const licenses = {
  columns: {
    /** SHA-256 of the key, hexadecimal; unique over all merchants. */
    key_hash: { kind: 'text' },
    product_id: { kind: 'text' },
    /** The payment of the purchase. */
    payment_ref: { kind: 'text' },
    order_ref: { kind: 'text', nullable: true },
    /** Stored status. `licenseStatus` also considers the expiry. */
    status: { kind: 'text', oneOf: ['inactive', 'active', 'expired', 'disabled'] },
    /** Maximum number of instances; null means unlimited. */
    activation_limit: { kind: 'number', nullable: true },
    /** From 0 to `activation_limit`. */
    activations: { kind: 'number' },
    /** Names of the activated instances. */
    instances: { kind: 'json', shape: 'texts', as: [] as readonly string[] },
    created_ms: { kind: 'number' },
    /** Null means never. */
    expires_ms: { kind: 'number', nullable: true },
  },
  unique: { column: 'key_hash', isGlobal: true },
  lookupColumns: ['payment_ref', 'key_hash'],
  filters: ['key_hash', 'payment_ref'],
  addableColumns: ['activations'],
  constraintColumns: ['activations', 'activation_limit'],
  indexes: [{ name: 'licenses_payment', on: ['merchant_id', 'payment_ref'] }],
} as const

/** A license key that was sold. The key itself is not here, only its SHA-256. @decision 0017 */
export interface LicenseRow extends MerchantRecord, ColumnsOf<typeof licenses> {}

/** @decision 0017 */
export type LicenseStatus = LicenseRow['status']

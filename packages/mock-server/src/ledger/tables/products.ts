import type { ColumnsOf, MerchantRecord } from './table.js'

export const products = {
  columns: {
    name: { kind: 'text' },
    /** Unique per merchant. */
    slug: { kind: 'text' },
    description: { kind: 'text', nullable: true },
    type: { kind: 'text', oneOf: ['digital', 'physical', 'license', 'service'] },
    price_pesewas: { kind: 'pesewas' },
    currency: { kind: 'text', oneOf: ['GHS'] },
    /** Whether it is on sale. */
    active: { kind: 'flag' },
    /** Null means that there is always one more. Bound: 0. @decision 0008 */
    stock: { kind: 'number', nullable: true },
    image_url: { kind: 'text', nullable: true },
    /** For licenses: how many instances one license runs on; null means any number. */
    activation_limit: { kind: 'number', nullable: true },
    created_ms: { kind: 'number' },
  },
  unique: { column: 'slug', isGlobal: false },
  lookupColumns: ['slug'],
  filters: ['slug', 'active'],
  addableColumns: ['stock'],
  constraintColumns: ['stock'],
  indexes: [{ name: 'products_active', on: ['merchant_id', 'active', 'id'] }],
} as const

/** A product of a merchant. @decision 0008 */
export interface ProductRow extends MerchantRecord, ColumnsOf<typeof products> {}

/** @decision 0008 */
export type ProductType = ProductRow['type']

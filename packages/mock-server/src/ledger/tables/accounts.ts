import type { Account } from '../accounts.js'
import type { ColumnsOf, MerchantRecord } from './table.js'

export const accounts = {
  columns: {
    /** Debits minus credits for assets, credits minus debits for the others. */
    balance_pesewas: { kind: 'pesewas' },
    /** Sequence of the last entry that changed it. */
    sequence: { kind: 'number' },
  },
  filters: ['id'],
  indexes: [{ name: 'accounts_id', on: ['id', 'merchant_id'] }],
} as const

/** Balance of an account, written by the store with each entry. @decision 0014 */
export interface AccountRow extends MerchantRecord, ColumnsOf<typeof accounts> {
  readonly id: Account
}

import type { Account } from '../accounts.js'
import { entryKinds, type Posting } from '../posting.js'
import type { ColumnsOf, MerchantRecord } from './table.js'

/** Balance of an account after an entry. */
export interface AccountBalance {
  readonly account: Account
  readonly balancePesewas: bigint
}

export const entries = {
  columns: {
    /** Gapless from 1, per merchant. `id` is the same number with leading zeros. */
    sequence: { kind: 'number' },
    /** Kind of the business event. */
    kind: { kind: 'text', oneOf: entryKinds as typeof entryKinds },
    /** Id of the cause; unique per merchant and kind. */
    source: { kind: 'text' },
    at_ms: { kind: 'number' },
    postings: { kind: 'canonical', as: [] as readonly Posting[] },
    /** Balances of the changed accounts after the entry, in chart order. */
    balances: { kind: 'canonical', as: [] as readonly AccountBalance[] },
    memo: { kind: 'text', nullable: true },
    /** Hash of the merchant's previous entry. */
    previous_hash: { kind: 'text' },
    /** SHA-256 of the previous hash and the canonical text. */
    hash: { kind: 'text' },
  },
  uniqueColumns: ['source', 'kind'],
  filters: ['source', 'kind'],
  times: ['at_ms'],
  indexes: [
    { name: 'entries_settled', on: ['at_ms', 'id', 'merchant_id'], where: "kind = 'provider_settled'" },
    { name: 'entries_settlement', on: ['source', 'id', 'merchant_id'], where: "kind = 'provider_settled'" },
  ],
} as const

/** An entry as the store recorded it. @decision 0014 */
export interface EntryRow extends MerchantRecord, ColumnsOf<typeof entries> {}

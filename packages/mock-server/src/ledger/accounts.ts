/**
 * An account of the ledger. Each merchant has one of each.
 *
 * @decision 0014
 */
export type Account =
  | 'psp:mtn'
  | 'psp:telecel'
  | 'psp:airteltigo'
  | 'psp:card'
  | 'bank:operating'
  | 'merchant:pending'
  | 'merchant:available'
  | 'merchant:refunds_payable'
  | 'merchant:payouts_in_transit'
  | 'fees:income'
  | 'suspense'

/** An account for money that a provider has collected and not settled yet. */
export type ProviderAccount = 'psp:mtn' | 'psp:telecel' | 'psp:airteltigo' | 'psp:card'

/**
 * The properties of an account.
 *
 * @decision 0014
 */
export interface AccountKind {
  /** The side that increases the balance: debit for assets, credit for liabilities and income. */
  readonly nature: 'debit' | 'credit'
  /** Whether the balance must never be negative. */
  readonly guarded: boolean
}

/**
 * The chart of accounts, in the order of listings and hashes.
 *
 * @decision 0014
 */
export const chartOfAccounts: Readonly<Record<Account, AccountKind>> = {
  'psp:mtn': { nature: 'debit', guarded: true },
  'psp:telecel': { nature: 'debit', guarded: true },
  'psp:airteltigo': { nature: 'debit', guarded: true },
  'psp:card': { nature: 'debit', guarded: true },
  // Manual payouts may exceed the settled amount: the operator advances the money.
  'bank:operating': { nature: 'debit', guarded: false },
  'merchant:pending': { nature: 'credit', guarded: true },
  'merchant:available': { nature: 'credit', guarded: true },
  'merchant:refunds_payable': { nature: 'credit', guarded: true },
  'merchant:payouts_in_transit': { nature: 'credit', guarded: true },
  'fees:income': { nature: 'credit', guarded: false },
  suspense: { nature: 'credit', guarded: true },
}

/** All accounts, in chart order. */
export const accounts: readonly Account[] = Object.keys(chartOfAccounts) as Account[]

import type { Network } from './tables/payments.js'

/**
 * A place in the ledger that holds value. Each merchant has one of each.
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

/** An account that holds money collected by a provider and not settled yet. */
export type ProviderAccount = 'psp:mtn' | 'psp:telecel' | 'psp:airteltigo' | 'psp:card'

/**
 * The properties of an account.
 *
 * @decision 0014
 */
export interface AccountKind {
  /** The side that makes it grow: debit for assets, credit for liabilities and income. */
  readonly nature: 'debit' | 'credit'
  /** A guarded account never holds less than nothing. */
  readonly guarded: boolean
}

/**
 * The chart of accounts, in the order in which listings and hashes name them.
 *
 * @decision 0014
 */
export const chartOfAccounts: Readonly<Record<Account, AccountKind>> = {
  'psp:mtn': { nature: 'debit', guarded: true },
  'psp:telecel': { nature: 'debit', guarded: true },
  'psp:airteltigo': { nature: 'debit', guarded: true },
  'psp:card': { nature: 'debit', guarded: true },
  // Payouts by hand may run ahead of what the providers have settled: the operator's own float.
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

/**
 * The account in which a network's money is collected.
 *
 * @param network - One of three mobile money networks or two card networks.
 * @decision 0014
 */
export function providerAccount(network: Network): ProviderAccount {
  return network === 'visa' || network === 'mastercard' ? 'psp:card' : `psp:${network}`
}

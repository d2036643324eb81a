import type { Store } from './store.js'
import type { AccountRow } from './tables/accounts.js'

/**
 * A merchant's balance in pesewas.
 *
 * @source Endpoints ("Read available balance")
 * @decision 0015
 */
export interface Balance {
  /** Can be paid out now. */
  readonly availablePesewas: bigint
  /** Earned, not yet available. */
  readonly pendingPesewas: bigint
  /** Set aside for refunds and payouts on their way. */
  readonly reservedPesewas: bigint
}

/** Returns the balance of an account; zero if it has no entry. */
export function balanceOf(account: AccountRow | undefined): bigint {
  return account?.balance_pesewas ?? 0n
}

/** Reads a merchant's balance. */
export async function readBalance(store: Pick<Store, 'list'>, merchant: string): Promise<Balance> {
  const rows = await store.list('accounts', merchant, { limit: 20 })
  const held = (id: AccountRow['id']) => balanceOf(rows.find((row) => row.id === id))
  return {
    availablePesewas: held('merchant:available'),
    pendingPesewas: held('merchant:pending'),
    reservedPesewas: held('merchant:refunds_payable') + held('merchant:payouts_in_transit'),
  }
}

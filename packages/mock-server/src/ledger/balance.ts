import type { Store } from './store.js'
import type { AccountRow } from './tables/accounts.js'

/**
 * A merchant's balance in pesewas.
 *
 * @source Endpoints ("Read available balance")
 * @decision 0014
 */
export interface Balance {
  /** Can be paid out now. */
  readonly availablePesewas: bigint
  /** Received, not yet available. */
  readonly pendingPesewas: bigint
  /** Reserved for pending refunds and payouts. */
  readonly reservedPesewas: bigint
}

/** Returns the balance of an account; zero if it has no entry. */
export function balanceOf(account: AccountRow | undefined): bigint {
  return account?.balance_pesewas ?? 0n
}

/** Reads a merchant's balance. */
export async function readBalance(store: Pick<Store, 'list'>, merchant: string): Promise<Balance> {
  const rows = await store.list('accounts', merchant, { limit: 20 })
  const balance = (id: AccountRow['id']) => balanceOf(rows.find((row) => row.id === id))
  return {
    availablePesewas: balance('merchant:available'),
    pendingPesewas: balance('merchant:pending'),
    reservedPesewas: balance('merchant:refunds_payable') + balance('merchant:payouts_in_transit'),
  }
}

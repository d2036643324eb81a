import { expect, test } from 'vitest'
import type { Account } from './accounts.js'
import { balanceOf, readBalance } from './balance.js'
import type { AccountRow } from './tables/accounts.js'

const accountRow = (id: Account, balance: bigint) => ({ merchant: 'ama', id, balance_pesewas: balance }) as AccountRow

/** Creates a store with these accounts of ama. It respects the limit. */
const createStore = (...rows: readonly AccountRow[]) => ({
  list: async (table: string, merchant: string | null, { limit = 0 }: { limit?: number }) =>
    (table === 'accounts' && merchant === 'ama' ? rows.slice(0, limit) : []) as never,
})

test('readBalance returns the available, pending and reserved amounts', async () => {
  const store = createStore(
    accountRow('psp:mtn', 1n),
    accountRow('bank:operating', 2n),
    accountRow('merchant:pending', 40n),
    accountRow('merchant:available', 800n),
    accountRow('merchant:refunds_payable', 1_600n),
    accountRow('merchant:payouts_in_transit', 32_000n),
    accountRow('fees:income', 640_000n),
  )
  expect(await readBalance(store, 'ama')).toEqual({
    availablePesewas: 800n,
    pendingPesewas: 40n,
    reservedPesewas: 33_600n,
  })
})

test('an account without entries has the balance 0', async () => {
  expect(balanceOf(undefined)).toBe(0n)
  expect(await readBalance(createStore(), 'ama')).toEqual({
    availablePesewas: 0n,
    pendingPesewas: 0n,
    reservedPesewas: 0n,
  })
})

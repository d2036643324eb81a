import { expect, test } from 'vitest'
import type { Account } from './accounts.js'
import { balanceOf, readBalance } from './balance.js'
import type { AccountRow } from './tables/accounts.js'

const accountRow = (id: Account, balance: bigint) => ({ merchant: 'ama', id, balance_pesewas: balance }) as AccountRow

/** Creates a store with these accounts of ama. It respects the limit. */
const storeOf = (...rows: readonly AccountRow[]) => ({
  list: async (table: string, merchant: string | null, { limit = 0 }: { limit?: number }) =>
    (table === 'accounts' && merchant === 'ama' ? rows.slice(0, limit) : []) as never,
})

test('a balance is what can be paid out, what is not yet available, and what refunds and payouts have set aside', async () => {
  const store = storeOf(
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

test('an account that was never touched holds nothing', async () => {
  expect(balanceOf(undefined)).toBe(0n)
  expect(await readBalance(storeOf(), 'ama')).toEqual({
    availablePesewas: 0n,
    pendingPesewas: 0n,
    reservedPesewas: 0n,
  })
})

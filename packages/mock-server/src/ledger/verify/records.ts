import { type Account, accounts } from '../accounts.js'
import type { Store } from '../store.js'
import type { Row } from '../tables.js'
import type { Walk } from './entries.js'
import { createViolation, type Violation } from './verify-result.js'

type ListReader = Pick<Store, 'list'>

/** Compares the cached balances with the sums of the postings. */
export async function checkCachedBalances(
  store: ListReader,
  merchant: string,
  walk: Walk,
): Promise<Violation | undefined> {
  const cached = await store.list('accounts', merchant, { limit: accounts.length + 1 })
  const unknownAccount = cached.find(({ id }) => !accounts.includes(id))
  if (unknownAccount)
    return createViolation('cached balance', unknownAccount.sequence, 'accounts of the chart', unknownAccount.id)
  for (const account of accounts) {
    const row = cached.find(({ id }) => id === account)
    const found = `${account}=${row?.balance_pesewas ?? 0n} by ${row?.sequence ?? 0}`
    const expected = `${account}=${walk.balances.get(account) ?? 0n} by ${walk.lastSequences.get(account) ?? 0}`
    if (found !== expected) return createViolation('cached balance', row?.sequence ?? null, expected, found)
  }
  return undefined
}

/** The accounts that contain the money that buyers paid. */
const collectedIn: readonly Account[] = [
  'fees:income',
  'merchant:pending',
  'merchant:available',
  'merchant:refunds_payable',
  'merchant:payouts_in_transit',
  'suspense',
]

const isCollected = ({ status, late_money }: Row<'payments'>) => status === 'succeeded' || late_money !== null
const isReturned = ({ late_money }: Row<'payments'>) => late_money === 'returned'
const isPaid = ({ status }: { readonly status: string }) => status === 'paid'
const isPending = ({ status }: { readonly status: string }) => status === 'pending'

/**
 * Checks the invariants between entries and records. Conservation: the payments that buyers made equal the balances,
 * refunds, payouts and returned payments. (The entries alone cannot violate it, because each of them balances.)
 * Reserves: pending refunds and payouts equal the reserved amounts.
 */
export async function checkRecords(
  store: ListReader,
  merchant: string,
  { balances }: Walk,
): Promise<Violation | undefined> {
  const getBalance = (account: Account) => balances.get(account) ?? 0n
  const [collected = 0n, returned = 0n] = await sumAmounts(store, 'payments', merchant, [isCollected, isReturned])
  const [refunded = 0n, pendingRefunds = 0n] = await sumAmounts(store, 'refunds', merchant, [isPaid, isPending])
  const [paidPayouts = 0n, pendingPayouts = 0n] = await sumAmounts(store, 'payouts', merchant, [isPaid, isPending])
  const collectedBalance = collectedIn.reduce((sum, account) => sum + getBalance(account), 0n)
  const expected = collectedBalance + returned + refunded + paidPayouts
  if (collected !== expected) return createViolation('conservation', null, collected, expected)
  for (const [account, pending] of [
    ['merchant:refunds_payable', pendingRefunds],
    ['merchant:payouts_in_transit', pendingPayouts],
  ] as const) {
    if (getBalance(account) !== pending)
      return createViolation('reserves', null, `${account}=${pending}`, getBalance(account))
  }
  return undefined
}

/** Sums the amounts of the rows that pass each test. */
async function sumAmounts<T extends 'payments' | 'refunds' | 'payouts'>(
  store: ListReader,
  table: T,
  merchant: string,
  tests: readonly ((row: Row<T>) => boolean)[],
): Promise<bigint[]> {
  const sums = tests.map(() => 0n)
  for (let after = ''; ; ) {
    const page = await store.list(table, merchant, { limit: 500, order: 'oldest', after })
    for (const row of page) {
      for (const [at, predicate] of tests.entries())
        if (predicate(row)) sums[at] = (sums[at] ?? 0n) + row.amount_pesewas
    }
    const last = page.at(-1)
    if (!last) return sums
    after = last.id
  }
}

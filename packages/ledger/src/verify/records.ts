import { type Account, accounts } from '../accounts.js'
import type { Store } from '../store.js'
import type { Row } from '../tables.js'
import type { Walk } from './entries.js'
import { type Broken, broken } from './verdict.js'

type Books = Pick<Store, 'list'>

/** Compares the cached balances with the sums of the postings. */
export async function cachedBalances(store: Books, merchant: string, walk: Walk): Promise<Broken | undefined> {
  const cached = await store.list('accounts', merchant, { limit: accounts.length + 1 })
  const strange = cached.find(({ id }) => !accounts.includes(id))
  if (strange) return broken('cached balance', strange.sequence, 'accounts of the chart', strange.id)
  for (const account of accounts) {
    const row = cached.find(({ id }) => id === account)
    const found = `${account}=${row?.balance_pesewas ?? 0n} by ${row?.sequence ?? 0}`
    const expected = `${account}=${walk.balances.get(account) ?? 0n} by ${walk.touchedAt.get(account) ?? 0}`
    if (found !== expected) return broken('cached balance', row?.sequence ?? null, expected, found)
  }
  return undefined
}

/** The accounts in which money that buyers paid is found, whosever it is by now. */
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
export async function recordLaws(store: Books, merchant: string, { balances }: Walk): Promise<Broken | undefined> {
  const heldBy = (account: Account) => balances.get(account) ?? 0n
  const [collected = 0n, givenBack = 0n] = await sumOf(store, 'payments', merchant, [isCollected, isReturned])
  const [refunded = 0n, refunding = 0n] = await sumOf(store, 'refunds', merchant, [isPaid, isPending])
  const [paidOut = 0n, payingOut = 0n] = await sumOf(store, 'payouts', merchant, [isPaid, isPending])
  const held = collectedIn.reduce((sum, account) => sum + heldBy(account), 0n)
  const accounted = held + givenBack + refunded + paidOut
  if (collected !== accounted) return broken('conservation', null, collected, accounted)
  for (const [account, pending] of [
    ['merchant:refunds_payable', refunding],
    ['merchant:payouts_in_transit', payingOut],
  ] as const) {
    if (heldBy(account) !== pending) return broken('reserves', null, `${account}=${pending}`, heldBy(account))
  }
  return undefined
}

/** The amounts of the rows that pass each test, in one walk. */
async function sumOf<T extends 'payments' | 'refunds' | 'payouts'>(
  store: Books,
  table: T,
  merchant: string,
  tests: readonly ((row: Row<T>) => boolean)[],
): Promise<bigint[]> {
  const sums = tests.map(() => 0n)
  for (let after = ''; ; ) {
    const page = await store.list(table, merchant, { limit: 500, order: 'oldest', after })
    for (const row of page) {
      for (const [at, passes] of tests.entries()) if (passes(row)) sums[at] = (sums[at] ?? 0n) + row.amount_pesewas
    }
    const last = page.at(-1)
    if (!last) return sums
    after = last.id
  }
}

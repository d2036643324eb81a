import { describe, expect, it } from 'vitest'
import { type Account, accounts } from '../accounts.js'
import type { ListQuery, Store } from '../store.js'
import { startWalk } from './entries.js'
import { checkCachedBalances, checkRecords } from './records.js'

type Rows = { [T in 'payments' | 'refunds' | 'payouts' | 'accounts']?: readonly object[] }

/** A reader of some rows, as a store lists them. */
function reader(rows: Rows): Pick<Store, 'list'> & { readonly queries: ListQuery[] } {
  const queries: ListQuery[] = []
  const list = async (table: keyof Rows, _: string | null, query: ListQuery) => {
    queries.push(query)
    const { limit, after = '' } = query
    return ((rows[table] ?? []) as { id: string }[]).filter(({ id }) => id > after).slice(0, limit)
  }
  return { queries, list: list as unknown as Store['list'] }
}

const walkWith = (balances: { [A in Account]?: bigint }) => ({
  ...startWalk('ama'),
  balances: new Map(Object.entries(balances) as [Account, bigint][]),
})

let nextId = 0
const row = (amountPesewas: bigint, status: string, late_money: string | null = null) => ({
  id: `R_${String(++nextId).padStart(6, '0')}`,
  amount_pesewas: amountPesewas,
  status,
  late_money,
})

describe('the invariants between entries and records', () => {
  it('hold if the collected money equals balances, refunds, payouts and returned payments', async () => {
    const store = reader({
      payments: [
        row(1_000n, 'succeeded'),
        row(70n, 'expired', 'held'),
        row(30n, 'expired', 'returned'),
        row(9_999n, 'failed'),
        row(9_999n, 'pending'),
      ],
      refunds: [row(100n, 'paid'), row(40n, 'pending'), row(9_999n, 'rejected')],
      payouts: [row(200n, 'paid'), row(60n, 'pending'), row(9_999n, 'failed')],
    })
    const balances = {
      'fees:income': 19n,
      'merchant:pending': 300n,
      'merchant:available': 281n,
      'merchant:refunds_payable': 40n,
      'merchant:payouts_in_transit': 60n,
      suspense: 70n,
      // The provider accounts are the debit side of the same entries.
      'psp:mtn': 5_000n,
      'bank:operating': 7_000n,
    }
    expect(await checkRecords(store, 'ama', walkWith(balances))).toBeUndefined()
    expect(await checkRecords(store, 'ama', walkWith({ ...balances, suspense: 71n }))).toEqual({
      ok: false,
      invariant: 'conservation',
      sequence: null,
      expected: '1100',
      found: '1101',
    })
  })

  it.each(['fees:income', 'merchant:pending', 'merchant:available', 'suspense'] as const)(
    'count what %s holds as money that buyers paid',
    async (account) => {
      const store = reader({ payments: [row(5n, 'succeeded')] })
      expect(await checkRecords(store, 'ama', walkWith({ [account]: 5n }))).toBeUndefined()
      expect(await checkRecords(store, 'ama', walkWith({ [account]: 4n }))).toMatchObject({
        invariant: 'conservation',
        expected: '5',
        found: '4',
      })
    },
  )

  it('are violated if the reserves differ from pending refunds and payouts', async () => {
    const refund = reader({ payments: [row(50n, 'succeeded')], refunds: [row(20n, 'pending')] })
    const available = walkWith({ 'merchant:available': 31n, 'merchant:refunds_payable': 19n })
    expect(await checkRecords(refund, 'ama', available)).toEqual({
      ok: false,
      invariant: 'reserves',
      sequence: null,
      expected: 'merchant:refunds_payable=20',
      found: '19',
    })
    const payout = reader({ payments: [row(50n, 'succeeded')], payouts: [row(20n, 'pending')] })
    const transit = walkWith({ 'merchant:available': 29n, 'merchant:payouts_in_transit': 21n })
    expect(await checkRecords(payout, 'ama', transit)).toEqual({
      ok: false,
      invariant: 'reserves',
      sequence: null,
      expected: 'merchant:payouts_in_transit=20',
      found: '21',
    })
  })

  it('are checked for every record, page by page', async () => {
    const payments = Array.from({ length: 1_200 }, () => row(1n, 'succeeded'))
    const store = reader({ payments })
    expect(await checkRecords(store, 'ama', walkWith({ suspense: 1_200n }))).toBeUndefined()
    const pages = store.queries.filter(({ after }) => after)
    expect(pages.map(({ after }) => after)).toEqual([payments[499]?.id, payments[999]?.id, payments[1_199]?.id])
    for (const query of store.queries) expect(query).toMatchObject({ limit: 500, order: 'oldest' })
  })
})

describe('the cached balance of an account', () => {
  const walk = {
    ...walkWith({ 'psp:mtn': 105n, suspense: 105n }),
    lastSequences: new Map<Account, number>([
      ['psp:mtn', 3],
      ['suspense', 3],
    ]),
  }
  const account = (id: string, balance_pesewas: bigint, sequence: number) => ({ id, balance_pesewas, sequence })
  const right = [account('psp:mtn', 105n, 3), account('suspense', 105n, 3)]

  it('equals the sum of the postings, or zero without postings', async () => {
    expect(await checkCachedBalances(reader({ accounts: right }), 'ama', walk)).toBeUndefined()
    const withEmpty = [...right, account('fees:income', 0n, 0)]
    expect(await checkCachedBalances(reader({ accounts: withEmpty }), 'ama', walk)).toBeUndefined()
  })

  it.each([
    ['another amount', [account('psp:mtn', 104n, 3), right[1]], 3, 'psp:mtn=105 by 3', 'psp:mtn=104 by 3'],
    ['another entry', [account('psp:mtn', 105n, 2), right[1]], 2, 'psp:mtn=105 by 3', 'psp:mtn=105 by 2'],
    ['nothing', [right[1]], null, 'psp:mtn=105 by 3', 'psp:mtn=0 by 0'],
    [
      'something without an entry',
      [...right, account('fees:income', 5n, 1)],
      1,
      'fees:income=0 by 0',
      'fees:income=5 by 1',
    ],
    [
      'money in an account that is not in the chart',
      [...right, account('cash', 5n, 7)],
      7,
      'accounts of the chart',
      'cash',
    ],
  ])('violates an invariant if it is %s', async (_, rows, sequence, expected, found) => {
    const store = reader({ accounts: rows as object[] })
    expect(await checkCachedBalances(store, 'ama', walk)).toEqual({
      ok: false,
      invariant: 'cached balance',
      sequence,
      expected,
      found,
    })
    // One more than the number of accounts, to detect an unknown account.
    expect(store.queries).toEqual([{ limit: accounts.length + 1 }])
  })
})

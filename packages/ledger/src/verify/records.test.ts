import { describe, expect, it } from 'vitest'
import { type Account, accounts } from '../accounts.js'
import type { ListQuery, Store } from '../store.js'
import { startWalk } from './entries.js'
import { cachedBalances, recordLaws } from './records.js'

type Rows = { [T in 'payments' | 'refunds' | 'payouts' | 'accounts']?: readonly object[] }

/** A reader of some rows, as a store lists them. */
function reader(rows: Rows): Pick<Store, 'list'> & { readonly asked: ListQuery[] } {
  const asked: ListQuery[] = []
  const list = async (table: keyof Rows, _: string | null, query: ListQuery) => {
    asked.push(query)
    const { limit, after = '' } = query
    return ((rows[table] ?? []) as { id: string }[]).filter(({ id }) => id > after).slice(0, limit)
  }
  return { asked, list: list as unknown as Store['list'] }
}

const walkWith = (held: { [A in Account]?: bigint }) => ({
  ...startWalk('ama'),
  balances: new Map(Object.entries(held) as [Account, bigint][]),
})

let made = 0
const row = (amountPesewas: bigint, status: string, late_money: string | null = null) => ({
  id: `R_${String(++made).padStart(6, '0')}`,
  amount_pesewas: amountPesewas,
  status,
  late_money,
})

describe('the laws between entries and records', () => {
  it('hold when what buyers paid is in some account, or was given away', async () => {
    const books = reader({
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
    const held = {
      'fees:income': 19n,
      'merchant:pending': 300n,
      'merchant:available': 281n,
      'merchant:refunds_payable': 40n,
      'merchant:payouts_in_transit': 60n,
      suspense: 70n,
      // The accounts that hold the money are the other side of the same entries.
      'psp:mtn': 5_000n,
      'bank:operating': 7_000n,
    }
    expect(await recordLaws(books, 'ama', walkWith(held))).toBeUndefined()
    expect(await recordLaws(books, 'ama', walkWith({ ...held, suspense: 71n }))).toEqual({
      ok: false,
      law: 'conservation',
      sequence: null,
      expected: '1100',
      found: '1101',
    })
  })

  it.each(['fees:income', 'merchant:pending', 'merchant:available', 'suspense'] as const)(
    'count what %s holds as money that buyers paid',
    async (account) => {
      const books = reader({ payments: [row(5n, 'succeeded')] })
      expect(await recordLaws(books, 'ama', walkWith({ [account]: 5n }))).toBeUndefined()
      expect(await recordLaws(books, 'ama', walkWith({ [account]: 4n }))).toMatchObject({
        law: 'conservation',
        expected: '5',
        found: '4',
      })
    },
  )

  it('the check fails when the reserves differ from pending refunds and payouts', async () => {
    const refund = reader({ payments: [row(50n, 'succeeded')], refunds: [row(20n, 'pending')] })
    const available = walkWith({ 'merchant:available': 31n, 'merchant:refunds_payable': 19n })
    expect(await recordLaws(refund, 'ama', available)).toEqual({
      ok: false,
      law: 'reserves',
      sequence: null,
      expected: 'merchant:refunds_payable=20',
      found: '19',
    })
    const payout = reader({ payments: [row(50n, 'succeeded')], payouts: [row(20n, 'pending')] })
    const transit = walkWith({ 'merchant:available': 29n, 'merchant:payouts_in_transit': 21n })
    expect(await recordLaws(payout, 'ama', transit)).toEqual({
      ok: false,
      law: 'reserves',
      sequence: null,
      expected: 'merchant:payouts_in_transit=20',
      found: '21',
    })
  })

  it('are checked over every record, page by page', async () => {
    const payments = Array.from({ length: 1_200 }, () => row(1n, 'succeeded'))
    const books = reader({ payments })
    expect(await recordLaws(books, 'ama', walkWith({ suspense: 1_200n }))).toBeUndefined()
    const pages = books.asked.filter(({ after }) => after)
    expect(pages.map(({ after }) => after)).toEqual([payments[499]?.id, payments[999]?.id, payments[1_199]?.id])
    for (const query of books.asked) expect(query).toMatchObject({ limit: 500, order: 'oldest' })
  })
})

describe('the cached balance of an account', () => {
  const walk = {
    ...walkWith({ 'psp:mtn': 105n, suspense: 105n }),
    touchedAt: new Map<Account, number>([
      ['psp:mtn', 3],
      ['suspense', 3],
    ]),
  }
  const told = (id: string, balance_pesewas: bigint, sequence: number) => ({ id, balance_pesewas, sequence })
  const right = [told('psp:mtn', 105n, 3), told('suspense', 105n, 3)]

  it('the cached balance equals the sum of the postings, or zero without postings', async () => {
    expect(await cachedBalances(reader({ accounts: right }), 'ama', walk)).toBeUndefined()
    const withEmpty = [...right, told('fees:income', 0n, 0)]
    expect(await cachedBalances(reader({ accounts: withEmpty }), 'ama', walk)).toBeUndefined()
  })

  it.each([
    ['another amount', [told('psp:mtn', 104n, 3), right[1]], 3, 'psp:mtn=105 by 3', 'psp:mtn=104 by 3'],
    ['another entry', [told('psp:mtn', 105n, 2), right[1]], 2, 'psp:mtn=105 by 3', 'psp:mtn=105 by 2'],
    ['nothing', [right[1]], null, 'psp:mtn=105 by 3', 'psp:mtn=0 by 0'],
    [
      'something without an entry',
      [...right, told('fees:income', 5n, 1)],
      1,
      'fees:income=0 by 0',
      'fees:income=5 by 1',
    ],
    [
      'money in an account that is not in the chart',
      [...right, told('cash', 5n, 7)],
      7,
      'accounts of the chart',
      'cash',
    ],
  ])('breaks a law when it is %s', async (_, rows, sequence, expected, found) => {
    const books = reader({ accounts: rows as object[] })
    expect(await cachedBalances(books, 'ama', walk)).toEqual({
      ok: false,
      law: 'cached balance',
      sequence,
      expected,
      found,
    })
    // One more than there are, or a strange one could hide behind the last.
    expect(books.asked).toEqual([{ limit: accounts.length + 1 }])
  })
})

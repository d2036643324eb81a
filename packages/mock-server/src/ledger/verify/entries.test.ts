import { describe, expect, it } from 'vitest'
import { type Account, accounts } from '../accounts.js'
import { canonicalText, entryHash, firstHash } from '../entry.js'
import type { EntryKind, Posting } from '../posting.js'
import type { EntryRow } from '../tables/entries.js'
import { checkEntry, startWalk, type Walk } from './entries.js'

/** Where each kind may move money, written out. @decision 0014 */
const allowed: Readonly<Record<EntryKind, readonly string[]>> = {
  payment_received: ['psp:mtn', 'psp:telecel', 'psp:airteltigo', 'psp:card'].flatMap((from) => [
    `${from}>merchant:pending`,
    `${from}>fees:income`,
  ]),
  payment_available: ['merchant:pending>merchant:available'],
  provider_settled: [
    'bank:operating>psp:mtn',
    'bank:operating>psp:telecel',
    'bank:operating>psp:airteltigo',
    'bank:operating>psp:card',
  ],
  refund_requested: ['merchant:available>merchant:refunds_payable'],
  refund_paid: ['merchant:refunds_payable>bank:operating'],
  refund_rejected: ['merchant:refunds_payable>merchant:available'],
  payout_requested: ['merchant:available>merchant:payouts_in_transit'],
  payout_paid: ['merchant:payouts_in_transit>bank:operating'],
  payout_failed: ['merchant:payouts_in_transit>merchant:available'],
  late_money_received: ['psp:mtn>suspense', 'psp:telecel>suspense', 'psp:airteltigo>suspense', 'psp:card>suspense'],
  suspense_returned: [
    'suspense>psp:mtn',
    'suspense>psp:telecel',
    'suspense>psp:airteltigo',
    'suspense>psp:card',
    'suspense>bank:operating',
  ],
}

/** Accounts that grow by a debit. All others grow by a credit. */
const assets: readonly Account[] = ['psp:mtn', 'psp:telecel', 'psp:airteltigo', 'psp:card', 'bank:operating']

/** Books in which every account holds enough: assets and the rest are equal. */
function createFundedWalk(): Walk {
  const getBalance = (account: Account) => (assets.includes(account) ? 6_000n : 5_000n)
  const balances = new Map(accounts.map((account) => [account, getBalance(account)]))
  return { ...startWalk('ama'), balances, statedBalances: new Map(balances), sumPesewas: 0n }
}

/** The next entry of a walk, right in everything. */
function nextEntry(walk: Walk, kind: EntryKind, postings: readonly Posting[], changes: Partial<EntryRow> = {}) {
  const after = new Map(walk.balances)
  const add = (account: Account, pesewas: bigint) => after.set(account, (after.get(account) ?? 0n) + pesewas)
  for (const { debit, credit, amountPesewas } of postings) {
    add(debit, assets.includes(debit) ? amountPesewas : -amountPesewas)
    add(credit, assets.includes(credit) ? -amountPesewas : amountPesewas)
  }
  const accountsOfEntry = postings.flatMap(({ debit, credit }) => [debit, credit])
  const entry = {
    merchant: 'ama',
    id: '',
    sequence: walk.count + 1,
    kind,
    source: `S_${walk.count + 1}`,
    at_ms: 1_000,
    postings,
    balances: accounts
      .filter((account) => accountsOfEntry.includes(account))
      .map((account) => ({ account, balancePesewas: after.get(account) ?? 0n })),
    memo: null,
    previous_hash: walk.hash,
    hash: '',
    ...changes,
  }
  return { ...entry, hash: changes.hash ?? entryHash(walk.hash, canonicalText(entry)) } as EntryRow
}

const move = (debit: Account, credit: Account, amountPesewas = 100n): Posting => ({ debit, credit, amountPesewas })
const receivedPostings = [move('psp:mtn', 'merchant:pending'), move('psp:mtn', 'fees:income', 5n)]

describe('the next entry of a walk', () => {
  it.each(Object.keys(allowed) as EntryKind[])('of kind %s uses only the accounts of its kind', (kind) => {
    const violations: string[] = []
    for (const debit of accounts)
      for (const credit of accounts.filter((each) => each !== debit)) {
        const walk = createFundedWalk()
        const failure = checkEntry(walk, nextEntry(walk, kind, [move(debit, credit)]))
        if (!failure) violations.push(`${debit}>${credit}`)
        else
          expect(failure).toEqual({
            ok: false,
            invariant: 'postings',
            sequence: 1,
            expected: `postings of ${kind}`,
            found: `${debit}>${credit}=100`,
          })
      }
    expect(violations.sort()).toEqual([...allowed[kind]].sort())
  })

  it('is recorded if it is valid', () => {
    const walk = startWalk('ama')
    const entry = nextEntry(walk, 'payment_received', receivedPostings)
    expect(checkEntry(walk, entry)).toBeUndefined()
    expect(walk).toMatchObject({ count: 1, hash: entry.hash, atMs: 1_000, sumPesewas: 0n })
    expect([...walk.seen]).toEqual(['payment_received S_1'])
    expect(Object.fromEntries(walk.balances)).toEqual({
      'psp:mtn': 105n,
      'merchant:pending': 100n,
      'fees:income': 5n,
    })
    expect(walk.statedBalances).toEqual(walk.balances)
    expect(Object.fromEntries(walk.lastSequences)).toEqual({ 'psp:mtn': 1, 'merchant:pending': 1, 'fees:income': 1 })
    const next = nextEntry(walk, 'payment_available', [move('merchant:pending', 'merchant:available', 40n)])
    expect(checkEntry(walk, next)).toBeUndefined()
    expect(walk.lastSequences.get('merchant:pending')).toBe(2)
    expect(walk.lastSequences.get('psp:mtn')).toBe(1)
  })

  it('may have the time of the previous entry, and its source with another kind', () => {
    const walk = startWalk('ama')
    checkEntry(walk, nextEntry(walk, 'payment_received', receivedPostings))
    const postings = [move('merchant:pending', 'merchant:available')]
    expect(checkEntry(walk, nextEntry(walk, 'payment_available', postings, { source: 'S_1' }))).toBeUndefined()
  })

  const mtn = { account: 'psp:mtn', balancePesewas: 105n } as const
  const pending = { account: 'merchant:pending', balancePesewas: 100n } as const
  const fees = { account: 'fees:income', balancePesewas: 5n } as const
  const right = 'psp:mtn=105,merchant:pending=100,fees:income=5'
  it.each([
    ['sequence', { sequence: 2 }, '1', '2'],
    ['chain', { previous_hash: 'x' }, firstHash('ama'), 'x'],
    ['postings', { postings: [], balances: [] }, 'one or more', 'none'],
    [
      'postings',
      { postings: [move('psp:mtn', 'merchant:pending', 0n)] },
      'postings of payment_received',
      'psp:mtn>merchant:pending=0',
    ],
    [
      'postings',
      { postings: [move('psp:mtn', 'merchant:pending', -5n)] },
      'postings of payment_received',
      'psp:mtn>merchant:pending=-5',
    ],
    ['trial balance', { balances: [mtn, pending] }, '0', '5'],
    ['trial balance', { balances: [mtn, pending, { ...fees, balancePesewas: 7n }] }, '0', '-2'],
    ['postings', { kind: 'gift' as EntryKind }, 'postings of gift', 'psp:mtn>merchant:pending=100'],
    [
      'running balance',
      { balances: [{ ...mtn, account: 'psp:telecel' }, pending, fees] },
      right,
      'psp:telecel=105,merchant:pending=100,fees:income=5',
    ],
    ['running balance', { balances: [pending, mtn, fees] }, right, 'merchant:pending=100,psp:mtn=105,fees:income=5'],
    [
      'running balance',
      { balances: [mtn, { ...pending, balancePesewas: 99n }, { ...fees, balancePesewas: 6n }] },
      right,
      'psp:mtn=105,merchant:pending=99,fees:income=6',
    ],
    [
      'running balance',
      { balances: [mtn, pending, fees, { account: 'suspense', balancePesewas: 0n }] },
      right,
      `${right},suspense=0`,
    ],
  ] as const)('violates the invariant %s by %o', (invariant, changes, expected, found) => {
    const walk = startWalk('ama')
    const entry = nextEntry(walk, 'payment_received', receivedPostings, changes as Partial<EntryRow>)
    expect(checkEntry(walk, entry)).toEqual({ ok: false, invariant, sequence: 1, expected, found })
    expect(walk.count).toBe(0)
  })

  it('violates the invariant time if it is older than the previous entry', () => {
    const walk = startWalk('ama')
    checkEntry(walk, nextEntry(walk, 'payment_received', receivedPostings))
    const postings = [move('merchant:pending', 'merchant:available')]
    expect(checkEntry(walk, nextEntry(walk, 'payment_available', postings, { at_ms: 999 }))).toEqual({
      ok: false,
      invariant: 'time',
      sequence: 2,
      expected: '1000 or later',
      found: '999',
    })
  })

  it('violates the invariant hash if its hash does not match its text', () => {
    const walk = startWalk('ama')
    const { hash } = nextEntry(walk, 'payment_received', receivedPostings)
    const entry = nextEntry(walk, 'payment_received', receivedPostings, { hash: 'x' })
    expect(checkEntry(walk, entry)).toEqual({ ok: false, invariant: 'hash', sequence: 1, expected: hash, found: 'x' })
  })

  it('violates the invariant unique source if its kind and source exist already', () => {
    const walk = startWalk('ama')
    checkEntry(walk, nextEntry(walk, 'payment_received', receivedPostings))
    expect(checkEntry(walk, nextEntry(walk, 'payment_received', receivedPostings, { source: 'S_1' }))).toEqual({
      ok: false,
      invariant: 'unique source',
      sequence: 2,
      expected: 'once',
      found: 'payment_received S_1 again',
    })
  })

  it('violates the invariant guard if a guarded account is negative, but not at zero', () => {
    const walk = startWalk('ama')
    checkEntry(walk, nextEntry(walk, 'payment_received', receivedPostings))
    expect(
      checkEntry(walk, nextEntry(walk, 'payment_available', [move('merchant:pending', 'merchant:available')])),
    ).toBeUndefined()
    const releasePostings = [move('merchant:pending', 'merchant:available', 1n)]
    expect(checkEntry(walk, nextEntry(walk, 'payment_available', releasePostings))).toEqual({
      ok: false,
      invariant: 'guard',
      sequence: 3,
      expected: 'merchant:pending from 0',
      found: '-1',
    })
  })

  it('may overdraw the bank account, which is not guarded', () => {
    const walk = startWalk('ama')
    checkEntry(walk, nextEntry(walk, 'payment_received', receivedPostings))
    checkEntry(walk, nextEntry(walk, 'payment_available', [move('merchant:pending', 'merchant:available')]))
    checkEntry(walk, nextEntry(walk, 'payout_requested', [move('merchant:available', 'merchant:payouts_in_transit')]))
    const payoutEntry = nextEntry(walk, 'payout_paid', [move('merchant:payouts_in_transit', 'bank:operating')])
    expect(checkEntry(walk, payoutEntry)).toBeUndefined()
    expect(walk.balances.get('bank:operating')).toBe(-100n)
  })
})

import { expect, test } from 'vitest'
import { type Account, accounts } from '../accounts.js'
import { canonicalText, entryHash } from '../entry.js'
import type { EntryKind, Posting } from '../posting.js'
import type { EntryRow } from '../tables/entries.js'
import { checkEntry, startWalk, type Walk } from './entries.js'
import type { Violation } from './verify-result.js'

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
const releasedPostings = [move('merchant:pending', 'merchant:available')]

/** Starts a walk and checks one received payment. */
function walkOneEntry(): Walk {
  const walk = startWalk('ama')
  expect(checkEntry(walk, nextEntry(walk, 'payment_received', receivedPostings))).toBeUndefined()
  return walk
}

test.each(Object.keys(allowed) as EntryKind[])('a %s entry uses only the accounts of its kind', (kind) => {
  const accepted: string[] = []
  for (const debit of accounts)
    for (const credit of accounts.filter((each) => each !== debit)) {
      const walk = createFundedWalk()
      const failure = checkEntry(walk, nextEntry(walk, kind, [move(debit, credit)]))
      const found = `${debit}>${credit}`
      if (!failure) accepted.push(found)
      else
        expect(failure).toEqual({
          ...{ ok: false, invariant: 'postings', sequence: 1 },
          ...{ expected: `postings of ${kind}`, found: `${found}=100` },
        })
    }
  expect(accepted.sort()).toEqual([...allowed[kind]].sort())
})

test('a valid entry updates the state of the walk', () => {
  const walk = walkOneEntry()
  expect(walk).toMatchObject({ count: 1, atMs: 1_000, sumPesewas: 0n, seen: new Set(['payment_received S_1']) })
  expect(Object.fromEntries(walk.balances)).toEqual({ 'psp:mtn': 105n, 'merchant:pending': 100n, 'fees:income': 5n })
  expect(walk.statedBalances).toEqual(walk.balances)
  // An entry may have the time of the previous one, and its source with another kind. A guarded account may be empty.
  const next = nextEntry(walk, 'payment_available', releasedPostings, { source: 'S_1' })
  expect(checkEntry(walk, next)).toBeUndefined()
  expect(walk.hash).toBe(next.hash)
  expect(Object.fromEntries(walk.lastSequences)).toEqual({
    ...{ 'psp:mtn': 1, 'fees:income': 1 },
    ...{ 'merchant:pending': 2, 'merchant:available': 2 },
  })
})

test('the bank account is not guarded and may be overdrawn', () => {
  const walk = walkOneEntry()
  for (const [kind, postings] of [
    ['payment_available', releasedPostings],
    ['payout_requested', [move('merchant:available', 'merchant:payouts_in_transit')]],
    ['payout_paid', [move('merchant:payouts_in_transit', 'bank:operating')]],
  ] as const)
    expect(checkEntry(walk, nextEntry(walk, kind, postings))).toBeUndefined()
  expect(walk.balances.get('bank:operating')).toBe(-100n)
})

const mtn = { account: 'psp:mtn', balancePesewas: 210n } as const
const pending = { account: 'merchant:pending', balancePesewas: 200n } as const
const fees = { account: 'fees:income', balancePesewas: 10n } as const
const right = 'psp:mtn=210,merchant:pending=200,fees:income=10'

/** Forged second entries. Each violates one rule. */
const forgeries: readonly [
  rule: Violation['invariant'],
  description: string,
  changes: Partial<EntryRow>,
  expected: string,
  found: string,
][] = [
  ['sequence', 'an entry is missing', { sequence: 3 }, '2', '3'],
  ['time', 'an entry is older than the previous one', { at_ms: 999 }, '1000 or later', '999'],
  ['chain', 'the previous hash is that of another ledger', { previous_hash: 'x' }, '<last hash>', 'x'],
  ['hash', 'the hash is that of another text', { hash: 'x' }, '<its hash>', 'x'],
  ['unique source', 'a payment is received twice', { source: 'S_1' }, 'once', 'payment_received S_1 again'],
  ['postings', 'there are none', { postings: [], balances: [] }, 'one or more', 'none'],
  [
    'postings',
    'the amount is zero',
    { postings: [move('psp:mtn', 'merchant:pending', 0n)] },
    'postings of payment_received',
    'psp:mtn>merchant:pending=0',
  ],
  [
    'postings',
    'the amount is negative',
    { postings: [move('psp:mtn', 'merchant:pending', -5n)] },
    'postings of payment_received',
    'psp:mtn>merchant:pending=-5',
  ],
  [
    'postings',
    'the kind is unknown',
    { kind: 'gift' as EntryKind },
    'postings of gift',
    'psp:mtn>merchant:pending=100',
  ],
  ['trial balance', 'a balance is missing', { balances: [mtn, pending] }, '0', '5'],
  ['trial balance', 'a balance is too high', { balances: [mtn, pending, { ...fees, balancePesewas: 12n }] }, '0', '-2'],
  [
    'running balance',
    'a balance is that of another account',
    {
      postings: [move('psp:telecel', 'merchant:pending'), move('psp:telecel', 'fees:income', 5n)],
      balances: [{ account: 'psp:airteltigo', balancePesewas: 105n }, pending, fees],
    },
    'psp:telecel=105,merchant:pending=200,fees:income=10',
    'psp:airteltigo=105,merchant:pending=200,fees:income=10',
  ],
  [
    'running balance',
    'the balances are in another order',
    { balances: [pending, mtn, fees] },
    right,
    'merchant:pending=200,psp:mtn=210,fees:income=10',
  ],
  [
    'running balance',
    'two errors cancel out',
    { balances: [mtn, { ...pending, balancePesewas: 199n }, { ...fees, balancePesewas: 11n }] },
    right,
    'psp:mtn=210,merchant:pending=199,fees:income=11',
  ],
  [
    'running balance',
    'an unchanged account has a balance',
    { balances: [mtn, pending, fees, { account: 'suspense', balancePesewas: 0n }] },
    right,
    `${right},suspense=0`,
  ],
]

test.each(forgeries)('the rule %s is violated if %s', (invariant, _, changes, expected, found) => {
  const walk = walkOneEntry()
  const { hash } = nextEntry(walk, 'payment_received', receivedPostings)
  const entry = nextEntry(walk, 'payment_received', receivedPostings, changes)
  const hashes: Record<string, string> = { '<last hash>': walk.hash, '<its hash>': hash }
  const violation = { ok: false, invariant, sequence: 2, expected: hashes[expected] ?? expected, found }
  expect(checkEntry(walk, entry)).toEqual(violation)
  expect(walk.count).toBe(1)
})

test('the rule guard is violated if a guarded account is overdrawn', () => {
  const walk = walkOneEntry()
  const postings = [move('merchant:pending', 'merchant:available', 101n)]
  expect(checkEntry(walk, nextEntry(walk, 'payment_available', postings))).toEqual({
    ...{ ok: false, invariant: 'guard', sequence: 2 },
    ...{ expected: 'merchant:pending from 0', found: '-1' },
  })
})

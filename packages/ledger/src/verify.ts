import { type Account, accounts, chartOfAccounts, type ProviderAccount } from './accounts.js'
import { canonicalText, type EntryKind, entryHash, firstHash } from './entry.js'
import type { EntryRow } from './records.js'
import type { Store } from './store.js'

/**
 * What `verify` found: all is well, or the first broken thing.
 *
 * `law` names the rule, `sequence` the entry (null when it is about the whole ledger).
 *
 * @decision 0014
 */
export type Verdict =
  | { readonly ok: true; readonly entries: number; readonly hash: string }
  | {
      /** Whether it can be carried out. */
      readonly ok: false
      readonly law:
        | 'sequence'
        | 'time'
        | 'chain'
        | 'hash'
        | 'postings'
        | 'running balance'
        | 'guard'
        | 'unique source'
        | 'trial balance'
        | 'cached balance'
        | 'conservation'
        | 'reserves'
      readonly sequence: number | null
      readonly expected: string
      readonly found: string
    }

const providers: readonly ProviderAccount[] = ['psp:mtn', 'psp:telecel', 'psp:airteltigo', 'psp:card']

const to = (debits: readonly Account[], credits: readonly Account[]) =>
  new Set(debits.flatMap((debit) => credits.map((credit) => `${debit}>${credit}`)))

/** Between which accounts each kind of entry moves money. @decision 0014 */
const allowedPostings: Readonly<Record<EntryKind, ReadonlySet<string>>> = {
  payment_received: to(providers, ['merchant:pending', 'fees:income']),
  payment_available: to(['merchant:pending'], ['merchant:available']),
  provider_settled: to(['bank:operating'], providers),
  refund_requested: to(['merchant:available'], ['merchant:refunds_payable']),
  refund_paid: to(['merchant:refunds_payable'], ['bank:operating']),
  refund_rejected: to(['merchant:refunds_payable'], ['merchant:available']),
  payout_requested: to(['merchant:available'], ['merchant:payouts_in_transit']),
  payout_paid: to(['merchant:payouts_in_transit'], ['bank:operating']),
  payout_failed: to(['merchant:payouts_in_transit'], ['merchant:available']),
  late_money_received: to(providers, ['suspense']),
  suspense_returned: to(['suspense'], [...providers, 'bank:operating']),
}

interface Walk {
  readonly balances: Map<Account, bigint>
  readonly movedByKind: Map<EntryKind, bigint>
  readonly seen: Set<string>
  /** The last entry that touched each account. */
  readonly touchedAt: Map<Account, number>
  count: number
  hash: string
  atMs: number
}

type Broken = Extract<Verdict, { ok: false }>

const broken = (law: Broken['law'], sequence: number | null, expected: unknown, found: unknown): Broken => ({
  ok: false,
  law,
  sequence,
  expected: String(expected),
  found: String(found),
})

/**
 * Walks a merchant's ledger from the first entry and checks every law: the sequence has no gap, times do not go back,
 * the hash chain holds, each kind posts between its own accounts and once per source, running and cached balances are
 * the sum of the postings, no guarded account is overdrawn, the books balance, what was collected is what is held and
 * was paid out, and open refunds and payouts are covered. Nothing is changed; on a ledger that is written to
 * meanwhile, ask again.
 *
 * @param store - Any store.
 * @param merchant - Whose ledger.
 * @returns The number of entries and the last hash, or the first thing that is broken.
 * @decision 0014
 */
export async function verify(store: Pick<Store, 'list'>, merchant: string): Promise<Verdict> {
  const walk: Walk = {
    balances: new Map(),
    movedByKind: new Map(),
    seen: new Set(),
    touchedAt: new Map(),
    count: 0,
    hash: firstHash(merchant),
    atMs: Number.NEGATIVE_INFINITY,
  }
  let after = ''
  for (;;) {
    const page = await store.list('entries', merchant, { limit: 500, order: 'oldest', after })
    for (const entry of page) {
      const failure = step(walk, entry)
      if (failure) return failure
    }
    const last = page.at(-1)
    if (!last) break
    after = last.id
  }
  return (
    (await cachedBalances(store, merchant, walk)) ??
    trialBalance(walk) ??
    conservation(walk) ??
    (await reserves(store, merchant, walk)) ?? { ok: true, entries: walk.count, hash: walk.hash }
  )
}

function step(walk: Walk, entry: EntryRow): Broken | undefined {
  const sequence = walk.count + 1
  if (entry.sequence !== sequence) return broken('sequence', sequence, sequence, entry.sequence)
  if (entry.at_ms < walk.atMs) return broken('time', sequence, `${walk.atMs} or later`, entry.at_ms)
  if (entry.previous_hash !== walk.hash) return broken('chain', sequence, walk.hash, entry.previous_hash)
  const hash = entryHash(walk.hash, canonicalText(entry))
  if (entry.hash !== hash) return broken('hash', sequence, hash, entry.hash)
  const key = `${entry.kind} ${entry.source}`
  if (walk.seen.has(key)) return broken('unique source', sequence, 'once', `${key} again`)
  const failure = postings(walk, entry)
  if (failure) return failure
  walk.seen.add(key)
  walk.count = sequence
  walk.hash = hash
  walk.atMs = entry.at_ms
  return undefined
}

function postings(walk: Walk, entry: EntryRow): Broken | undefined {
  const { sequence, kind } = entry
  const touched = new Set<Account>()
  if (entry.postings.length === 0) return broken('postings', sequence, 'one or more', 'none')
  for (const { debit, credit, amountPesewas } of entry.postings) {
    if (!allowedPostings[kind]?.has(`${debit}>${credit}`) || amountPesewas <= 0n) {
      return broken('postings', sequence, `postings of ${kind}`, `${debit}>${credit}=${amountPesewas}`)
    }
    const debitSign = chartOfAccounts[debit].nature === 'debit' ? 1n : -1n
    const creditSign = chartOfAccounts[credit].nature === 'credit' ? 1n : -1n
    walk.balances.set(debit, (walk.balances.get(debit) ?? 0n) + debitSign * amountPesewas)
    walk.balances.set(credit, (walk.balances.get(credit) ?? 0n) + creditSign * amountPesewas)
    walk.movedByKind.set(kind, (walk.movedByKind.get(kind) ?? 0n) + amountPesewas)
    touched.add(debit).add(credit)
  }
  const after = accounts.filter((account) => touched.has(account))
  const expected = after.map((account) => `${account}=${walk.balances.get(account)}`).join(',')
  const found = entry.balances.map(({ account, balancePesewas }) => `${account}=${balancePesewas}`).join(',')
  if (expected !== found) return broken('running balance', sequence, expected, found)
  for (const account of after) {
    walk.touchedAt.set(account, sequence)
    const held = walk.balances.get(account) ?? 0n
    if (chartOfAccounts[account].guarded && held < 0n) return broken('guard', sequence, `${account} from 0`, held)
  }
  return undefined
}

async function cachedBalances(store: Pick<Store, 'list'>, merchant: string, walk: Walk): Promise<Broken | undefined> {
  const cached = await store.list('accounts', merchant, { limit: accounts.length + 1 })
  for (const account of accounts) {
    const row = cached.find(({ id }) => id === account)
    const found = `${account}=${row?.balance_pesewas ?? 0n} by ${row?.sequence ?? 0}`
    const expected = `${account}=${walk.balances.get(account) ?? 0n} by ${walk.touchedAt.get(account) ?? 0}`
    if (found !== expected) return broken('cached balance', row?.sequence ?? null, expected, found)
  }
  return undefined
}

function trialBalance(walk: Walk): Broken | undefined {
  let sumPesewas = 0n
  for (const [account, held] of walk.balances) {
    sumPesewas += chartOfAccounts[account].nature === 'debit' ? held : -held
  }
  return sumPesewas === 0n ? undefined : broken('trial balance', null, 0n, sumPesewas)
}

function conservation(walk: Walk): Broken | undefined {
  const moved = (kind: EntryKind) => walk.movedByKind.get(kind) ?? 0n
  const held = (account: Account) => walk.balances.get(account) ?? 0n
  const collected = moved('payment_received') + moved('late_money_received')
  const accounted =
    held('fees:income') +
    held('merchant:pending') +
    held('merchant:available') +
    held('merchant:refunds_payable') +
    held('merchant:payouts_in_transit') +
    held('suspense') +
    moved('refund_paid') +
    moved('payout_paid') +
    moved('suspense_returned')
  return collected === accounted ? undefined : broken('conservation', null, collected, accounted)
}

async function reserves(store: Pick<Store, 'list'>, merchant: string, walk: Walk): Promise<Broken | undefined> {
  for (const [table, account] of [
    ['refunds', 'merchant:refunds_payable'],
    ['payouts', 'merchant:payouts_in_transit'],
  ] as const) {
    let sumPesewas = 0n
    let after = ''
    for (;;) {
      const query = { limit: 500, order: 'oldest', after, where: { status: 'pending' } } as const
      const page: readonly { id: string; amount_pesewas: bigint }[] = await store.list(table, merchant, query)
      for (const row of page) sumPesewas += row.amount_pesewas
      const last = page.at(-1)
      if (!last) break
      after = last.id
    }
    const held = walk.balances.get(account) ?? 0n
    if (held !== sumPesewas) return broken('reserves', null, `${account}=${sumPesewas} of pending ${table}`, held)
  }
  return undefined
}

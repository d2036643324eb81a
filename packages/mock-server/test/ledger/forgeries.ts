import { expect } from 'vitest'
import {
  type Account,
  accounts,
  canonicalText,
  chartOfAccounts,
  type EntryRow,
  entryHash,
  firstHash,
  parseCanonicalText,
  type Snapshot,
  type Store,
  transact,
  type VerifyResult,
  verify,
} from '../../src/ledger/index.js'
import { shop } from './shop.js'

type Invariant = Extract<VerifyResult, { ok: false }>['invariant']
type Changeable<T> = { -readonly [K in keyof T]: T[K] }
type AmountRow = { amount_pesewas: string; status: string; id: string }

/** Writable copy of a ledger. Derived values (balances, hashes) are recalculated after a change. */
interface ForgeryTarget {
  readonly entries: Changeable<EntryRow>[]
  readonly tables: Record<'payments' | 'refunds' | 'payouts', AmountRow[]>
  /** Changes of cached balances by account. The entries do not change. */
  readonly shifted: Map<Account, bigint>
  /** Replaces hashes; the chain continues from the replaced ones. */
  readonly hashes: Map<number, string>
}

/** Forged ledger, and where `verify` must report it. */
export interface Forgery {
  readonly invariant: Invariant
  readonly description: string
  /** The first invalid entry; null if all entries are valid. */
  readonly at: number | null
  /** Whether a SQL database rejects the data because of its own constraints. */
  readonly isRejectedBySql?: true
  readonly forge: (it: ForgeryTarget) => void
}

const t0 = 1_700_000_000_000
const ama = shop('ama')

/** Fills a ledger that covers every invariant: twelve entries, one second apart. */
export async function fillLedger(store: Store): Promise<void> {
  let at = t0
  const next = () => {
    at += 1_000
    return at
  }
  const steps = [
    ama.payment({ id: 'PAY_1', nowMs: t0, amountPesewas: 10_000n }),
    ama.confirm('PAY_1', next()),
    ama.payment({ id: 'PAY_2', nowMs: t0, amountPesewas: 20_000n, network: 'visa' }),
    ama.confirm('PAY_2', next()),
    ama.settle('SET_1', 'psp:mtn', next(), 6_000n),
    ama.refund('RFD_1', 'PAY_1', next(), 1_000n),
    ama.payRefund('RFD_1', next()),
    ama.refund('RFD_2', 'PAY_1', next(), 700n),
    ama.payout('PO_1', 2_000n, next()),
    ama.payPayout('PO_1', next()),
    ama.payout('PO_2', 500n, next()),
    ama.payment({ id: 'PAY_3', nowMs: t0, amountPesewas: 900n }),
    ama.expire('PAY_3'),
    ama.receiveLate('PAY_3', next()),
    ama.returnLateMoney('PAY_3', next()),
  ]
  for (const step of steps) expect(await transact<unknown>(store, step as never)).toMatchObject({ ok: true })
}

/** Recalculates the balances of all entries from their postings. */
function rebalance(entries: ForgeryTarget['entries']): void {
  const balances = new Map<Account, bigint>()
  for (const entry of entries) {
    const changedAccounts = new Set<Account>()
    for (const { debit, credit, amountPesewas } of entry.postings) {
      const sign = (account: Account, side: 'debit' | 'credit') => (chartOfAccounts[account].nature === side ? 1n : -1n)
      balances.set(debit, (balances.get(debit) ?? 0n) + sign(debit, 'debit') * amountPesewas)
      balances.set(credit, (balances.get(credit) ?? 0n) + sign(credit, 'credit') * amountPesewas)
      changedAccounts.add(debit).add(credit)
    }
    const inOrder = accounts.filter((account) => changedAccounts.has(account))
    entry.balances = inOrder.map((account) => ({ account, balancePesewas: balances.get(account) ?? 0n }))
  }
}

const findEntry = ({ entries }: ForgeryTarget, kind: string) => entries.find((entry) => entry.kind === kind) as EntryRow
const shiftBalances = (entry: Changeable<EntryRow>, ...accounts: readonly Account[]) => {
  entry.balances = entry.balances.map(({ account, balancePesewas }) => {
    return { account, balancePesewas: accounts.includes(account) ? balancePesewas + 1n : balancePesewas }
  })
}
const addPesewa = (row: AmountRow | undefined) => {
  if (!row) throw new Error('The ledger has no such row.')
  row.amount_pesewas = String(BigInt(row.amount_pesewas) + 1n)
}

export const forgeries: readonly Forgery[] = [
  {
    invariant: 'sequence',
    description: 'an entry is missing',
    at: 5,
    forge: ({ entries }) => {
      for (const entry of entries.slice(4)) entry.sequence += 1
    },
  },
  {
    invariant: 'time',
    description: 'an entry is older than the previous one',
    at: 6,
    forge: ({ entries }) => {
      const [before, entry] = entries.slice(4, 6) as [EntryRow, Changeable<EntryRow>]
      entry.at_ms = before.at_ms - 1
    },
  },
  {
    invariant: 'hash',
    description: 'an entry has the hash of another text',
    at: 7,
    forge: ({ hashes }) => hashes.set(7, '0'.repeat(64)),
  },
  {
    invariant: 'unique source',
    description: 'a payment was received twice',
    at: 13,
    isRejectedBySql: true,
    forge: ({ entries, tables }) => {
      const [first, last] = [entries[0] as EntryRow, entries.at(-1) as EntryRow]
      entries.push({ ...first, sequence: last.sequence + 1, at_ms: last.at_ms })
      const [payment] = tables.payments
      if (payment) tables.payments.push({ ...payment, id: 'PAY_9' })
      rebalance(entries)
    },
  },
  {
    invariant: 'postings',
    description: 'a refund is posted to the account of payouts',
    at: 5,
    forge: (it) => {
      const entry = findEntry(it, 'refund_requested') as Changeable<EntryRow>
      entry.postings = entry.postings.map((posting) => ({ ...posting, credit: 'merchant:payouts_in_transit' }))
      rebalance(it.entries)
    },
  },
  {
    invariant: 'postings',
    description: 'a refund has a negative amount',
    at: 5,
    forge: (it) => {
      const entry = findEntry(it, 'refund_requested') as Changeable<EntryRow>
      entry.postings = entry.postings.map((posting) => ({ ...posting, amountPesewas: -posting.amountPesewas }))
      rebalance(it.entries)
    },
  },
  {
    invariant: 'trial balance',
    description: 'an account has one pesewa too much',
    at: 4,
    forge: (it) => shiftBalances(findEntry(it, 'provider_settled'), 'bank:operating'),
  },
  {
    invariant: 'running balance',
    description: 'two accounts have one pesewa too much, and the errors cancel out',
    at: 1,
    forge: (it) => shiftBalances(findEntry(it, 'payment_received'), 'psp:mtn', 'merchant:pending'),
  },
  {
    invariant: 'guard',
    description: 'a payout exceeds the balance',
    at: 13,
    forge: ({ entries, tables }) => {
      const last = entries.at(-1) as EntryRow
      const amountPesewas = 1_000_000n
      const posting = { debit: 'merchant:available', credit: 'merchant:payouts_in_transit', amountPesewas } as const
      const kind = 'payout_requested' as const
      entries.push({ ...last, kind, source: 'PO_9', sequence: last.sequence + 1, postings: [posting] })
      const pending = tables.payouts.find(({ status }) => status === 'pending') as AmountRow
      tables.payouts.push({ ...pending, id: 'PO_9', amount_pesewas: String(amountPesewas) })
      rebalance(entries)
    },
  },
  {
    invariant: 'cached balance',
    description: 'two cached balances have one pesewa too much, which balances',
    at: 3,
    forge: ({ shifted }) => shifted.set('fees:income', 1n).set('psp:card', 1n),
  },
  {
    invariant: 'conservation',
    description: 'a payment has one pesewa too much',
    at: null,
    forge: ({ tables }) => addPesewa(tables.payments.find(({ status }) => status === 'succeeded')),
  },
  {
    invariant: 'conservation',
    description: 'a paid refund has one pesewa too much',
    at: null,
    forge: ({ tables }) => addPesewa(tables.refunds.find(({ status }) => status === 'paid')),
  },
  {
    invariant: 'reserves',
    description: 'a pending refund has one pesewa too much',
    at: null,
    forge: ({ tables }) => addPesewa(tables.refunds.find(({ status }) => status === 'pending')),
  },
  {
    invariant: 'reserves',
    description: 'a pending payout has one pesewa too much',
    at: null,
    forge: ({ tables }) => addPesewa(tables.payouts.find(({ status }) => status === 'pending')),
  },
]

/** Returns a forged snapshot in which all derived values (texts, balances, hashes) match the forged entries. */
export function forgeSnapshot(snapshot: Snapshot, forge: (it: ForgeryTarget) => void): Snapshot {
  const copy = JSON.parse(JSON.stringify(snapshot))
  const merchant = copy.merchants.ama
  const it: ForgeryTarget = {
    entries: merchant.entries.map(([text, hash]: [string, string]) => ({
      ...parseCanonicalText('ama', text, '', hash),
    })),
    tables: merchant.tables,
    shifted: new Map(),
    hashes: new Map(),
  }
  forge(it)
  let previous = firstHash('ama')
  const balances = new Map<Account, [bigint, number]>()
  merchant.entries = it.entries.map((entry) => {
    for (const { account, balancePesewas } of entry.balances) balances.set(account, [balancePesewas, entry.sequence])
    const text = canonicalText(entry)
    previous = it.hashes.get(entry.sequence) ?? entryHash(previous, text)
    return [text, previous]
  })
  for (const [account, [balance, sequence]] of balances)
    merchant.accounts[account] = [String(balance + (it.shifted.get(account) ?? 0n)), sequence]
  return copy
}

/** Wraps a store so that its chain of entries has a forged end. */
export function graftEntries(store: Store, from: number): Pick<Store, 'list'> {
  return {
    async list(table, merchant, query) {
      const rows = await store.list(table, merchant, query)
      if (table !== 'entries') return rows
      let previous = firstHash('kofi')
      return (rows as unknown as EntryRow[]).map((entry) => {
        if (entry.sequence < from) return entry
        const hash = entryHash(previous, canonicalText(entry))
        const row = { ...entry, previous_hash: previous, hash }
        previous = hash
        return row
      }) as unknown as typeof rows
    },
  }
}

/** Expects the verification to report the forgery, and nothing else. */
export async function expectViolation(
  store: Pick<Store, 'list'>,
  invariant: Invariant,
  sequence: number | null,
): Promise<void> {
  expect(await verify(store, 'ama')).toMatchObject({ ok: false, invariant, sequence })
}

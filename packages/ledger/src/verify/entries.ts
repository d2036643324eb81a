import { type Account, accounts, chartOfAccounts, type ProviderAccount } from '../accounts.js'
import { canonicalText, entryHash, firstHash } from '../entry.js'
import type { EntryKind } from '../posting.js'
import type { EntryRow } from '../tables/entries.js'
import { type Broken, broken } from './verdict.js'

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

/** State of a walk after the entries so far. */
export interface Walk {
  readonly merchant: string
  /** Balance of each account by postings. */
  readonly balances: Map<Account, bigint>
  /** Balance of each account in its last entry. */
  readonly stated: Map<Account, bigint>
  readonly seen: Set<string>
  /** All accounts together by that word, debits less credits. */
  sumPesewas: bigint
  /** The last entry that touched each account. */
  readonly touchedAt: Map<Account, number>
  count: number
  hash: string
  atMs: number
}

/** Starts before the first entry of a merchant. */
export const startWalk = (merchant: string): Walk => ({
  merchant,
  balances: new Map(),
  stated: new Map(),
  sumPesewas: 0n,
  seen: new Set(),
  touchedAt: new Map(),
  count: 0,
  hash: firstHash(merchant),
  atMs: Number.NEGATIVE_INFINITY,
})

/**
 * Checks the next entry against those before it.
 *
 * @param expected - The hash that it must have.
 * @returns The first law that it breaks.
 */
export function checkEntry(
  walk: Walk,
  entry: EntryRow,
  expected: string = entryHash(walk.hash, canonicalText(entry)),
): Broken | undefined {
  const sequence = walk.count + 1
  if (entry.sequence !== sequence) return broken('sequence', sequence, sequence, entry.sequence)
  if (entry.at_ms < walk.atMs) return broken('time', sequence, `${walk.atMs} or later`, entry.at_ms)
  if (entry.previous_hash !== walk.hash) return broken('chain', sequence, walk.hash, entry.previous_hash)
  if (entry.hash !== expected) return broken('hash', sequence, expected, entry.hash)
  const key = `${entry.kind} ${entry.source}`
  if (walk.seen.has(key)) return broken('unique source', sequence, 'once', `${key} again`)
  const failure = postings(walk, entry)
  if (failure) return failure
  walk.seen.add(key)
  walk.count = sequence
  walk.hash = expected
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
    touched.add(debit).add(credit)
  }
  walk.sumPesewas += trialStep(walk, entry)
  if (walk.sumPesewas !== 0n) return broken('trial balance', sequence, 0n, walk.sumPesewas)
  const after = accounts.filter((account) => touched.has(account))
  const agrees = (account: Account, at: number) =>
    entry.balances[at]?.account === account && entry.balances[at]?.balancePesewas === walk.balances.get(account)
  if (after.length !== entry.balances.length || !after.every(agrees)) {
    const expected = after.map((account) => `${account}=${walk.balances.get(account)}`).join(',')
    const found = entry.balances.map(({ account, balancePesewas }) => `${account}=${balancePesewas}`).join(',')
    return broken('running balance', sequence, expected, found)
  }
  for (const account of after) {
    walk.touchedAt.set(account, sequence)
    const held = walk.balances.get(account) ?? 0n
    if (chartOfAccounts[account].guarded && held < 0n) return broken('guard', sequence, `${account} from 0`, held)
  }
  return undefined
}

/** Returns the sum of the balance changes that an entry states: debits minus credits. */
function trialStep({ stated }: Walk, entry: EntryRow): bigint {
  let step = 0n
  for (const { account, balancePesewas } of entry.balances) {
    const more = balancePesewas - (stated.get(account) ?? 0n)
    step += chartOfAccounts[account].nature === 'debit' ? more : -more
    stated.set(account, balancePesewas)
  }
  return step
}

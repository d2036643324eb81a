import { type Account, accounts, chartOfAccounts, type ProviderAccount } from '../accounts.js'
import { canonicalText, entryHash, firstHash } from '../entry.js'
import type { EntryKind } from '../posting.js'
import type { EntryRow } from '../tables/entries.js'
import { createViolation, type Violation } from './verify-result.js'

const providers: readonly ProviderAccount[] = ['psp:mtn', 'psp:telecel', 'psp:airteltigo', 'psp:card']

const to = (debits: readonly Account[], credits: readonly Account[]) =>
  new Set(debits.flatMap((debit) => credits.map((credit) => `${debit}>${credit}`)))

/** Allowed debit and credit accounts of each kind of entry. @decision 0014 */
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
  readonly statedBalances: Map<Account, bigint>
  readonly seen: Set<string>
  /** Sum of the stated balances of all accounts: debits minus credits. */
  sumPesewas: bigint
  /** Sequence of the last entry of each account. */
  readonly lastSequences: Map<Account, number>
  count: number
  hash: string
  atMs: number
}

/** Starts before the first entry of a merchant. */
export const startWalk = (merchant: string): Walk => ({
  merchant,
  balances: new Map(),
  statedBalances: new Map(),
  sumPesewas: 0n,
  seen: new Set(),
  lastSequences: new Map(),
  count: 0,
  hash: firstHash(merchant),
  atMs: Number.NEGATIVE_INFINITY,
})

/**
 * Checks the next entry against those before it.
 *
 * @param expected - The expected hash.
 * @returns The first violation.
 */
export function checkEntry(
  walk: Walk,
  entry: EntryRow,
  expected: string = entryHash(walk.hash, canonicalText(entry)),
): Violation | undefined {
  const sequence = walk.count + 1
  if (entry.sequence !== sequence) return createViolation('sequence', sequence, sequence, entry.sequence)
  if (entry.at_ms < walk.atMs) return createViolation('time', sequence, `${walk.atMs} or later`, entry.at_ms)
  if (entry.previous_hash !== walk.hash) return createViolation('chain', sequence, walk.hash, entry.previous_hash)
  if (entry.hash !== expected) return createViolation('hash', sequence, expected, entry.hash)
  const key = `${entry.kind} ${entry.source}`
  if (walk.seen.has(key)) return createViolation('unique source', sequence, 'once', `${key} again`)
  const failure = checkPostings(walk, entry)
  if (failure) return failure
  walk.seen.add(key)
  walk.count = sequence
  walk.hash = expected
  walk.atMs = entry.at_ms
  return undefined
}

function checkPostings(walk: Walk, entry: EntryRow): Violation | undefined {
  const { sequence, kind } = entry
  const changedAccounts = new Set<Account>()
  if (entry.postings.length === 0) return createViolation('postings', sequence, 'one or more', 'none')
  for (const { debit, credit, amountPesewas } of entry.postings) {
    if (!allowedPostings[kind]?.has(`${debit}>${credit}`) || amountPesewas <= 0n) {
      return createViolation('postings', sequence, `postings of ${kind}`, `${debit}>${credit}=${amountPesewas}`)
    }
    const debitSign = chartOfAccounts[debit].nature === 'debit' ? 1n : -1n
    const creditSign = chartOfAccounts[credit].nature === 'credit' ? 1n : -1n
    walk.balances.set(debit, (walk.balances.get(debit) ?? 0n) + debitSign * amountPesewas)
    walk.balances.set(credit, (walk.balances.get(credit) ?? 0n) + creditSign * amountPesewas)
    changedAccounts.add(debit).add(credit)
  }
  walk.sumPesewas += sumBalanceChanges(walk, entry)
  if (walk.sumPesewas !== 0n) return createViolation('trial balance', sequence, 0n, walk.sumPesewas)
  const after = accounts.filter((account) => changedAccounts.has(account))
  const isCorrect = (account: Account, at: number) =>
    entry.balances[at]?.account === account && entry.balances[at]?.balancePesewas === walk.balances.get(account)
  if (after.length !== entry.balances.length || !after.every(isCorrect)) {
    const expected = after.map((account) => `${account}=${walk.balances.get(account)}`).join(',')
    const found = entry.balances.map(({ account, balancePesewas }) => `${account}=${balancePesewas}`).join(',')
    return createViolation('running balance', sequence, expected, found)
  }
  for (const account of after) {
    walk.lastSequences.set(account, sequence)
    const balance = walk.balances.get(account) ?? 0n
    if (chartOfAccounts[account].guarded && balance < 0n)
      return createViolation('guard', sequence, `${account} from 0`, balance)
  }
  return undefined
}

/** Returns the sum of the balance changes that an entry states: debits minus credits. */
function sumBalanceChanges({ statedBalances }: Walk, entry: EntryRow): bigint {
  let step = 0n
  for (const { account, balancePesewas } of entry.balances) {
    const differencePesewas = balancePesewas - (statedBalances.get(account) ?? 0n)
    step += chartOfAccounts[account].nature === 'debit' ? differencePesewas : -differencePesewas
    statedBalances.set(account, balancePesewas)
  }
  return step
}

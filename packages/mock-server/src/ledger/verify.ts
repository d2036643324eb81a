import type { Store } from './store.js'
import { checkEntry, startWalk, type Walk } from './verify/entries.js'
import { checkCachedBalances, checkRecords } from './verify/records.js'
import type { VerifyResult, Violation } from './verify/verify-result.js'

/** The ledger changed during every comparison of `verify`. @decision 0014 */
export class LedgerBusy extends Error {
  override readonly name = 'LedgerBusy'
  /** Always `ledger_busy`: the result is unknown, retry. */
  readonly code = 'ledger_busy'
}

/** Maximum number of comparisons with a ledger that changes in the meantime. */
const maxComparisons = 20

const entriesInPage = 500

/**
 * Walks a merchant's ledger from the first entry and checks every invariant. For entries: the sequence has no gap,
 * times do not decrease, the hash chain is intact, each kind uses its own accounts and occurs once per source, the trial
 * balance is zero after each entry, running balances are the sums of the postings, and no guarded account is
 * overdrawn. For the other records: each cached balance is the sum of the account's postings, collected money equals
 * balances, refunds and payouts, and pending refunds and payouts are reserved. Nothing is changed. If entries are added
 * in the meantime, they are walked too and the comparison is repeated, so that a concurrent write is never reported as a
 * violation.
 *
 * A hash chain does not prove that no entry is missing at its end: a ledger that was restored from a backup has a valid
 * chain. Compare `entries` and `hash` with an earlier result to detect that.
 *
 * @param store - Any store.
 * @param merchant - The merchant of the ledger.
 * @throws LedgerBusy if the ledger changed during every comparison.
 * @returns The number of entries and the last hash, or the first violation.
 * @decision 0014
 */
export async function verify(store: Pick<Store, 'list'>, merchant: string): Promise<VerifyResult> {
  const walk = startWalk(merchant)
  const session: VerifySession = { store, merchant, walk, lastId: '' }
  for (let left = maxComparisons; left > 0; left--) {
    const failure = await walkEntries(session)
    if (failure) return failure
    const violation = (await checkCachedBalances(store, merchant, walk)) ?? (await checkRecords(store, merchant, walk))
    if (!violation) return { ok: true, entries: walk.count, hash: walk.hash }
    if ((await nextEntries(session, 1)).length === 0) return violation
  }
  throw new LedgerBusy(
    `The ledger of ${merchant} changed during every comparison. Verify it when there are fewer writes.`,
  )
}

/** The state of one verification. */
interface VerifySession {
  readonly store: Pick<Store, 'list'>
  readonly merchant: string
  readonly walk: Walk
  /** The last entry that was walked. */
  lastId: string
}

/** Walks the remaining entries. A page that is not full is the last. */
async function walkEntries(session: VerifySession): Promise<Violation | undefined> {
  for (;;) {
    const page = await nextEntries(session, entriesInPage)
    for (const entry of page) {
      const failure = checkEntry(session.walk, entry)
      if (failure) return failure
      session.lastId = entry.id
    }
    if (page.length < entriesInPage) return undefined
  }
}

const nextEntries = ({ store, merchant, lastId }: VerifySession, limit: number) =>
  store.list('entries', merchant, { limit, order: 'oldest', after: lastId })

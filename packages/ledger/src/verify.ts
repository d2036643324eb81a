import type { Checkpoint, ClosedBooks, Closing } from './closing.js'
import type { Store } from './store.js'
import { asFarAs, sameUntil, startSince } from './verify/checkpoint.js'
import type { HeldClosings } from './verify/closed.js'
import { checkEntry, startWalk } from './verify/entries.js'
import { cachedBalances, recordLaws } from './verify/records.js'
import type { Verdict } from './verify/verdict.js'

/** How far back `verify` goes. @decision 0099 */
export interface VerifyOptions {
  /**
   * Whether closed entries are walked as well, where the store still has them, and the closings held against them. A
   * checkpoint of a closed entry asks for it, too.
   */
  readonly closed?: boolean
}

/**
 * Walks a merchant's ledger from the first entry and checks every law. Of the entries: the sequence has no gap, times
 * do not go back, the hash chain holds, each kind posts between its own accounts and once per source, the books
 * balance after each, running balances are the sum of the postings, no guarded account is overdrawn. Of the rest: what
 * each account is said to hold is the sum of its postings, what buyers paid is held or was given away, and open
 * refunds and payouts are covered. Nothing is changed; on a ledger that is written to meanwhile, ask again.
 *
 * A chain proves that its entries follow each other, and not that none is missing at its end: books that were put back to
 * an earlier moment are as good as before. With a checkpoint from then they are found out, also when others were written
 * since: `sequence` is then the first entry that is missing, or the one of the checkpoint, up to which one was replaced.
 *
 * Books that are closed begin with what was held then; the entries before it were walked when they were closed. A
 * database still has them, and walks them again when it is asked to.
 *
 * @param store - Any store.
 * @param merchant - Whose ledger.
 * @param since - From `checkpointOf`, as it was when something was said to be recorded. With several, what is missing is
 *   told more closely.
 * @param options - Whether closed entries are walked as well.
 * @throws RangeError when the checkpoint is another merchant's, or of an entry that is closed and that the store has no
 *   longer: it is held against what was kept of those. ClosedError when closed entries are asked for that the store let go of.
 * @returns The number of entries and the last hash, or the first thing that is broken.
 * @decision 0014, 0096, 0099
 */
export async function verify(
  store: Pick<Store, 'list' | 'closing' | 'closedBooks'>,
  merchant: string,
  since: Checkpoint | readonly Checkpoint[] = [],
  options: VerifyOptions = {},
): Promise<Verdict> {
  const closing = await store.closing?.(merchant)
  const isAsked = options.closed || (store.closedBooks !== undefined && namesClosed(since, closing))
  const begin = isAsked ? undefined : closing
  const told = startSince(since, merchant, begin)
  const closings = isAsked && store.closedBooks ? await hold(await store.closedBooks(merchant)) : undefined
  const walk = startWalk(merchant, begin)
  const before = sameUntil(told, walk)
  if (before) return before
  let after = ''
  for (;;) {
    const query = { limit: 500, order: 'oldest', after } as const
    const page = await store.list('entries', merchant, isAsked ? query : { ...query, left: true })
    for (const entry of page) {
      const failure = checkEntry(walk, entry) ?? sameUntil(told, walk) ?? closings?.sameClosing(walk)
      if (failure) return failure
    }
    const last = page.at(-1)
    if (!last) break
    after = last.id
  }
  return (
    asFarAs(told, walk) ??
    closings?.closedWhole() ??
    (await cachedBalances(store, merchant, walk)) ??
    // The sums are of records that are no longer there.
    (await recordLaws(store, merchant, walk, closing)) ?? { ok: true, entries: walk.count, hash: walk.hash }
  )
}

/** Only databases need it: what runs in a browser does not load it. */
async function hold(of: ClosedBooks): Promise<HeldClosings> {
  const { holdClosings } = await import('./verify/closed.js')
  return holdClosings(of)
}

const namesClosed = (since: Checkpoint | readonly Checkpoint[], closing: Closing | undefined): boolean =>
  [since].flat().some(({ sequence }) => closing !== undefined && sequence < closing.sequence)

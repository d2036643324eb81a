import type { Checkpoint } from './closing.js'
import type { Store } from './store.js'
import { asFarAs, sameUntil, startSince } from './verify/checkpoint.js'
import { checkEntry, startWalk } from './verify/entries.js'
import { cachedBalances, recordLaws } from './verify/records.js'
import type { Verdict } from './verify/verdict.js'

/**
 * Walks a merchant's ledger from the first entry and checks every law. Of the entries: the sequence has no gap, times
 * do not go back, the hash chain holds, each kind posts between its own accounts and once per source, the books
 * balance after each, running balances are the sum of the postings, no guarded account is overdrawn. Of the rest: what
 * each account is said to hold is the sum of its postings, what buyers paid is held or was given away, and open
 * refunds and payouts are covered. Nothing is changed; on a ledger that is written to meanwhile, ask again.
 *
 * @param store - Any store.
 * A chain proves that its entries follow each other, and not that none is missing at its end: books that were put back to
 * an earlier moment are as good as before. With a checkpoint from then they are found out, also when others were written
 * since: `sequence` is then the first entry that is missing, or the one of the checkpoint, up to which one was replaced.
 *
 * @param merchant - Whose ledger.
 * Books that are closed begin with what was held then; the entries before it were walked when they were closed.
 *
 * @param since - From `checkpointOf`, as it was when something was said to be recorded. With several, what is missing is
 *   told more closely.
 * @throws RangeError when the checkpoint is another merchant's, or of an entry that is closed: it is held against what was kept of those.
 * @returns The number of entries and the last hash, or the first thing that is broken.
 * @decision 0014
 */
export async function verify(
  store: Pick<Store, 'list' | 'closing'>,
  merchant: string,
  since: Checkpoint | readonly Checkpoint[] = [],
): Promise<Verdict> {
  const closing = await store.closing?.(merchant)
  const told = startSince(since, merchant, closing)
  const walk = startWalk(merchant, closing)
  const before = sameUntil(told, walk)
  if (before) return before
  let after = ''
  for (;;) {
    const page = await store.list('entries', merchant, { limit: 500, order: 'oldest', after, left: true })
    for (const entry of page) {
      const failure = checkEntry(walk, entry) ?? sameUntil(told, walk)
      if (failure) return failure
    }
    const last = page.at(-1)
    if (!last) break
    after = last.id
  }
  return (
    asFarAs(told, walk) ??
    (await cachedBalances(store, merchant, walk)) ??
    (await recordLaws(store, merchant, walk, closing)) ?? { ok: true, entries: walk.count, hash: walk.hash }
  )
}

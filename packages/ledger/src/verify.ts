import type { Store } from './store.js'
import { asFarAs, type Checkpoint, type Since, sameUntil, startSince } from './verify/checkpoint.js'
import { checkEntry, startWalk, type Walk } from './verify/entries.js'
import { cachedBalances, recordLaws } from './verify/records.js'
import type { Broken, Verdict } from './verify/verdict.js'

/** The ledger was written to each time that `verify` compared it. @decision 0014 */
export class BooksBusy extends Error {
  override readonly name = 'BooksBusy'
  /** Always `books_busy`: nothing is known, retry. */
  readonly code = 'books_busy'
}

/** Maximum number of comparisons with a ledger that others write to. */
const tries = 20

const entriesInPage = 500

/**
 * Walks a merchant's ledger from the first entry and checks every law. Of the entries: the sequence has no gap, times
 * do not go back, the hash chain holds, each kind posts between its own accounts and once per source, the books
 * balance after each, running balances are the sum of the postings, no guarded account is overdrawn. Of the rest: each
 * cached balance is the sum of the account's postings, what buyers paid is held or was given away, and open refunds and
 * payouts are covered. Nothing is changed. Entries that are written in the meantime are walked too, and the comparison
 * is repeated: only a law that does not hold while no entry is written is reported as broken.
 *
 * A chain proves that its entries follow each other, but not that none is missing at its end: a ledger that was restored
 * to an earlier moment has a valid chain. A checkpoint from before the restore detects that, even if other entries were
 * written since: `sequence` is then the first entry that is missing, or the one of the checkpoint, up to which one was
 * replaced.
 *
 * @param store - Any store.
 * @param merchant - Whose ledger.
 * @param since - One or several results of `checkpointOf`. Several narrow down which entries are missing.
 * @throws RangeError when a checkpoint is another merchant's. BooksBusy when others wrote each time that a law did not
 *   hold.
 * @returns The number of entries and the last hash, or the first law that does not hold.
 * @decision 0014
 */
export async function verify(
  store: Pick<Store, 'list'>,
  merchant: string,
  since: Checkpoint | readonly Checkpoint[] = [],
): Promise<Verdict> {
  const books: Books = {
    store,
    merchant,
    checkpoints: startSince(since, merchant),
    walk: startWalk(merchant),
    lastId: '',
  }
  const { checkpoints, walk } = books
  const before = sameUntil(checkpoints, walk)
  if (before) return before
  for (let left = tries; left > 0; left--) {
    const failure = await walkOn(books)
    if (failure) return failure
    const law = await lawOf(books)
    if (!law) return { ok: true, entries: walk.count, hash: walk.hash }
    if ((await nextEntries(books, 1)).length === 0) return law
  }
  throw new BooksBusy(
    `The books of ${merchant} were written to each time they were compared. Verify them when fewer write.`,
  )
}

/** A merchant's ledger, and how far it was read. */
interface Books {
  readonly store: Pick<Store, 'list'>
  readonly merchant: string
  readonly checkpoints: Since
  readonly walk: Walk
  /** The last entry that was walked. */
  lastId: string
}

/** Walks the remaining entries. A page that is not full was the last. */
async function walkOn(books: Books): Promise<Broken | undefined> {
  const { checkpoints, walk } = books
  for (;;) {
    const page = await nextEntries(books, entriesInPage)
    for (const entry of page) {
      const failure = checkEntry(walk, entry) ?? sameUntil(checkpoints, walk)
      if (failure) return failure
      books.lastId = entry.id
    }
    if (page.length < entriesInPage) return undefined
  }
}

const nextEntries = ({ store, merchant, lastId }: Books, limit: number) =>
  store.list('entries', merchant, { limit, order: 'oldest', after: lastId })

/** Returns the first law that does not hold at the end of the walk. */
async function lawOf({ store, merchant, checkpoints, walk }: Books): Promise<Broken | undefined> {
  return (
    asFarAs(checkpoints, walk) ??
    (await cachedBalances(store, merchant, walk)) ??
    (await recordLaws(store, merchant, walk))
  )
}

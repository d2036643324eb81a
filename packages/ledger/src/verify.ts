import type { Checkpoint, ClosedBooks, Closing } from './closing.js'
import type { Store } from './store.js'
import { asFarAs, type Since, sameUntil, startSince } from './verify/checkpoint.js'
import type { HeldClosings } from './verify/closed.js'
import { checkEntry, startWalk, type Walk } from './verify/entries.js'
import { cachedBalances, recordLaws } from './verify/records.js'
import type { Broken, Verdict } from './verify/verdict.js'

/** How far back `verify` goes. @decision 0099 */
export interface VerifyOptions {
  /**
   * Whether closed entries are walked as well, where the store still has them, and the closings held against them. A
   * checkpoint of a closed entry asks for it, too.
   */
  readonly closed?: boolean
}

/** Books were written to whenever `verify` compared them. @decision 0014 */
export class BooksBusy extends Error {
  override readonly name = 'BooksBusy'
  /** Always `books_busy`: nothing is known, ask again. */
  readonly code = 'books_busy'
}

/** How often books are read that others write to meanwhile. */
const tries = 20

const entriesInPage = 500

/**
 * Walks a merchant's ledger from the first entry and checks every law. Of the entries: the sequence has no gap, times
 * do not go back, the hash chain holds, each kind posts between its own accounts and once per source, the books
 * balance after each, running balances are the sum of the postings, no guarded account is overdrawn. Of the rest: what
 * each account is said to hold is the sum of its postings, what buyers paid is held or was given away, and open
 * refunds and payouts are covered. Nothing is changed. What others write or close meanwhile is walked too, and compared
 * again: only what does not hold while nobody writes is called broken.
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
 *   BooksBusy when others wrote each time that something did not hold.
 * @returns The number of entries and the last hash, or the first thing that is broken.
 * @decision 0014, 0096, 0099
 */
export async function verify(
  store: Pick<Store, 'list' | 'closing' | 'closedBooks'>,
  merchant: string,
  since: Checkpoint | readonly Checkpoint[] = [],
  options: VerifyOptions = {},
): Promise<Verdict> {
  for (let left = tries; left > 0; left--) {
    const closing = await store.closing?.(merchant)
    const books = await openBooks(store, { merchant, closing, since, options })
    const verdict = await verdictOf(books)
    // What is closed meanwhile is no longer where it was looked for.
    if (verdict.ok || isSame(closing, await store.closing?.(merchant))) return verdict
  }
  throw busy(merchant)
}

/** The books of one merchant, and how far they were read. */
interface Books {
  readonly store: Pick<Store, 'list'>
  readonly merchant: string
  readonly closing: Closing | undefined
  readonly told: Since
  readonly walk: Walk
  /** The closings, when closed entries are walked as well. */
  readonly closings: HeldClosings | undefined
  /** Whether only the entries that are not closed are walked. */
  readonly left: boolean
  /** The last entry that was walked. */
  lastId: string
}

interface Asked {
  readonly merchant: string
  readonly closing: Closing | undefined
  readonly since: Checkpoint | readonly Checkpoint[]
  readonly options: VerifyOptions
}

async function openBooks(
  store: Pick<Store, 'list' | 'closedBooks'>,
  { merchant, closing, since, options }: Asked,
): Promise<Books> {
  const isAsked = options.closed || (store.closedBooks !== undefined && namesClosed(since, closing))
  const begin = isAsked ? undefined : closing
  const told = startSince(since, merchant, begin)
  const closings = isAsked && store.closedBooks ? await hold(await store.closedBooks(merchant)) : undefined
  return { store, merchant, closing, told, walk: startWalk(merchant, begin), closings, left: !isAsked, lastId: '' }
}

async function verdictOf(books: Books): Promise<Verdict> {
  const { merchant, told, walk } = books
  const before = sameUntil(told, walk)
  if (before) return before
  for (let left = tries; left > 0; left--) {
    const failure = await walkOn(books)
    if (failure) return failure
    const law = await lawOf(books)
    if (!law) return { ok: true, entries: walk.count, hash: walk.hash }
    if ((await nextEntries(books, 1)).length === 0) return law
  }
  throw busy(merchant)
}

/** Walks the entries that were not walked yet. A page that is not full was the last. */
async function walkOn(books: Books): Promise<Broken | undefined> {
  const { told, walk, closings } = books
  for (;;) {
    const page = await nextEntries(books, entriesInPage)
    for (const entry of page) {
      const failure = checkEntry(walk, entry) ?? sameUntil(told, walk) ?? closings?.sameClosing(walk)
      if (failure) return failure
      books.lastId = entry.id
    }
    if (page.length < entriesInPage) return undefined
  }
}

const nextEntries = ({ store, merchant, left, lastId }: Books, limit: number) =>
  store.list('entries', merchant, { limit, order: 'oldest', after: lastId, ...(left && { left }) })

/** The first law that does not hold at the end of the walk. */
async function lawOf({ store, merchant, closing, told, walk, closings }: Books): Promise<Broken | undefined> {
  return (
    asFarAs(told, walk) ??
    closings?.closedWhole() ??
    (await cachedBalances(store, merchant, walk)) ??
    // The sums are of records that are no longer there.
    (await recordLaws(store, merchant, walk, closing))
  )
}

/** Records can be closed without an entry. */
const isSame = (one: Closing | undefined, other: Closing | undefined): boolean =>
  one?.sequence === other?.sequence && one?.beforeMs === other?.beforeMs

const busy = (merchant: string): BooksBusy =>
  new BooksBusy(`The books of ${merchant} were written to each time they were compared. Verify them when fewer write.`)

/** Only databases need it: what runs in a browser does not load it. */
async function hold(of: ClosedBooks): Promise<HeldClosings> {
  const { holdClosings } = await import('./verify/closed.js')
  return holdClosings(of)
}

const namesClosed = (since: Checkpoint | readonly Checkpoint[], closing: Closing | undefined): boolean =>
  [since].flat().some(({ sequence }) => closing !== undefined && sequence < closing.sequence)

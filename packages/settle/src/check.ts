import { isMissing } from './ask.js'
import { note, read, type Shop, write } from './book.js'
import { nextLookMs, returnPausesMs, skewMs } from './schedule.js'
import { search } from './search.js'
import { isFinal, isFollowed, isSettled, isUnknown, stateOf, type Waiting } from './waiting.js'

/**
 * Puts an order back as it was if its check got no answer. It is due when the pause is over, behind those that are due
 * already: if it were the first again, one payment that the service cannot show would stop all other orders.
 */
async function putBack(shop: Shop, entry: Waiting, before: Waiting): Promise<void> {
  const { dueMs } = before
  if (shop.isQuiet()) await write(shop, entry, { ...before, dueMs: dueMs && Math.max(dueMs, shop.quietUntilMs()) })
}

/**
 * Checks an order. It is taken first, so that of several workers one checks it, and so that its next check is scheduled
 * even if this worker dies. A check without an answer does not count.
 */
async function check(
  shop: Shop,
  entry: Waiting,
  change: Partial<Waiting>,
  work: (taken: Waiting) => Promise<unknown>,
): Promise<void> {
  const taken = await write(shop, entry, change)
  if (taken)
    await work(taken).catch(async (error) => {
      await putBack(shop, taken, entry)
      throw error
    })
}

/**
 * Reads an order's payments that may have changed; at the last check also those that have failed.
 *
 * @returns The order as it is now.
 * @throws The first error, but the other payments are read before, because one of them may have paid the order. Only if
 *   the service wants a pause, none is read after it.
 */
async function readPayments(shop: Shop, { order, payments }: Waiting, isLast: boolean): Promise<Waiting> {
  let failure: { error: unknown } | undefined
  for (const [ref, state] of Object.entries(payments))
    if (state === 'pending' || (isLast && !isFinal(state)))
      try {
        await note(shop, await shop.readPayment(ref), order, isLast)
      } catch (error) {
        if (shop.isQuiet()) throw error
        failure ??= { error }
      }
  if (failure) throw failure.error
  return read(shop, order)
}

/** Reads the payment that a browser names. It counts for the order that it names itself, whichever that is. */
async function readHint(shop: Shop, ref: string): Promise<void> {
  const payment = await shop.readPayment(ref, false).catch((error) => {
    if (!isMissing(error)) throw error
  })
  if (payment) await note(shop, payment)
}

/** Checks an order because its buyer is here: a few times, with pauses. */
export async function look(shop: Shop, entry: Waiting, ref: string): Promise<void> {
  const { returns, returnedMs, dueMs, payments } = entry
  const nowMs = shop.nowMs()
  const isHint = /^\w{1,64}$/.test(ref) && !payments[ref]
  const pauseMs = returnPausesMs[returns]
  if (!isFollowed(entry) || shop.isQuiet() || pauseMs === undefined) return
  // A new ref is checked without waiting, but it counts as a check.
  if (isHint || (!isSettled(entry) && nowMs >= returnedMs + pauseMs))
    await check(shop, entry, { returns: returns + 1, returnedMs: nowMs, dueMs }, async (taken) => {
      if (isHint) await readHint(shop, ref)
      const latest = await readPayments(shop, taken, false)
      if (isUnknown(latest)) await search(shop, [latest], true)
    })
}

const isSearched = ({ searchedMs, untilMs }: Waiting): boolean => searchedMs > untilMs + skewMs

/** Whether the service's orders must be searched for its payments. */
const isSought = (entry: Waiting): boolean => isUnknown(entry) && !entry.isOver && !isSearched(entry)

/**
 * Ends the waiting where nobody can pay any more.
 *
 * @param searchedMs - The result of a search; 0 if there was none.
 */
async function finish(shop: Shop, entry: Waiting, searchedMs: number): Promise<void> {
  if (!isUnknown(entry)) return
  const { order, isOver } = entry
  const change = { searchedMs: Math.max(searchedMs, entry.searchedMs) }
  // A failed payment is checked once more, at the end.
  const dueMs = nextLookMs({ ...entry, isOver: true }, shop.nowMs())
  const isEnd = isOver || isSearched({ ...entry, ...change }) || (searchedMs > 0 && dueMs === null)
  // If a person is looking at money, the order does not count as unpaid.
  const isUnpaid = isEnd && !isOver && stateOf(entry) !== 'review'
  const tell = (tx: unknown): unknown => isUnpaid && shop.on.unpaid?.({ order, tx, key: `unpaid:${order}` })
  await write(shop, entry, isEnd ? { ...change, isOver: true, dueMs } : change, tell)
}

/** Checks the orders that are due, until it may not go on. @returns How many it took before anybody else. */
export async function round(shop: Shop, due: readonly Waiting[], mayGoOn: () => boolean): Promise<number> {
  const sought = due.filter(isSought)
  let commonMs: number | undefined
  const searchOnce = async (): Promise<number> => {
    commonMs ??= await search(shop, sought, false).catch(async (error) => {
      // It was for all of them, so none of them got an answer.
      for (const entry of sought) await putBack(shop, entry, entry)
      throw error
    })
    return commonMs
  }
  let looked = 0
  for (const entry of due) {
    if (!mayGoOn()) break
    const work = async (taken: Waiting): Promise<void> => {
      looked++
      const latest = await readPayments(shop, taken, nextLookMs(taken, shop.nowMs()) === null)
      let searchedMs = 0
      // One search for all, except where a payment has failed just now.
      if (isSought(latest)) searchedMs = isSought(entry) ? await searchOnce() : await search(shop, [latest], false)
      await finish(shop, latest, searchedMs)
    }
    // An error with one order does not stop the others.
    await check(shop, entry, {}, work).catch(shop.onError)
  }
  return looked
}

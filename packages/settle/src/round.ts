import { isPassing, type Service } from './ask.js'
import type { Book } from './book.js'
import { nextLookMs, skewMs } from './schedule.js'
import type { Search } from './search.js'
import { isPending, stateOf, type Waiting } from './waiting.js'

/** What a round needs. */
export interface Going {
  readonly service: Service
  readonly book: Book
  readonly search: Search
  readonly nowMs: () => number
  readonly onError: (error: unknown) => void
}

/** Checks the orders that are due. @returns How many it took before anybody else. */
export type Round = (due: readonly Waiting[], mayGoOn: () => boolean) => Promise<number>

/** How many orders are checked at a time. */
const lanes = 4

/** Whether there may be an unknown payment. */
export const isUnknown = (entry: Waiting): boolean => stateOf(entry) !== 'paid' && !isPending(entry)

/** Reads an order's payments that may have changed; at the last check also those that have failed. */
export async function readPayments(entry: Waiting, isLast: boolean, { service, book }: Going): Promise<Waiting> {
  let latest = entry
  for (const [ref, state] of Object.entries(entry.payments)) {
    const hasFailed = state === 'failed' || state === 'expired'
    if (state === 'pending' || (isLast && hasFailed)) latest = await book.note(latest, await service.read(ref), isLast)
  }
  return latest
}

/** Makes the function that checks orders. */
export function createRound(going: Going): Round {
  const { service, book, search, nowMs, onError } = going
  const isLast = (entry: Waiting): boolean => nextLookMs(entry, nowMs()) === null
  const isSearched = ({ searchedMs, untilMs }: Waiting): boolean => searchedMs > untilMs + skewMs

  /** Ends the waiting where nobody can pay any more. */
  async function finish(entry: Waiting): Promise<void> {
    if (!isUnknown(entry)) return
    const isOld = isLast(entry)
    if (entry.isOver) {
      if (isOld) await book.change(entry, { dueMs: null })
    } else if (isOld || isSearched(entry)) {
      // A failed payment is checked once more, at the end.
      const hasPayments = Object.keys(entry.payments).length > 0
      await book.end(entry, isOld || !hasPayments ? { dueMs: null } : {})
    }
  }

  /** An error with one order does not stop the others. A check that got no answer is scheduled again. */
  async function careful(entries: readonly Waiting[], work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      onError(error)
      if (!isPassing(error)) return
      for (const entry of entries) await book.change(entry, { dueMs: Math.max(service.quietUntilMs(), nowMs()) })
    }
  }

  async function searchFor(unknown: readonly Waiting[]): Promise<void> {
    const { searchedMs, isWhole } = await search(unknown, false)
    for (const entry of unknown)
      await careful([], async () => {
        // If its payment was found, the order has changed, and there is nothing to write.
        const searched = await book.change(entry, { searchedMs: Math.max(searchedMs, entry.searchedMs) })
        if (searched && isWhole) await finish(searched)
      })
  }

  return async (due, mayGoOn) => {
    const queue = due.values()
    const unknown: Waiting[] = []
    let looked = 0
    const lane = async (): Promise<void> => {
      for (const next of queue) {
        if (!mayGoOn()) return
        // Schedules the next check before this one, so that a crash never ends the checks.
        const taken = await book.change(next, {})
        if (!taken) continue
        looked++
        await careful([taken], async () => {
          const entry = await readPayments(taken, isLast(taken), going)
          if (isUnknown(entry) && !entry.isOver && !isSearched(entry)) unknown.push(entry)
          else await finish(entry)
        })
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    if (unknown.length > 0) await careful(unknown, () => searchFor(unknown))
    return looked
  }
}

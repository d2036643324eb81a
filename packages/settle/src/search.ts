import type { Order, Payment } from '@cedi/client'
import type { Service } from './ask.js'
import type { Book } from './book.js'
import { skewMs } from './schedule.js'
import type { Waiting } from './waiting.js'

/** How many refs are remembered that need not be read again. */
const mostSeen = 10_000

/** Whether money has reached an order of the service. */
const isPaid = ({ status }: Order): boolean => status !== 'pending' && status !== 'cancelled'

/** The result of a search. */
interface Searched {
  /** Every payment with money is known up to this time, in ms. */
  readonly searchedMs: number
  /** Whether nobody else holds a payment that may belong to one of the orders. */
  readonly isWhole: boolean
}

/**
 * Searches the service's orders, the newest first, for payments of the given orders. It reads no page and no payment
 * that cannot belong to them.
 *
 * @param entries - The orders.
 * @param isForBuyer - Whether a buyer is waiting: then payments without money count too.
 */
export type Search = (entries: readonly Waiting[], isForBuyer: boolean) => Promise<Searched>

/** What a search needs. */
export interface Searching {
  readonly service: Service
  readonly book: Book
  readonly nowMs: () => number
  /** The shop's order that a payment names. */
  readonly orderOf: (payment: Payment) => string | undefined
}

/** Finds the payments that no browser reported: a battery was empty, a tab was closed. */
export function createSearch({ service, book, nowMs, orderOf }: Searching): Search {
  /** Payments of other shops, and those in the book. A payment never changes its owner. */
  const seen = new Set<string>()

  /** Reads a payment, unless it is known or somebody else is reading it. @returns Whether it is now known. */
  async function take(ref: string): Promise<boolean> {
    const line = await book.take(ref)
    if (line === 'held') return false
    if (line !== 'noted') {
      const payment = await service.read(ref)
      const entry = await book.read(orderOf(payment) ?? '')
      if (entry) await book.note(entry, payment)
      await book.change(line, { isOver: true, dueMs: null })
    }
    if (seen.size >= mostSeen) seen.clear()
    seen.add(ref)
    return true
  }

  return async (entries, isForBuyer) => {
    const fromMs = Math.min(...entries.map(({ searchedMs }) => searchedMs)) - skewMs
    const amounts = new Set(entries.flatMap((entry) => entry.amounts))
    const known = new Set(entries.flatMap(({ payments }) => Object.keys(payments)))
    let searchedMs = nowMs()
    let isWhole = true
    for await (const page of service.orders()) {
      const young = page.filter(({ created_at }) => Date.parse(created_at) >= fromMs)
      for (const row of young) {
        const { payment_ref: ref, total, status, created_at: createdAt } = row
        if (!amounts.has(total) || known.has(ref) || seen.has(ref)) continue
        const isWanted = isForBuyer || isPaid(row)
        const isHeld = isWanted && !(await take(ref))
        if (isHeld) isWhole = false
        // What may be paid later, and what somebody else holds, is searched for again.
        if (isHeld || (!isWanted && status === 'pending')) searchedMs = Math.min(searchedMs, Date.parse(createdAt))
      }
      if (young.length < page.length) break
    }
    return { searchedMs, isWhole }
  }
}

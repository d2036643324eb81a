import type { Payment } from '@cedi/client'
import { blank, changed } from './entry.js'
import type { Handlers } from './handlers.js'
import { judge, type Reason, type Verdict } from './judge.js'
import type { Store } from './store.js'
import { stateOf, type Waiting } from './waiting.js'

/** What a book is made of. */
export interface Keeping<Tx> {
  readonly store: Store<Tx>
  readonly on: Handlers<Tx>
  readonly nowMs: () => number
}

/** Records what happened to the orders, and tells the shop in the same step. */
export interface Book {
  /** Reads an order. */
  read(order: string): Promise<Waiting | undefined>
  /** Orders that are due now. */
  due(limit: number): Promise<readonly Waiting[]>
  /** Changes an order that nobody has changed since it was read. @returns The order as it is now, or undefined. */
  change(entry: Waiting, change: Partial<Waiting>): Promise<Waiting | undefined>
  /** Records what a payment means for its order. @returns The order as it is now. */
  note(entry: Waiting, payment: Payment, isLast?: boolean): Promise<Waiting>
  /**
   * Claims a payment that was found in the list, so that no two workers read it.
   *
   * @returns A function to release it once it is recorded; `noted` when it already is; `held` when somebody else is
   * reading it.
   */
  take(ref: string): Promise<Waiting | 'noted' | 'held'>
  /** Ends the waiting for an order that has no payment. */
  end(entry: Waiting, change: Partial<Waiting>): Promise<void>
}

/** How long after a claim that was not released a payment may be claimed again; longer each time. */
const heldMs = 300_000

/** A payment has its own entry in the book, which is never due. */
const lineOf = (ref: string): string => `payment:${ref}`

/** Opens the book in a store. */
export function openBook<Tx>({ store, on, nowMs }: Keeping<Tx>): Book {
  const read = async (order: string): Promise<Waiting | undefined> => (await store.waiting({ order }))[0]

  const tell =
    (order: string, { state, reason }: Verdict, payment: Payment) =>
    (tx: Tx) => {
      const settled = { order, payment, tx, key: `${state}:${payment.ref}` }
      if (state === 'review') return on.review?.({ ...settled, reason: reason as Reason })
      return on[state as 'paid' | 'failed' | 'expired']?.(settled)
    }
  /** Records that a payment needs no search. */
  const known = (ref: string): Promise<boolean> =>
    store.claim({ ...blank(lineOf(ref), nowMs()), version: 1, isOver: true })

  return {
    read,
    due: (limit) => store.waiting({ dueMs: nowMs(), limit }),
    async change(entry, change) {
      const next = changed(entry, change, nowMs())
      return (await store.claim(next)) ? next : undefined
    },
    async note(given, payment, isLast) {
      // If somebody has meanwhile changed the order, that change stays: the payment is judged again.
      for (let entry: Waiting | undefined = given; entry; entry = await read(given.order)) {
        const verdict = judge(entry, payment, isLast)
        if (!verdict) return entry
        const payments = { ...entry.payments, [payment.ref]: verdict.state }
        const isPending = verdict.state === 'pending'
        const expiresMs = isPending ? Date.parse(payment.expires_at ?? '') || 0 : entry.expiresMs
        const next = changed(entry, { payments, expiresMs }, nowMs())
        const isWritten = isPending
          ? await store.claim(next)
          : await store.done(next, tell(entry.order, verdict, payment))
        if (isWritten && entry.payments[payment.ref] === undefined) await known(payment.ref)
        if (isWritten) return next
      }
      return given
    },
    async take(ref) {
      const line = await read(lineOf(ref))
      if (line?.isOver) return 'noted'
      if (line && nowMs() < line.sinceMs + heldMs * line.version) return 'held'
      const { version } = line ?? { version: 0 }
      const next = { ...blank(lineOf(ref), nowMs()), version: version + 1 }
      return (await store.claim(next)) ? next : 'held'
    },
    async end(entry, change) {
      const { order } = entry
      // If a person is looking at money, the order does not count as unpaid.
      const isReviewed = stateOf(entry) === 'review'
      const next = changed(entry, { ...change, isOver: true }, nowMs())
      await store.done(next, (tx) => (isReviewed ? undefined : on.unpaid?.({ order, tx, key: `unpaid:${order}` })))
    },
  }
}

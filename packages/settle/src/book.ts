import type { Payment } from '@cedi/client'
import type { Service } from './ask.js'
import { blank, changed } from './entry.js'
import type { Handlers } from './handlers.js'
import { judge, type Reason } from './judge.js'
import type { Store } from './store.js'
import { isFollowed, type Waiting } from './waiting.js'

/** What a settlement works with. */
export interface Shop extends Service {
  readonly store: Store<unknown>
  readonly on: Handlers<unknown>
  readonly nowMs: () => number
  /** The shop's order that a payment names. */
  readonly orderOf: (payment: Payment) => string | undefined
  readonly onError: (error: unknown) => void
  /** Refs that need not be searched again: a payment never changes its owner. */
  readonly seen: Set<string>
}

/** Reads an entry; an empty one when there is none. */
export const read = async ({ store, nowMs }: Shop, order = ''): Promise<Waiting> =>
  (await store.waiting({ order }))[0] ?? blank(order, nowMs())

/**
 * Changes an entry that nobody has changed since it was read. The effect happens in the same transaction.
 *
 * @returns The entry as it is now; undefined when somebody else was faster.
 */
export async function write(
  { store, nowMs }: Shop,
  entry: Waiting,
  change: Partial<Waiting>,
  effect?: (tx: unknown) => unknown,
): Promise<Waiting | undefined> {
  const next = changed(entry, change, nowMs())
  return (await (effect ? store.done(next, effect) : store.claim(next))) ? next : undefined
}

/**
 * Records what a payment means for its order, and tells the shop in the same step.
 *
 * @param name - Its order: the one that it is recorded at, otherwise the one that it names.
 * @param isLast - Whether this is the last check.
 */
export async function note(
  shop: Shop,
  payment: Payment,
  name: string | undefined = shop.orderOf(payment),
  isLast = false,
): Promise<void> {
  const { ref, expires_at: expiresAt } = payment
  const entry = await read(shop, name)
  const verdict = isFollowed(entry) && judge(entry, payment, isLast)
  if (!verdict) return
  const { state, reason } = verdict
  const { order, payments } = entry
  const change = {
    payments: { ...payments, [ref]: state },
    expiresMs: Math.max(entry.expiresMs, Date.parse(expiresAt ?? '') || 0),
  }
  const tell = (tx: unknown): unknown =>
    shop.on[state as 'review']?.({ order, payment, tx, reason: reason as Reason, key: `${state}:${ref}` })
  if (await write(shop, entry, change, tell)) await write(shop, blank(lineOf(ref), shop.nowMs()), noted)
  // Somebody has meanwhile changed the order. That change stays, and the payment is judged again.
  else await note(shop, payment, name, isLast)
}

/** A payment has an entry of its own, which is never due. It says that the payment is noted, or that a worker reads it. */
export const lineOf = (ref: string): string => `payment:${ref}`

/** The change of a payment's entry once nobody needs to search for it. */
export const noted: Partial<Waiting> = { isOver: true, dueMs: null }

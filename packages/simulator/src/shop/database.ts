import type { Payment } from '@cedi/client'
import type { Store, Waiting } from '@cedi/settle'
import type { Truth } from '../laws/truth.js'
import type { Machine } from '../world/machine.js'
import type { World } from '../world/world.js'

/** A write that the shop sends to the service until it is answered. Its key is stored before it is sent. */
export interface Attempt {
  readonly key: string
  readonly kind: 'payment' | 'intent' | 'refund'
  readonly order: string
  readonly body: Readonly<Record<string, unknown>>
  readonly madeMs: number
  /** What the service answered: a ref or a token; or the code of its refusal. */
  answer?: string
  isRefused?: boolean
}

/** An order of the shop. */
interface ShopOrder {
  readonly order: string
  readonly pesewas: bigint
  readonly product: string | null
}

/** What a handler wrote in its transaction. */
export interface Effect {
  readonly kind: 'paid' | 'failed' | 'expired' | 'review' | 'unpaid'
  readonly order: string
  readonly payment: Payment | undefined
}

/** What survives every crash of the shop. */
export interface ShopDatabase {
  readonly orders: Map<string, ShopOrder>
  readonly attempts: Map<string, Attempt>
  readonly waiting: Map<string, Waiting>
  readonly effects: Effect[]
  /** The entries due at a time. */
  readonly due: Map<string, Waiting>
  /** The writes without an answer. */
  readonly open: Set<Attempt>
  readonly paid: Effect[]
}

/** Stores a write before it is sent. */
export function begin({ attempts, open }: ShopDatabase, attempt: Attempt): void {
  attempts.set(attempt.key, attempt)
  open.add(attempt)
}

/** Stores an answer. */
export function answered({ open }: ShopDatabase, attempt: Attempt, answer: string, isRefused: boolean): void {
  Object.assign(attempt, { answer, isRefused })
  open.delete(attempt)
}

export const createShopDatabase = (): ShopDatabase => ({
  orders: new Map(),
  attempts: new Map(),
  waiting: new Map(),
  effects: [],
  due: new Map(),
  open: new Set(),
  paid: [],
})

/** The shop's own database did not say whether a write happened. */
export class ShopDatabaseAway extends Error {
  constructor(what: string) {
    super(`The database of the shop went away after ${what}.`)
  }
}

/** Like a database: an entry and its effect are stored together at one moment, or not at all. */
export function storeOf(
  world: World,
  { waiting, effects, orders, due, paid }: ShopDatabase,
  machine: Machine,
  truth: Truth,
): Store<Effect[]> {
  const isNext = ({ order, version }: Waiting): boolean => (waiting.get(order)?.version ?? 0) === version - 1
  const dueOf = ({ dueMs }: Waiting): number => dueMs ?? Number.POSITIVE_INFINITY
  const write = (entry: Waiting): void => {
    waiting.set(entry.order, entry)
    if (entry.dueMs === null) due.delete(entry.order)
    else due.set(entry.order, entry)
  }
  const after = async (what: string): Promise<void> => {
    if (world.faults.site(`connection of ${machine.name} to its database lost after ${what}`, 'commitUnknown')())
      throw new ShopDatabaseAway(what)
    await machine.point(`answer of its database, ${what}`, 4)
  }

  function keep(staged: readonly Effect[], entry: Waiting): void {
    const states = Object.values(entry.payments)
    if (staged.some(({ kind }) => kind === 'unpaid') && (states.includes('pending') || states.includes('paid')))
      world.fail('nobody gives up what may be paid', `${entry.order} is said to be unpaid: ${states.join(', ')}`)
    for (const effect of staged) {
      const { kind, order, payment } = effect
      effects.push(effect)
      if (kind === 'paid') paid.push(effect)
      world.story(machine.name, `writes down that ${order} is ${kind}${payment ? ` (${payment.ref})` : ''}`)
      if (kind === 'paid' && payment) truth.gave(order, orders.get(order)?.pesewas ?? 0n, payment)
      if (kind === 'unpaid') truth.gaveUp(order)
    }
  }

  return {
    async waiting(query) {
      await machine.point('its database, waiting', 4)
      if ('order' in query) return [waiting.get(query.order)].flatMap((entry) => entry ?? [])
      return [...due.values()]
        .filter((entry) => dueOf(entry) <= query.dueMs)
        .sort((one, other) => dueOf(one) - dueOf(other))
        .slice(0, query.limit)
    },
    async claim(entry) {
      await machine.point('its database, claim', 4)
      const isWritten = isNext(entry)
      if (isWritten) write(entry)
      await after('claim')
      return isWritten
    },
    async done(entry, effect) {
      await machine.point('its database, done', 4)
      const staged: Effect[] = []
      // The handler's writes are staged before the entry is compared: the first to commit wins.
      await effect(staged)
      await machine.point('its database, commit', 4)
      const isWritten = isNext(entry)
      if (isWritten) {
        write(entry)
        keep(staged, entry)
      }
      await after('done')
      return isWritten
    },
  }
}

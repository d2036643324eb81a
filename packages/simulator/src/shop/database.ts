import type { Payment } from '@cedi/client'
import type { Store, TrackedOrder } from '@cedi/client/settle'
import type { Consistency } from '../invariants/consistency.js'
import type { ScheduleCheck } from '../invariants/schedule.js'
import type { SearchCheck } from '../invariants/searches.js'
import type { Machine } from '../world/machine.js'
import type { World } from '../world/world.js'

/** Write to the service. It is stored with its key before it is sent, and retried until it has a response. */
export interface Attempt {
  readonly key: string
  readonly kind: 'payment' | 'intent' | 'refund'
  readonly order: string
  readonly body: Readonly<Record<string, unknown>>
  readonly createdMs: number
  /** Response of the service: a ref, a token or an error code. */
  response?: string
  isRejected?: boolean
}

/** Order of the shop. */
interface ShopOrder {
  readonly order: string
  readonly pesewas: bigint
  readonly product: string | null
  readonly quantity: number
}

/** Write of a handler in its transaction. */
export interface Effect {
  readonly kind: 'paid' | 'failed' | 'expired' | 'review' | 'unpaid'
  readonly order: string
  readonly payment: Payment | undefined
}

/** Data of a shop that survives every crash. */
export interface ShopDatabase {
  readonly orders: Map<string, ShopOrder>
  readonly attempts: Map<string, Attempt>
  readonly tracked: Map<string, TrackedOrder>
  readonly effects: Effect[]
  /** Orders with a due time. */
  readonly due: Map<string, TrackedOrder>
  /** Writes without a response. */
  readonly open: Set<Attempt>
  readonly paid: Effect[]
  /** Maximum duration of a statement, in ms. A slow database has more concurrent updates of one order. */
  readonly statementMs: number
}

/** Stores a write before it is sent. */
export function storeAttempt({ attempts, open }: ShopDatabase, attempt: Attempt): void {
  attempts.set(attempt.key, attempt)
  open.add(attempt)
}

/** Stores a response. */
export function storeResult({ open }: ShopDatabase, attempt: Attempt, response: string, isRejected: boolean): void {
  Object.assign(attempt, { response, isRejected })
  open.delete(attempt)
}

export const createShopDatabase = (statementMs: number): ShopDatabase => ({
  statementMs,
  orders: new Map(),
  attempts: new Map(),
  tracked: new Map(),
  effects: [],
  due: new Map(),
  open: new Set(),
  paid: [],
})

/** Error of the shop's own database: the outcome of a write is unknown. */
export class ShopDatabaseUnavailable extends Error {
  constructor(operation: string) {
    super(`The database of the shop did not respond after ${operation}.`)
  }
}

/** Invariants that depend on the writes of a shop. */
export interface ShopChecks {
  readonly consistency: Consistency
  readonly schedule: ScheduleCheck
  readonly searches: SearchCheck
}

/** Creates a store that commits an order and its effects atomically. */
export function createStore(
  world: World,
  { tracked, effects, orders, due, paid, statementMs }: ShopDatabase,
  machine: Machine,
  { consistency, schedule, searches }: ShopChecks,
): Store<Effect[]> {
  const isNext = ({ order, version }: TrackedOrder): boolean => (tracked.get(order)?.version ?? 0) === version - 1
  const getDueMs = ({ dueMs }: TrackedOrder): number => dueMs ?? Number.POSITIVE_INFINITY
  const write = (order: TrackedOrder): void => {
    tracked.set(order.order, order)
    if (order.dueMs === null) due.delete(order.order)
    else due.set(order.order, order)
  }
  const respond = async (operation: string): Promise<void> => {
    if (world.faults.site(`connection of ${machine.name} to its database lost after ${operation}`, 'commitUnknown')())
      throw new ShopDatabaseUnavailable(operation)
    await machine.step(`response of its database, ${operation}`, statementMs)
  }

  function storeEffects(newEffects: readonly Effect[], { order, payments }: TrackedOrder): void {
    const states = Object.values(payments)
    const isOpen = states.some((state) => state === 'pending' || state === 'paid' || state === 'review')
    if (isOpen && newEffects.some(({ kind }) => kind === 'unpaid'))
      world.fail('an order that may be paid is not closed', `${order} is reported to be unpaid: ${states.join(', ')}`)
    for (const effect of newEffects) {
      const { kind, payment } = effect
      effects.push(effect)
      if (kind === 'paid') paid.push(effect)
      world.log(machine.name, `records that ${order} is ${kind}${payment ? ` (${payment.ref})` : ''}`)
      if (kind === 'paid' && payment) consistency.recordDelivery(order, orders.get(order)?.pesewas ?? 0n, payment)
      if (kind === 'unpaid') {
        consistency.recordUnpaid(order)
        schedule.recordUnpaid(order)
      }
    }
  }

  return {
    async find(query) {
      await machine.step('its database, find', statementMs)
      if ('order' in query) return [tracked.get(query.order)].flatMap((order) => order ?? [])
      return [...due.values()]
        .filter((order) => getDueMs(order) <= query.dueMs)
        .sort((one, other) => getDueMs(one) - getDueMs(other))
        .slice(0, query.limit)
    },
    async save(order, effect) {
      await machine.step('its database, save', statementMs)
      const effects: Effect[] = []
      // The handler's writes are staged before the version is compared: the first to commit wins.
      await effect?.(effects)
      if (effect) await machine.step('its database, commit', statementMs)
      const isWritten = isNext(order)
      const wasClosed = tracked.get(order.order)?.isClosed
      if (isWritten && wasClosed && effects.some(({ kind }) => kind === 'unpaid'))
        world.fail('an order is reported as unpaid once', `order ${order.order}`)
      if (isWritten) {
        write(order)
        storeEffects(effects, order)
        searches.recordSearch(order)
      }
      await respond(effect ? 'commit' : 'save')
      return isWritten
    },
  }
}

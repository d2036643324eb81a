// Orders of the shop. An order is stored before its payment is requested, and survives a restart.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { toOrderState } from '@cedi/client/settle'

/** @typedef {import('@cedi/client/settle').TrackedOrder} TrackedOrder */

/**
 * @typedef {object} Order
 * @property {string} id Random. Gives access to the page of the order.
 * @property {string} createdAt
 * @property {import('@cedi/client').Product} product Copy from the time of the order.
 * @property {number} quantity
 * @property {string} email Empty if unknown.
 * @property {readonly Checkout[]} checkouts Oldest first. A new one replaces an expired one.
 * @property {string | null} paidBy Ref of the payment. Written once.
 * @property {string} failure Failure code of the last payment; empty if none has failed.
 * @property {import('@cedi/client/settle').OrderState} state Last known payment state.
 */

/**
 * @typedef {object} Checkout
 * @property {string} token Client token for service.js.
 * @property {string} url URL of the full-page checkout.
 * @property {number} amount Amount in GH₵.
 * @property {string} expiresAt
 */

/** @typedef {{ order?: Order | undefined, tracked?: TrackedOrder }} Change */
/** Transaction that handlers receive. @typedef {{ save(order: Order): void }} Writer */

/**
 * Stores orders in memory. If a file is given, each change is also appended to it as one line. A shop with a database
 * uses `pgStore` or `sqliteStore` from `@cedi/client/settle` instead.
 *
 * @param {string} [file]
 */
export function createOrders(file) {
  /** @type {Map<string, Order>} */
  const orders = new Map()
  /** @type {Map<string, TrackedOrder>} */
  const trackedOrders = new Map()
  /** @param {Change} change */
  const apply = ({ order, tracked }) => {
    if (order) orders.set(order.id, order)
    if (tracked) trackedOrders.set(tracked.order, tracked)
  }
  if (file && existsSync(file)) for (const change of readChanges(file)) apply(change)

  /** Writes an order and its payment state in one line, so that they are always consistent. @param {Change} change */
  const persist = (change) => {
    if (file) appendFileSync(file, `${JSON.stringify(change)}\n`)
    apply(change)
  }
  /** @param {string} id @returns {Order | undefined} */
  const read = (id) => {
    const order = orders.get(id)
    const tracked = trackedOrders.get(id)
    return order && { ...order, state: tracked ? toOrderState(tracked) : 'open' }
  }
  /** @param {TrackedOrder} tracked */
  const isNextVersion = ({ order, version }) => (trackedOrders.get(order)?.version ?? 0) === version - 1

  /** @type {import('@cedi/client/settle').Store<Writer>} */
  const store = {
    async find(query) {
      if ('order' in query) return [trackedOrders.get(query.order)].flatMap((tracked) => tracked ?? [])
      const due = [...trackedOrders.values()].filter(({ dueMs }) => dueMs !== null && dueMs <= query.dueMs)
      return due.sort((one, other) => Number(one.dueMs) - Number(other.dueMs)).slice(0, query.limit)
    },
    async save(tracked, effect) {
      if (!isNextVersion(tracked)) return false
      /** @type {Order | undefined} */
      let order
      effect?.({
        save(changed) {
          order = changed
        },
      })
      persist({ order, tracked })
      return true
    },
  }
  return {
    read,
    store,
    /**
     * Saves an order. Callers must not await between reading and saving an order, so that concurrent changes are not lost.
     *
     * @param {Order} order
     */
    save(order) {
      persist({ order })
      return /** @type {Order} */ (read(order.id))
    },
  }
}

/** @typedef {ReturnType<typeof createOrders>} Orders */

/** Reads the changes in a file, ignoring an incomplete last line. @param {string} file */
function readChanges(file) {
  const lines = readFileSync(file, 'utf8').split('\n')
  lines.pop()
  return lines.filter(Boolean).map((line) => /** @type {Change} */ (JSON.parse(line)))
}

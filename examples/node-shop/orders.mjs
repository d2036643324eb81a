// What the shop remembers. It outlives a restart: an order is written down before anybody is asked for money.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { toOrderState } from '@cedi/settle'

/** @typedef {import('@cedi/settle').TrackedOrder} TrackedOrder */

/**
 * @typedef {object} Order
 * @property {string} id Made by chance: whoever knows it may see the order.
 * @property {string} createdAt
 * @property {import('@cedi/client').Product} product As it was when it was ordered.
 * @property {number} quantity
 * @property {string} email Empty when the buyer gave none.
 * @property {readonly Checkout[]} checkouts The latest one last. They are over after a while, and then there is another.
 * @property {string | null} paidBy The ref of the payment that paid it. Written once.
 * @property {string} failure Why the last payment did not work; empty when none has failed.
 * @property {import('@cedi/settle').OrderState} state Where it stands, as far as the shop knows.
 */

/**
 * @typedef {object} Checkout
 * @property {string} token What the page hands to service.js.
 * @property {string} url The same as a page of its own.
 * @property {number} amount What the buyer pays, in GH₵.
 * @property {string} expiresAt
 */

/** @typedef {{ order?: Order | undefined, tracked?: TrackedOrder }} Change */
/** What a handler writes with. @typedef {{ save(order: Order): void }} Writer */

/**
 * Orders in memory and, given a file, one line for each change in it. A shop with a database keeps them there, and takes
 * `pgStore` or `sqliteStore` of `@cedi/settle`.
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

  /** One line is kept whole or not at all: an order and what is known of its payments never disagree. @param {Change} change */
  const keep = (change) => {
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
  const isNext = ({ order, version }) => (trackedOrders.get(order)?.version ?? 0) === version - 1

  /** @type {import('@cedi/settle').Store<Writer>} */
  const store = {
    async find(query) {
      if ('order' in query) return [trackedOrders.get(query.order)].flatMap((tracked) => tracked ?? [])
      const due = [...trackedOrders.values()].filter(({ dueMs }) => dueMs !== null && dueMs <= query.dueMs)
      return due.sort((one, other) => Number(one.dueMs) - Number(other.dueMs)).slice(0, query.limit)
    },
    async save(tracked, effect) {
      if (!isNext(tracked)) return false
      /** @type {Order | undefined} */
      let order
      effect?.({
        save(changed) {
          order = changed
        },
      })
      keep({ order, tracked })
      return true
    },
  }
  return {
    read,
    store,
    /**
     * Writes an order down. Whoever changes one reads it, changes it and saves it without waiting for anything
     * between, so that two requests never undo each other.
     *
     * @param {Order} order
     */
    save(order) {
      keep({ order })
      return /** @type {Order} */ (read(order.id))
    },
  }
}

/** @typedef {ReturnType<typeof createOrders>} Orders */

/** The changes of a file. The last line is left out when the power failed in the middle of it. @param {string} file */
function readChanges(file) {
  const lines = readFileSync(file, 'utf8').split('\n')
  lines.pop()
  return lines.filter(Boolean).map((line) => /** @type {Change} */ (JSON.parse(line)))
}

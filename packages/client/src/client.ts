import { type Connection, connect } from './connection.js'
import type { Resource, Target } from './request.js'
import { type Balances, balance } from './resources/balance.js'
import { type CheckoutIntents, checkoutIntents } from './resources/checkout-intents.js'
import { type Licenses, licenses } from './resources/licenses.js'
import { type Orders, orders } from './resources/orders.js'
import { type Payments, payments } from './resources/payments.js'
import { type Products, products } from './resources/products.js'
import { type Refunds, refunds } from './resources/refunds.js'
import type { Config, ConfigGiven, PublicConfig } from './types.js'

/** A client without a key: the public call only. */
export interface PublicClient {
  /** License keys: needs no key. */
  readonly licenses: Licenses
}

/** Describes requests, never sends them. Holds the key where no log, JSON or snapshot finds it. */
export interface Client extends PublicClient {
  /** Money that buyers pay. */
  readonly payments: Payments
  /** Wishes to open the popup checkout. */
  readonly checkoutIntents: CheckoutIntents
  /** The available balance. */
  readonly balance: Balances
  /** Requests to pay money back. */
  readonly refunds: Refunds
  /** What the merchant sells. */
  readonly products: Products
  /** What buyers bought. */
  readonly orders: Orders
}

/**
 * Makes a client. It describes requests and sends nothing, not even to try the key.
 *
 * @param config - Where the service is, and the key; without a key there is the public call only.
 * @returns One object per resource. It is frozen, and so are they.
 * @throws TypeError when the base address is not https (or http on this machine), when the key is missing or has a space,
 *   or when there is a key in a browser, where every visitor can read it. A key by function is looked at when it is used.
 * @source Authentication, rule 1
 * @decision 0021
 * @example
 * ```ts
 * import { createClient } from '@cedi/client'
 *
 * const cedi = createClient({ baseUrl: 'https://pay.example', apiKey: 'sk_test_1' })
 * const request = cedi.products.list({ limit: '20' })
 * console.log(request.method, request.url) // GET https://pay.example/api/v1/products?limit=20
 * ```
 */
export function createClient<const Given extends { readonly apiKey?: unknown; readonly baseUrl: string }>(
  config: Given & ConfigGiven<Given>,
): Given extends { readonly apiKey: unknown } ? Client : PublicClient
export function createClient(config: Config | PublicConfig): Client | PublicClient {
  const connection = connect(config)
  const open: PublicClient = { licenses: bind(licenses, connection) }
  if (!('apiKey' in config)) return Object.freeze(open)
  // A wrong key is said at once; a key by function is looked at when it is used.
  if (typeof config.apiKey !== 'function') connection(true)
  return Object.freeze({
    ...open,
    payments: bind(payments, connection),
    checkoutIntents: bind(checkoutIntents, connection),
    balance: bind(balance, connection),
    refunds: bind(refunds, connection),
    products: bind(products, connection),
    orders: bind(orders, connection),
  })
}

/** The calls of a resource with the config already given. */
function bind<Calls extends object>(
  resource: Resource<Calls> & Readonly<Record<string, (config: Target, ...args: never[]) => unknown>>,
  connection: Connection,
): Calls {
  // Every call takes two arguments at most. A function of our own is called faster than what `bind` makes.
  const bound = Object.entries(resource).map(([verb, call]) => [
    verb,
    (first: never, second: never) => call(connection, first, second),
  ])
  return Object.freeze(Object.fromEntries(bound))
}

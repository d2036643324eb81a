import { createConnection } from './connection.js'
import { type Balances, createBalanceResource } from './resources/balance.js'
import { type CheckoutIntents, createCheckoutIntentsResource } from './resources/checkout-intents.js'
import { createLicensesResource, type Licenses } from './resources/licenses.js'
import { createOrdersResource, type Orders } from './resources/orders.js'
import { createPaymentsResource, type Payments } from './resources/payments.js'
import { createProductsResource, type Products } from './resources/products.js'
import { createRefundsResource, type Refunds } from './resources/refunds.js'
import { describeRoute, type RouteCalls, type RouteOptions } from './route.js'
import type { Config, PublicConfig } from './types.js'

/** Client without a key. Has only the public operation. */
export interface PublicClient {
  /** License keys. */
  readonly licenses: Licenses
}

/** Client that describes requests and sends none. Logs, JSON and snapshots of it do not contain the key. */
export interface Client extends PublicClient, RouteCalls {
  /** Payments. */
  readonly payments: Payments
  /** Checkout intents for the popup. */
  readonly checkoutIntents: CheckoutIntents
  /** Balance of the merchant. */
  readonly balance: Balances
  /** Refund requests. */
  readonly refunds: Refunds
  /** Products of the merchant. */
  readonly products: Products
  /** Orders of the buyers. */
  readonly orders: Orders
}

/**
 * Creates a client. Sends nothing, not even to verify the key.
 *
 * @param config - Base URL and key. Without a key, the client has only the public operation.
 * @returns A client with one object per resource, and `request` for any route.
 * @throws TypeError if the base URL is not https (or http on localhost), if the key is missing or contains a space, or if
 *   there is a key in a browser or a React Native app, whose users can read it, or if an option is unknown or has the wrong
 *   type. The results of functions are validated on each call.
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
export function createClient(config: Config): Client
/** Creates a client without a key, which has only the public operation. */
export function createClient(config: PublicConfig): PublicClient
export function createClient(config: Config | PublicConfig): Client | PublicClient {
  const connection = createConnection(config)
  const publicClient: PublicClient = { licenses: createLicensesResource(connection) }
  if (!('apiKey' in config)) return addRejectedMembers(publicClient)
  const client: Client = {
    ...publicClient,
    payments: createPaymentsResource(connection),
    checkoutIntents: createCheckoutIntentsResource(connection),
    balance: createBalanceResource(connection),
    refunds: createRefundsResource(connection),
    products: createProductsResource(connection),
    orders: createOrdersResource(connection),
    request: ((route: string, input?: RouteOptions<string, unknown>) =>
      describeRoute(connection, route, input)) as Client['request'],
  }
  return client
}

/**
 * Adds the members of a client with a key, which throw when they are read. JavaScript callers would get undefined instead.
 * They are not enumerable, so loggers and comparisons do not read them.
 */
function addRejectedMembers(client: PublicClient): PublicClient {
  for (const name of ['payments', 'checkoutIntents', 'balance', 'refunds', 'products', 'orders', 'request'])
    Object.defineProperty(client, name, {
      configurable: true,
      get() {
        throw new TypeError(`${name} needs an API key. Pass apiKey to createClient, beside baseUrl.`)
      },
    })
  return client
}

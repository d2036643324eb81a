import { connect, describe, segment } from './request.js'
import type { Balances } from './resources/balance.js'
import type { CheckoutIntents } from './resources/checkout-intents.js'
import { type Licenses, verifyLicense } from './resources/licenses.js'
import type { Orders } from './resources/orders.js'
import type { Payments } from './resources/payments.js'
import type { Products } from './resources/products.js'
import type { Refunds } from './resources/refunds.js'
import type { CallOptions, Config, ListQuery, OperationId, PublicConfig, Scope, WriteOptions } from './types.js'

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
 * @returns One object per resource, frozen.
 * @throws TypeError when the base address is not https (or this machine), when a key has a space,
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
export function createClient(config: Config): Client
export function createClient(config: PublicConfig): PublicClient
export function createClient(options: Config | PublicConfig): Client | PublicClient {
  const config = { ...options } as Config
  const licenses: Licenses = { verify: verifyLicense.bind(null, config) }
  if (!('apiKey' in config)) return Object.freeze({ licenses })
  // A wrong config is said at once; a key by function is looked at when it is used.
  const connection = (config.apiKey as () => string)?.call ? 0 : connect(config)
  const creating =
    (operation: OperationId, path: string, resource = path) =>
    (input: unknown, options?: WriteOptions) =>
      describe(
        '/api/v1/' + path,
        (resource + ':write') as Scope,
        operation,
        connection || connect(config),
        options,
        'POST',
        undefined,
        JSON.stringify(input),
      )
  const reading = (operation: OperationId, resource: string) => (id: string, options?: CallOptions) =>
    describe(
      '/api/v1/' + resource + '/' + segment('id', id),
      (resource + ':read') as Scope,
      operation,
      connection || connect(config),
      options,
      'GET',
    )
  const listing = (operation: OperationId, resource: string) => (query?: ListQuery, options?: CallOptions) =>
    describe(
      '/api/v1/' + resource,
      (resource + ':read') as Scope,
      operation,
      connection || connect(config),
      options,
      'GET',
      query,
    )
  return Object.freeze({
    balance: { read: listing('readBalance', 'balance').bind(null, {}) },
    products: {
      read: reading('readProduct', 'products'),
      create: creating('createProduct', 'products'),
      list: listing('listProducts', 'products'),
    },
    checkoutIntents: { create: creating('createCheckoutIntent', 'checkout/intent', 'payments') },
    payments: { read: reading('readPayment', 'payments'), create: creating('createPayment', 'payments') },
    refunds: { create: creating('createRefund', 'refunds') },
    orders: { read: reading('readOrder', 'orders'), list: listing('listOrders', 'orders') },
    licenses,
  })
}

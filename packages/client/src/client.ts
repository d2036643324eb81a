import type { Operations } from '@cedi/contract'
import { check } from './input.js'
import { connect, create, list, segment } from './request.js'
import type { Balances } from './resources/balance.js'
import type { CheckoutIntents } from './resources/checkout-intents.js'
import { type Licenses, verifyLicense } from './resources/licenses.js'
import type { Orders } from './resources/orders.js'
import type { Payments } from './resources/payments.js'
import type { Products } from './resources/products.js'
import type { Refunds } from './resources/refunds.js'
import type {
  CallOptions,
  Config,
  ListQuery,
  OperationId,
  PublicConfig,
  RequestDescription,
  Scope,
  WriteOptions,
} from './types.js'

/** A route of the endpoint table, such as `GET /api/v1/products`. */
export type Route = Operations[OperationId]['route']

/** The row of the endpoint table that has a route; `never` for a route that this version does not know. */
export type RowOf<R extends string> = Extract<Operations[OperationId], { route: R }>

/** The names of the parameters in a route. */
export type ParameterOf<R extends string> = R extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never

/** What a call by its route takes. */
export interface RequestOptions<Parameter extends string, Body> extends WriteOptions {
  /** A value for each parameter of the path; each becomes one segment. */
  readonly params?: Readonly<Record<Parameter, string>>
  /** The query; all values are text. */
  readonly query?: Readonly<Record<string, string | undefined>>
  /** The body; sent as JSON. */
  readonly body?: Body
}

/** What a route takes: for a known one its parameters and its body are asked for, for an unknown one anything goes. */
export type RequestInput<R extends string> = RequestOptions<
  ParameterOf<R>,
  [RowOf<R>] extends [never] ? unknown : RowOf<R>['input']
> &
  ([ParameterOf<R>] extends [never] ? unknown : { readonly params: Readonly<Record<ParameterOf<R>, string>> }) &
  ([RowOf<R>] extends [never]
    ? unknown
    : RowOf<R> extends { input: infer Body extends object }
      ? { readonly body: Body }
      : unknown)

/** What a route answers with: `unknown`, never `any`, when this version does not know the route. */
export type DataOf<R extends string> = [RowOf<R>] extends [never] ? unknown : RowOf<R>['data']

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
  /**
   * Describes a call by its route, for calls that are newer than this package. Nothing is sent.
   *
   * @param route - Method and path, such as `GET /api/v1/orders/{ref}`. Values never go into it: they go into `params`.
   * @param input - `params`, `query`, `body`, and the options of every call.
   * @returns A description; its answer has the type of the route, or `unknown`.
   * @throws TypeError when the route or a value is of the wrong form.
   * @decision 0021
   * @example
   * ```ts
   * import { createClient } from '@cedi/client'
   *
   * const cedi = createClient({ baseUrl: 'https://pay.example', apiKey: 'sk_test_1' })
   * const request = cedi.request('GET /api/v1/payouts/{ref}', { params: { ref: 'po_1' } })
   * console.log(request.url) // https://pay.example/api/v1/payouts/po_1
   * ```
   */
  request<R extends Route | (`${string} /${string}` & {})>(
    route: R,
    ...input: Record<never, never> extends RequestInput<R> ? [input?: RequestInput<R>] : [input: RequestInput<R>]
  ): RequestDescription<DataOf<R>, R>
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
  const licenses: Licenses = { verify: (licenseKey, options) => verifyLicense(config, licenseKey, options) }
  if (!('apiKey' in config)) return Object.freeze({ licenses })
  // A wrong config is said at once; a key by function is looked at when it is used.
  const connection = typeof config.apiKey !== 'function' && connect(config)
  const open = () => connection || connect(config)
  const listing = (operation: OperationId, resource: string) => (query?: ListQuery, options?: CallOptions) =>
    list(operation, `/api/v1/${resource}`, `${resource}:read` as Scope, open(), query, options)
  const reading = (operation: OperationId, resource: string) => (id: string, options?: CallOptions) =>
    list(operation, `/api/v1/${resource}/${segment('id', id)}`, `${resource}:read` as Scope, open(), {}, options)
  const creating =
    (operation: OperationId, path: string, resource = path) =>
    (input: unknown, options?: WriteOptions) =>
      create(operation, `/api/v1/${path}`, `${resource}:write` as Scope, open(), input, options)
  return Object.freeze({
    licenses,
    payments: { create: creating('createPayment', 'payments'), read: reading('readPayment', 'payments') },
    checkoutIntents: { create: creating('createCheckoutIntent', 'checkout/intent', 'payments') },
    balance: { read: (options?: CallOptions) => listing('readBalance', 'balance')({}, options) },
    refunds: { create: creating('createRefund', 'refunds') },
    products: {
      list: listing('listProducts', 'products'),
      create: creating('createProduct', 'products'),
      read: reading('readProduct', 'products'),
    },
    orders: { list: listing('listOrders', 'orders'), read: reading('readOrder', 'orders') },
    request(route: string, { params = {}, query, body, ...options }: RequestOptions<string, unknown> = {}) {
      const [method, path] = check('route', route, /^[A-Z]+ (\/(?!\.)[\w{}.-]+)+$/).split(' ') as [string, string]
      let text = ''
      for (const name in query) {
        const value = query[name]
        if (value != null) text += `${text ? '&' : '?'}${encodeURIComponent(name)}=${encodeURIComponent(value)}`
      }
      return create(
        route,
        path.replace(/{(\w+)}/g, (_, name: string) => segment(name, params[name])) + text,
        undefined,
        open(),
        body,
        options,
        method,
      )
    },
  })
}

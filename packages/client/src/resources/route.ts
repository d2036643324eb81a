import type { Operations } from '@cedi/contract'
import { describeAny, type Target } from '../request.js'
import type { OperationId, RequestDescription, WriteOptions } from '../types.js'

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

/**
 * Describes a call by its route, for calls that are newer than this package. Nothing is sent.
 *
 * @param config - Where the service is, and the key.
 * @param route - Method and path, such as `GET /api/v1/orders/{ref}`. Values never go into it: they go into `params`.
 * @param input - `params`, `query`, `body`, and the options of every call.
 * @returns A description; its answer has the type of the route, or `unknown`.
 * @throws TypeError when the config, the route or a value is of the wrong form.
 * @decision 0021
 * @example
 * ```ts
 * import { request } from '@cedi/client/operations'
 *
 * const config = { baseUrl: 'https://pay.example', apiKey: 'sk_test_1' }
 * const payout = request(config, 'GET /api/v1/payouts/{ref}', { params: { ref: 'po_1' } })
 * console.log(payout.url) // https://pay.example/api/v1/payouts/po_1
 * ```
 */
export function request<R extends Route | (`${string} /${string}` & {})>(
  config: Target,
  route: R,
  ...input: Record<never, never> extends RequestInput<R> ? [input?: RequestInput<R>] : [input: RequestInput<R>]
): RequestDescription<DataOf<R>, R>
export function request(
  config: Target,
  route: string,
  { params, query, body, ...options }: RequestOptions<string, unknown> = {},
): RequestDescription<unknown> {
  // A dot at the start of a segment could climb; a query or another machine has no place in a route.
  const [, method = '', path = ''] = /^([A-Z]+) ((?:\/(?!\.)[\w{}.-]+)+)$/.exec(String(route)) ?? []
  if (!path) throw TypeError('route must be a method and a path, such as GET /api/v1/orders/{ref}.')
  const names = query && Object.keys(query)
  for (const name of names ?? [])
    if (/\W/.test(name)) throw TypeError('query must have names of letters, digits and _.')
  return describeAny(config, { id: route, method, path, query: names }, { params: params ?? {}, query, body, options })
}

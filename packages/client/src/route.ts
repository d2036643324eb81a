import type { Operations } from '@cedi/contract'
import { anyCheck, checkOptions, objectCheck } from '@cedi/contract/options'
import type { Connection } from './connection.js'
import { describeRequest, prepareTarget, writeOptionChecks } from './request.js'
import type { OperationId, RequestDescription, WriteOptions } from './types.js'

/** Route of a known operation, such as `GET /api/v1/products`. */
export type Route = Operations[OperationId]['route']

/** Operation of a route. `never` if this version does not know the route. */
export type RouteOperation<R extends string> = Extract<Operations[OperationId], { route: R }>

/** Names of the path parameters in a route. */
export type RouteParameter<R extends string> = R extends `${string}{${infer Name}}${infer Rest}`
  ? Name | RouteParameter<Rest>
  : never

/** Type of the response data of a route. `unknown` if this version does not know the route. */
export type RouteData<R extends string> = [RouteOperation<R>] extends [never] ? unknown : RouteOperation<R>['data']

/** Options of a call by route. */
export interface RouteOptions<Parameter extends string, Body> extends WriteOptions {
  /** Value of each path parameter. Each value becomes one path segment. */
  readonly params?: Readonly<Record<Parameter, string>> | undefined
  /** Query parameters. All values are strings. */
  readonly query?: Readonly<Record<string, string | undefined>> | undefined
  /** Body, sent as JSON. */
  readonly body?: Body | undefined
}

/** Input of a call by route. Path parameters are required, and so is the body of a known operation that has one. */
export type RouteInput<R extends string> = RouteOptions<
  RouteParameter<R>,
  [RouteOperation<R>] extends [never] ? unknown : RouteOperation<R>['input']
> &
  ([RouteParameter<R>] extends [never] ? unknown : { readonly params: Readonly<Record<RouteParameter<R>, string>> }) &
  ([RouteOperation<R>] extends [never]
    ? unknown
    : RouteOperation<R> extends { input: infer Body extends object }
      ? { readonly body: Body }
      : unknown)

/** Calls by route. */
export interface RouteCalls {
  /**
   * Describes a call by its route, for operations that this version of the package does not know. Sends nothing.
   *
   * @param route - Method and path, such as `GET /api/v1/orders/{ref}`. Values are passed in `params` and `query`.
   * @param input - `params`, `query`, `body`, `simulate`, `idempotencyKey`, `headers`.
   * @returns A description with the key. The response data has the type of the route, or `unknown`.
   * @throws TypeError if the route is malformed or a value is invalid.
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
    ...input: Record<never, never> extends RouteInput<R> ? [input?: RouteInput<R>] : [input: RouteInput<R>]
  ): RequestDescription<RouteData<R>, R>
}

// Rejects dot segments, which could leave the path, and queries and hosts, which do not belong in a route.
const routePattern = /^([A-Z]+) ((?:\/(?!\.)[\w{}.-]+)+)$/

const routeOptionChecks = { params: objectCheck, query: objectCheck, body: anyCheck, ...writeOptionChecks }

/** Describes a call by its route. See {@link RouteCalls.request}. */
export function describeRoute(
  connection: Connection,
  route: string,
  input: RouteOptions<string, unknown> = {},
): RequestDescription<unknown> {
  checkOptions('request', input, routeOptionChecks)
  const { params, query, body, ...options } = input
  const [, method, path] = routePattern.exec(String(route)) ?? []
  if (!method || !path)
    throw new TypeError(
      'route must be a method and a path, such as "GET /api/v1/orders/{ref}". Pass values in params and query.',
    )
  const queryNames = Object.keys(query ?? {})
  if (queryNames.some((name) => /\W/.test(name)))
    throw new TypeError('query must have names of letters, digits and underscores.')
  const target = prepareTarget({ id: route, method, path, query: queryNames })
  return describeRequest(connection, target, { params, query, body, options })
}

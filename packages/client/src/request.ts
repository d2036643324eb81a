import type { Operations, PublicOperations } from '@cedi/contract'
import type { Connection } from './connection.js'
import type { RequestDescription, Scope, WriteOptions } from './types.js'
import { encodePathSegment, encodeQueryValue } from './validation.js'

/** All operations: those that require a key, and the public one. */
interface AllOperations extends Operations, PublicOperations {}

type OperationName = keyof AllOperations

/** Row of the generated operation table. */
interface OperationRow<Name extends OperationName> {
  readonly id: Name
  readonly method: AllOperations[Name]['method']
  readonly path: string
  readonly scope: AllOperations[Name]['scope']
  readonly query?: readonly string[]
}

/** Input of one call. Has only the parts that the operation accepts. */
type OperationInput<Name extends OperationName> = {
  readonly [Part in 'params' | 'query' as AllOperations[Name][Part] extends undefined ? never : Part]:
    | AllOperations[Name][Part]
    | undefined
} & (AllOperations[Name]['input'] extends undefined ? unknown : { readonly body: AllOperations[Name]['input'] }) & {
    readonly options: WriteOptions | undefined
  }

/**
 * Describes a call of a known operation. Sends nothing.
 *
 * @param connection - Connection of the client.
 * @param operation - Row of the operation in the generated table.
 * @param input - Path parameters, query, body and options of the call.
 * @throws TypeError if a value is invalid.
 */
export function describeOperation<Name extends OperationName>(
  connection: Connection,
  operation: OperationRow<Name>,
  input: OperationInput<Name>,
): RequestDescription<AllOperations[Name]['data'], Name, AllOperations[Name]['method']> {
  return describeRequest(connection, operation, input)
}

/** Target of a request: an operation or a route. */
interface RequestTarget<Id extends string, Method extends string> {
  /** Operation id or route. */
  readonly id: Id
  readonly method: Method
  /** Path with parameters in braces: `/api/v1/orders/{ref}`. */
  readonly path: string
  /** Required scope. Null if no key is sent, undefined if the scope is unknown. */
  readonly scope?: Scope | null
  /** Names of the supported query parameters. */
  readonly query?: readonly string[] | undefined
}

/** Values of a request. Their names are checked against the {@link RequestTarget}. */
interface RequestValues {
  readonly params?: Readonly<Record<string, unknown>> | undefined
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly body?: unknown
  readonly options?: WriteOptions | undefined
}

/**
 * Describes any request. Sends nothing.
 *
 * @throws TypeError if a value is invalid.
 */
export function describeRequest<Data, Id extends string, Method extends string>(
  connection: Connection,
  { id, method, path, scope, query: queryNames = [] }: RequestTarget<Id, Method>,
  { params = {}, query = {}, body, options }: RequestValues,
): RequestDescription<Data, Id, Method> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const request = {
    method,
    url: connection.baseUrl + buildPath(path, params) + buildQuery(queryNames, query),
    headers: connection.buildHeaders({ needsKey: scope !== null, hasBody: text !== undefined, options }),
    operation: id,
    scope: scope ?? undefined,
  }
  return Object.freeze(text === undefined ? request : { body: text, ...request })
}

function buildPath(path: string, params: Readonly<Record<string, unknown>>): string {
  return path.replace(/{(\w+)}/g, (_, name: string) => encodePathSegment(name, params[name]))
}

/** Builds the query string in the order of the caller. Skips undefined values and unknown names. */
function buildQuery(names: readonly string[], query: Readonly<Record<string, unknown>>): string {
  const pairs: string[] = []
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && names.includes(name)) pairs.push(`${name}=${encodeQueryValue(name, value)}`)
  }
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

import type { Operations, PublicOperations } from '@cedi/contract'
import {
  anyCheck,
  booleanCheck,
  checkOptions,
  describeValue,
  type OptionCheck,
  type OptionChecks,
  objectCheck,
} from '@cedi/contract/options'
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
  const { id, method } = operation
  const { query, body, options } = input as RequestValues
  if ('body' in input && !objectCheck.accepts(body))
    throw new TypeError(`${id} needs an object with the fields of the request. Got ${describeValue(body)}.`)
  const target = getOperationTarget(operation)
  checkOptions(id, query, target.queryChecks, [], 'query parameter')
  const isWrite = method === 'POST' && operation.scope !== null
  checkOptions(id, options, isWrite ? writeOptionChecks : readOptionChecks)
  return describeRequest(connection, target as PreparedTarget<Name, AllOperations[Name]['method']>, input)
}

type WriteOptionName = 'simulate' | 'idempotencyKey' | 'headers'
// `buildHeaders` validates `headers` and `idempotencyKey`, and `encodeQueryValue` the values of a query.
const readOptionChecks: OptionChecks = { headers: anyCheck }
/** Checks of the options of a write. */
export const writeOptionChecks: Readonly<Record<WriteOptionName, OptionCheck>> = {
  simulate: booleanCheck,
  idempotencyKey: anyCheck,
  headers: anyCheck,
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

/** {@link RequestTarget} whose path and names are parsed. */
interface PreparedTarget<Id extends string, Method extends string> extends RequestTarget<Id, Method> {
  /** Literal parts of the path, and between them the names of its parameters. */
  readonly pathParts: readonly string[]
  readonly paramChecks: OptionChecks
  readonly queryChecks: OptionChecks
}

/** Prepared operations. Each is parsed once, when it is first called. */
const operationTargets = /* @__PURE__ */ new WeakMap<object, PreparedTarget<string, string>>()

/** Creates checks of names only; the values are validated where they are encoded. */
const toNameChecks = (names: readonly string[]): OptionChecks =>
  Object.fromEntries(names.map((name) => [name, anyCheck]))

/** Parses the path of a target, and creates the checks of its parameters. */
export function prepareTarget<Id extends string, Method extends string>(
  target: RequestTarget<Id, Method>,
): PreparedTarget<Id, Method> {
  const pathParts = target.path.split(/{(\w+)}/)
  return {
    ...target,
    pathParts,
    paramChecks: toNameChecks(pathParts.filter((_, index) => index % 2 === 1)),
    queryChecks: toNameChecks(target.query ?? []),
  }
}

function getOperationTarget(operation: RequestTarget<string, string>): PreparedTarget<string, string> {
  const known = operationTargets.get(operation)
  if (known) return known
  const target = prepareTarget(operation)
  operationTargets.set(operation, target)
  return target
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
  target: PreparedTarget<Id, Method>,
  { params, query, body, options }: RequestValues,
): RequestDescription<Data, Id, Method> {
  const { id, method, scope } = target
  type Description = RequestDescription<Data, Id, Method>
  const text = body === undefined ? undefined : serializeBody(body)
  const description: { -readonly [Name in keyof Description]: Description[Name] } = {
    cache: 'no-store',
    method,
    url: connection.getBaseUrl() + buildPath(target, params) + buildQuery(query),
    headers: connection.buildHeaders({ needsKey: scope !== null, hasBody: text !== undefined, options }),
    operation: id,
    scope: scope ?? undefined,
  }
  if (text !== undefined) description.body = text
  if (!hasCacheOption) delete description.cache
  return description
}

// Next.js caches requests by default, and would return an outdated payment. Cloudflare Workers reject the option before the
// compatibility date 2024-11-11. `Request` is not read elsewhere, because Node loads undici when it is read.
declare const Request: { readonly prototype: object }
const hasCacheOption: boolean = !('WebSocketPair' in globalThis) || 'cache' in Request.prototype

/** Returns whether JSON would omit data of an object, such as the fields of a `FormData` or the getters of a class. */
function hasHiddenData(value: object): boolean {
  if (Array.isArray(value)) return false
  let prototype = Object.getPrototypeOf(value)
  // The elements of a typed array are not fields.
  const hasNoFields = Object.keys(value).length === 0 || ArrayBuffer.isView(value)
  for (; prototype && Object.getPrototypeOf(prototype); prototype = Object.getPrototypeOf(prototype)) {
    const members = Object.values(Object.getOwnPropertyDescriptors(prototype))
    if (hasNoFields || members.some((member) => member.get)) return true
  }
  return false
}

/** Serializes a body. Rejects values that JSON would drop or replace by null. */
function serializeBody(body: unknown): string {
  const text = JSON.stringify(body, (name, value) => {
    const isNumber = typeof value === 'number'
    if (
      typeof value === 'bigint' ||
      typeof value === 'function' ||
      typeof value === 'symbol' ||
      (isNumber && !Number.isFinite(value))
    )
      throw new TypeError(
        `${name || 'body'} must be a JSON value. Got ${describeValue(value)}. Amounts are GH₵, as a number or a string.`,
      )
    if (typeof value === 'object' && value !== null && hasHiddenData(value))
      throw new TypeError(`${name || 'body'} must be a plain object or an array. Got ${describeValue(value)}.`)
    return value
  })
  // `toJSON` of a date returns a string.
  if (!/^[[{]/.test(text)) throw new TypeError(`body must be a plain object or an array. Got ${describeValue(body)}.`)
  return text
}

function buildPath(
  { path, pathParts, paramChecks }: PreparedTarget<string, string>,
  params: Readonly<Record<string, unknown>> | undefined,
): string {
  checkOptions(path, params, paramChecks, [], 'path parameter')
  let built = pathParts[0] as string
  for (let index = 1; index < pathParts.length; index += 2) {
    const name = pathParts[index] as string
    built += encodePathSegment(name, params?.[name]) + pathParts[index + 1]
  }
  return built
}

/** Builds the query string in the order of the caller. Skips undefined values. */
function buildQuery(query: Readonly<Record<string, unknown>> = {}): string {
  let built = ''
  for (const name of Object.keys(query))
    if (query[name] !== undefined) built += `${built ? '&' : '?'}${name}=${encodeQueryValue(name, query[name])}`
  return built
}

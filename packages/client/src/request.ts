import type { Operations, PublicOperations } from '@cedi/contract'
import { type Connection, connect } from './connection.js'
import { encodeSegment, encodeText } from './input.js'
import type { Config, PublicConfig, RequestDescription, Scope, WriteOptions } from './types.js'

/** Everything that can be called: what needs a key, and what does not. */
export interface Calls extends Operations, PublicOperations {}

/** One row of the endpoint table, as the contract generates it. */
export interface OperationRow<Name extends keyof Calls> {
  /** The name of the operation. */
  readonly id: Name
  /** The HTTP method. */
  readonly method: Calls[Name]['method']
  /** The path, with its parameters in braces. */
  readonly path: string
  /** The scope that the key needs; null for what needs no key. */
  readonly scope: Calls[Name]['scope']
  /** The names that its query may have. */
  readonly query?: readonly string[]
}

/** What one call adds to its operation. What the operation does not take cannot be given. */
export type CallInput<Name extends keyof Calls> = {
  readonly [Part in 'params' | 'query' as Calls[Name][Part] extends undefined ? never : Part]:
    | Calls[Name][Part]
    | undefined
} & (Calls[Name]['input'] extends undefined ? unknown : { readonly body: Calls[Name]['input'] }) & {
    readonly options: WriteOptions | undefined
  }

/** A config, or what {@link connect} made of it. */
export type Target = Config | Connection

/**
 * A call of a client as a function of its own: the config, then the arguments of the call.
 *
 * @typeParam Call - The call as the client has it.
 * @typeParam Where - What it takes first.
 */
export type Over<Call extends (...args: never[]) => unknown, Where = Target> = (
  config: Where,
  ...args: Parameters<Call>
) => ReturnType<Call>

/** The calls of one resource, each as a function over a config. */
export type Resource<Calls extends object, Where = Target> = {
  readonly [Verb in keyof Calls]: Calls[Verb] extends (...args: never[]) => unknown ? Over<Calls[Verb], Where> : never
}

type Texts = Readonly<Record<string, unknown>>

/** What {@link describeRequest} reads of a row and of an input; the types of a known operation are narrower. */
interface Row<Method extends string, Id extends string> {
  readonly id: Id
  readonly method: Method
  readonly path: string
  /** Null: no key is sent. Undefined: a key is sent, and what it needs is not known. */
  readonly scope?: Scope | null
  readonly query?: readonly string[] | undefined
}
interface Input {
  readonly params?: Texts | undefined
  readonly query?: Texts | undefined
  readonly body?: unknown
  readonly options?: WriteOptions | undefined
}

/** The path with the values of its parameters. */
const fillPath = (path: string, params: Texts): string =>
  path.replace(/{(\w+)}/g, (_, name: string) => encodeSegment(name, params[name]))

/** An address with its query: what the caller wrote, encoded, unchanged. */
function addQuery(address: string, names: readonly string[], query: Texts | undefined): string {
  let url = address
  let separator = '?'
  // Not in the order of `names`: engines walk an object faster than they look names up in it.
  for (const name in query) {
    const value = query[name]
    if (value !== undefined && names.includes(name)) {
      // biome-ignore lint/style/useTemplate: joined from left to right, nothing short is built that is copied again.
      url = url + separator + name + '=' + encodeText(name, value)
      separator = '&'
    }
  }
  return url
}

/** Describes any call: {@link describeRequest} without what the types know of an operation. */
export function describeAny<Data, Id extends string, Method extends string>(
  target: Config | PublicConfig | Connection,
  { id: operation, method, path, scope, query: names = [] }: Row<Method, Id>,
  { params, query, body, options }: Input,
): RequestDescription<Data, Id, Method> {
  const connection = typeof target === 'function' ? target : connect(target)
  const text = body === undefined ? undefined : JSON.stringify(body)
  const { base, headers } = connection(scope !== null, text, options)
  const url = addQuery(base + (params ? fillPath(path, params) : path), names, query)
  const needed = scope ?? undefined
  // Each in full, and no copy to which the body is added.
  return Object.freeze(
    text
      ? { method, url, headers, operation, scope: needed, body: text }
      : { method, url, headers, operation, scope: needed },
  )
}

/**
 * Describes a call of an operation. Nothing is sent.
 *
 * @param target - Where the service is, and the key.
 * @param operation - Its row in the endpoint table.
 * @param input - The values for its path, its query and its body, and the options of the call.
 * @throws TypeError when the config or a value is of the wrong form.
 */
export const describeRequest: <Name extends keyof Calls>(
  target: Config | PublicConfig | Connection,
  operation: OperationRow<Name>,
  input: CallInput<Name>,
) => RequestDescription<Calls[Name]['data'], Name, Calls[Name]['method']> = describeAny

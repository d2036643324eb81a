import type { Operations, Scope } from '@cedi/contract'

export type { Operations, Scope }

/** The name of an operation, such as `createPayment`. */
export type OperationId = keyof Operations

/** The scope that an operation needs. */
export type ScopeOf<O extends OperationId> = Operations[O]['scope']

/** The HTTP method of an operation. */
export type MethodOf<O extends OperationId> = Operations[O]['route'] extends `${infer M} ${string}` ? M : never

declare const ANSWER: unique symbol

/**
 * A request as a value: not sent yet, frozen. `fetch(description.url, description)` sends it; so does any other transport.
 * Its type carries the type of the answer. JSON and logs show the headers without the key; a spread copy shows it.
 *
 * @source What the service does ("returns a request description")
 * @decision 0021
 */
export interface RequestDescription<out T, out O extends string = string, out M extends string = string> {
  /** The HTTP method, in capitals. */
  readonly method: M
  /** The whole address. */
  readonly url: string
  /** The headers as they go on the wire. */
  readonly headers: Readonly<Record<string, string>>
  /** The body as JSON text; there is no such member when nothing is sent. */
  readonly body?: string
  /** The operation, such as `listProducts`; the route for calls by `request`. */
  readonly operation: O
  /** The scope that the key needs; undefined when it is not known or none is needed. */
  readonly scope?: Scope | undefined
  /** Never there: ties the type of the answer to the description. */
  readonly [ANSWER]?: () => T
}

/** The description of one operation. */
export type Describe<O extends OperationId> = RequestDescription<Operations[O]['data'], O, MethodOf<O>>

/** The answer's `data` that a description stands for. */
export type AnswerOf<D> = D extends RequestDescription<infer T> ? T : never

/** Headers of your own. What sends the request refuses new lines in them. */
export type ExtraHeaders = Readonly<Record<string, string>>

/** What every call takes. */
export interface CallOptions {
  /** Headers of your own for this call. Those that the client sets itself win. */
  readonly headers?: ExtraHeaders
}

/** What a call that writes takes. */
export interface WriteOptions extends CallOptions {
  /**
   * Sends `X-Service-Simulate: true`: the answer, and nothing written. Ids of the mock server say so then:
   * `pay_simulated1` is found nowhere. The service states it for products;
   * other routes take it "only where they support it".
   *
   * @source Endpoints ("Header X-Service-Simulate")
   * @decision 0011
   */
  readonly simulate?: boolean
  /**
   * Sends `Idempotency-Key`: one per purchase, not per attempt. The service does not state this header; the mock server honours it.
   *
   * @decision 0006
   */
  readonly idempotencyKey?: string
}

/** What a list takes. */
export interface ListQuery {
  /**
   * How many records at most, as text: `'20'`. From `'1'` to `'100'`; 20 when left out.
   *
   * @source Endpoints ("Query limit")
   * @decision 0010
   */
  readonly limit?: string
  /**
   * Where the page starts, as a `Link` header gave it. See `nextPage` in `@cedi/client/result`.
   *
   * @decision 0010
   */
  readonly cursor?: string
}

/** Where the service is: enough for what needs no key. */
export interface PublicConfig {
  /** The base address: https, or http on this machine (`localhost`, `127.0.0.1`, `[::1]`). A path is kept. */
  readonly baseUrl: string
  /** Headers of your own for every call. Those that the client sets itself win. */
  readonly headers?: ExtraHeaders
  /** A config without a key; see {@link Config}. */
  readonly apiKey?: never
}

/** Where the service is, and the key. It is copied when the client is made: later changes have no effect. */
export interface Config {
  /** The base address: https, or http on this machine (`localhost`, `127.0.0.1`, `[::1]`). A path is kept. */
  readonly baseUrl: string
  /** Headers of your own for every call. Those that the client sets itself win. */
  readonly headers?: ExtraHeaders
  /**
   * The key, or a function that returns it, asked for every description (so that a key can be rotated).
   *
   * @source Authentication, rules 1 and 2
   */
  readonly apiKey: string | (() => string)
  /** Allows a key in a browser, where every visitor can read it. Leave it out. */
  readonly dangerouslyAllowBrowser?: boolean
}

/** What the compiler asks of a config: a key that may be undefined and a misspelt member are named. */
export type ConfigGiven<Given> = (Given extends { readonly apiKey: unknown }
  ? undefined extends Given['apiKey']
    ? { readonly apiKey: 'apiKey may be undefined: look whether it is set before you call createClient' }
    : Config
  : PublicConfig) & { readonly [Misspelt in Exclude<keyof Given, keyof Config>]: never }

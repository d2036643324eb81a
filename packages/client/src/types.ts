import type { Operations, Scope } from '@cedi/contract'
import type { HeadersInput, HttpHeaders } from './headers.js'

export type { Operations, Scope }

/** Name of an operation, such as `createPayment`. */
export type OperationId = keyof Operations

/** Scope that an operation requires. */
export type OperationScope<O extends OperationId> = Operations[O]['scope']

/** HTTP method of an operation. */
export type OperationMethod<O extends OperationId> = Operations[O]['method']

/**
 * Description of a request. It is not sent yet: pass it to `fetch(description.url, description)` or to any other transport. Its
 * type includes the type of the response data. JSON and logs redact the key in the headers, a spread copy does not.
 *
 * @source What the service does ("returns a request description")
 * @decision 0021
 */
export interface RequestDescription<out T, out O extends string = string, out M extends string = string> {
  /** HTTP method, in upper case. */
  readonly method: M
  /** Full URL. */
  readonly url: string
  /** Headers, including the key. */
  readonly headers: HttpHeaders
  /** Body as JSON. Absent if the request has no body. */
  readonly body?: string
  /** Disables caches of frameworks and browsers. Absent on a platform that rejects the option. */
  readonly cache?: 'no-store'
  /** Operation, such as `listProducts`. The route for calls by `request`. */
  readonly operation: O
  /** Scope that the operation requires. Undefined if it is unknown or none is required. */
  readonly scope?: Scope | undefined
  /** Never present. Connects the type of the response data to the description. */
  readonly '~data'?: () => T
}

/** Request description of an operation. */
export type OperationRequest<O extends OperationId> = RequestDescription<Operations[O]['data'], O, OperationMethod<O>>

/** Response data of a request description. */
export type ResponseData<D> = D extends RequestDescription<infer T> ? T : never

/** Options of every call. */
export interface CallOptions {
  /** Additional headers for this call. Headers that the client sets take precedence. The transport rejects line breaks. */
  readonly headers?: HeadersInput | undefined
}

/** Options of a write. */
export interface WriteOptions extends CallOptions {
  /**
   * Sends `X-Service-Simulate: true`: the service responds as usual and writes nothing. The mock server marks the ids of
   * such a response (`pay_simulated1`), and they cannot be read later. The service states the header for products; other
   * routes take it "only where they support it".
   *
   * @source Endpoints ("Header X-Service-Simulate")
   * @decision 0011
   */
  readonly simulate?: boolean | undefined
  /**
   * Sends `Idempotency-Key`. Use one key per purchase, not per attempt. A key is valid for 24 hours: the same key later
   * creates a second payment, so read the payment instead. The service does not state this header; the mock server supports it.
   *
   * @decision 0006
   */
  readonly idempotencyKey?: string | undefined
}

/** Query of a list. */
export interface ListQuery {
  /**
   * Maximum number of records per page, as a string: `'20'`. From `'1'` to `'100'`, 20 by default.
   *
   * @source Endpoints ("Query limit")
   * @decision 0010
   */
  readonly limit?: string | undefined
  /**
   * Start of the page, from a `Link` header. See `nextPage` in `@cedi/client/response`.
   *
   * @decision 0010
   */
  readonly cursor?: string | undefined
}

/** Configuration of a client without a key. */
export interface PublicConfig {
  /**
   * Base URL: https, or http on localhost (`localhost`, `127.0.0.1`, `[::1]`) and `insecureHosts`. May have a path. A
   * function is called for every description, so a build without the variable can import the client.
   */
  readonly baseUrl: string | (() => string)
  /** Additional headers for every call. Headers that the client sets take precedence. */
  readonly headers?: HeadersInput | undefined
  /** Absent. See {@link Config} for a client with a key. */
  readonly apiKey?: never
  /** Host names that `baseUrl` may have with http, such as the name of a container. For tests. */
  readonly insecureHosts?: readonly string[] | undefined
}

/** Configuration of a client. It is copied: later changes have no effect. */
export interface Config {
  /**
   * Base URL: https, or http on localhost (`localhost`, `127.0.0.1`, `[::1]`) and `insecureHosts`. May have a path. A
   * function is called for every description, so a build without the variable can import the client.
   */
  readonly baseUrl: string | (() => string)
  /** Additional headers for every call. Headers that the client sets take precedence. */
  readonly headers?: HeadersInput | undefined
  /**
   * API key, or a function that returns it. The function is called for every description, so the key can be rotated.
   *
   * @source Authentication, rules 1 and 2
   */
  readonly apiKey: string | (() => string)
  /** Whether to allow a key in a browser, where every visitor can read it. False by default. */
  readonly dangerouslyAllowBrowser?: boolean | undefined
  /**
   * Host names that `baseUrl` may have with http, such as the name of a container: `['cedi-mock']`. Requires a test key,
   * because http does not encrypt it.
   *
   * @decision 0021
   */
  readonly insecureHosts?: readonly string[] | undefined
}

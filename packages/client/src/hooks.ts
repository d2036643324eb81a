import { endpointTable, verifyLicense } from '@cedi/contract/generated/operations'
import { functionCheck, type OptionChecks } from '@cedi/contract/options'
import type { ApiError } from './errors.js'
import { type HttpHeaders, readHeader, redactHeaders } from './headers.js'
import { splitUrl } from './platform.js'
import type { RequestDescription } from './types.js'

/** One attempt of a request, for logs, metrics and traces. */
export interface RequestEvent {
  /** Operation, such as `readPayment`. The route for calls by `request`. */
  readonly operation: string
  /** HTTP method. */
  readonly method: string
  /** Path with parameters in braces, such as `/api/v1/payments/{ref}`. Has few values, so it suits metrics. */
  readonly route: string
  /** Host and port of the service. */
  readonly host: string
  /** Number of the attempt, starting at 1. */
  readonly attempt: number
  /** Headers of the request. The key is `Bearer ***`. */
  readonly headers: HttpHeaders
}

/** End of one attempt. */
export interface ResponseEvent extends RequestEvent {
  /** HTTP status. 0 without a response. */
  readonly status: number
  /** Time from the request to the end of the response body, in ms. */
  readonly durationMs: number
  /** Id of the request in the logs of the service. */
  readonly requestId: string | undefined
  /** Error of the attempt. Undefined after a success. */
  readonly error: ApiError | undefined
}

/** Retry of a failed attempt. */
export interface RetryEvent extends ResponseEvent {
  /** Time until the next attempt, in ms. */
  readonly delayMs: number
}

/**
 * Hooks for logs, metrics and traces. They cannot change the request. An error of a hook is printed with `console.error` and
 * does not affect the call.
 */
export interface SendHooks {
  /** Called before each attempt. */
  readonly onRequest?: ((event: RequestEvent) => unknown) | undefined
  /** Called after each attempt, also without a response. */
  readonly onResponse?: ((event: ResponseEvent) => unknown) | undefined
  /** Called before the delay of each retry, after `onResponse`. */
  readonly onRetry?: ((event: RetryEvent) => unknown) | undefined
}

export const hookChecks: OptionChecks = { onRequest: functionCheck, onResponse: functionCheck, onRetry: functionCheck }

// Structural types, because consumers may compile without DOM or Node types.
declare const console: { error(error: unknown): void }
declare const performance: { now(): number }

/** Calls a hook. Prints its error, or the error of the promise that it returns. */
function callHook<E>(hook: ((event: E) => unknown) | undefined, event: E): void {
  if (hook) void (async () => hook(event))().catch((error) => console.error(error))
}

/** Returns the path template of a request. */
function readRoute(operation: string): string {
  const row = [...endpointTable, verifyLicense].find(({ id }) => id === operation)
  return row?.path ?? operation.replace(/^\w+ /, '')
}

/** Hooks of one attempt. */
interface ObservedAttempt {
  /** Calls `onResponse`. */
  end(response: unknown, error?: ApiError): void
  /** Calls `onRetry`. */
  retry(delayMs: number): void
}

/** Calls `onRequest`. Builds events only if there are hooks. */
export function observeAttempt(
  { operation, method, url, headers }: RequestDescription<unknown>,
  attempt: number,
  hooks: SendHooks,
): ObservedAttempt {
  if (!hooks.onRequest && !hooks.onResponse && !hooks.onRetry) return { end() {}, retry() {} }
  const request: RequestEvent = {
    operation,
    method,
    route: readRoute(operation),
    host: splitUrl(url).host,
    attempt,
    headers: redactHeaders(headers),
  }
  let event: ResponseEvent
  callHook(hooks.onRequest, request)
  const startMs = performance.now()
  return {
    end(response, error) {
      event = {
        ...request,
        status: error?.status ?? (response as { readonly status: number }).status,
        durationMs: performance.now() - startMs,
        requestId: readHeader(response, 'x-request-id') ?? error?.request_id,
        error,
      }
      callHook(hooks.onResponse, event)
    },
    retry: (delayMs) => callHook(hooks.onRetry, { ...event, delayMs }),
  }
}

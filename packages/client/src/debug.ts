import { curlLine } from '@cedi/contract/curl'
import { booleanCheck, checkOptions } from '@cedi/contract/options'
import type { HttpHeaders } from './headers.js'
import type { RequestDescription } from './types.js'

export type { HttpHeaders } from './headers.js'
export type { RequestDescription } from './types.js'

/** Options for {@link toCurl}. */
export interface CurlOptions {
  /** Whether to print the key. By default the command reads it from the variable `CEDI_API_KEY`. */
  readonly reveal?: boolean | undefined
}

/**
 * Formats a description as a curl command for a POSIX shell. Sends nothing.
 *
 * @param request - Request description.
 * @param options - Whether to print the key.
 * @returns One command that contains `$CEDI_API_KEY` instead of the key, so it can be shared.
 * @example
 * ```ts
 * import { createClient } from '@cedi/client'
 * import { toCurl } from '@cedi/client/debug'
 *
 * const cedi = createClient({ baseUrl: 'https://pay.example', apiKey: 'sk_test_1' })
 * console.log(toCurl(cedi.balance.read()))
 * // curl -X GET 'https://pay.example/api/v1/balance' -H "Authorization: Bearer $CEDI_API_KEY" -H 'Accept: application/json'
 * ```
 */
export function toCurl(request: RequestDescription<unknown>, options: CurlOptions = {}): string {
  checkOptions('toCurl', options, { reveal: booleanCheck })
  return curlLine(request, options.reveal)
}

/** Request description as a plain object that JSON serializes with the key. */
export interface RevealedRequest {
  /** HTTP method. */
  readonly method: string
  /** Full URL. */
  readonly url: string
  /** Headers, including the key. */
  readonly headers: HttpHeaders
  /** Body as JSON. */
  readonly body?: string
  /** Operation. */
  readonly operation: string
}

/**
 * Copies a description to a plain object that JSON serializes with the key, for a queue that sends it later.
 *
 * @param request - Request description.
 * @returns A copy with plain headers. Store it only where keys may be stored.
 * @example
 * ```ts
 * import { createClient } from '@cedi/client'
 * import { reveal } from '@cedi/client/debug'
 *
 * const cedi = createClient({ baseUrl: 'https://pay.example', apiKey: 'sk_test_1' })
 * const queued = JSON.stringify(reveal(cedi.balance.read()))
 * console.log(queued.includes('sk_test_1')) // true
 * ```
 */
export function reveal(request: RequestDescription<unknown>): RevealedRequest {
  return { ...request, headers: { ...request.headers } }
}

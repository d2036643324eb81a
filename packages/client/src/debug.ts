import { curlLine } from '@cedi/contract/curl'
import type { RequestDescription } from './types.js'

export type { RequestDescription } from './types.js'

/** How to write a curl line. */
export interface CurlOptions {
  /** Writes the key too. Left out, the line reads the key from the variable `CEDI_API_KEY`. */
  readonly reveal?: boolean
}

/**
 * Writes a description as a curl line for a POSIX shell. Sends nothing.
 *
 * @param request - The description.
 * @param options - Whether the key shows; it does not unless asked to.
 * @returns One command. The key stands as `$CEDI_API_KEY`, so that the line can be shared and still run.
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
  return curlLine(request, options.reveal)
}

/** A description as a plain object: with the key, for JSON. */
export interface Revealed {
  /** The HTTP method. */
  readonly method: string
  /** The whole address. */
  readonly url: string
  /** The headers, with the key. */
  readonly headers: Record<string, string>
  /** The body as JSON text. */
  readonly body?: string
  /** The operation. */
  readonly operation: string
}

/**
 * Copies a description into a plain object that JSON writes with the key: for a queue that sends it later.
 *
 * @param request - The description.
 * @returns A copy whose headers are plain. Keep it where keys may be kept.
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
export function reveal(request: RequestDescription<unknown>): Revealed {
  return { ...request, headers: { ...request.headers } }
}

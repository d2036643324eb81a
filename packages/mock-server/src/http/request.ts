import { fail, type Rejection, type Result, succeed } from '../ledger/index.js'
import { type CallerRequest, getPath } from '../service/context.js'
import type { HttpResponse } from './response.js'

/**
 * Description of a request: `@cedi/client` creates it, and `handle` receives it.
 *
 * @decision 0021
 */
export interface RequestDescription {
  /** The HTTP method. */
  readonly method: string
  /** A URL, or a path that starts with `/`. */
  readonly url: string
  /** Header names and values. */
  readonly headers?: Readonly<Record<string, string>>
  /** The body as a string. */
  readonly body?: string | undefined
}

/** A parsed request. */
export interface IncomingRequest extends CallerRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams | undefined
  readonly body: string | undefined
  /** Network address of a caller on a port. */
  readonly address?: string | undefined
  /** The error for headers that no HTTP client could send. */
  readonly rejection?: Rejection | undefined
}

/**
 * Parses a description. Only the query is decoded.
 *
 * @param baseUrl - The base URL of the caller. Its path is removed from the path of the request.
 */
export function readRequest(description: RequestDescription, baseUrl?: string): IncomingRequest {
  const { url, headers, body } = description
  for (const [name, value] of Object.entries({ method: description.method, url }))
    if (typeof value !== 'string') throw new TypeError(`${name} of a request must be a string, not ${typeof value}.`)
  if (body !== undefined && body !== null && typeof body !== 'string')
    throw new TypeError('body of a request must be a string, such as JSON.stringify(value), or be left out.')
  // `fetch` converts only these methods to upper case.
  const method = /^(?:delete|get|head|options|post|put)$/i.test(description.method)
    ? description.method.toUpperCase()
    : description.method
  // A path is not searched for "://", because its query may contain a URL.
  const scheme = url.startsWith('/') ? -1 : url.indexOf('://')
  const start = scheme < 0 ? 0 : url.indexOf('/', scheme + 3)
  const target = start < 0 ? '/' : url.slice(start)
  const hash = target.indexOf('#')
  const targetWithoutHash = hash < 0 ? target : target.slice(0, hash)
  const mark = targetWithoutHash.indexOf('?')
  const read = readHeaders(headers)
  return {
    method,
    origin: scheme < 0 ? '' : url.slice(0, start < 0 ? url.length : start),
    baseUrl,
    path: withoutPrefix(mark < 0 ? targetWithoutHash : targetWithoutHash.slice(0, mark), baseUrl),
    query: mark < 0 ? undefined : new URLSearchParams(targetWithoutHash.slice(mark + 1)),
    headers: read.headers,
    body: body ?? undefined,
    rejection: read.rejection,
  }
}

function withoutPrefix(path: string, baseUrl: string | undefined): string {
  const prefix = baseUrl === undefined ? '' : getPath(baseUrl)
  return prefix && path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path
}

/** Returns whether a request is a simulation. @source Parameters and payloads (X-Service-Simulate) @decision 0011 */
export function readSimulate({ headers }: IncomingRequest): Result<boolean> {
  const value = headers.get('x-service-simulate')?.trim()
  // A typo in the value must not cause a write.
  if (value !== undefined && value !== 'true' && value !== 'false')
    return fail('invalid_header', 'X-Service-Simulate must be "true", "false" or left out.', 'X-Service-Simulate')
  return succeed(value === 'true')
}

/** Adds the simulation header to the response of a simulated request, also to an error. @decision 0011 */
export function markSimulated(request: IncomingRequest, response: HttpResponse): HttpResponse {
  const simulate = readSimulate(request)
  if (!simulate.ok || !simulate.value) return response
  return { ...response, headers: { ...response.headers, 'X-Service-Simulate': 'true' } }
}

/** Reads the idempotency key: a structured-field string, with or without quotation marks. @decision 0006 */
export function readIdempotencyKey({ headers }: IncomingRequest): Result<string | undefined> {
  const value = headers.get('idempotency-key')?.trim()
  if (value === undefined) return succeed(undefined)
  // 255 escaped characters in quotation marks.
  const isLong = value.length > 512
  const quotedValue = isLong ? undefined : /^"((?:[^"\\]|\\["\\])*)"$/.exec(value)?.[1]
  const key = quotedValue === undefined ? value : quotedValue.replace(/\\(["\\])/g, '$1')
  if (!isLong && /^[\x20-\x7e]{1,255}$/.test(key) && (quotedValue !== undefined || !value.includes('"')))
    return succeed(key)
  return fail('invalid_header', 'Idempotency-Key must be 1 to 255 characters of ASCII.', 'Idempotency-Key')
}

// The characters of an HTTP token and of a header value (Latin-1 without control characters).
const namePattern = /^[\w!#$%&'*+.^`|~-]+$/
const valuePattern = /^[\t\x20-\x7e\x80-\xff]*$/

// Two headers joined by a comma: text after the comma (a key contains no comma), or a second scheme and key.
const secondKey = /^bearer[\t ][^,]*,[\t ]*\S|,[\t ]*[a-z]+[\t ]+\S/i

// One host name or IP address with an optional port.
const hostPattern = /^(?:[\w.-]{1,255}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i

/**
 * Reads headers in the same way as `fetch`: it lowercases names, trims values, joins repeated headers with a comma, and
 * converts `undefined` to the string "undefined".
 *
 * @param headersInit - By name, as pairs, or a `Headers`.
 * @returns The headers by lowercase name, and an error if HTTP cannot carry them or two keys were sent.
 * @decision 0023
 */
function readHeaders(headersInit: Readonly<Record<string, string>> | Iterable<readonly [string, string]> = {}): {
  readonly headers: ReadonlyMap<string, string>
  readonly rejection: Rejection | undefined
} {
  const headers = new Map<string, string>()
  let rejection: Rejection | undefined
  for (const [headerName, text] of Symbol.iterator in headersInit ? headersInit : Object.entries(headersInit)) {
    const name = headerName.toLowerCase()
    const value = trimWhitespace(String(text))
    if (!namePattern.test(name))
      rejection = fail(
        'invalid_header',
        'The name of a header holds a character that it cannot have. Use letters, digits and dashes.',
      )
    else if (!valuePattern.test(value)) rejection = invalidValue(headerName)
    else headers.set(name, headers.has(name) ? `${headers.get(name)}, ${value}` : value)
  }
  return { headers, rejection: rejection ?? checkUnambiguous(headers) }
}

function invalidValue(name: string): Rejection {
  const displayName = name.slice(0, 40).replace(/(?<![^-])[a-z]/g, (letter) => letter.toUpperCase())
  return fail(
    'invalid_header',
    `${displayName} holds a character that no header can carry. Send plain text.`,
    displayName,
  )
}

/** Rejects headers with two values or an unsupported encoding. */
function checkUnambiguous(headers: ReadonlyMap<string, string>): Rejection | undefined {
  if (secondKey.test(headers.get('authorization') ?? ''))
    return fail('invalid_header', 'Authorization was sent twice. Send one key.', 'Authorization')
  // A proxy that decodes the body and one that does not would see different bodies.
  const coding = headers.get('content-encoding') || 'identity'
  if (coding.toLowerCase() !== 'identity')
    return fail('invalid_header', 'Content-Encoding must be left out. Send the body as plain JSON.', 'Content-Encoding')
  if (!/^chunked$/i.test(headers.get('transfer-encoding') ?? 'chunked'))
    return fail('invalid_header', 'Transfer-Encoding must be chunked or left out.', 'Transfer-Encoding')
  const host = headers.get('host')
  if (host !== undefined && !hostPattern.test(host))
    return fail('invalid_header', 'Host must be sent once, as a name and a port, such as 127.0.0.1:23300.', 'Host')
  return undefined
}

/** Trims whitespace. A regular expression would take quadratic time on a long run of spaces. */
function trimWhitespace(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isSpace(text.charCodeAt(start))) start++
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--
  return start === 0 && end === text.length ? text : text.slice(start, end)
}

const isSpace = (code: number): boolean => code === 32 || code === 9 || code === 10 || code === 13

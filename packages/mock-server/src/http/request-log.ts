import { maskPhone, parsePhone } from '../service/instruments/phone.js'
import type { IncomingRequest } from './request.js'
import type { HttpResponse } from './response.js'

/** A logged request, without its secrets. @decision 0023 */
export interface LoggedRequest {
  /** Time of the request, ISO 8601 in UTC. */
  readonly at: string
  /** Id of the request in the logs of the service. */
  readonly request_id: string
  /** The HTTP method. */
  readonly method: string
  /** The path, without the base URL. */
  readonly path: string
  /** The query, by name. */
  readonly query: string
  /** The operation that responded; null if there was none. */
  readonly operation: string | null
  /** The merchant. */
  readonly merchant: string | null
  /** Header names and values. */
  readonly headers: Readonly<Record<string, string>>
  /** The body: parsed if it is JSON, otherwise its length. Secrets are redacted. */
  readonly body: unknown
  /** The HTTP status. */
  readonly status: number
  /** The error code; null if there was none. */
  readonly code: string | null
}

/** A request and its result. */
export interface LogEntry {
  readonly atMs: number
  readonly requestId: string
  readonly request: IncomingRequest
  readonly operation: string | undefined
  readonly merchant: string | undefined
  readonly response: HttpResponse
}

/** The stored part of a request, which is never large. */
interface StoredEntry extends Omit<LogEntry, 'response' | 'request'> {
  readonly request: Pick<IncomingRequest, 'method' | 'path' | 'query' | 'headers'>
  /** The body, or its length if it was too long to store. */
  readonly body: string | number | undefined
  readonly status: number
  readonly code: string | null
}

/** The last requests of a mock server. */
export interface RequestLog {
  /**
   * Adds a request.
   *
   * @internal
   */
  add(entry: LogEntry): void
  /** Newest first. */
  list(limit?: number): LoggedRequest[]
  /** Removes all requests. */
  clear(): void
}

const capacity = 1000
const bodyLimit = 8192
const pathLimit = 500
const queryLimit = 2000
const headerLimit = 1000
/** Part of a string beyond its limit that is scanned, so that a card or phone number at the limit is found whole. */
const marginLength = 128

/** Creates a log of the last thousand requests. Secrets are redacted when they are read. */
export function createRequestLog(): RequestLog {
  let entries: StoredEntry[] = []
  return {
    add(entry) {
      entries.push(toStoredEntry(entry))
      // Truncating at intervals is cheaper than shifting the list with every request.
      if (entries.length >= capacity * 2) entries = entries.slice(-capacity)
    },
    list: (limit) => entries.slice(-capacity).reverse().slice(0, limit).map(redactOnce),
    clear: () => {
      entries = []
    },
  }
}

const redactedEntries = new WeakMap<StoredEntry, LoggedRequest>()

/** Redacts an entry when it is first read, and caches the result: `cedi listen` reads the log every second. */
function redactOnce(entry: StoredEntry): LoggedRequest {
  const redacted = redactedEntries.get(entry) ?? redact(entry)
  redactedEntries.set(entry, redacted)
  return redacted
}

/** Converts a request to its redacted form. */
export const toLoggedRequest = (entry: LogEntry): LoggedRequest => redact(toStoredEntry(entry))

function toStoredEntry({ atMs, requestId, request, operation, merchant, response }: LogEntry): StoredEntry {
  const { method, path, query, headers, body } = request
  return {
    atMs,
    requestId,
    operation,
    merchant,
    request: { method, path, query, headers },
    // Not a part of a long body, which would keep the whole body in memory.
    body: body !== undefined && body.length > bodyLimit ? body.length : body,
    status: response.status,
    code: response.status < 400 ? null : (/"code":"(\w+)"/.exec(response.body)?.[1] ?? null),
  }
}

function redact({ atMs, requestId, request, body, operation, merchant, status, code }: StoredEntry): LoggedRequest {
  return {
    at: new Date(atMs).toISOString(),
    request_id: requestId,
    method: request.method.slice(0, 20),
    path: redactPath(request.path),
    query: redactQuery(request.query),
    operation: operation ?? null,
    merchant: merchant ?? null,
    headers: Object.fromEntries([...request.headers].map(([name, value]) => [name, redactHeader(name, value)])),
    body: typeof body === 'number' ? `[${body} characters]` : redactBody(body),
    status,
    code,
  }
}

/** The attempt of a checkout gives access to the purchase. */
const isSecret = (name: string): boolean =>
  /authorization|cookie|token|key$|secret|attempt/i.test(name) && name !== 'idempotency-key'

function redactHeader(name: string, value: string): string {
  if (isSecret(name)) return '[redacted]'
  // The URL of the page may contain a token, such as of an invitation or a receipt. Only its origin is shown.
  if (name === 'referer') return URL.canParse(value) ? `${new URL(value).origin}/[redacted]` : '[redacted]'
  return redactText(value.slice(0, headerLimit + marginLength)).slice(0, headerLimit)
}

/** Redacts a path. A path without secrets is unchanged. */
export function redactPath(path: string): string {
  const text = path.slice(0, pathLimit + marginLength)
  // Below the path of a public URL, too, and for paths that lead nowhere because of their spelling.
  const prefix = /^.*?\/(?:challenge|pay|receipt|invitations)(?=\/)/is.exec(decodePercent(text))?.[0]
  const redactedPath = prefix === undefined ? text : `${encodeURI(prefix)}/[redacted]`
  return redactedPath
    .split('/')
    .map((part) => {
      const safe = redactText(part)
      return safe === part ? part : encodeURIComponent(safe).replaceAll('%5Bredacted%5D', '[redacted]')
    })
    .join('/')
    .slice(0, pathLimit)
}

/** Redacts a string. It is decoded to find secrets, and unchanged if there are none. */
function redactText(text: string): string {
  const decodedText = decodePercent(text)
  const safe = maskWholePhone(decodedText) ?? removeSecrets(decodedText)
  return safe === decodedText ? text : safe
}

/** Decodes percent-encoding; invalid UTF-8 is decoded byte by byte. The result has no lone surrogates. */
const decodePercent = (text: string): string =>
  text.replace(/\p{Cs}/gu, '\ufffd').replace(/(?:%[\da-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded)
    } catch {
      return encoded.replace(/%([0-7][\da-f])/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    }
  })

/** Masks a string that is only a phone number. */
function maskWholePhone(text: string): string | undefined {
  const phone = parsePhone(text)
  return phone && maskPhone(phone)
}

const phonePattern =
  /(?<!\d)(?:\((?=0\d\d\)))?(?:(?:\+|00)?233|0)[\s().\p{Cf}\p{Pd}]{0,4}(?:0\)?[\s().\p{Cf}\p{Pd}]{0,2})?[25](?:[\s().\p{Cf}\p{Pd}]{0,2}\d){8}(?!\d)/gu

/** Removes API keys, license keys, card numbers and phone numbers from a string. */
const removeSecrets = (text: string): string =>
  text
    .replace(/(?<![a-z\d])sk_[\w-]+|CEDI(?:-[A-Z\d]{5}){4}/gi, '[redacted]')
    // One random number in ten has a valid check digit, so phone numbers are checked first.
    .replace(/\d+(?:[ -]\d+)*/g, (digits) =>
      containsCard(digits.split(/[ -]/)) && !parsePhone(digits) ? '[redacted]' : digits,
    )
    .replace(phonePattern, (digits) => maskWholePhone(digits) ?? digits)

/**
 * Returns whether adjacent groups of digits form a card number, even next to its expiry date: 12 to 19 digits with a
 * valid check digit. Each digit is read at most 19 times.
 */
function containsCard(groups: readonly string[]): boolean {
  return groups.some((_, from) => {
    let length = 0
    // Every second digit from the right is doubled, so there is one sum for even lengths and one for odd lengths.
    let [evenSum, oddSum] = [0, 0]
    for (let index = from; index < groups.length; index++) {
      const group = groups[index] ?? ''
      if (length + group.length > 19) return false
      for (const char of group) {
        const digit = Number(char)
        const doubleDigit = digit * 2 - (digit > 4 ? 9 : 0)
        evenSum += length % 2 === 0 ? doubleDigit : digit
        oddSum += length % 2 === 0 ? digit : doubleDigit
        length++
      }
      if (length >= 12 && (length % 2 === 0 ? evenSum : oddSum) % 10 === 0) return true
    }
    return false
  })
}

function redactQuery(query: URLSearchParams | undefined): string {
  if (!query) return ''
  let redactedText = ''
  for (const [name, value] of query) {
    const shownName = redactText(name.slice(0, queryLimit))
    const isHidden = /^(?:a|pass)$|key|token|secret/i.test(name)
    const shownValue = isHidden ? '[redacted]' : redactText(value.slice(0, queryLimit + marginLength))
    redactedText += `${redactedText && '&'}${new URLSearchParams([[shownName, shownValue]])}`
    if (redactedText.length > queryLimit) return redactedText.slice(0, queryLimit)
  }
  return redactedText
}

function redactBody(body: string | undefined): unknown {
  if (body === undefined || body === '') return null
  try {
    return redactValue(JSON.parse(body), '', 0)
  } catch {
    return `[not JSON, ${body.length} characters]`
  }
}

const secretFields = new Set([
  'card',
  // A log must not contain addresses of people.
  'delivery',
  'license_key',
  'client_token',
  'token',
  'key',
  'pin',
  'otp',
  'voucher',
  'cvc',
  'number',
])

function redactValue(value: unknown, name: string, depth: number): unknown {
  if (secretFields.has(name)) return '[redacted]'
  if (typeof value === 'string' || typeof value === 'number') {
    const safe = maskWholePhone(String(value)) ?? removeSecrets(String(value))
    return safe === String(value) ? value : safe
  }
  if (typeof value !== 'object' || value === null) return value
  if (depth > 8) return '[deep]'
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => redactValue(item, '', depth + 1))
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 100)
      .map(([key, item]) => [removeSecrets(key), redactValue(item, key, depth + 1)]),
  )
}

import { hasCheckDigit } from '../service/instruments/card.js'
import { maskPhone, parsePhone } from '../service/instruments/phone.js'
import type { IncomingRequest } from './request.js'
import type { HttpResponse } from './response.js'

/** A request that was entry, without its secrets. @decision 0025 */
export interface LoggedRequest {
  /** When, as ISO 8601 in UTC. */
  readonly at: string
  /** Names the request in the logs of the service. */
  readonly request_id: string
  /** The HTTP method. */
  readonly method: string
  /** The path, without the base address. */
  readonly path: string
  /** The query, by name. */
  readonly query: string
  /** The operation that entry; null when there was none. */
  readonly operation: string | null
  /** The merchant. */
  readonly merchant: string | null
  /** Header names and values. */
  readonly headers: Readonly<Record<string, string>>
  /** The body: parsed if it is JSON, otherwise its text. Secrets in it are hidden. */
  readonly body: unknown
  /** The HTTP status. */
  readonly status: number
  /** The error's code; null when there was none. */
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
   * Keeps one more.
   *
   * @internal
   */
  add(entry: LogEntry): void
  /** Newest first. */
  list(limit?: number): LoggedRequest[]
  /** Removes all of them. */
  clear(): void
}

const capacity = 1000
const bodyLimit = 8192

/** Keeps the last thousand requests. Secrets are removed whenever they are shown. */
export function createRequestLog(): RequestLog {
  let entries: StoredEntry[] = []
  return {
    add(entry) {
      entries.push(toStoredEntry(entry))
      // Cutting now and then is cheaper than moving the whole list with every request.
      if (entries.length >= capacity * 2) entries = entries.slice(-capacity)
    },
    list: (limit) => entries.slice(-capacity).reverse().slice(0, limit).map(redact),
    clear: () => {
      entries = []
    },
  }
}

/** One request, safe to show. */
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
    path: shownPath(request.path),
    query: redactedQuery(request.query).slice(0, 2000),
    operation: operation ?? null,
    merchant: merchant ?? null,
    headers: Object.fromEntries(
      [...request.headers].map(([name, value]) => [name, shownHeader(name, value, request.path)]),
    ),
    body: typeof body === 'number' ? `[${body} characters]` : redactedBody(body),
    status,
    code,
  }
}

/** In the checkout, an Idempotency-Key is the attempt, which opens what the buyer bought. */
const isSecret = (name: string, path: string): boolean =>
  /authorization|cookie|token|key$|secret|attempt/i.test(name) &&
  (name !== 'idempotency-key' || path.startsWith('/checkout/'))

function shownHeader(name: string, value: string, path: string): string {
  if (isSecret(name, path)) return '[redacted]'
  // The page that sent a request may be an invitation, a checkout or a receipt: only its origin is shown.
  if (name === 'referer') return URL.canParse(value) ? `${new URL(value).origin}/[redacted]` : '[redacted]'
  return shownText(value).slice(0, 1000)
}

/** A path that is safe to show: as it was sent, unless part of it is hidden. */
export function shownPath(path: string): string {
  const known = path.replace(
    /^\/(challenge|pay|receipt|portal\/invitations|operator\/invitations)\/.*/,
    '/$1/[redacted]',
  )
  return known
    .split('/')
    .map((part) => {
      const safe = shownText(part)
      return safe === part ? part : encodeURIComponent(safe).replaceAll('%5Bredacted%5D', '[redacted]')
    })
    .join('/')
    .slice(0, 500)
}

/** Text without secrets: decoded to find them, and left as sent when there are none. */
function shownText(text: string): string {
  const meant = decoded(text)
  const safe = maskedPhone(meant) ?? withoutSecrets(meant)
  return safe === meant ? text : safe
}

/** Decodes percent signs; what is not UTF-8 is decoded byte by byte. It never contains broken characters. */
const decoded = (text: string): string =>
  text.replace(/\p{Cs}/gu, '\ufffd').replace(/(?:%[\da-f]{2})+/gi, (signs) => {
    try {
      return decodeURIComponent(signs)
    } catch {
      return signs.replace(/%([0-7][\da-f])/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    }
  })

/** A text that is only a phone number, even without its 0, with most of it hidden. */
function maskedPhone(text: string): string | undefined {
  const phone = parsePhone(text) ?? parsePhone(`0${text}`)
  return phone && maskPhone(phone)
}

const phones = /(?<!\d)(?:\((?=0\d\d\)))?(?:(?:\+|00)?233|0)[\s().-]{0,2}[25](?:[\s().-]{0,2}\d){8}(?!\d)/g

/** Text without API keys, card numbers and phone numbers, wherever they are. */
const withoutSecrets = (text: string): string =>
  text
    .replace(/(?<![a-z\d])sk_[\w-]+/gi, '[redacted]')
    // By chance, one number in ten has a card's check digit; a phone number stays a phone number.
    .replace(/\d+(?:[ -]\d+)*/g, (digits) =>
      holdsCard(digits.split(/[ -]/)) && !parsePhone(digits) ? '[redacted]' : digits,
    )
    .replace(phones, (digits) => maskedPhone(digits) ?? digits)

/** Whether some of these groups of digits are a card number, even with its date beside it. */
function holdsCard(groups: readonly string[]): boolean {
  return groups.some((_, from) => {
    let digits = ''
    for (let at = from; at < groups.length && digits.length < 19; at++) {
      digits += groups[at]
      if (digits.length >= 12 && digits.length <= 19 && hasCheckDigit(digits)) return true
    }
    return false
  })
}

function redactedQuery(query: URLSearchParams | undefined): string {
  if (!query) return ''
  const shown = new URLSearchParams()
  for (const [name, value] of query)
    shown.append(shownText(name), /^(?:a|pass)$|key|token|secret/i.test(name) ? '[redacted]' : shownText(value))
  return String(shown)
}

function redactedBody(body: string | undefined): unknown {
  if (body === undefined || body === '') return null
  try {
    return redacted(JSON.parse(body), '', 0)
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

function redacted(value: unknown, name: string, depth: number): unknown {
  if (secretFields.has(name)) return '[redacted]'
  if (typeof value === 'string' || typeof value === 'number') {
    const safe = maskedPhone(String(value)) ?? withoutSecrets(String(value))
    return safe === String(value) ? value : safe
  }
  if (typeof value !== 'object' || value === null) return value
  if (depth > 8) return '[deep]'
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => redacted(item, '', depth + 1))
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 100)
      .map(([key, item]) => [withoutSecrets(key), redacted(item, key, depth + 1)]),
  )
}

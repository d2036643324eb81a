import type { Answer } from './answer.js'
import { hasCheckDigit } from './card.js'
import { maskPhone, parsePhone } from './phone.js'
import type { IncomingRequest } from './request.js'

/** A request that was answered, without its secrets. @decision 0025 */
export interface LoggedRequest {
  /** When, as ISO 8601 in UTC. */
  readonly at: string
  /** Names the request in the logs of the service. */
  readonly request_id: string
  /** How it is paid, or the HTTP method. */
  readonly method: string
  /** The path, without the base address. */
  readonly path: string
  /** The query, by name. */
  readonly query: string
  /** The operation that answered; null when there was none. */
  readonly operation: string | null
  /** Whose it is. */
  readonly merchant: string | null
  /** Header names and values. */
  readonly headers: Readonly<Record<string, string>>
  /** The body: parsed when it is JSON, else its text; what is secret in it is hidden. */
  readonly body: unknown
  /** The HTTP status. */
  readonly status: number
  /** The code of the error; null when it was none. */
  readonly code: string | null
}

/** A request and what came of it. */
export interface Answered {
  readonly atMs: number
  readonly requestId: string
  readonly request: IncomingRequest
  readonly operation: string | undefined
  readonly merchant: string | undefined
  readonly answer: Answer
}

/** What is kept of a request: nothing that could be large. */
interface Kept extends Omit<Answered, 'answer' | 'request'> {
  readonly request: Pick<IncomingRequest, 'method' | 'path' | 'query' | 'headers'>
  /** The body, or how long it was when it was too long to keep. */
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
  add(entry: Answered): void
  /** Newest first. */
  list(limit?: number): LoggedRequest[]
  /** Takes all of them away. */
  clear(): void
}

const capacity = 1000
const bodyLimit = 8192

/** Keeps the last thousand requests. What is secret is taken out whenever they are shown. */
export function createRequestLog(): RequestLog {
  let kept: Kept[] = []
  return {
    add(answered) {
      kept.push(keep(answered))
      // Cutting now and then is cheaper than moving the whole list with every request.
      if (kept.length >= capacity * 2) kept = kept.slice(-capacity)
    },
    list: (limit = capacity) => kept.slice(-Math.min(limit, capacity)).reverse().map(shown),
    clear: () => {
      kept = []
    },
  }
}

/** One request as it may be shown. */
export const logged = (answered: Answered): LoggedRequest => shown(keep(answered))

function keep({ atMs, requestId, request, operation, merchant, answer }: Answered): Kept {
  const { method, path, query, headers, body } = request
  return {
    atMs,
    requestId,
    operation,
    merchant,
    request: { method, path, query, headers },
    // Not a part of a long body: that would keep the whole of it in memory.
    body: body !== undefined && body.length > bodyLimit ? body.length : body,
    status: answer.status,
    code: answer.status < 400 ? null : (/"code":"(\w+)"/.exec(answer.body)?.[1] ?? null),
  }
}

function shown({ atMs, requestId, request, body, operation, merchant, status, code }: Kept): LoggedRequest {
  return {
    at: new Date(atMs).toISOString(),
    request_id: requestId,
    method: request.method.slice(0, 20),
    path: withoutSecrets(
      request.path.replace(/^\/(challenge|pay|portal\/invitations|operator\/invitations)\/.*/, '/$1/[redacted]'),
    ).slice(0, 500),
    query: redactedQuery(request.query).slice(0, 2000),
    operation: operation ?? null,
    merchant: merchant ?? null,
    headers: Object.fromEntries(
      [...request.headers].map(([name, value]) => [
        name,
        isSecret(name) ? '[redacted]' : withoutSecrets(value).slice(0, 1000),
      ]),
    ),
    body: typeof body === 'number' ? `[${body} characters]` : redactedBody(body),
    status,
    code,
  }
}

const isSecret = (name: string): boolean =>
  /authorization|cookie|token|key$|secret/i.test(name) && name !== 'idempotency-key'

/** Text without API keys and card numbers, wherever they stand in it. */
function withoutSecrets(text: string): string {
  return text
    .replace(/\bsk_\w+/g, '[redacted]')
    .replace(/\d(?:[ -]?\d){11,18}/g, (digits) => (hasCheckDigit(digits.replace(/\D/g, '')) ? '[redacted]' : digits))
}

function redactedQuery(query: URLSearchParams | undefined): string {
  if (!query) return ''
  const shown = new URLSearchParams()
  for (const [name, value] of query)
    shown.append(name, /key|token|secret/i.test(name) ? '[redacted]' : withoutSecrets(value))
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
    const phone = parsePhone(String(value)) ?? parsePhone(`0${value}`)
    if (phone) return maskPhone(phone)
    const safe = withoutSecrets(String(value))
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

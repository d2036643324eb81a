import type { Answer } from './answer.js'
import { maskPhone, parsePhone } from './phone.js'
import type { IncomingRequest } from './request.js'

/** A request that was answered, without its secrets. @decision 0025 */
export interface LoggedRequest {
  readonly at: string
  readonly request_id: string
  readonly method: string
  readonly path: string
  readonly query: string
  readonly operation: string | null
  readonly merchant: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  readonly status: number
  readonly code: string | null
}

interface Kept {
  readonly atMs: number
  readonly requestId: string
  readonly request: IncomingRequest
  readonly operation: string | undefined
  readonly merchant: string | undefined
  readonly answer: Answer
}

/** The last requests of a mock server. */
export interface RequestLog {
  add(entry: Kept): void
  /** Newest first. */
  list(limit?: number): LoggedRequest[]
  clear(): void
}

const capacity = 1000
const bodyLimit = 8192

/** Keeps the last thousand requests. What is secret is taken out whenever they are shown. */
export function createRequestLog(): RequestLog {
  let kept: Kept[] = []
  return {
    add(entry) {
      const body = entry.request.body
      kept.push(
        body && body.length > bodyLimit
          ? { ...entry, request: { ...entry.request, body: body.slice(0, bodyLimit) } }
          : entry,
      )
      // Cutting now and then is cheaper than moving the whole list with every request.
      if (kept.length >= capacity * 2) kept = kept.slice(-capacity)
    },
    list: (limit = capacity) => kept.slice(-Math.min(limit, capacity)).reverse().map(logged),
    clear: () => {
      kept = []
    },
  }
}

/** One request as it may be shown. */
export function logged({ atMs, requestId, request, operation, merchant, answer }: Kept): LoggedRequest {
  return {
    at: new Date(atMs).toISOString(),
    request_id: requestId,
    method: request.method,
    path: request.path,
    query: redactedQuery(request.query),
    operation: operation ?? null,
    merchant: merchant ?? null,
    headers: Object.fromEntries(
      [...request.headers].map(([name, value]) => [name, isSecret(name) ? '[redacted]' : value]),
    ),
    body: redactedBody(request.body),
    status: answer.status,
    code: /"code":"(\w+)"/.exec(answer.status < 400 ? '' : answer.body)?.[1] ?? null,
  }
}

const isSecret = (name: string): boolean =>
  /authorization|cookie|token|key$|secret/i.test(name) && name !== 'idempotency-key'

function redactedQuery(query: URLSearchParams | undefined): string {
  if (!query) return ''
  const shown = new URLSearchParams(query)
  for (const name of new Set(shown.keys())) if (/key|token|secret/i.test(name)) shown.set(name, '[redacted]')
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
  if (typeof value === 'string') {
    const phone = parsePhone(value)
    return phone ? maskPhone(phone) : value
  }
  if (typeof value !== 'object' || value === null) return value
  if (depth > 8) return '[deep]'
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => redacted(item, '', depth + 1))
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 100)
      .map(([key, item]) => [key, redacted(item, key, depth + 1)]),
  )
}

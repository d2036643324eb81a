import { randomUUID } from 'node:crypto'
import type { CliContext } from './command.js'
import { toText } from './show.js'
import { withTimeout } from './timeout.js'
import { getSystemCode, type TransportResponse } from './transport.js'

/** Request and its response. */
export interface Exchange {
  readonly method: string
  /** Path with the query, without the base URL. */
  readonly path: string
  /** 0 without a usable response. */
  readonly status: number
  readonly headers: TransportResponse['headers']
  /** Parsed body, or undefined if it is not JSON. */
  readonly body: unknown
  /** Reason for a missing or unusable response. */
  readonly problem?: string
  /** Whether the response is a redirect, which is not followed. */
  readonly isRedirect?: true
}

/** Request options. */
interface RequestOptions {
  /** API key, or undefined for a request without one. */
  readonly key?: string | undefined
  readonly body?: object
}

/** Error for a service without a usable response. */
export class UnreachableError extends Error {}

/** Requests that a client may send: `simulate` adds the simulated product, `write` all writes. */
export type Access = 'read' | 'simulate' | 'write'

/** HTTP client for checks. It rejects every request that its access does not include. */
export interface CheckClient {
  get(path: string, options?: RequestOptions): Promise<Exchange>
  /** Sends `POST /api/v1/products` with `X-Service-Simulate: true`, the only simulation that the service documents. */
  simulate(options: RequestOptions): Promise<Exchange>
  /** Sends a write with an Idempotency-Key, by default a new one. */
  write(path: string, options: RequestOptions & { readonly idempotencyKey?: string }): Promise<Exchange>
}

/** Response timeout in ms. */
const timeoutMs = 15_000
/** Maximum number of timeouts. Later requests are not sent, so that a hanging service ends the command. */
const maxTimeouts = 3
/** Maximum number of attempts for a rate-limited or interrupted read. */
const maxAttempts = 3
/** Maximum delay in ms that a `Retry-After` may request. */
const maxRetryDelayMs = 60_000

/** Input of the client. `sleep` waits between attempts; the default uses a timer. */
export interface CheckClientContext extends Pick<CliContext, 'transport' | 'signal'> {
  readonly sleep?: (ms: number) => Promise<void>
}

const sleepFor = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export function createCheckClient(
  baseUrl: string,
  { transport, signal, sleep = sleepFor }: CheckClientContext,
  access: Access,
): CheckClient {
  let timeoutCount = 0
  /** Keys that a later response must not reveal. */
  const sentKeys = new Set<string>()

  async function sendOnce(method: 'GET' | 'POST', path: string, options: SentRequest): Promise<Exchange> {
    const fail = (problem: string): Exchange => toFailedExchange(method, path, problem)
    if (timeoutCount >= maxTimeouts) return fail(`is not requested after ${maxTimeouts} timeouts`)
    if (options.key && options.key.length >= 8) sentKeys.add(options.key)
    try {
      const { response, text } = await withTimeout(signal, timeoutMs, async (deadline) => {
        // A key must not be sent to another URL.
        const response = await transport(baseUrl + path, {
          ...{ method, headers: options.headers, redirect: 'manual', signal: deadline },
          ...(options.text !== undefined && { body: options.text }),
        })
        return { response, text: await response.text() }
      })
      return toExchange(method, path, { response, text, sentKeys, baseUrl })
    } catch (error) {
      if (signal.aborted) throw new UnreachableError('Stopped before the last check.')
      if ((error as Error).name === 'TimeoutError') {
        timeoutCount += 1
        return fail(`did not respond within ${timeoutMs / 1000} s`)
      }
      const code = getSystemCode(error)
      return { ...fail(`could not be reached${code ? ` (${code})` : ''}`), retryDelayMs: 1_000 } as Exchange
    }
  }

  async function request(method: 'GET' | 'POST', path: string, options: SentRequest): Promise<Exchange> {
    for (let attempt = 1; ; attempt++) {
      const { retryDelayMs, ...exchange } = (await sendOnce(method, path, options)) as RetryableExchange
      // A write may have been executed.
      if (method !== 'GET' || retryDelayMs === undefined || attempt === maxAttempts) return exchange
      await sleep(retryDelayMs)
    }
  }
  const requireAccess = (isAllowed: boolean): void => {
    if (!isAllowed) throw new Error(`A client with the access "${access}" must not write. This is a bug: report it.`)
  }
  return {
    get: (path, options = {}) => request('GET', path, toRequest(options)),
    simulate(options) {
      requireAccess(access !== 'read')
      return request('POST', '/api/v1/products', toRequest(options, { 'X-Service-Simulate': 'true' }))
    },
    write(path, { idempotencyKey = randomUUID(), ...options }) {
      requireAccess(access === 'write')
      return request('POST', path, toRequest(options, { 'Idempotency-Key': idempotencyKey }))
    },
  }
}

/** Request before it is sent. */
interface SentRequest {
  readonly key: string | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly text: string | undefined
}

/** Exchange with the delay before the next attempt, if a retry may succeed. */
type RetryableExchange = Exchange & { readonly retryDelayMs?: number }

const toRequest = ({ key, body }: RequestOptions, headers: Readonly<Record<string, string>> = {}): SentRequest => ({
  key,
  text: body === undefined ? undefined : JSON.stringify(body),
  headers: {
    Accept: 'application/json',
    ...(key !== undefined && { Authorization: `Bearer ${key}` }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...headers,
  },
})

const toFailedExchange = (method: string, path: string, problem: string): Exchange => ({
  ...{ method, path, status: 0, body: undefined },
  headers: { get: () => null, has: () => false },
  problem: `${method} ${path.split('?')[0]} ${problem}.`,
})

function toExchange(
  method: string,
  path: string,
  {
    response: { status, headers },
    text,
    sentKeys,
    baseUrl,
  }: {
    readonly response: TransportResponse
    readonly text: string
    readonly sentKeys: ReadonlySet<string>
    readonly baseUrl: string
  },
): RetryableExchange {
  // Responses are printed, and a service may echo a key.
  const redactKeys = (value: string): string => [...sentKeys].reduce((text, key) => text.replaceAll(key, '***'), value)
  const readHeader = (name: string): string | null => {
    const value = headers.get(name)
    return value === null ? null : redactKeys(value)
  }
  if ([301, 302, 303, 307, 308].includes(status)) {
    const problem = describeRedirect(status, readHeader('location'), baseUrl + path)
    return { ...toFailedExchange(method, path, problem), isRedirect: true }
  }
  // A later request may succeed, so these statuses show nothing about the contract.
  if ([429, 502, 503, 504].includes(status)) {
    const problem = status === 429 ? 'is rate limited (429)' : `is unavailable (${status})`
    const retryDelayMs = readRetryDelayMs(readHeader('retry-after'))
    return { ...toFailedExchange(method, path, problem), ...(retryDelayMs !== undefined && { retryDelayMs }) }
  }
  const body = parseJson(redactKeys(text))
  return { method, path, status, headers: { get: readHeader, has: (name) => headers.has(name) }, body }
}

/** Describes a redirect. If only the base URL differs, the description contains the URL to use. */
function describeRedirect(status: number, location: string | null, url: string): string {
  if (location === null || !URL.canParse(location, url)) return `redirects without a valid Location (${status})`
  // The query is left out, because it may repeat the parameters of the request.
  const [from, to] = [new URL(url), new URL(location, url)]
  const target = (to.origin + to.pathname).slice(0, 200)
  const path = from.pathname.slice(from.pathname.indexOf('/api/'))
  if (path.startsWith('/api/') && to.pathname.endsWith(path) && target !== from.origin + from.pathname)
    return `redirects to another base URL (${status}), so use ${target.slice(0, -path.length)}`
  return `redirects to ${target} (${status})`
}

/** Returns the delay before the next attempt, or undefined if it is too long. */
function readRetryDelayMs(value: string | null): number | undefined {
  const seconds = value === null ? 1 : Number(value)
  const delayMs = Number.isFinite(seconds) ? Math.max(0, seconds) * 1000 : 1_000
  return delayMs > maxRetryDelayMs ? undefined : delayMs
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns an object, or an empty one for any other value. */
export const toObject = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** Returns whether a response has a 2xx status. */
export const isSuccess = ({ status }: Exchange): boolean => status >= 200 && status < 300

/** Returns the payload of a response. */
export const readData = ({ body }: Exchange): unknown => toObject(body)['data']

/** Returns the record of a response, or an empty object. */
export const readRecord = (exchange: Exchange): Readonly<Record<string, unknown>> => toObject(readData(exchange))

/** Returns the records of a list. */
export function readRecords(exchange: Exchange): readonly Readonly<Record<string, unknown>>[] {
  const data = readData(exchange)
  return Array.isArray(data) ? data.map(toObject) : []
}

/** Returns the error of a response. */
export const readError = ({ body }: Exchange): { readonly code?: unknown; readonly field?: unknown } =>
  toObject(toObject(body)['error'])

/** Formats the status and the error code of a response. */
export function describeResponse(exchange: Exchange): string {
  const { code, field } = readError(exchange)
  const subject = typeof field === 'string' ? ` for ${field.slice(0, 60)}` : ''
  return code === undefined ? String(exchange.status) : `${exchange.status} ${toText(code).slice(0, 60)}${subject}`
}

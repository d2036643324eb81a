import { randomUUID } from 'node:crypto'
import type { CliContext } from '../command.js'
import { withTimeout } from '../timeout.js'
import { getSystemCode, type TransportResponse } from '../transport.js'

/** Request and its response. */
export interface Exchange {
  readonly method: string
  /** Path with the query, without the base URL. */
  readonly path: string
  readonly status: number
  readonly headers: TransportResponse['headers']
  readonly text: string
  /** Parsed body with the names of the contract, or undefined if it is not JSON. */
  readonly body: unknown
  /** Reason for a missing or unusable response; the status is then 0. */
  readonly problem?: string
  /** Status of a redirect, which is not followed. */
  readonly redirectStatus?: number
}

/** Request options. */
interface RequestOptions {
  /** API key, or undefined for a request without one. */
  readonly key?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** Serialized body. */
  readonly text?: string
}

/** Error for a service without a usable response. */
export class UnreachableError extends Error {}

/** HTTP client for the checks. Rejects all other writes. */
export interface ServiceClient {
  /** Usable exchanges. */
  readonly exchanges: readonly Exchange[]
  /** Responses with the status 429, which are not in `exchanges`. */
  readonly rateLimited: readonly Exchange[]
  /** Redirects, which are not in `exchanges`. */
  readonly redirected: readonly Exchange[]
  get(path: string, options?: RequestOptions): Promise<Exchange>
  /**
   * Sends `POST /api/v1/products` with `X-Service-Simulate: true`, the only simulation that the service documents.
   *
   * @param value - Another value of the header, only with a body that a real write rejects.
   */
  simulate(options: RequestOptions, value?: string): Promise<Exchange>
  /** Sends the license check, a POST that only reads. */
  check(options: RequestOptions): Promise<Exchange>
  /**
   * Sends a real write with a new Idempotency-Key, or with that of the options. Throws without `--write`.
   *
   * @param options - `null` sends no Idempotency-Key.
   */
  write(path: string, options: RequestOptions & { readonly idempotencyKey?: string | null }): Promise<Exchange>
}

/** Response timeout in ms. */
const timeoutMs = 15_000
/** Maximum number of attempts for a rate-limited or interrupted request. */
const maxAttempts = 4
/** Maximum delay in ms that a `Retry-After` may request. */
const maxRetryDelayMs = 60_000

/** Input of the checks. `sleep` waits between attempts; the default uses a timer. */
export interface ServiceClientContext extends Pick<CliContext, 'transport' | 'signal'> {
  readonly sleep?: (ms: number) => Promise<void>
}

const toFailedExchange = (method: string, path: string, problem: string): Exchange => ({
  ...{ method, path, status: 0, text: '', body: undefined },
  headers: { get: () => null, has: () => false },
  problem,
})

/** Sends a request, without retries. */
async function sendOnce(
  { baseUrl, transport, signal }: Pick<ServiceClientContext, 'transport' | 'signal'> & { readonly baseUrl: string },
  method: 'GET' | 'POST',
  path: string,
  { key, headers, text }: RequestOptions,
): Promise<Exchange> {
  const request = {
    method,
    headers: {
      Accept: 'application/json',
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      ...(text !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(text !== undefined && { body: text }),
    // A key must not be sent to another URL.
    redirect: 'manual' as const,
  }
  const { response, received } = await withTimeout(signal, timeoutMs, async (deadline) => {
    const response = await transport(baseUrl + path, { ...request, signal: deadline })
    return { response, received: await response.text() }
  })
  // Responses are printed in the report, and a service may echo the key.
  const redactKey = (value: string): string => (key && key.length >= 8 ? value.replaceAll(key, '***') : value)
  const responseText = redactKey(received)
  return {
    method,
    path,
    status: response.status,
    headers: {
      get: (name: string) => {
        const value = response.headers.get(name)
        return value === null ? null : redactKey(value)
      },
      has: (name: string) => response.headers.has(name),
    },
    text: responseText,
    body: parseJson(responseText),
  }
}

export function createServiceClient(
  baseUrl: string,
  { transport, signal, sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms)) }: ServiceClientContext,
  allowWrites: boolean,
  /** Gives the members of a body the names of the contract. */
  convertNames: (body: unknown) => unknown,
): ServiceClient {
  const target = { baseUrl: baseUrl.replace(/\/+$/, ''), transport, signal }
  const exchanges: Exchange[] = []
  const rateLimited: Exchange[] = []
  const redirected: Exchange[] = []
  /** Operations without a response before the timeout. They are not requested again. */
  const hangingOperations = new Set<string>()

  async function request(method: 'GET' | 'POST', path: string, options: RequestOptions): Promise<Exchange> {
    const operation = `${method} ${path.split('?')[0]}`
    const failRequest = (problem: string): Exchange => toFailedExchange(method, path, `${operation} ${problem}.`)
    if (hangingOperations.has(operation)) return failRequest(`did not respond within ${timeoutMs / 1000} s`)
    // Only reads are retried after a lost connection: a write may have been executed.
    const isRepeatable = method === 'GET' || options.headers?.['X-Service-Simulate'] === 'true'
    for (let attempt = 1; ; attempt++) {
      const exchange = await sendOnce(target, method, path, options).catch((error: unknown) => {
        if (signal.aborted) throw new UnreachableError('Stopped before the last check.')
        return describeTransportError(error)
      })
      if (typeof exchange !== 'string' && exchange.status === 429) rateLimited.push(exchange)
      if (typeof exchange !== 'string' && isRedirect(exchange)) {
        redirected.push(exchange)
        return { ...failRequest(describeRedirect(exchange, target.baseUrl)), redirectStatus: exchange.status }
      }
      const problem = typeof exchange === 'string' ? exchange : describeTemporaryStatus(exchange)
      if (typeof exchange !== 'string' && problem === undefined) {
        const converted = isDescription(exchange) ? exchange : { ...exchange, body: convertNames(exchange.body) }
        exchanges.push(converted)
        return converted
      }
      if (exchange === hangingProblem) hangingOperations.add(operation)
      // A rate-limited write was not executed.
      const mayRepeat = isRepeatable || (typeof exchange !== 'string' && exchange.status === 429)
      const delayMs = !mayRepeat ? undefined : typeof exchange === 'string' ? 1_000 : getRetryDelayMs(exchange)
      const isLast = attempt === maxAttempts || exchange === hangingProblem || delayMs === undefined
      if (isLast) return failRequest(problem as string)
      await sleep(delayMs)
    }
  }
  return {
    exchanges,
    rateLimited,
    redirected,
    get: (path, options = {}) => request('GET', path, options),
    simulate: ({ headers, ...options }, value = 'true') =>
      request('POST', '/api/v1/products', { ...options, headers: { ...headers, 'X-Service-Simulate': value } }),
    check: (options) => request('POST', '/api/licenses/verify', options),
    write(path, { idempotencyKey = randomUUID(), headers, ...options }) {
      if (!allowWrites)
        throw new Error('The comparison writes only with --write. This is a bug in cedi compare: report it.')
      return request('POST', path, {
        ...options,
        headers: { ...headers, ...(idempotencyKey !== null && { 'Idempotency-Key': idempotencyKey }) },
      })
    },
  }
}

/** Returns whether a response is the OpenAPI document, whose members are names of schemas. */
const isDescription = ({ path }: Exchange): boolean => path.startsWith('/api/v1/openapi.json')

const hangingProblem = `did not respond within ${timeoutMs / 1000} s`

function describeTransportError(error: unknown): string {
  if ((error as { readonly name?: string }).name === 'TimeoutError') return hangingProblem
  const code = getSystemCode(error)
  return `could not be reached${code ? ` (${code})` : ''}`
}

/** Describes a status that says nothing about the contract, because a later request may succeed. */
function describeTemporaryStatus({ status }: Exchange): string | undefined {
  if (status === 429) return 'is rate limited (429)'
  return [502, 503, 504].includes(status) ? `is unavailable (${status})` : undefined
}

const isRedirect = ({ status }: Exchange): boolean => [301, 302, 303, 307, 308].includes(status)

/** Describes a redirect. If only the base URL differs, the description contains the URL to use. */
export function describeRedirect({ status, path, headers }: Exchange, baseUrl: string): string {
  const location = headers.get('location')
  if (location === null) return `redirects without a Location (${status})`
  if (!URL.canParse(location, baseUrl + path)) return `redirects to an invalid Location (${status})`
  // The query is left out, because it may repeat the parameters of each request.
  const [from, to] = [new URL(baseUrl + path), new URL(location, baseUrl + path)]
  const shownUrl = `${to.origin === from.origin ? '' : to.origin}${to.pathname}`.slice(0, 200)
  const [pathname = ''] = path.split('?')
  if (to.origin === from.origin && to.pathname === `${from.pathname}/`)
    return `redirects to the same path with a slash at its end (${status})`
  if (to.origin === from.origin && `${to.pathname}/` === from.pathname)
    return `redirects to the same path without the slash at its end (${status})`
  return to.pathname.endsWith(pathname) && to.origin + to.pathname !== from.origin + from.pathname
    ? `redirects to another base URL (${status}), so use ${(to.origin + to.pathname.slice(0, -pathname.length)).slice(0, 200)}`
    : `redirects to ${shownUrl} (${status})`
}

/** Returns the delay before the next attempt, or undefined if it is too long. */
function getRetryDelayMs({ headers }: Exchange): number | undefined {
  const value = headers.get('retry-after')
  const seconds =
    value === null ? 1 : /^\d+$/.test(value.trim()) ? Number(value) : (Date.parse(value) - Date.now()) / 1000
  const delayMs = Number.isFinite(seconds) ? Math.max(0, seconds) * 1000 : 1_000
  return delayMs > maxRetryDelayMs ? undefined : delayMs
}

function parseJson(text: string): unknown {
  try {
    // A byte order mark is reported in one line, not as invalid JSON in every line.
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown
  } catch {
    return undefined
  }
}

/** Returns an object, or an empty one for any other value. */
export const toObject = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** Returns whether a response has a 2xx status. */
export const isSuccess = ({ status }: Exchange): boolean => status >= 200 && status < 300

/** Returns whether a response is an error, by its status or by its envelope. */
export const isErrorResponse = ({ status, body }: Exchange): boolean =>
  status >= 400 || toObject(body)['success'] === false

/** Returns the payload of a response. */
export const readData = ({ body }: Exchange): unknown => toObject(body)['data']

/** Returns the name of the only member of data if the record is inside it: `payment` for `{ payment: { … } }`. */
export const findWrapper = (exchange: Exchange): string | undefined => {
  const data = readData(exchange)
  const [entry, ...more] = Array.isArray(data) ? [] : Object.entries(toObject(data))
  const isWrapper = more.length === 0 && entry?.[1] === toObject(entry?.[1]) && !Array.isArray(entry[1])
  return isWrapper ? entry[0] : undefined
}

/** Returns whether the data of a response is an array with one record. */
export const isRecordInArray = (exchange: Exchange): boolean => {
  const data = readData(exchange)
  return Array.isArray(data) && data.length === 1
}

/** Returns the record of a response, also from a wrapper object or an array. */
export const readRecord = (exchange: Exchange): Readonly<Record<string, unknown>> => {
  if (isRecordInArray(exchange)) return toObject((readData(exchange) as unknown[])[0])
  const data = toObject(readData(exchange))
  const wrapper = findWrapper(exchange)
  return wrapper === undefined ? data : toObject(data[wrapper])
}

/** Returns the records of a list, also from unknown wrapper objects. */
export const readRecords = (exchange: Exchange): readonly Readonly<Record<string, unknown>>[] =>
  (findArray(readData(exchange)) ?? []).map(toObject)

/** Returns the first array in a value: `{ items: [] }`, `{ _embedded: { items: [] } }`. */
function findArray(value: unknown, depth = 2): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value as unknown[]
  if (depth === 0) return undefined
  for (const inner of Object.values(toObject(value))) {
    const found = findArray(inner, depth - 1)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Returns a field of a record, even if its name is in camelCase: a contract with an adopted overlay has both names.
 */
export const readField = (record: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(record, name)
    ? record[name]
    : record[name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())]

/** Returns the identifier of a record: `id` of a product or a checkout intent, otherwise `ref`. */
export const getIdentifier = ({ id, ref }: Readonly<Record<string, unknown>>): unknown => id ?? ref

/** Returns the error of a response. */
export const readError = ({
  body,
}: Exchange): {
  readonly code?: unknown
  readonly message?: unknown
  readonly field?: unknown
  readonly request_id?: unknown
} => toObject(toObject(body)['error'])

/** Maximum number of characters of an error's message. */
const maxMessageLength = 100

/** Formats the status and the error of a response. The message is included for rejected writes. */
export function describeResponse(exchange: Exchange): string {
  const { code, field, message } = readError(exchange)
  if (code === undefined) return String(exchange.status)
  const subject =
    typeof field === 'string'
      ? ` for ${field.slice(0, 60)}`
      : isInputError(exchange.status, code)
        ? ' without a field'
        : ''
  const reason =
    exchange.method === 'POST' && typeof message === 'string'
      ? ` (${message.slice(0, maxMessageLength).replace(/\.$/, '')})`
      : ''
  return `${exchange.status} ${String(code).slice(0, 60)}${subject}${reason}`
}

/** Returns whether the contract's errors with this status and code name a field. */
const isInputError = (status: number, code: unknown): boolean =>
  (status === 400 || status === 422) && /^(?:invalid_(?!state)|unsupported_(?!media)|amount_)/.test(String(code))

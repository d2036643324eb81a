import type { CliContext } from '../command.js'
import { getSystemCode, type TransportResponse } from '../transport.js'

/** Request and its response. */
export interface Exchange {
  readonly method: string
  /** Path with the query, without the base URL. */
  readonly path: string
  readonly status: number
  readonly headers: TransportResponse['headers']
  readonly text: string
  /** Parsed body, or undefined if it is not JSON. */
  readonly body: unknown
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
  readonly exchanges: readonly Exchange[]
  get(path: string, options?: RequestOptions): Promise<Exchange>
  /** Sends `POST /api/v1/products` with `X-Service-Simulate: true`, the only simulation that the service documents. */
  simulate(options: RequestOptions): Promise<Exchange>
  /** Sends the license check, a POST that only reads. */
  check(options: RequestOptions): Promise<Exchange>
  /** Sends a real write. Throws without `--write`. */
  write(path: string, options: RequestOptions): Promise<Exchange>
}

/** Response timeout in ms. */
const timeoutMs = 15_000

export function createServiceClient(
  baseUrl: string,
  { transport, signal }: Pick<CliContext, 'transport' | 'signal'>,
  allowWrites: boolean,
): ServiceClient {
  const base = baseUrl.replace(/\/+$/, '')
  const exchanges: Exchange[] = []
  async function request(
    method: 'GET' | 'POST',
    path: string,
    { key, headers, text }: RequestOptions,
  ): Promise<Exchange> {
    try {
      const response = await transport(base + path, {
        method,
        headers: {
          Accept: 'application/json',
          ...(key !== undefined && { Authorization: `Bearer ${key}` }),
          ...(text !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(text !== undefined && { body: text }),
        // A key must not be sent to another URL.
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      })
      // Responses are printed in the report, and a service may echo the key.
      const redactKey = (value: string): string => (key && key.length >= 8 ? value.replaceAll(key, '***') : value)
      const responseText = redactKey(await response.text())
      const exchange = {
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
      exchanges.push(exchange)
      return exchange
    } catch (error) {
      if (error instanceof UnreachableError) throw error
      if (signal.aborted) throw new UnreachableError('The comparison was stopped before its end.')
      const { name } = error as { readonly name: string }
      const code = getSystemCode(error)
      const problem =
        name === 'TimeoutError'
          ? `did not respond within ${timeoutMs / 1000} s`
          : `could not be reached${code ? ` (${code})` : ''}`
      throw new UnreachableError(
        `${base} ${problem}: ${method} ${path.split('?')[0]}. Check that it runs, and the URL.`,
      )
    }
  }
  return {
    exchanges,
    get: (path, options = {}) => request('GET', path, options),
    simulate: ({ headers, ...options }) =>
      request('POST', '/api/v1/products', { ...options, headers: { ...headers, 'X-Service-Simulate': 'true' } }),
    check: (options) => request('POST', '/api/licenses/verify', options),
    write(path, options) {
      if (!allowWrites)
        throw new Error('The comparison writes only with --write. This is a bug in cedi compare: report it.')
      return request('POST', path, options)
    },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Returns an object, or an empty one for any other value. */
export const toObject = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** Returns the payload of a response. */
export const readData = ({ body }: Exchange): unknown => toObject(body)['data']

/** Returns the records of a list, also from an unknown wrapper object. */
export const readRecords = (exchange: Exchange): readonly Readonly<Record<string, unknown>>[] => {
  const data = readData(exchange)
  const records = Array.isArray(data) ? data : (Object.values(toObject(data)).find(Array.isArray) ?? [])
  return (records as unknown[]).map(toObject)
}

/** Returns the error of a response. */
export const readError = ({
  body,
}: Exchange): { readonly code?: unknown; readonly field?: unknown; readonly request_id?: unknown } =>
  toObject(toObject(body)['error'])

/** Formats the status and the error code of a response. */
export const describeResponse = (exchange: Exchange): string =>
  `${exchange.status}${readError(exchange).code === undefined ? '' : ` ${String(readError(exchange).code).slice(0, 60)}`}`

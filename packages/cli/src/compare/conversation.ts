import type { Surroundings } from '../command.js'
import { type Answer, codeOf } from '../transport.js'

/** One request and its answer. */
export interface Exchange {
  readonly method: string
  /** With the query, without the base address. */
  readonly path: string
  readonly status: number
  readonly headers: Answer['headers']
  readonly text: string
  /** The parsed body; undefined when it is not JSON. */
  readonly body: unknown
}

/** How a request is sent. */
interface Asking {
  /** The key; undefined where none is needed. */
  readonly key?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** The body as it goes on the wire. */
  readonly text?: string
}

/** No usable answer came, so there is nothing to compare. */
export class Unreachable extends Error {}

/** Talks to the service. Anything that could write is refused here, whichever check asks for it. */
export interface Conversation {
  readonly exchanges: readonly Exchange[]
  get(path: string, asking?: Asking): Promise<Exchange>
  /** `POST /api/v1/products` with `X-Service-Simulate: true`: the one write that is stated to write nothing. */
  simulate(asking: Asking): Promise<Exchange>
  /** The license check by POST, which only reads. */
  check(asking: Asking): Promise<Exchange>
  /** A real write; only if the user asked for it. */
  write(path: string, asking: Asking): Promise<Exchange>
}

/** How long one answer may take, in ms. */
const timeoutMs = 15_000

export function converse(
  baseUrl: string,
  { transport, signal }: Pick<Surroundings, 'transport' | 'signal'>,
  mayWrite: boolean,
): Conversation {
  const base = baseUrl.replace(/\/+$/, '')
  const exchanges: Exchange[] = []
  async function ask(method: 'GET' | 'POST', path: string, { key, headers, text }: Asking): Promise<Exchange> {
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
        // A key must not be sent to another address.
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      })
      // What is compared is also reported, and a service may repeat what it was sent.
      const hide = (said: string): string => (key && key.length >= 8 ? said.replaceAll(key, '***') : said)
      const answer = hide(await response.text())
      const exchange = {
        method,
        path,
        status: response.status,
        headers: {
          get: (name: string) => {
            const said = response.headers.get(name)
            return said === null ? null : hide(said)
          },
          has: (name: string) => response.headers.has(name),
        },
        text: answer,
        body: parsed(answer),
      }
      exchanges.push(exchange)
      return exchange
    } catch (error) {
      if (error instanceof Unreachable) throw error
      if (signal.aborted) throw new Unreachable('The comparison was stopped before its end.')
      const { name } = error as { readonly name: string }
      const code = codeOf(error)
      const why =
        name === 'TimeoutError'
          ? `gave no answer within ${timeoutMs / 1000} s`
          : `could not be reached${code ? ` (${code})` : ''}`
      throw new Unreachable(`${base} ${why}: ${method} ${path.split('?')[0]}. Check that it runs, and its address.`)
    }
  }
  return {
    exchanges,
    get: (path, asking = {}) => ask('GET', path, asking),
    simulate: ({ headers, ...asking }) =>
      ask('POST', '/api/v1/products', { ...asking, headers: { ...headers, 'X-Service-Simulate': 'true' } }),
    check: (asking) => ask('POST', '/api/licenses/verify', asking),
    write(path, asking) {
      if (!mayWrite)
        throw new Error('The comparison writes only with --write. Report this: it is a fault of cedi compare.')
      return ask('POST', path, asking)
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** A value as an object; empty when it is none. */
export const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** The payload of an answer. */
export const dataOf = ({ body }: Exchange): unknown => objectOf(body)['data']

/** A list's records, even in another wrapping. */
export const recordsOf = (exchange: Exchange): readonly Readonly<Record<string, unknown>>[] => {
  const data = dataOf(exchange)
  const listed = Array.isArray(data) ? data : (Object.values(objectOf(data)).find(Array.isArray) ?? [])
  return (listed as unknown[]).map(objectOf)
}

/** The code and the field of a refusal. */
export const errorOf = ({
  body,
}: Exchange): { readonly code?: unknown; readonly field?: unknown; readonly request_id?: unknown } =>
  objectOf(objectOf(body)['error'])

/** A refusal in words, as the observation. */
export const seenOf = (exchange: Exchange): string =>
  `${exchange.status}${errorOf(exchange).code === undefined ? '' : ` ${String(errorOf(exchange).code).slice(0, 60)}`}`

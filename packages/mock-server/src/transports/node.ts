import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bodyLimitBytes, controlBodyLimitBytes } from '../http/body.js'
import type { Delivery } from '../http/delivery.js'
import type { Listening, MockServer } from '../server/types.js'
import type { State, Watch, Watched } from '../server/watch.js'
import { encode } from './compress.js'
import { drain, streams } from './drain.js'
import { isEverywhere } from './everywhere.js'
import { wait } from './fetch.js'
import { readText } from './read-text.js'

/** Timeouts in milliseconds. All but the first are options of `node:http`. */
interface Timeouts {
  /** How long a stopping server waits for open requests. */
  readonly drainTimeout: number
  readonly requestTimeout: number
  readonly headersTimeout: number
  readonly keepAliveTimeout: number
  readonly connectionsCheckingInterval: number
}

const defaultTimeouts: Timeouts = {
  drainTimeout: 10_000,
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  // Longer than load balancers keep a connection, so that none of them sends into a connection that is closing.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
}

/** For the health pages. */
interface Watching {
  readonly watch: Watch | undefined
  readonly trouble: State['trouble']
}

const troubleOf = async (mock: MockServer): Promise<string | undefined> =>
  (await mock.isReady()) ? undefined : 'The store cannot be reached.'

/** Serves a mock server on a port of this machine. @decision 0035 */
export async function listen(
  mock: MockServer,
  port: number,
  host: string,
  { watch, trouble = () => troubleOf(mock), ...given }: Partial<Timeouts & Watching> = {},
): Promise<Listening> {
  const underWay = new Map<ServerResponse, IncomingMessage>()
  const { drainTimeout, ...timeouts } = { ...defaultTimeouts, ...given }
  let isClosing = false
  let inFlight = 0
  const state: State = {
    get inFlight() {
      return inFlight
    },
    trouble: async () => (isClosing ? 'The server is stopping.' : trouble()),
  }
  const server = createServer(timeouts, (request, response) => {
    underWay.set(response, request)
    if (isClosing) response.setHeader('Connection', 'close')
    const startedMs = performance.now()
    response.once('close', () => underWay.delete(response))
    const watched = watch?.answer(request.method ?? '', request.url ?? '', state)
    if (watched) return void tell(watched, response)
    respond(request, response)
      .catch((error: unknown) => {
        // A caller that went away is not a server error.
        if (!request.destroyed || request.complete) console.error('[cedi-mock]', error)
        response.destroy()
      })
      .finally(() => watch?.count(request.method ?? '', response.statusCode, performance.now() - startedMs))
  })

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url } = request
    const limitBytes = url?.startsWith('/__mock/') ? controlBodyLimitBytes : bodyLimitBytes
    const body = method === 'GET' || method === 'HEAD' ? undefined : await readText(request, limitBytes)
    inFlight += 1
    try {
      await answer(mock, request, response, body)
    } finally {
      inFlight -= 1
    }
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { port: taken } = server.address() as AddressInfo
  const shown = isEverywhere(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  const close = () => {
    isClosing = true
    return drain(server, underWay, drainTimeout)
  }
  return { url: `http://${shown}:${taken}`, port: taken, close }
}

/** Answers requests for the health pages. */
const tell = async (watched: Promise<Watched>, response: ServerResponse): Promise<void> => {
  const { status, text } = await watched
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }).end(text)
}

const isLoopback = (address = ''): boolean => /^(?:::1$|(?:::ffff:)?127\.)/.test(address)

// A web page can point its own name at this machine; then only the header shows it.
const isLocalName = (host = ''): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i.test(host)

/** Whether a browser sends this for a page of another address. */
const isForeign = ({ origin, host }: IncomingMessage['headers']): boolean =>
  origin !== undefined && origin !== `http://${host}`

/** Joins repeated headers as `fetch` does. Node would drop a second `Authorization`, `Content-Type` or `Host`. */
const joinedHeaders = ({ headersDistinct }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headersDistinct).map(([name, values = []]) => [name, values.join(', ')]))

async function answer(
  mock: MockServer,
  request: IncomingMessage,
  response: ServerResponse,
  body: string | undefined,
): Promise<void> {
  const { method = 'GET', url = '/', headers } = request
  const host = headers.host && /^[\w.:[\]-]{1,255}$/.test(headers.host) ? headers.host : 'localhost'
  const target = url.startsWith('/') ? `http://${host}${url}` : url
  const description = { method, url: target, headers: joinedHeaders(request), body }
  // A whole address as the target is what a proxy gets: it, and not Host, names the server that is meant.
  const isNear =
    url.startsWith('/') && isLoopback(request.socket.remoteAddress) && isLocalName(headers.host) && !isForeign(headers)
  const delivery = await mock.deliver(description, { isLoopback: isNear })
  if (delivery.latencyMs > 0) await wait(delivery.latencyMs)
  if (delivery.dropped) return void request.socket.destroy()
  await send(delivery, request, response)
}

async function send(
  { answer, slowBodyMs, truncated }: Delivery,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { status, follow } = answer
  const isHead = request.method === 'HEAD'
  if (follow && !isHead) {
    response.writeHead(status, answer.headers).write(answer.body)
    return void stream(follow, response)
  }
  const { headers, bytes } = await encode(answer, request.headers['accept-encoding'])
  if (response.destroyed) return
  const hasLength = status !== 204 && status !== 304
  response.writeHead(status, hasLength ? { ...headers, 'Content-Length': bytes.length } : headers)
  if (isHead) return void response.end()
  if (!truncated && slowBodyMs === 0) return void response.end(bytes)
  response.write(bytes.subarray(0, bytes.length / 2))
  const finish = () => (truncated ? response.destroy() : response.end(bytes.subarray(bytes.length / 2)))
  const timer = setTimeout(finish, Math.max(slowBodyMs, 20))
  response.once('close', () => clearTimeout(timer))
}

/** Sends events as they happen, until the caller or the server goes away. */
async function stream(follow: NonNullable<Delivery['answer']['follow']>, response: ServerResponse): Promise<void> {
  streams.add(response)
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  try {
    for await (const part of follow(gone.signal)) response.write(part)
    response.end()
  } catch (error) {
    if (!gone.signal.aborted) console.error('[cedi-mock]', error)
    response.destroy()
  }
}

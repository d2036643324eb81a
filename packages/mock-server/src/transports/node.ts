import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bodyLimitBytes, controlBodyLimitBytes } from '../http/body.js'
import type { HttpResponse } from '../http/response.js'
import type { HealthEndpoint, Listening, MockServer, ServerStatus, TextResponse } from '../server/types.js'
import { encode } from './compress.js'
import { drain, streams } from './drain.js'
import { wait } from './fetch.js'
import { readText } from './read-text.js'

/** Timeouts in milliseconds. All but the first are options of `node:http`. */
interface Timeouts {
  /** Time for open requests when the server stops. */
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

/** Options of the health endpoint. */
interface HealthOptions {
  readonly health: HealthEndpoint | undefined
  readonly problem: ServerStatus['problem']
}

/** Returns whether a server on this address is reachable under every name of the host. An empty address means all. */
export const isWildcardHost = (host: string): boolean => host === '0.0.0.0' || host === '::' || host === ''

const problemOf = async (mock: MockServer): Promise<string | undefined> =>
  (await mock.isReady()) ? undefined : 'The store cannot be reached.'

/** Serves a mock server on a port of this machine. @decision 0035 */
export async function listen(
  mock: MockServer,
  port: number,
  host: string,
  { health, problem = () => problemOf(mock), ...given }: Partial<Timeouts & HealthOptions> = {},
): Promise<Listening> {
  const openRequests = new Map<ServerResponse, IncomingMessage>()
  const { drainTimeout, ...timeouts } = { ...defaultTimeouts, ...given }
  let isClosing = false
  let inFlight = 0
  const status: ServerStatus = {
    get inFlight() {
      return inFlight
    },
    problem: async () => (isClosing ? 'The server is stopping.' : problem()),
  }
  const server = createServer(timeouts, (request, response) => {
    openRequests.set(response, request)
    if (isClosing) response.setHeader('Connection', 'close')
    const startedMs = performance.now()
    response.once('close', () => openRequests.delete(response))
    const page = health?.respond(request.method ?? '', request.url ?? '', status)
    if (page) return void sendText(page, response)
    respond(request, response)
      .catch((error: unknown) => {
        // A caller that went away is not a server error.
        if (!request.destroyed || request.complete) console.error('[cedi-mock]', error)
        response.destroy()
      })
      .finally(() => health?.count(request.method ?? '', response.statusCode, performance.now() - startedMs))
  })

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url } = request
    const limitBytes = url?.startsWith('/__mock/') ? controlBodyLimitBytes : bodyLimitBytes
    const body = method === 'GET' || method === 'HEAD' ? undefined : await readText(request, limitBytes)
    inFlight += 1
    try {
      await exchange(mock, request, response, body)
    } finally {
      inFlight -= 1
    }
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { port: taken } = server.address() as AddressInfo
  const shown = isWildcardHost(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  const close = () => {
    isClosing = true
    return drain(server, openRequests, drainTimeout)
  }
  return { url: `http://${shown}:${taken}`, port: taken, close }
}

const sendText = async (page: Promise<TextResponse>, response: ServerResponse): Promise<void> => {
  const { status, text } = await page
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

async function exchange(
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
  const isLocal =
    url.startsWith('/') && isLoopback(request.socket.remoteAddress) && isLocalName(headers.host) && !isForeign(headers)
  const result = await mock.deliver(description, { isLoopback: isLocal })
  const { latencyMs = 0, drop } = result.fault ?? {}
  if (latencyMs > 0) await wait(latencyMs)
  if (drop) return void request.socket.destroy()
  await send(result, request, response)
}

async function send(result: HttpResponse, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, follow } = result
  const { slow_body_ms: slowBodyMs = 0, truncate = false } = result.fault ?? {}
  const isHead = request.method === 'HEAD'
  if (follow && !isHead) {
    response.writeHead(status, result.headers).write(result.body)
    return void stream(follow, response)
  }
  const { headers, bytes } = await encode(result, request.headers['accept-encoding'])
  if (response.destroyed) return
  const hasLength = status !== 204 && status !== 304
  response.writeHead(status, hasLength ? { ...headers, 'Content-Length': bytes.length } : headers)
  if (isHead) return void response.end()
  if (!truncate && slowBodyMs === 0) return void response.end(bytes)
  response.write(bytes.subarray(0, bytes.length / 2))
  const finish = () => (truncate ? response.destroy() : response.end(bytes.subarray(bytes.length / 2)))
  const timer = setTimeout(finish, Math.max(slowBodyMs, 20))
  response.once('close', () => clearTimeout(timer))
}

/** Sends events as they happen, until the caller or the server goes away. */
async function stream(follow: NonNullable<HttpResponse['follow']>, response: ServerResponse): Promise<void> {
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

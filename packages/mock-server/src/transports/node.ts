import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { findCallerAddress } from '../http/anonymous-limit.js'
import { bodyLimitBytes, controlBodyLimitBytes } from '../http/body.js'
import type { HttpResponse } from '../http/response.js'
import type {
  ControlAccessCheck,
  HealthEndpoint,
  Listening,
  MockServer,
  ServerStatus,
  TextResponse,
} from '../server/types.js'
import { encode } from './compress.js'
import { createControlToken, storeControlToken } from './control-token.js'
import { drain, streams } from './drain.js'
import { wait } from './fetch.js'
import { readText } from './read-text.js'
import { isWildcardHost } from './wildcard-host.js'

/** Timeouts in milliseconds, and limits of connections. */
interface Limits {
  /** Time for open requests when the server stops. */
  readonly drainTimeout: number
  /** Maximum number of open connections. Node closes further ones. */
  readonly maxConnections: number
  /** Maximum number of requests on one connection. */
  readonly maxRequestsPerSocket: number
  /** Maximum number of pipelined requests on one connection that have no response yet. */
  readonly maxPipelined: number
  /** Time without progress, after which a response that the caller does not read is aborted. */
  readonly unreadTimeout: number
  readonly requestTimeout: number
  readonly headersTimeout: number
  readonly keepAliveTimeout: number
  readonly connectionsCheckingInterval: number
}

const defaultLimits: Limits = {
  drainTimeout: 10_000,
  // Below the usual limit of 1,024 file descriptors per process, which the store needs too.
  maxConnections: 900,
  maxRequestsPerSocket: 1_000,
  // Browsers and HTTP clients do not pipeline. Responses without a reader stay in memory.
  maxPipelined: 8,
  unreadTimeout: 30_000,
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  // Longer than the idle timeout of load balancers, so that none of them sends to a connection that is closing.
  keepAliveTimeout: 65_000,
  // A connection without a byte is closed after the timeout of the headers, at most this much later.
  connectionsCheckingInterval: 1_000,
}

/** Functions of the server for its transport. */
interface ServerFunctions {
  readonly health: HealthEndpoint | undefined
  readonly problem: ServerStatus['problem']
  /** Returns whether a caller may use the control API, before its body is read. */
  readonly hasControlAccess: ControlAccessCheck
  /** Token of the control API. Random by default. */
  readonly controlToken: string | undefined
  /** Addresses of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[]
}

const readProblem = async (mock: MockServer): Promise<string | undefined> =>
  (await mock.isReady()) ? undefined : 'The store cannot be reached.'

/** Listens on a port. @decision 0035 */
export async function listen(
  mock: MockServer,
  port: number,
  host: string,
  {
    health,
    problem = () => readProblem(mock),
    hasControlAccess = () => true,
    trustedProxies = [],
    controlToken = createControlToken(),
    ...options
  }: Partial<Limits & ServerFunctions> = {},
): Promise<Listening> {
  const openRequests = new Map<ServerResponse, IncomingMessage>()
  const openPerSocket = new WeakMap<Socket, number>()
  const { drainTimeout, maxConnections, maxRequestsPerSocket, maxPipelined, unreadTimeout, ...timeouts } = {
    ...defaultLimits,
    ...options,
  }
  let isClosing = false
  const status: ServerStatus = {
    problem: async () => (isClosing ? 'The server is stopping.' : problem()),
  }
  const server = createServer(timeouts, (request, response) => {
    const { socket } = request
    const open = (openPerSocket.get(socket) ?? 0) + 1
    if (open > maxPipelined || socket.destroyed) return void socket.destroy()
    openPerSocket.set(socket, open)
    openRequests.set(response, request)
    if (isClosing) response.setHeader('Connection', 'close')
    response.once('close', () => {
      openRequests.delete(response)
      openPerSocket.set(socket, (openPerSocket.get(socket) ?? 1) - 1)
    })
    const page = health?.respond(request.method ?? '', request.url ?? '', status)
    if (page) return void sendText(page, response)
    respond(request, response).catch((error: unknown) => {
      // A caller that disconnected is not a server error.
      if (!request.destroyed || request.complete) console.error('[cedi-mock]', error)
      response.destroy()
    })
  })

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url } = request
    const isControl = url?.startsWith('/__mock/') && hasControlAccess(joinHeaders(request))
    const limitBytes = isControl ? controlBodyLimitBytes : bodyLimitBytes
    const body = method === 'GET' || method === 'HEAD' ? undefined : await readText(request, limitBytes)
    await exchange(mock, request, response, { body, unreadTimeout, trustedProxies })
  }

  Object.assign(server, { maxConnections, maxRequestsPerSocket })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const boundPort = getPort(server)
  const displayHost = isWildcardHost(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  const deleteToken = storeControlToken(boundPort, controlToken)
  const close = () => {
    isClosing = true
    deleteToken()
    return drain(server, openRequests, drainTimeout)
  }
  return { url: `http://${displayHost}:${boundPort}`, port: boundPort, controlToken, close }
}

const getPort = (server: Server): number => (server.address() as AddressInfo | null)?.port ?? 0

const sendText = async (page: Promise<TextResponse>, response: ServerResponse): Promise<void> => {
  const { status, text } = await page
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }).end(text)
}

/** Joins repeated headers as `fetch` does. Node would drop a second `Authorization`, `Content-Type` or `Host`. */
const joinHeaders = ({ headersDistinct }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headersDistinct).map(([name, values = []]) => [name, values.join(', ')]))

async function exchange(
  mock: MockServer,
  request: IncomingMessage,
  response: ServerResponse,
  {
    body,
    unreadTimeout,
    trustedProxies,
  }: { readonly body: string | undefined; readonly unreadTimeout: number; readonly trustedProxies: readonly string[] },
): Promise<void> {
  const { method = 'GET', url = '/', headers } = request
  const host = headers.host && /^[\w.:[\]-]{1,255}$/.test(headers.host) ? headers.host : 'localhost'
  const target = url.startsWith('/') ? `http://${host}${url}` : url
  const description = { method, url: target, headers: joinHeaders(request), body }
  const forwardedFor = description.headers['x-forwarded-for']
  const address = findCallerAddress(request.socket.remoteAddress, forwardedFor, trustedProxies)
  const result = await mock.deliver(description, { isTrusted: false, address })
  const { latencyMs = 0, drop } = result.fault ?? {}
  if (latencyMs > 0) await wait(latencyMs)
  if (drop) return void request.socket.destroy()
  await send(result, request, response, unreadTimeout)
}

async function send(
  result: HttpResponse,
  request: IncomingMessage,
  response: ServerResponse,
  unreadTimeout: number,
): Promise<void> {
  const { status, stream } = result
  const { slow_body_ms: slowBodyMs = 0, truncate = false } = result.fault ?? {}
  const isHead = request.method === 'HEAD'
  if (stream && !isHead) {
    response.writeHead(status, result.headers).write(result.body)
    return void sendEvents(stream, response)
  }
  const { headers, bytes } = await encode(result, request.headers['accept-encoding'])
  if (response.destroyed) return
  const hasLength = status !== 204 && status !== 304
  response.writeHead(status, hasLength ? { ...headers, 'Content-Length': bytes.length } : headers)
  if (isHead) return void response.end()
  const end = (rest: Buffer) => response.setTimeout(unreadTimeout, () => response.destroy()).end(rest)
  if (!truncate && slowBodyMs === 0) return void end(bytes)
  response.write(bytes.subarray(0, bytes.length / 2))
  const finish = () => (truncate ? response.destroy() : end(bytes.subarray(bytes.length / 2)))
  const timer = setTimeout(finish, Math.max(slowBodyMs, 20))
  response.once('close', () => clearTimeout(timer))
}

/** Sends events until the caller disconnects or the server stops. */
async function sendEvents(stream: NonNullable<HttpResponse['stream']>, response: ServerResponse): Promise<void> {
  streams.add(response)
  const closed = new AbortController()
  response.once('close', () => closed.abort())
  try {
    for await (const part of stream(closed.signal)) response.write(part)
    response.end()
  } catch (error) {
    if (!closed.signal.aborted) console.error('[cedi-mock]', error)
    response.destroy()
  }
}

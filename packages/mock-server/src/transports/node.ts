import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Answer } from '../http/answer.js'
import { bodyLimitBytes, controlBodyLimitBytes } from '../http/body.js'
import type { Delivery } from '../http/delivery.js'
import type { Listening, MockServer } from '../server/types.js'
import type { State, Watch, Watched } from '../server/watch.js'
import { encode } from './compress.js'
import { drain, streams } from './drain.js'
import { isEverywhere } from './everywhere.js'
import { wait } from './fetch.js'
import { createRoom, readText } from './read-text.js'
import { type Latest, refuseExpectation, refuseLate, refuseRaw, refuseSoon } from './refusals.js'

/** How many requests run at once. Others are told to try again, so that memory does not grow. */
const mostAtOnce = 512
const mostConnections = 4096

interface Limits {
  /** How much memory all bodies being read or handled may use together. */
  readonly roomBytes: number
  /** How long a stopping server waits for open requests. */
  readonly drainTimeout: number
  readonly requestTimeout: number
  readonly headersTimeout: number
  readonly keepAliveTimeout: number
  readonly maxHeaderSize: number
  readonly connectionsCheckingInterval: number
}

const usualLimits: Limits = {
  roomBytes: 4 * controlBodyLimitBytes,
  drainTimeout: 10_000,
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  // Longer than load balancers keep a connection, so that none sends into one that is just closing.
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
  connectionsCheckingInterval: 5_000,
}

/** For the health pages. */
interface Watching {
  readonly watch: Watch | undefined
  readonly trouble: State['trouble']
}

const troubleOf = async (mock: MockServer): Promise<string | undefined> =>
  (await mock.isReady()) ? undefined : 'The store cannot be reached.'

/** Serves a mock server on a port of this machine. Tests make the limits smaller. @decision 0035 */
export async function listen(
  mock: MockServer,
  port: number,
  host: string,
  { watch, trouble = () => troubleOf(mock), ...given }: Partial<Limits & Watching> = {},
): Promise<Listening> {
  const underWay = new Map<ServerResponse, IncomingMessage>()
  const { roomBytes, drainTimeout, ...limits } = { ...usualLimits, ...given }
  const room = createRoom(roomBytes)
  const latest: Latest = new WeakMap()
  let isClosing = false
  let busy = 0
  const state: State = {
    get inFlight() {
      return busy
    },
    trouble: async () => (isClosing ? 'The server is stopping.' : trouble()),
  }
  // An HTTP/1.1 request without a host would be refused outside the envelope.
  const server = createServer({ ...limits, requireHostHeader: false }, (request, response) => {
    underWay.set(response, request)
    latest.set(request.socket, request)
    if (isClosing) response.setHeader('Connection', 'close')
    const startedMs = watch ? performance.now() : 0
    response.once('close', () => underWay.delete(response))
    const watched = watch?.answer(request.method ?? '', request.url ?? '', state)
    if (watched) return void tell(watched, response)
    carryOut(request, response)
      .catch((error: unknown) => {
        // A caller that went away is not a server error.
        if (!request.destroyed || request.complete) console.error('[cedi-mock]', error)
        response.destroy()
      })
      .finally(() => watch?.count(request.method ?? '', response.statusCode, performance.now() - startedMs))
  })
  server.maxConnections = mostConnections
  // Node would drop headers after the 2000th without a word, such as a proxy's, or a key. Their size is limited anyway.
  server.maxHeadersCount = 0
  server.on('clientError', (error: Error & { readonly code?: string }, socket: Socket) =>
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? refuseLate(error, socket, latest) : refuseRaw(error, socket),
  )
  server.on('checkExpectation', refuseExpectation)

  /** Slow senders block nobody: a request counts only when it has arrived completely. */
  async function carryOut(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url } = request
    if (busy >= mostAtOnce) return refuseSoon(request, response)
    const limitBytes = url?.startsWith('/__mock/') ? controlBodyLimitBytes : bodyLimitBytes
    const hasBody = method !== 'GET' && method !== 'HEAD'
    const held = hasBody ? await readText(request, limitBytes, room) : undefined
    if (held === 'no room' || busy >= mostAtOnce) {
      if (held && held !== 'no room') held.free()
      return refuseSoon(request, response)
    }
    // An incomplete request is not read to its end, so nothing else can come on this connection.
    if (hasBody && !request.complete) response.setHeader('Connection', 'close')
    busy += 1
    try {
      await answer(mock, request, response, held?.text)
    } finally {
      busy -= 1
      held?.free()
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

/**
 * Headers that Node joins in its own way: it drops a second `Authorization`, `Content-Type` or `Host`. Two idempotency
 * keys are joined with a character that no header may contain, so that they are refused and never read as one.
 */
function headersOf(request: IncomingMessage): IncomingMessage['headers'] {
  const { headers, rawHeaders, httpVersion } = request
  // Nearly always, each appears once and Node has joined nothing.
  if (headers.host !== undefined && rawHeaders.length === 2 * Object.keys(headers).length) return headers
  const { authorization, 'content-type': types, host, 'idempotency-key': keys } = request.headersDistinct
  return {
    ...headers,
    ...(authorization ? { authorization: authorization.join(', ') } : {}),
    ...(types ? { 'content-type': types.join(', ') } : {}),
    // An HTTP/1.1 caller must name the host.
    ...(host || httpVersion !== '1.0' ? { host: host?.join(', ') ?? '' } : {}),
    ...(headers['idempotency-key']?.includes(',') ? { 'idempotency-key': keys?.join('\n') } : {}),
  }
}

async function answer(
  mock: MockServer,
  request: IncomingMessage,
  response: ServerResponse,
  body: string | undefined,
): Promise<void> {
  const { method = 'GET', url = '/', headers } = request
  const host = headers.host && /^[\w.:[\]-]{1,255}$/.test(headers.host) ? headers.host : 'localhost'
  const target = url.startsWith('/') ? `http://${host}${url}` : url
  const description = { method, url: target, headers: headersOf(request) as never, body }
  // A whole address as the target is what a proxy gets: it, and not Host, names the server that is meant.
  const isNear =
    url.startsWith('/') && isLoopback(request.socket.remoteAddress) && isLocalName(headers.host) && !isForeign(headers)
  const delivery = await mock.deliver(description, { isLoopback: isNear })
  if (delivery.latencyMs > 0) await wait(delivery.latencyMs)
  if (delivery.dropped) return void request.socket.destroy()
  await send(delivery, request, response)
}

/** Whether an answer is sent as it is: Node then writes headers and text at once, without a copy in between. */
const isPlainText = ({ status, bytes, mayShrink }: Answer): boolean =>
  !bytes && !mayShrink && status !== 204 && status !== 304

async function send(
  { answer, slowBodyMs, truncated }: Delivery,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { status, body, follow } = answer
  const { method } = request
  if (follow && method !== 'HEAD') {
    response.writeHead(status, answer.headers).write(body)
    return void stream(follow, response)
  }
  if (response.destroyed) return
  if (isPlainText(answer) && method !== 'HEAD' && !truncated && slowBodyMs === 0) {
    const headers = { ...answer.headers, 'Content-Length': Buffer.byteLength(body) }
    return void response.writeHead(status, headers).end(body)
  }
  const { headers, bytes } = await encode(answer, request.headers['accept-encoding'])
  if (response.destroyed) return
  response.writeHead(
    status,
    status === 204 || status === 304 ? headers : { ...headers, 'Content-Length': bytes.length },
  )
  if (method === 'HEAD') return void response.end()
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

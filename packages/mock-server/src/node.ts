import { isUtf8 } from 'node:buffer'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { wait } from './fetch.js'
import type { Delivery, Listening, MockServer } from './mock-server.js'
import { bodyLimitBytes, controlBodyLimitBytes } from './read-body.js'

/** Puts a mock server behind a port of this machine. */
export async function listen(mock: MockServer, port: number, host: string): Promise<Listening> {
  const underWay = new Set<ServerResponse>()
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000 }, (request, response) => {
    underWay.add(response)
    response.once('close', () => underWay.delete(response))
    answer(mock, request, response).catch((error: unknown) => {
      // A caller that went away is not a fault of the server.
      if (!request.destroyed || request.complete) console.error('[cedi-mock]', error)
      response.destroy()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { port: taken } = server.address() as AddressInfo
  const shown = isEverywhere(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return { url: `http://${shown}:${taken}`, port: taken, close: () => drained(server, underWay) }
}

/** Whether a server on this address is reached under any name of the machine. */
export const isEverywhere = (host: string): boolean => host === '0.0.0.0' || host === '::'

/** Lets requests that are on their way come to their end, and connections that carry none be closed. */
function drained(server: Server, underWay: ReadonlySet<ServerResponse>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const closeWhenQuiet = () => {
    if (underWay.size === 0) server.closeAllConnections()
  }
  for (const response of underWay) {
    if (streams.has(response)) response.end()
    if (!response.headersSent) response.setHeader('Connection', 'close')
    response.once('close', () => setImmediate(closeWhenQuiet))
  }
  closeWhenQuiet()
  return closed
}

const isLoopback = (address = ''): boolean => /^(?:::1$|(?:::ffff:)?127\.)/.test(address)

// A page on the web can point a name of its own at this machine; then only the header tells.
const isLocalName = (host = ''): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i.test(host)

/** Whether a browser sends this for a page of another address. */
const isForeign = ({ origin, host }: IncomingMessage['headers']): boolean =>
  origin !== undefined && origin !== `http://${host}`

async function answer(mock: MockServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/', headers } = request
  const limitBytes = url.startsWith('/__mock/') ? controlBodyLimitBytes : bodyLimitBytes
  const body = method === 'GET' || method === 'HEAD' ? undefined : await readText(request, limitBytes)
  const host = headers.host && /^[\w.:[\]-]{1,255}$/.test(headers.host) ? headers.host : 'localhost'
  const target = url.startsWith('/') ? `http://${host}${url}` : url
  const description = { method, url: target, headers: headers as Record<string, string>, body }
  const isNear = isLoopback(request.socket.remoteAddress) && isLocalName(headers.host) && !isForeign(headers)
  const delivery = await mock.deliver(description, { isLoopback: isNear })
  if (delivery.latencyMs > 0) await wait(delivery.latencyMs)
  if (delivery.dropped) return void request.socket.destroy()
  send(delivery, method, response)
}

function send(
  { answer: { status, headers, body, follow }, slowBodyMs, truncated }: Delivery,
  method: string,
  response: ServerResponse,
): void {
  if (follow && method !== 'HEAD') {
    response.writeHead(status, headers).write(body)
    return void stream(follow, response)
  }
  const bytes = Buffer.from(body, 'utf8')
  response.writeHead(status, { ...headers, 'Content-Length': bytes.length })
  if (method === 'HEAD') return void response.end()
  if (!truncated && slowBodyMs === 0) return void response.end(bytes)
  response.write(bytes.subarray(0, bytes.length / 2))
  const finish = () => (truncated ? response.destroy() : response.end(bytes.subarray(bytes.length / 2)))
  const timer = setTimeout(finish, Math.max(slowBodyMs, 20))
  response.once('close', () => clearTimeout(timer))
}

/** Answers that have no end of their own: a server that stops ends them. */
const streams = new WeakSet<ServerResponse>()

/** Sends what follows as it happens, until the caller or the server goes away. */
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

/** The body as text. What goes over the limit is thrown away, but counted: one character more makes it too large. */
function readText(request: IncomingMessage, limitBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    // Stands for a body that was not kept.
    const tooLarge = () => ' '.repeat(limitBytes + 1)
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= limitBytes) chunks.push(chunk)
      else chunks.length = 0
      // A body that is longer than this is not even read to its end.
      if (bytes > 16 * bodyLimitBytes && bytes > limitBytes) {
        request.removeAllListeners('data')
        request.resume()
        resolve(tooLarge())
      }
    })
    request.on('end', () => resolve(bytes > limitBytes ? tooLarge() : textOf(Buffer.concat(chunks))))
    request.on('error', reject)
  })
}

/** Bytes that are not UTF-8 are no JSON, and must not be mended into some. */
const textOf = (bytes: Buffer): string => (isUtf8(bytes) ? bytes.toString('utf8') : '\ufffd')

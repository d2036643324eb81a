import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { wait } from './fetch.js'
import type { Delivery, Listening, MockServer } from './mock-server.js'
import { bodyLimitBytes } from './read-body.js'

/** A body that is longer than this is not even read to its end. */
const drainLimitBytes = 16 * bodyLimitBytes

/** Puts a mock server behind a port of this machine. */
export async function listen(mock: MockServer, port: number, host: string): Promise<Listening> {
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000 }, (request, response) => {
    answer(mock, request, response).catch((error: unknown) => {
      console.error('[cedi-mock]', error)
      response.destroy()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { port: taken } = server.address() as AddressInfo
  const shown = host.includes(':') ? `[${host}]` : host
  return { url: `http://${shown}:${taken}`, port: taken, close: () => drained(server) }
}

/** Lets requests that are on their way come to their end. */
function drained(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
  })
}

const isLoopback = (address = ''): boolean => /^(?:::1|(?:::ffff:)?127\.)/.test(address)

async function answer(mock: MockServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/', headers } = request
  const body = method === 'GET' || method === 'HEAD' ? undefined : await readText(request)
  const host = headers.host && /^[\w.:[\]-]{1,255}$/.test(headers.host) ? headers.host : 'localhost'
  const target = url.startsWith('/') ? `http://${host}${url}` : url
  const description = { method, url: target, headers: headers as Record<string, string>, body }
  const delivery = await mock.deliver(description, { isLoopback: isLoopback(request.socket.remoteAddress) })
  if (delivery.latencyMs > 0) await wait(delivery.latencyMs)
  if (delivery.dropped) return void request.socket.destroy()
  send(delivery, method, response)
}

function send(
  { answer: { status, headers, body }, slowBodyMs, truncated }: Delivery,
  method: string,
  response: ServerResponse,
): void {
  const bytes = Buffer.from(body, 'utf8')
  response.writeHead(status, { ...headers, 'Content-Length': bytes.length })
  if (method === 'HEAD') return void response.end()
  if (!truncated && slowBodyMs === 0) return void response.end(bytes)
  response.write(bytes.subarray(0, bytes.length / 2))
  const finish = () => (truncated ? response.destroy() : response.end(bytes.subarray(bytes.length / 2)))
  setTimeout(finish, Math.max(slowBodyMs, 20)).unref()
}

/** The body as text. What goes over the limit is thrown away, but counted: one character more makes it too large. */
function readText(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= bodyLimitBytes) chunks.push(chunk)
      if (bytes > drainLimitBytes) {
        request.removeAllListeners('data')
        request.resume()
        resolve(tooLarge)
      }
    })
    request.on('end', () => resolve(bytes > bodyLimitBytes ? tooLarge : Buffer.concat(chunks).toString('utf8')))
    request.on('error', reject)
  })
}

/** Stands for a body that was not kept. */
const tooLarge = ' '.repeat(bodyLimitBytes + 1)

import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

/** Answers to what never reaches the service; in the envelope too. */
function envelope(code: string, message: string): { body: string; headers: Record<string, string | number> } {
  const request_id = `req_${String(Math.floor(Math.random() * 1e15) + 1e15)}`
  const body = JSON.stringify({ success: false, data: null, error: { code, message, request_id } })
  return {
    body,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      'X-Request-Id': request_id,
      'Cache-Control': 'no-store',
      Connection: 'close',
    },
  }
}

/** Tells a caller to try again. What it still sends is discarded. */
export function refuseSoon(request: IncomingMessage, response: ServerResponse): void {
  const { body, headers } = envelope(
    'provider_unavailable',
    'The server has too much to do. Send the request again in a moment, with the same Idempotency-Key.',
  )
  response.writeHead(503, { ...headers, 'Retry-After': '1' }).end(body)
  request.resume()
}

/** Tells a caller that only one expectation can be met. */
export function refuseExpectation(request: IncomingMessage, response: ServerResponse): void {
  const { body, headers } = envelope('invalid_header', 'Expect must be 100-continue or left out.')
  response.writeHead(417, headers).end(body)
  request.resume()
}

const faults: Readonly<Record<string, readonly [status: number, code: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: [
    431,
    'invalid_header',
    'The address and the headers are longer than 16 KiB together. Put data into the body.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [
    408,
    'invalid_request',
    'The request did not come whole in time. Send it again, with the same Idempotency-Key.',
  ],
}

/** Answers a malformed or incomplete request. */
export function refuseRaw(error: Error & { readonly code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const [status, code, message] = faults[error.code ?? ''] ?? [
    400,
    'invalid_request',
    'This is not a request of HTTP/1.1.',
  ]
  const { body, headers } = envelope(code, message)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
}

/** Each connection's last request. */
export type Latest = WeakMap<Socket, IncomingMessage>

/** How often arrived data is read before a request counts as incomplete. */
const mostReads = 200

/**
 * Refuses a request that did not arrive completely in time. A process that was frozen checks its timeouts before it
 * reads what has arrived. So this first reads on while there is data, and answers a request that is then complete.
 *
 * @decision 0035
 */
export function refuseLate(error: Error, socket: Socket, latest: Latest): void {
  const wasWhole = latest.get(socket)?.complete ? latest.get(socket) : undefined
  let readBytes = -1
  let reads = 0
  const look = () => {
    const request = latest.get(socket)
    if (socket.destroyed || (request?.complete && request !== wasWhole)) return
    if (socket.bytesRead > readBytes && reads < mostReads) {
      readBytes = socket.bytesRead
      reads += 1
      // Two turns: the first reads the socket, in the second the data arrives.
      setImmediate(() => setImmediate(look))
    } else refuseRaw(error, socket)
  }
  look()
}

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers'
import { redactPath } from '../http/request-log.js'

/** Requests without a response yet, by the response object. */
export type OpenRequests = ReadonlyMap<ServerResponse, IncomingMessage>

/** Event streams, which a stopping server ends. */
export const streams: WeakSet<ServerResponse> = new WeakSet()

/**
 * Lets open requests finish, and closes idle connections. Requests that exceed the deadline are aborted and logged,
 * because an incomplete request would keep the server running.
 *
 * @param deadlineMs - Maximum duration.
 * @decision 0035
 */
export async function drain(server: Server, openRequests: OpenRequests, deadlineMs: number): Promise<void> {
  const closing = new Promise<void>((resolve) => server.close(() => resolve()))
  const closeIfIdle = () => {
    if (openRequests.size === 0) server.closeAllConnections()
  }
  for (const response of openRequests.keys()) {
    if (streams.has(response)) response.end()
    if (!response.headersSent) response.setHeader('Connection', 'close')
    response.once('close', () => setImmediate(closeIfIdle))
  }
  closeIfIdle()
  const deadline = setTimeout(() => {
    if (openRequests.size > 0) console.error(`[cedi-mock] ${describeOpenRequests(openRequests, deadlineMs)}`)
    server.closeAllConnections()
  }, deadlineMs)
  await closing
  clearTimeout(deadline)
}

/** Maximum number of listed requests. */
const maxNamed = 5

function describeOpenRequests(openRequests: OpenRequests, deadlineMs: number): string {
  const requestNames = [...openRequests.values()].slice(0, maxNamed).map(({ method, url = '', complete }) => {
    const path = redactPath(url.split('?')[0] ?? '')
    return `${method} ${path} (${complete ? 'not answered yet' : 'not sent whole'})`
  })
  const rest = openRequests.size - requestNames.length
  const moreText = rest > 0 ? `, and ${rest} more` : ''
  return `The server stopped ${deadlineMs / 1000} seconds after it was asked to, and cut off: ${requestNames.join(', ')}${moreText}.`
}

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { shownPath } from '../http/request-log.js'

/** Requests without an answer yet, by the response object. */
export type OpenRequests = ReadonlyMap<ServerResponse, IncomingMessage>

/** Answers without an end: a stopping server ends them. */
export const streams: WeakSet<ServerResponse> = new WeakSet()

/**
 * Lets open requests finish, and closes idle connections. Requests that take longer than the deadline are cut off and
 * listed: one that is never sent completely would keep the server for ever.
 *
 * @param deadlineMs - How long they may take.
 * @decision 0035
 */
export async function drain(server: Server, openRequests: OpenRequests, deadlineMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const closeWhenQuiet = () => {
    if (openRequests.size === 0) server.closeAllConnections()
  }
  for (const response of openRequests.keys()) {
    if (streams.has(response)) response.end()
    if (!response.headersSent) response.setHeader('Connection', 'close')
    response.once('close', () => setImmediate(closeWhenQuiet))
  }
  closeWhenQuiet()
  const deadline = setTimeout(() => {
    if (openRequests.size > 0) console.error(`[cedi-mock] ${leftText(openRequests, deadlineMs)}`)
    server.closeAllConnections()
  }, deadlineMs)
  await closed
  clearTimeout(deadline)
}

/** Maximum number of listed requests. */
const maxNamed = 5

function leftText(openRequests: OpenRequests, deadlineMs: number): string {
  const named = [...openRequests.values()].slice(0, maxNamed).map(({ method, url = '', complete }) => {
    const path = shownPath(url.split('?')[0] ?? '')
    return `${method} ${path} (${complete ? 'not answered yet' : 'not sent whole'})`
  })
  const rest = openRequests.size - named.length
  const more = rest > 0 ? `, and ${rest} more` : ''
  return `The server stopped ${deadlineMs / 1000} seconds after it was asked to, and cut off: ${named.join(', ')}${more}.`
}

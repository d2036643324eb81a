import { type Answer, refuse, wrap } from './answer.js'
import type { ControlledServer } from './api/control/call.js'
import type { Context } from './context.js'
import { isControl, refuseControl } from './control-access.js'
import type { MockServerOptions } from './options.js'
import type { IncomingRequest } from './request.js'
import { shownPath } from './request-log.js'
import { type Response, respond, unmatched } from './respond.js'
import { isUnavailable } from './shared.js'

/** How a request becomes an answer, whatever goes wrong on the way. */
export interface Answering {
  /** Answers a request; never throws. */
  answer(request: IncomingRequest, requestId: string, isLoopback: boolean): Promise<Response>
  /** What is answered while the store is away. @decision 0034 */
  unavailable(error: Error, requestId: string): Response
}

const nobody = { operation: undefined, merchant: undefined }

/**
 * Sends each request to the part of the server that it is for.
 *
 * @param server - What the control API may do to the whole server.
 * @param control - Who may call the control API.
 */
export function createAnswering(
  context: Context,
  server: ControlledServer,
  control: MockServerOptions['control'],
): Answering {
  async function route(request: IncomingRequest, requestId: string, isLoopback: boolean): Promise<Response> {
    if (isControl(request)) {
      const refusal = refuseControl(request, control, isLoopback)
      if (refusal) return { ...nobody, answer: wrap({ ok: false, refusal }, requestId) }
      const { respondToControl } = await import('./api/control.js')
      return {
        ...nobody,
        operation: 'control',
        answer: wrap(await respondToControl(context, server, request), requestId),
      }
    }
    if (request.path.startsWith('/challenge/')) {
      const { challengePage } = await import('./pages/challenge.js')
      return {
        ...nobody,
        operation: 'challengePage',
        answer: withRequestId(await challengePage(context, request), requestId),
      }
    }
    if (request.path.startsWith('/api/')) return respond(context, request, requestId)
    if (isHosted(request.path)) {
      const { respondToPage } = await import('./pages/route.js')
      return respondToPage(context, request, requestId)
    }
    return { ...nobody, answer: wrap(unmatched(request, []), requestId) }
  }

  let isStoreAway = false
  /** Says once that the store went away, and once that it is back: not with each of thousands of requests. */
  function tellStore(error: Error | undefined): void {
    if (isStoreAway === (error !== undefined)) return
    isStoreAway = !isStoreAway
    console.error(`[cedi-mock] ${error ? error.message : 'The database answers again.'}`)
  }

  function unavailable(error: Error, requestId: string): Response {
    tellStore(error)
    const message =
      'The service cannot reach its database. Send the request again in a moment, with the same Idempotency-Key.'
    const refusal = { ...refuse('provider_unavailable', message), headers: { 'Retry-After': '1' } }
    return { ...nobody, answer: wrap({ ok: false, refusal }, requestId) }
  }

  return {
    unavailable,
    async answer(request, requestId, isLoopback) {
      try {
        const responded = await route(request, requestId, isLoopback)
        tellStore(undefined)
        return responded
      } catch (error) {
        if (isUnavailable(error)) return unavailable(error, requestId)
        // A fault of ours: told to whoever runs the server, never to the caller.
        console.error(`[cedi-mock] ${requestId} ${request.method} ${shownPath(request.path)}:`, error)
        const refusal = refuse(
          'internal_error',
          'The service failed. Send the request again with the same Idempotency-Key.',
        )
        return { ...nobody, answer: wrap({ ok: false, refusal }, requestId) }
      }
    },
  }
}

/** Whether a path is one of the hosted pages, or of what belongs to them. @decision 0029 */
const isHosted = (path: string): boolean =>
  path === '/' || /^\/(?:@|(?:checkout|pay|portal|operator|service|embed|buy)(?:[/.]|$))/.test(path)

const withRequestId = (answer: Answer, requestId: string): Answer => ({
  ...answer,
  headers: { ...answer.headers, 'X-Request-Id': requestId },
})

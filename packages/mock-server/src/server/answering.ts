import { isControl, refuseControl } from '../api/control/access.js'
import type { ControlledServer } from '../api/control/call.js'
import { type Response, respond, unmatched } from '../api/respond.js'
import { type Outcome, refused, wrap } from '../http/answer.js'
import type { IncomingRequest } from '../http/request.js'
import { shownPath } from '../http/request-log.js'
import type { ServerContext } from '../http/server-context.js'
import { refuse } from '../service/service-error.js'
import type { Addition } from './addition.js'
import type { MockServerOptions } from './options.js'
import { isUnavailable } from './shared.js'

/** Turns a request into an answer, whatever goes wrong on the way. */
export interface Answering {
  /** Answers a request; never throws. */
  answer(request: IncomingRequest, requestId: string, isLoopback: boolean): Promise<Response>
  /** Answers a control API call of the program that runs the server. */
  control(request: IncomingRequest): Promise<Outcome>
  /** The answer while the store is away. @decision 0034 */
  unavailable(error: Error, requestId: string): Response
}

const nobody = { operation: undefined, merchant: undefined }

/**
 * Sends each request to its part of the server.
 *
 * @param server - What the control API may do to the whole server.
 * @param control - Who may call the control API.
 * @param addition - What it has besides the API.
 */
export function createAnswering(
  context: ServerContext,
  server: ControlledServer,
  control: MockServerOptions['control'],
  addition: Addition,
): Answering {
  async function respondToControl(request: IncomingRequest): Promise<Outcome> {
    const { respond: respondTo } = await import('../api/control/routes.js')
    return respondTo(context, server, request, await addition.control?.())
  }

  async function route(sent: IncomingRequest, requestId: string, isLoopback: boolean): Promise<Response> {
    if (sent.refusal) return { ...nobody, answer: wrap({ ok: false, refusal: sent.refusal }, requestId) }
    const isForPages = !sent.path.startsWith('/api/') && !isControl(sent)
    // Whatever has GET also has HEAD: the transport leaves out the body.
    const request = sent.method === 'HEAD' && !isForPages ? { ...sent, method: 'GET' } : sent
    if (isControl(request)) {
      const refusal = refuseControl(request, control, isLoopback)
      if (refusal) return { ...nobody, answer: wrap({ ok: false, refusal }, requestId) }
      return { ...nobody, operation: 'control', answer: wrap(await respondToControl(request), requestId) }
    }
    if (request.path.startsWith('/api/')) return respond(context, request, requestId)
    if (!addition.respond) return { ...nobody, answer: wrap(noPages(request), requestId) }
    const added = await addition.respond(context, request, requestId)
    return added ?? { ...nobody, answer: wrap(unmatched(request, []), requestId) }
  }

  /** What was logged since the store went away: each problem once, not for each of thousands of requests. */
  const told = new Set<string>()
  function tellAway({ message }: Error): void {
    if (told.has(message)) return
    told.add(message)
    console.error(`[cedi-mock] ${message}`)
  }

  let isAsking = false
  /** An answer does not prove that it is back: a database with a full disk can still be read. */
  async function tellBack(): Promise<void> {
    if (told.size === 0 || isAsking) return
    isAsking = true
    try {
      await addition.store?.ping?.()
      told.clear()
      console.error('[cedi-mock] The database answers again.')
    } catch (error) {
      if (!isUnavailable(error)) throw error
    } finally {
      isAsking = false
    }
  }

  function unavailable(error: Error, requestId: string): Response {
    tellAway(error)
    const message =
      'The service cannot use its database now. Send the request again in a moment, with the same Idempotency-Key.'
    const refusal = { ...refuse('provider_unavailable', message), headers: { 'Retry-After': '1' } }
    return { ...nobody, answer: wrap({ ok: false, refusal }, requestId) }
  }

  return {
    unavailable,
    control: respondToControl,
    async answer(request, requestId, isLoopback) {
      try {
        const responded = await route(request, requestId, isLoopback)
        void tellBack().catch((error) => console.error('[cedi-mock]', error))
        return responded
      } catch (error) {
        if (isUnavailable(error)) return unavailable(error, requestId)
        // A bug of ours: reported to whoever runs the server, never to the caller.
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

const noPages = ({ path }: IncomingRequest): Outcome =>
  refused(
    'not_found',
    `There is nothing at ${shownPath(path).slice(0, 80)}. This server has no pages: for pages, run npx cedi-sandbox.`,
  )

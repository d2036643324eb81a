import { authenticate } from '../api/authorize.js'
import { checkControlAccess, isControl } from '../api/control/access.js'
import { createUnroutedResponse, noRoute, type RoutedResponse, respond } from '../api/router.js'
import { createAnonymousLimit } from '../http/anonymous-limit.js'
import { faultResponse } from '../http/fault-response.js'
import { type IncomingRequest, readRequest } from '../http/request.js'
import { redactPath, toLoggedRequest } from '../http/request-log.js'
import { type HttpResponse, type ResponseData, toResponse } from '../http/response.js'
import { fail, type Rejection, type Result } from '../ledger/index.js'
import { type Context, getPath } from '../service/context.js'
import type { MockServerOptions } from './options.js'
import { isUnavailable } from './shared-state.js'
import type { ServerState } from './state.js'
import { ConnectionDropped, type ControlAccessCheck, type MockServer, type ServerExtension } from './types.js'

/** The functions of a server that respond to requests. */
export interface RequestHandler {
  readonly deliver: MockServer['deliver']
  readonly handle: MockServer['handle']
  readonly hasControlAccess: ControlAccessCheck
  /** Responds to a control API call of the program that runs the server. */
  control(request: IncomingRequest): Promise<Result<ResponseData> & { readonly allow?: readonly string[] }>
}

/** Creates the functions that respond to requests, inject faults and log requests. */
export function createRequestHandler(
  state: ServerState,
  { control: access, onRequest }: MockServerOptions,
  extension: ServerExtension,
): RequestHandler {
  const { context } = state
  const availability = createAvailabilityLog(() => extension.store?.ping?.())
  const getTokens = () => ({ configured: access?.token, listening: state.controlToken })
  const respondToError = createErrorResponder(extension, availability)
  // Only the path of a base URL is removed from requests.
  const basePath = context.baseUrl && getPath(context.baseUrl) ? context.baseUrl : undefined

  const limitAnonymous = createAnonymousLimit()
  async function control(request: IncomingRequest): ReturnType<RequestHandler['control']> {
    const { respondToControl } = await import('../api/control/routes.js')
    return respondToControl(context, state, request, await extension.control?.())
  }

  async function route(incoming: IncomingRequest, requestId: string, isTrusted: boolean): Promise<RoutedResponse> {
    if (incoming.rejection) return createUnroutedResponse(incoming.rejection, requestId)
    const isForPages = isPageRequest(incoming)
    // Every GET route also serves HEAD. The transport omits the body.
    const request = incoming.method === 'HEAD' && !isForPages ? { ...incoming, method: 'GET' } : incoming
    if (isControl(request)) {
      const rejection = checkControlAccess(request, getTokens(), isTrusted)
      if (rejection) return createUnroutedResponse(rejection, requestId)
      const result = await control(request)
      const headers = result.allow && { Allow: result.allow.join(', ') }
      return { ...createUnroutedResponse(result, requestId, headers), operation: 'control' }
    }
    if (request.path.startsWith('/api/')) return respond(context, request, requestId)
    if (!extension.respond) return createUnroutedResponse(noPages(request), requestId)
    const page = await extension.respond(context, request, requestId)
    return page ?? noRoute(request, [], requestId)
  }

  /** Routes a request. Never throws. */
  async function respondOrReport(
    request: IncomingRequest,
    requestId: string,
    isTrusted: boolean,
  ): Promise<RoutedResponse> {
    try {
      const routedResponse = await route(request, requestId, isTrusted)
      void availability.recordResponse().catch((error) => console.error('[cedi-mock]', error))
      return routedResponse
    } catch (error) {
      return { operation: undefined, merchant: undefined, response: await respondToError(request, error, requestId) }
    }
  }

  const deliver: MockServer['deliver'] = async (description, caller = { isTrusted: false }) => {
    const request = { ...readRequest(description, caller.baseUrl ?? basePath), address: caller.address }
    const { requestId, error } = await state.nextRequest()
    if (error) return respondToError(request, error, requestId)
    if (isControl(request)) return (await respondOrReport(request, requestId, caller.isTrusted)).response
    const limited = limitAnonymous(request, requestId)
    if (limited && !(await hasKey(context, request))) return limited
    const atMs = context.clock.nowMs()
    const fault = context.faults.match(request.method, request.path)
    const isReplaced = fault?.drop === 'before' || (fault?.status !== undefined && !fault.after_commit)
    const routedResponse: RoutedResponse = isReplaced
      ? { response: faultResponse(fault, requestId), operation: undefined, merchant: undefined }
      : await respondOrReport(request, requestId, caller.isTrusted)
    const faultyResponse = fault?.after_commit ? faultResponse(fault, requestId) : routedResponse.response
    const response =
      fault?.malformed_json && faultyResponse.body
        ? { ...faultyResponse, body: `${faultyResponse.body.slice(0, -1)},` }
        : faultyResponse
    const { operation, merchant } = routedResponse
    const entry = { atMs, requestId, request, operation, merchant, response }
    context.log.add(entry)
    onRequest?.(toLoggedRequest(entry))
    return fault ? { ...response, fault } : response
  }

  const hasControlAccess: ControlAccessCheck = (headers) =>
    !checkControlAccess(readRequest({ method: 'GET', url: '/__mock/', headers }), getTokens(), false)

  return { control, deliver, handle: createHandle(deliver), hasControlAccess }
}

/** Returns whether a request has a valid key. */
const hasKey = async (context: Context, { headers }: IncomingRequest): Promise<boolean> =>
  (await authenticate(context, headers.get('authorization'), context.clock.nowMs())).ok

/** Whether a request is outside the API and the control API. */
const isPageRequest = (request: IncomingRequest): boolean => !request.path.startsWith('/api/') && !isControl(request)

/** Creates the function that responds to an error: with a page to browsers, otherwise with an error of the API. */
const createErrorResponder =
  (extension: ServerExtension, availability: ReturnType<typeof createAvailabilityLog>) =>
  async (request: IncomingRequest, error: unknown, requestId: string): Promise<HttpResponse> => {
    const isStoreUnavailable = isUnavailable(error)
    if (isStoreUnavailable) availability.recordFailure(error)
    // A bug of the server: logged for the operator, not shown to the caller.
    else console.error(`[cedi-mock] ${requestId} ${request.method} ${redactPath(request.path)}:`, error)
    const response = isStoreUnavailable
      ? toResponse(unavailable, requestId, { 'Retry-After': '1' })
      : toResponse(serverError, requestId)
    return (isPageRequest(request) && (await extension.renderError?.(request, response))) || response
  }

/** Creates the function that responds without a transport. It truncates the body, or throws for a dropped connection. */
const createHandle =
  (deliver: MockServer['deliver']): MockServer['handle'] =>
  async (description, caller) => {
    const { fault, ...response } = await deliver(description, caller)
    if (fault?.drop) throw new ConnectionDropped('The connection was dropped by a fault of the mock server.')
    const { body, bytes, ...rest } = response
    if (description.method.toUpperCase() === 'HEAD') return { ...rest, body: '' }
    if (!fault?.truncate) return response
    const halfBody = bytes && { bytes: bytes.slice(0, bytes.length / 2) }
    return { ...rest, body: body.slice(0, body.length / 2), ...halfBody }
  }

/** Logs each store failure once until the store is available again, not once per request. */
function createAvailabilityLog(ping: () => Promise<void> | undefined) {
  const loggedIds = new Set<string>()
  let isPinging = false
  return {
    recordFailure({ message }: Error): void {
      if (loggedIds.has(message)) return
      loggedIds.add(message)
      console.error(`[cedi-mock] ${message}`)
    },
    /** Pings the store after a failure: a response is not enough, because a database with a full disk can be read. */
    async recordResponse(): Promise<void> {
      if (loggedIds.size === 0 || isPinging) return
      isPinging = true
      try {
        await ping()
        loggedIds.clear()
        console.error('[cedi-mock] The database answers again.')
      } catch (error) {
        if (!isUnavailable(error)) throw error
      } finally {
        isPinging = false
      }
    },
  }
}

const unavailable: Rejection = fail(
  'provider_unavailable',
  'The service cannot use its database now. Send the request again in a moment, with the same Idempotency-Key.',
)

const serverError: Rejection = fail(
  'internal_error',
  'The service failed. Send the request again with the same Idempotency-Key.',
)

const noPages = ({ path }: IncomingRequest): Rejection =>
  fail(
    'not_found',
    `There is nothing at ${redactPath(path).slice(0, 80)}. This server has no pages: for pages, run npx @cedi/sandbox.`,
  )

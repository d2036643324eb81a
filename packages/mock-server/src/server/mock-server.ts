import { readRequest } from '../http/request.js'
import { findKnownMerchant } from '../service/merchants.js'
import { isWildcardHost } from '../transports/wildcard-host.js'
import { checkServerOptions, type MockServerOptions } from './options.js'
import { createRequestHandler, type RequestHandler } from './request-handler.js'
import { ServerState } from './state.js'
import type { ControlAccessCheck, Listening, MockServer, ServerExtension } from './types.js'

/**
 * Creates a mock server. It takes less than a millisecond, so create one for each test.
 *
 * @param options - Options of the server.
 * @returns A new server without any request.
 * @throws TypeError when an option is invalid.
 * @decision 0023
 * @example
 * ```ts
 * import { createMockServer } from '@cedi/mock-server'
 *
 * const mock = createMockServer()
 * const headers = { Authorization: 'Bearer sk_test_all' }
 * const response = await mock.handle({ method: 'GET', url: 'http://cedi.test/api/v1/products?limit=20', headers })
 * console.log(response.status) // 200
 * ```
 */
export function createMockServer(options: MockServerOptions = {}): MockServer {
  checkServerOptions('createMockServer', options)
  return createServer(options)
}

/**
 * Creates a server: the mock server itself, or one with an extension.
 *
 * @param options - Options that {@link checkServerOptions} accepts.
 * @param extension - What the sandbox adds to the API.
 * @decision 0023
 */
export function createServer(options: MockServerOptions, extension: ServerExtension = {}): MockServer {
  const state = new ServerState(options, extension)
  const { context } = state
  const handler = createRequestHandler(state, options, extension)
  const mock: MockServer = {
    deliver: handler.deliver,
    handle: handler.handle,
    async fetch(input, init, caller) {
      const { fetchFrom } = await import('../transports/fetch.js')
      return fetchFrom(mock, input, init, caller)
    },
    listen: (port = 0, host = '127.0.0.1') =>
      listenOn(mock, state, { options, extension, hasControlAccess: handler.hasControlAccess }, port, host),
    isReady: async () => (await state.problem()) === undefined,
    reset: () => state.reset(),
    snapshot: () => state.memorySnapshot(),
    restore: (snapshot) => state.restoreMemory(snapshot),
    clock: {
      now: () => new Date(context.clock.nowMs()),
      async advance(by) {
        const duration = typeof by === 'number' ? `PT${by / 1000}S` : by
        return mock.control('POST', 'clock/advance', { by: duration })
      },
    },
    settleOptions: () => ({
      fetch: mock.fetch,
      nowMs: () => context.clock.nowMs(),
      async sleep(ms) {
        if (context.clock.kind === 'manual') await mock.clock.advance(ms)
        else await new Promise((resolve) => setTimeout(resolve, ms))
      },
    }),
    faults: context.faults,
    requests: context.log,
    queueOutcome(outcome, merchantOrKey) {
      const merchant = findKnownMerchant(context, merchantOrKey)
      context.outcomes.add(merchant, typeof outcome === 'string' ? [outcome] : outcome)
      return { merchant, outcomes: context.outcomes.list(merchant) }
    },
    control: createControl(state, handler),
  }
  return mock
}

/** Creates the function that calls the control API. */
const createControl =
  (state: ServerState, handler: RequestHandler): MockServer['control'] =>
  async (method, path, body) => {
    await state.ready()
    await state.refresh()
    const text = body === undefined ? undefined : JSON.stringify(body)
    const result = await handler.control(readRequest({ method, url: `/__mock/${path}`, body: text }))
    if (!result.ok) throw new Error(`${method} /__mock/${path}: ${result.error.code}. ${result.error.message}`)
    return result.value.data
  }

/** Listens on a port. Links in responses start with the URL of that port, unless it is reachable under many names. */
async function listenOn(
  mock: MockServer,
  state: ServerState,
  {
    options,
    extension,
    hasControlAccess,
  }: { options: MockServerOptions; extension: ServerExtension; hasControlAccess: ControlAccessCheck },
  port: number,
  host: string,
): Promise<Listening> {
  // Reports an invalid seed before a client connects.
  await state.ready()
  const { context } = state
  const { listen } = await import('../transports/node.js')
  const withLinks: MockServer = {
    ...mock,
    deliver: (description, caller) =>
      mock.deliver(description, { isTrusted: false, ...caller, baseUrl: context.baseUrl ?? listening.url }),
  }
  const listening = await listen(isWildcardHost(host) ? mock : withLinks, port, host, {
    health: await extension.health?.(),
    problem: () => state.problem(),
    hasControlAccess,
    trustedProxies: options.trustedProxies ?? [],
    controlToken: options.control?.token ?? state.controlToken,
  })
  context.listeningUrl = listening.url
  if (options.control?.token === undefined) state.controlToken = listening.controlToken
  return {
    ...listening,
    close() {
      if (context.listeningUrl === listening.url) context.listeningUrl = undefined
      return listening.close()
    },
  }
}

import { readRequest } from '../http/request.js'
import { merchantMeant } from '../service/merchants.js'
import { isEverywhere } from '../transports/everywhere.js'
import type { Addition } from './addition.js'
import { type Answering, createAnswering } from './answering.js'
import { createDeliver } from './deliver.js'
import type { MockServerOptions } from './options.js'
import { ServerState } from './state.js'
import { ConnectionDropped, type Listening, type MockServer } from './types.js'

/**
 * Creates a mock server. It takes less than a millisecond, so create one for each test.
 *
 * @param options - How it behaves.
 * @returns A new server without any request.
 * @throws TypeError when an option is invalid.
 * @decision 0023
 * @example
 * ```ts
 * import { createMockServer } from '@cedi/mock-server'
 *
 * const mock = createMockServer()
 * const headers = { Authorization: 'Bearer sk_test_all' }
 * const answer = await mock.handle({ method: 'GET', url: 'http://cedi.test/api/v1/products?limit=20', headers })
 * console.log(answer.status) // 200
 * ```
 */
export const createMockServer = (options: MockServerOptions = {}): MockServer => createServer(options)

/**
 * Creates a server: the mock server itself, or one with an addition.
 *
 * @param addition - What the sandbox adds to the API.
 * @decision 0023
 */
export function createServer(options: MockServerOptions, addition: Addition = {}): MockServer {
  const state = new ServerState(options, addition)
  const { context } = state
  const answering = createAnswering(context, state, options.control, addition)
  const deliver = createDeliver(state, answering, options.onRequest)
  const mock: MockServer = {
    deliver,
    handle: createHandle(deliver),
    async fetch(input, init, peer) {
      const { fetchFrom } = await import('../transports/fetch.js')
      return fetchFrom(mock, input, init, peer)
    },
    listen: (port = 0, host = '127.0.0.1') => listenOn(mock, state, addition, port, host),
    isReady: async () => (await state.trouble()) === undefined,
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
    faults: context.faults,
    requests: context.log,
    queueOutcome(outcome, whose) {
      const merchant = merchantMeant(context, whose)
      context.outcomes.add(merchant, typeof outcome === 'string' ? [outcome] : outcome)
      return { merchant, outcomes: context.outcomes.list(merchant) }
    },
    control: createControl(state, answering),
  }
  return mock
}

/** Creates the function that responds without a transport. A fault cuts the body, or throws. */
const createHandle =
  (deliver: MockServer['deliver']): MockServer['handle'] =>
  async (description, peer) => {
    const { answer, dropped, truncated } = await deliver(description, peer)
    if (dropped) throw new ConnectionDropped('The connection was cut by a fault of the mock server.')
    const { body, bytes, ...rest } = answer
    if (description.method === 'HEAD') return { ...rest, body: '' }
    if (!truncated) return answer
    const half = bytes && { bytes: bytes.slice(0, bytes.length / 2) }
    return { ...rest, body: body.slice(0, body.length / 2), ...half }
  }

/** Creates the function that calls the control API. */
const createControl =
  (state: ServerState, answering: Answering): MockServer['control'] =>
  async (method, path, body) => {
    await state.ready()
    await state.refresh()
    const text = body === undefined ? undefined : JSON.stringify(body)
    const outcome = await answering.control(readRequest({ method, url: `/__mock/${path}`, body: text }))
    if (!outcome.ok) throw new Error(`${method} /__mock/${path}: ${outcome.refusal.code}. ${outcome.refusal.message}`)
    return outcome.data
  }

/** Listens on a port. Links in responses start with the URL of that port, unless it is reachable under many names. */
async function listenOn(
  mock: MockServer,
  state: ServerState,
  addition: Addition,
  port: number,
  host: string,
): Promise<Listening> {
  // Reports an invalid seed before a client connects.
  await state.ready()
  const { context } = state
  const { listen } = await import('../transports/node.js')
  const withLinks: MockServer = {
    ...mock,
    deliver: (description, peer) =>
      mock.deliver(description, { isLoopback: false, ...peer, baseUrl: context.baseUrl ?? listening.url }),
  }
  const listening: Listening = await listen(isEverywhere(host) ? mock : withLinks, port, host, {
    watch: await addition.watch?.(),
    trouble: () => state.trouble(),
  })
  context.listensAt = listening.url
  return {
    ...listening,
    close() {
      if (context.listensAt === listening.url) context.listensAt = undefined
      return listening.close()
    },
  }
}

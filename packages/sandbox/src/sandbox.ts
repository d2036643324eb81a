import type { MockServer, MockServerOptions } from '@cedi/mock-server'
import { createServer, type IncomingRequest, type PersistentStore } from '@cedi/mock-server/service'
import type { SandboxStore } from './stores/passes.js'

/** How a sandbox behaves. Everything may be left out. */
export interface SandboxOptions extends MockServerOptions {
  /**
   * Where the data is stored; in memory by default. Servers with the same store act as one: give them the same
   * `secret`, `randomSeed` and `clock`. You close the store yourself.
   *
   * @decision 0034
   */
  readonly store?: SandboxStore
}

const isStore = (store: Partial<PersistentStore> | null): boolean =>
  (['get', 'list', 'commit', 'snapshot', 'restore', 'clear'] as const).every(
    (name) => typeof store?.[name] === 'function',
  )

/**
 * Makes a sandbox: a mock server with the hosted checkout, storefronts, the merchant portal and the operator desk.
 * Pages load on the first request for one.
 *
 * @param options - How it behaves.
 * @returns What `createMockServer` returns, with pages.
 * @throws TypeError when an option is not what it may be.
 * @decision 0023
 * @example
 * ```ts
 * import { createSandbox } from '@cedi/sandbox'
 *
 * const sandbox = createSandbox()
 * const page = await sandbox.handle({ method: 'GET', url: 'http://cedi.test/@ama' })
 * console.log(page.status) // 200
 * ```
 */
export function createSandbox({ store, ...options }: SandboxOptions = {}): MockServer {
  if (store !== undefined && !isStore(store))
    throw new TypeError('The option store must be a durable store, such as openSqlStore returns.')
  return createServer(options, {
    store,
    hasReceipts: true,
    async respond(context, request, requestId) {
      if (!isHosted(request.path) && !isForPerson(request)) return undefined
      const { respondToPage } = await import('./router.js')
      return respondToPage(context, request, requestId)
    },
    control: async () => (await import('./kit/access/control.js')).invitationRoutes,
    clear: async (kept) => (await import('./stores/passes.js')).passesOf(kept).clear(),
    health: async () => (await import('./health.js')).createHealthEndpoint(),
  })
}

/** Whether a browser wants a page to show to somebody. Then a wrong address gets a page too. */
const isForPerson = ({ method, headers }: IncomingRequest): boolean =>
  method === 'GET' && /^text\/html\b/.test(headers.get('accept') ?? '')

/**
 * Whether a path is one of the hosted pages, or belongs to them. Our own code, because the router is loaded only when
 * needed.
 *
 * @decision 0029
 */
const isHosted = (path: string): boolean =>
  path === '/' ||
  /^\/(?:@|(?:challenge|receipt)\/|(?:checkout|pay|portal|operator|service|embed|buy)(?:[/.]|$))/.test(path)

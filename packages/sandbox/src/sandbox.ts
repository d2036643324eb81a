import { type OptionCheck, objectCheck } from '@cedi/contract/options'
import type { MockServer, MockServerOptions } from '@cedi/mock-server'
import { checkServerOptions, createServer, type PersistentStore, requireFetchApi } from '@cedi/mock-server/internal'
import { acceptsHtml } from './kit/accepts-html.js'
import { sealPhone } from './sealed-phone.js'
import type { SandboxStore } from './stores/access-tokens.js'

/** Options for {@link createSandbox}. */
export interface SandboxOptions extends MockServerOptions {
  /**
   * Durable store; in memory by default. Servers with the same store act as one, and need the same `secret`,
   * `randomSeed` and `clock`. The caller closes the store.
   *
   * @decision 0034
   */
  readonly store?: SandboxStore | undefined
}

const storeMethods = ['get', 'list', 'commit', 'snapshot', 'restore', 'clear'] as const
const storeCheck: OptionCheck = {
  requirement: 'be a durable store, such as openSqlStore returns',
  accepts: (value) =>
    objectCheck.accepts(value) &&
    storeMethods.every((name) => typeof (value as Partial<PersistentStore>)[name] === 'function'),
}

/**
 * Creates a sandbox: a mock server with the hosted checkout, storefronts, the merchant portal and the operator desk. The
 * code of the pages is loaded on their first request.
 *
 * @param options - Options of the mock server, and a durable store.
 * @returns A mock server that also serves the pages.
 * @throws TypeError if an option is invalid.
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
export function createSandbox(options: SandboxOptions = {}): MockServer {
  checkServerOptions('createSandbox', options, { store: storeCheck })
  const { store, ...serverOptions } = options
  return createServer(serverOptions, {
    store,
    hasReceipts: true,
    sealPhone,
    async respond(context, request, requestId) {
      if (!isHosted(request.path) && !(request.method === 'GET' && acceptsHtml(request))) return undefined
      requireFetchApi('A page of the sandbox')
      const { respondToPage } = await import('./router.js')
      return respondToPage(context, request, requestId)
    },
    async renderError(request, response) {
      if (!acceptsHtml(request)) return undefined
      return (await import('./kit/error-page.js')).errorPage(request, response)
    },
    control: async () => (await import('./kit/access/control.js')).invitationRoutes,
    clear: async (store) => (await import('./stores/access-tokens.js')).accessTokenStore(store).clear(),
    health: async () => (await import('./health.js')).createHealthMonitor(),
  })
}

/**
 * Whether a path belongs to the hosted pages. A path check instead of a Hono route, because the router is loaded on demand.
 *
 * @decision 0029
 */
const isHosted = (path: string): boolean =>
  path === '/' ||
  /^\/(?:@|%40|(?:challenge|receipt)\/|(?:checkout|pay|portal|operator|service|embed|buy)(?:[/.]|$))/.test(path)

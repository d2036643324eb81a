import { toDescription, toFetchResponse } from '@cedi/mock-server/service'
import { createSandbox } from '@cedi/sandbox'
import { headerFor, taken } from './cookies.js'
import { loadOpenapi } from './openapi.js'
import type { KeptStore } from './store.js'

/** The playground's service, as pages use it. */
export interface Service {
  /** Answers a request for an address below the base address. */
  answer(request: Request): Promise<Response>
  /** Runs due events, if there are any. */
  tick(): Promise<void>
  /** Restores the state at the start. */
  startOver(): Promise<void>
  nowMs(): number
}

/** What the worker knows about its place. */
export interface Surroundings {
  /** The base address of the service, without a slash at its end. */
  readonly baseUrl: string
  readonly nowMs: () => number
  /** The browser's preferred languages. */
  readonly languages: readonly string[]
}

/**
 * Opens the sandbox for this browser's pages. It does for a worker what a browser and a network do for a server.
 *
 * @param store - Where data is stored.
 * @decision 0080
 */
export function openService(store: KeptStore, { baseUrl, nowMs, languages }: Surroundings): Service {
  const { origin, pathname } = new URL(baseUrl)
  const sandbox = createSandbox({ store, baseUrl, startMs: nowMs() })
  /** The playground's time: this machine's, plus what it was pushed by. */
  const playMs = (): number => nowMs() + store.aside().aheadMs

  const clockMs = (): number => sandbox.clock.now().getTime()
  let catching: Promise<void> = Promise.resolve()
  /** The service's clock stands still until somebody asks. Requests at once move it one by one. */
  function catchUp(): Promise<void> {
    catching = catching.catch(() => {}).then(moveClock)
    return catching
  }
  async function moveClock(): Promise<void> {
    const now = playMs()
    if (now <= clockMs()) return
    try {
      await sandbox.control('PUT', 'clock', { now: new Date(now).toISOString() })
    } catch (error) {
      // Somebody has pushed it further meanwhile, and it never goes back.
      if (clockMs() < now) throw error
    }
  }

  /** What a browser adds to a request itself, and a worker is not told. */
  function said(request: Request): Record<string, string> {
    const isNavigation = request.mode === 'navigate'
    // Only pages below the worker are answered here, and a form states its origin.
    const from = isNavigation ? originOf(request.referrer) : origin
    const cookie =
      request.credentials === 'omit' ? '' : headerFor(store.aside().cookies, new URL(request.url).pathname, nowMs())
    return {
      ...(!request.headers.has('accept-language') && { 'accept-language': languages.join(', ') }),
      ...(request.method !== 'GET' && from !== '' && { origin: from }),
      ...(cookie !== '' && { cookie }),
    }
  }

  async function deliver(request: Request): Promise<Response> {
    const described = await toDescription(request)
    const headers = { ...described.headers, ...said(request) }
    // Another site's link or form can lead to any address; it must not push the clock or start over.
    const caller = { isLoopback: request.mode !== 'navigate', baseUrl }
    const response = await sandbox.deliver({ ...described, headers }, caller)
    const { 'Set-Cookie': cookie, ...rest } = response.headers
    if (cookie !== undefined) await store.keepAside({ cookies: taken(store.aside().cookies, cookie, nowMs()) })
    return toFetchResponse({ ...response, headers: rest }, request)
  }

  return {
    async answer(request) {
      const path = new URL(request.url).pathname.slice(pathname.length)
      const isControl = path.startsWith('/__mock/')
      // The page reads the books after each change. If each read moved the clock, that would be a change again.
      if (!isControl || request.method !== 'GET') await catchUp()
      if (path === '/api/v1/openapi.json') await loadOpenapi()
      const response = await deliver(request)
      if (isControl && request.method !== 'GET') await followClock()
      return response
    },
    async tick() {
      const [due] = await store.list('events', null, { limit: 1, order: 'due', dueUntilMs: playMs() })
      if (due) await catchUp()
    },
    async startOver() {
      await store.keepAside({ cookies: [], aheadMs: 0 })
      await sandbox.reset()
    },
    nowMs: playMs,
  }

  /** Somebody may have pushed the clock: from now on it is this far ahead. */
  async function followClock(): Promise<void> {
    const aheadMs = clockMs() - nowMs()
    if (aheadMs > store.aside().aheadMs) await store.keepAside({ aheadMs })
  }
}

const originOf = (address: string): string => (URL.canParse(address) ? new URL(address).origin : '')

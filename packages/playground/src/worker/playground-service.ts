import { toDescription, toFetchResponse } from '@cedi/mock-server/internal'
import { createSandbox } from '@cedi/sandbox'
import { storeCookie, toCookieHeader } from './cookies.js'
import type { PlaygroundStore } from './store.js'

/** Service of the playground. */
export interface Service {
  /** Writes the initial records of an empty store, which the first request would do otherwise. */
  prepare(): Promise<void>
  /** Handles a request below the base URL. */
  fetch(request: Request): Promise<Response>
  /** Runs due events, if there are any. */
  tick(): Promise<void>
  /** Restores the initial state. */
  startOver(): Promise<void>
  nowMs(): number
}

/** Options of `createService`. */
export interface ServiceOptions {
  /** Base URL of the service, without a trailing slash. */
  readonly baseUrl: string
  readonly nowMs: () => number
  /** Preferred languages of the browser. */
  readonly languages: readonly string[]
}

/** Step of the clock in milliseconds. Each step is stored and makes the pages read the ledger. */
const clockStepMs = 1000

/**
 * Creates the sandbox of the worker. Adds cookies and headers, which a browser adds only to requests over the network.
 *
 * @param store - Store of ledger, cookies and clock.
 * @decision 0080
 */
export function createService(store: PlaygroundStore, { baseUrl, nowMs, languages }: ServiceOptions): Service {
  const { origin, pathname } = new URL(baseUrl)
  const sandbox = createSandbox({ store, baseUrl, startMs: nowMs() })
  /** Returns the system time plus the clock offset. */
  const getPlaygroundMs = (): number => nowMs() + store.browserState().clockOffsetMs

  const clockMs = (): number => sandbox.clock.now().getTime()
  let catchingUp: Promise<void> = Promise.resolve()
  /** Advances the manual clock of the sandbox to the current time; concurrent calls are queued. */
  function advanceClock(): Promise<void> {
    catchingUp = catchingUp.catch(() => {}).then(setClock)
    return catchingUp
  }
  async function setClock(): Promise<void> {
    const now = getPlaygroundMs()
    if (now <= clockMs()) return
    try {
      await sandbox.control('PUT', 'clock', { now: new Date(now).toISOString() })
    } catch (error) {
      // A concurrent request has advanced the clock further, and it cannot go back.
      if (clockMs() < now) throw error
    }
  }
  const hasDueEvent = async (): Promise<boolean> =>
    (await store.list('events', null, { limit: 1, order: 'due', dueUntilMs: getPlaygroundMs() })).length > 0
  /** Advances the clock if it is a step behind or an event is due. */
  async function updateClock(): Promise<void> {
    if (getPlaygroundMs() - clockMs() >= clockStepMs || (await hasDueEvent())) await advanceClock()
  }

  /** Returns headers that a browser adds after the worker has received the request. */
  function getBrowserHeaders(request: Request): Record<string, string> {
    const isNavigation = request.mode === 'navigate'
    // All other requests are sent by pages of the same origin.
    const requestOrigin = isNavigation ? getOrigin(request.referrer) : origin
    const cookie =
      request.credentials === 'omit'
        ? ''
        : toCookieHeader(store.browserState().cookies, new URL(request.url).pathname, nowMs())
    return {
      ...(!request.headers.has('accept-language') && { 'accept-language': languages.join(', ') }),
      ...(request.method !== 'GET' && requestOrigin !== '' && { origin: requestOrigin }),
      ...(cookie !== '' && { cookie }),
    }
  }

  async function deliver(request: Request): Promise<Response> {
    const description = await toDescription(request)
    const headers = { ...description.headers, ...getBrowserHeaders(request) }
    // A link or form of another site can target any URL. It must not reach the control API.
    const caller = { isTrusted: request.mode !== 'navigate', baseUrl }
    const response = await sandbox.deliver({ ...description, headers }, caller)
    const { 'Set-Cookie': cookie, ...rest } = response.headers
    if (cookie !== undefined)
      await store.updateBrowserState({ cookies: storeCookie(store.browserState().cookies, cookie, nowMs()) })
    return toFetchResponse({ ...response, headers: rest }, request)
  }

  return {
    prepare: async () => void (await sandbox.isReady()),
    async fetch(request) {
      const path = new URL(request.url).pathname.slice(pathname.length)
      const isControl = path.startsWith('/__mock/')
      if (!isControl) await updateClock()
      // The page reads the ledger after each change. If a read advanced the clock, it would cause another change.
      else if (request.method !== 'GET') await advanceClock()
      const response = await deliver(request)
      if (isControl && request.method !== 'GET') await storeClockOffset()
      return response
    },
    async tick() {
      if (await hasDueEvent()) await advanceClock()
    },
    async startOver() {
      await store.updateBrowserState({ cookies: [], clockOffsetMs: 0 })
      await sandbox.reset()
    },
    nowMs: getPlaygroundMs,
  }

  /** Stores the clock offset after a control request. */
  async function storeClockOffset(): Promise<void> {
    const clockOffsetMs = clockMs() - nowMs()
    if (clockOffsetMs > store.browserState().clockOffsetMs) await store.updateBrowserState({ clockOffsetMs })
  }
}

const getOrigin = (url: string): string => (URL.canParse(url) ? new URL(url).origin : '')

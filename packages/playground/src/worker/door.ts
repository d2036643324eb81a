import { descriptionOf, responseOf } from '@cedi/mock-server/service'
import { createSandbox } from '@cedi/sandbox'
import { headerFor, taken } from './cookies.js'
import { loadOpenapi } from './openapi.js'
import type { KeptStore } from './store.js'

/** The service of the playground, as pages meet it. */
export interface Service {
  /** Answers a request for an address below the base address. */
  answer(request: Request): Promise<Response>
  /** Lets what is due happen, when something is. */
  tick(): Promise<void>
  /** Everything as it was at the start. */
  startOver(): Promise<void>
  nowMs(): number
}

/** What the worker knows of where it runs. */
export interface Surroundings {
  /** The base address of the service, without a slash at its end. */
  readonly baseUrl: string
  readonly nowMs: () => number
  /** The languages that the browser asks for. */
  readonly languages: readonly string[]
}

/**
 * Opens the sandbox for pages of this browser: what a browser and a network do for a server, this does for a worker.
 *
 * @param store - Where everything is kept.
 * @decision 0080
 */
export function openService(store: KeptStore, { baseUrl, nowMs, languages }: Surroundings): Service {
  const { origin, pathname } = new URL(baseUrl)
  const sandbox = createSandbox({ store, baseUrl, startMs: nowMs() })
  /** The time of the playground: that of this machine, and by how much it was pushed. */
  const playMs = (): number => nowMs() + store.aside().aheadMs

  const clockMs = (): number => sandbox.clock.now().getTime()
  let catching: Promise<void> = Promise.resolve()
  /** The clock of the service stands until somebody asks for something. Those who ask at once move it one by one. */
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
      // Somebody has pushed it further meanwhile, and it does not go back.
      if (clockMs() < now) throw error
    }
  }

  /** What a browser says of a request by itself, and a worker is not told. */
  function said(request: Request): Record<string, string> {
    const isNavigation = request.mode === 'navigate'
    // Only pages below the worker are answered here, and a form says where it comes from.
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
    const described = await descriptionOf(request)
    const headers = { ...described.headers, ...said(request) }
    // A link or a form of another site can lead to any address; it must not push the clock or start over.
    const peer = { isLoopback: request.mode !== 'navigate', baseUrl }
    const delivery = await sandbox.deliver({ ...described, headers }, peer)
    const { 'Set-Cookie': cookie, ...rest } = delivery.answer.headers
    if (cookie !== undefined) await store.keepAside({ cookies: taken(store.aside().cookies, cookie, nowMs()) })
    return responseOf({ ...delivery, answer: { ...delivery.answer, headers: rest } }, request)
  }

  return {
    async answer(request) {
      const path = new URL(request.url).pathname.slice(pathname.length)
      const isControl = path.startsWith('/__mock/')
      // The page looks at the books after each change: a clock that moved with each look would be a change again.
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

  /** Somebody may have pushed the clock: from now on it is so much ahead. */
  async function followClock(): Promise<void> {
    const aheadMs = clockMs() - nowMs()
    if (aheadMs > store.aside().aheadMs) await store.keepAside({ aheadMs })
  }
}

const originOf = (address: string): string => (URL.canParse(address) ? new URL(address).origin : '')

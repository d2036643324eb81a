import type { Machine } from './machine.js'
import type { VirtualSignal } from './platform.js'
import type { FaultKind, World } from './world.js'

/** Error of a transport whose connection ends. */
class ConnectionError extends Error {
  readonly code: string
  constructor(code: string) {
    super(`The connection ended: ${code}.`)
    this.code = code
  }
}

/** One request and its response. */
export interface Message<Result> {
  readonly from: Machine
  /** Short description, with the receiver. */
  readonly label: string
  /** Whether a duplicate may arrive: only for requests that are safe to retry. */
  readonly canDuplicate: boolean
  /** Aborts the wait for the response. */
  readonly signal: VirtualSignal
  /** Passes the request to its receiver. Returns undefined if the receiver is down. */
  handle(copy: string): Promise<Result> | undefined
}

/**
 * Delivers a request and its response over a network that drops, duplicates, delays and resets.
 *
 * @returns The response.
 * @throws ConnectionError if the connection ends, or the signal aborts.
 */
export async function deliver<Result>(world: World, { from, signal, ...message }: Message<Result>): Promise<Result> {
  const { time, random } = world
  const route = `${from.name} to ${message.label}`
  const name = `${route} (${world.count(route)})`
  const inject = (kind: FaultKind, leg = ''): boolean => world.inject(kind, leg + name)
  const after = (leg: string, run: () => void, maxMs = 120): void => {
    const maxDelayMs = inject('message delayed', `${leg} `) ? 45_000 : maxMs
    time.at(time.nowMs() + 2 + Math.floor(random(`${leg} ${name}`) * maxDelayMs), run)
  }
  try {
    return await new Promise<Result>((resolve, reject) => {
      const fail = (code: string) => (): void => reject(new ConnectionError(code))
      // A signal of the platform does not call a listener that is added after the abort.
      if (signal.aborted) return fail('ABORT_ERR')()
      signal.addEventListener('abort', fail('ABORT_ERR'))
      function arrive(isFirst: boolean): void {
        const response = message.handle(isFirst ? name : `copy of ${name}`)
        if (!response) after('refused', fail('ECONNREFUSED'))
        response?.catch(() => {})
        if (!response || !isFirst) return
        // After a reset, the sender may receive an error before the receiver has finished.
        if (inject('connection reset')) after('reset', fail('ECONNRESET'), 5_000)
        else if (!inject('response lost')) response.then((result) => after('response', () => resolve(result)), reject)
      }
      if (inject('request lost')) return
      after('request', () => arrive(true))
      if (message.canDuplicate && inject('request duplicated')) after('copy', () => arrive(false), 45_000)
    })
  } finally {
    // A machine that crashed during the wait receives no response.
    if (from.isStopped()) await new Promise(() => {})
  }
}

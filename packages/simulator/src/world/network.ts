import type { Machine } from './machine.js'
import type { VirtualSignal } from './platform.js'
import type { World } from './world.js'

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
  /** Sender. */
  readonly from: Machine
  /** Name of the receiver. */
  readonly to: string
  /** Short description. */
  readonly label: string
  /** Whether a duplicate may arrive: only for requests that are safe to retry. */
  readonly canDuplicate: boolean
  /** Aborts the wait for the response. */
  readonly signal: VirtualSignal
  /** Passes the request to its receiver. Returns undefined if the receiver is down. */
  handle(copy: string): Promise<Result> | undefined
}

/** Maximum delay of a message, in ms. */
const maxDelayMs = 45_000

/**
 * Delivers a request and its response over a network that drops, duplicates, delays and resets.
 *
 * @returns The response.
 * @throws ConnectionError if the connection ends, or the signal aborts.
 */
export async function deliver<Result>(world: World, message: Message<Result>): Promise<Result> {
  const { time, faults, chance } = world
  const { from, to, label, signal } = message
  const route = `${from.name} to ${to}: ${label}`
  const number = world.count(route)
  const name = number === 1 ? route : `${route} (${number})`
  const delay = (leg: string, maxMs: number): number => 2 + Math.floor(chance(`${leg} ${name}`) * maxMs)
  const travel = (leg: string): number =>
    faults.inject(`${leg} delayed, ${name}`, 'slow') ? delay(leg, maxDelayMs) : delay(leg, 120)
  const injectFault = (kind: 'requestLost' | 'responseLost' | 'reset' | 'duplicated', label: string): boolean => {
    const isInjected = faults.inject(`${label}, ${name}`, kind)
    if (isInjected) world.log('network', `${label}: ${name}`)
    return isInjected
  }
  let onAbort = (): void => {}
  try {
    return await new Promise<Result>((resolve, reject) => {
      onAbort = () => reject(new ConnectionError('ABORT_ERR'))
      // A signal of the platform does not call a listener that is added after the abort.
      if (signal.aborted) return onAbort()
      signal.addEventListener('abort', onAbort)
      const fail = (code: string) => (): void => reject(new ConnectionError(code))
      const deliver = (isFirst: boolean): void => {
        const pending = message.handle(isFirst ? name : `copy of ${name}`)
        if (!pending) {
          if (isFirst) time.at(time.nowMs() + delay('refused', 50), fail('ECONNREFUSED'))
          return
        }
        const isReset = isFirst && injectFault('reset', 'connection reset after the request')
        const isLost = isFirst && injectFault('responseLost', 'response lost')
        const backMs = travel('response')
        pending.then(
          (response) => {
            if (!isFirst || isLost) return
            time.at(time.nowMs() + backMs, isReset ? fail('ECONNRESET') : () => resolve(response))
          },
          (error) => world.fail('a server responds to every request', `${name}: ${String(error?.stack ?? error)}`),
        )
        // After a reset, the sender may receive an error before the receiver has finished.
        if (isReset) time.at(time.nowMs() + 5_000 + backMs, fail('ECONNRESET'))
      }
      if (injectFault('requestLost', 'request lost')) return
      time.at(time.nowMs() + travel('request'), () => deliver(true))
      if (message.canDuplicate && injectFault('duplicated', 'request duplicated'))
        time.at(time.nowMs() + delay('copy', maxDelayMs), () => deliver(false))
    })
  } finally {
    signal.removeEventListener('abort', onAbort)
    // A machine that crashed during the wait receives no response.
    await from.step('a response', 0)
  }
}

import type { Machine } from './machine.js'
import type { VirtualSignal } from './platform.js'
import type { World } from './world.js'

/** What a transport throws when a connection ends. */
class ConnectionError extends Error {
  readonly code: string
  constructor(code: string) {
    super(`The connection ended: ${code}.`)
    this.code = code
  }
}

/** One message and its answer. */
export interface Message<Answer> {
  /** Who sends it. */
  readonly from: Machine
  /** To whom. */
  readonly to: string
  /** What it is, in a few words. */
  readonly what: string
  /**
   * Whether a duplicate of it may arrive: only messages that are safe to repeat are sent through a layer that repeats.
   */
  readonly mayDouble: boolean
  /** Aborts the wait for the answer. */
  readonly signal: VirtualSignal
  /** Delivers it to its receiver; undefined when nobody is there. */
  handle(copy: string): Promise<Answer> | undefined
}

/** How long a message may be delayed, in ms. */
const heldUpMs = 45_000

/**
 * Carries a message and its answer over a network that loses, duplicates, delays and cuts.
 *
 * @returns The answer.
 * @throws ConnectionError when the connection ends, or the signal does.
 */
export async function carry<Answer>(world: World, message: Message<Answer>): Promise<Answer> {
  const { time, faults, chance } = world
  const { from, to, what, signal } = message
  const route = `${from.name} to ${to}: ${what}`
  const number = world.count(route)
  const name = number === 1 ? route : `${route} (${number})`
  const delay = (leg: string, mostMs: number): number => 2 + Math.floor(chance(`${leg} ${name}`) * mostMs)
  const travel = (leg: string): number =>
    faults.strike(`${leg} held up, ${name}`, 'slow') ? delay(leg, heldUpMs) : delay(leg, 120)
  const isStruck = (kind: 'requestLost' | 'answerLost' | 'cut' | 'doubled', words: string): boolean => {
    const strikes = faults.strike(`${words}, ${name}`, kind)
    if (strikes) world.story('network', `${words}: ${name}`)
    return strikes
  }
  let onAbort = (): void => {}
  try {
    return await new Promise<Answer>((resolve, reject) => {
      onAbort = () => reject(new ConnectionError('ABORT_ERR'))
      signal.addEventListener('abort', onAbort)
      if (signal.aborted) return
      const fail = (code: string) => (): void => reject(new ConnectionError(code))
      const arrive = (isFirst: boolean): void => {
        const handled = message.handle(isFirst ? name : `copy of ${name}`)
        if (!handled) {
          if (isFirst) time.at(time.nowMs() + delay('refusal', 50), fail('ECONNREFUSED'))
          return
        }
        const isCut = isFirst && isStruck('cut', 'connection cut after the request')
        const isLost = isFirst && isStruck('answerLost', 'answer lost')
        const backMs = travel('answer')
        handled.then(
          (answer) => {
            if (!isFirst || isLost) return
            time.at(time.nowMs() + backMs, isCut ? fail('ECONNRESET') : () => resolve(answer))
          },
          (error) => world.fail('a server answers everything', `${name}: ${String(error?.stack ?? error)}`),
        )
        // A machine that dies sends no answer; some networks report that.
        if (isCut) time.at(time.nowMs() + 5_000 + backMs, fail('ECONNRESET'))
      }
      if (isStruck('requestLost', 'request lost')) return
      time.at(time.nowMs() + travel('request'), () => arrive(true))
      if (message.mayDouble && isStruck('doubled', 'request doubled'))
        time.at(time.nowMs() + delay('copy', heldUpMs), () => arrive(false))
    })
  } finally {
    signal.removeEventListener('abort', onAbort)
    // A machine that died while waiting hears nothing.
    await from.point('an answer', 0)
  }
}

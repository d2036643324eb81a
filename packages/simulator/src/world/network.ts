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
  /** Whether a second copy of it may arrive: nobody sends what is not safe to repeat through what repeats. */
  readonly mayDouble: boolean
  /** Ends the wait for the answer. */
  readonly signal: VirtualSignal
  /** Lets whoever is there handle it, by the name of the message; nothing when nobody is. */
  handle(copy: string): Promise<Answer> | undefined
}

/** How long a message may be held up, in ms. */
const heldUpMs = 45_000

/**
 * Carries a message and its answer over a network that loses, doubles, holds up and cuts.
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
        // Of a machine that dies no answer comes; some networks say so.
        if (isCut) time.at(time.nowMs() + 5_000 + backMs, fail('ECONNRESET'))
      }
      if (isStruck('requestLost', 'request lost')) return
      time.at(time.nowMs() + travel('request'), () => arrive(true))
      if (message.mayDouble && isStruck('doubled', 'request doubled'))
        time.at(time.nowMs() + delay('copy', heldUpMs), () => arrive(false))
    })
  } finally {
    signal.removeEventListener('abort', onAbort)
    // Whoever died while waiting hears nothing.
    await from.point('an answer', 0)
  }
}

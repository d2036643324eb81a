import type { Time } from './time.js'

/** @returns False when nothing can follow from it. */
type Listener = () => unknown

/** The part of `AbortSignal` that the suite uses, on virtual time. */
export class VirtualSignal {
  aborted = false
  onabort: Listener | null = null
  readonly #listeners = new Set<Listener>()

  addEventListener(_: 'abort', listener: Listener): void {
    if (this.aborted) listener()
    else this.#listeners.add(listener)
  }

  removeEventListener(_: 'abort', listener: Listener): void {
    this.#listeners.delete(listener)
  }

  /** @returns Whether anything followed: most signals end long after their operation. */
  end(): boolean {
    if (this.aborted) return false
    this.aborted = true
    let isHeard = this.onabort !== null
    this.onabort?.()
    for (const listener of this.#listeners) if (listener() !== false) isHeard = true
    this.#listeners.clear()
    return isHeard
  }
}

/** The platform's parts that depend on time or chance, or that people see. */
export interface Platform {
  /** Replaces them with the world's own. @returns A function that restores them. */
  install(): () => void
  /** Makes something on a machine with its own clock: later calls for the time use that clock. */
  onClock<T>(nowMs: () => number, make: () => T): T
}

/**
 * Replaces what the code under test takes from the platform, for as long as a world lives: `Date`, timers,
 * `AbortSignal`, `Math.random`, `performance` and `console`.
 *
 * @param say - Called with what is written to the console.
 */
export function createPlatform(time: Time, random: () => number, say: (text: string) => void): Platform {
  const RealDate = Date
  class VirtualDate extends RealDate {
    constructor(...parts: [] | [string | number | Date]) {
      if (parts.length === 0) super(time.nowMs())
      else super(...parts)
    }
  }
  const dates = VirtualDate as unknown as { now: () => number }
  dates.now = time.nowMs
  const signals = {
    timeout(ms: number): VirtualSignal {
      const signal = new VirtualSignal()
      time.at(time.nowMs() + ms, () => signal.end())
      return signal
    },
    any(given: readonly VirtualSignal[]): VirtualSignal {
      const signal = new VirtualSignal()
      for (const each of given) each.addEventListener('abort', () => signal.end())
      return signal
    },
  }
  const write = (...values: readonly unknown[]): void => say(values.map(String).join(' '))
  const replaced: Record<string, unknown> = {
    Date: VirtualDate,
    AbortSignal: signals,
    setTimeout: (run: (...values: unknown[]) => void, ms = 0, ...values: unknown[]) =>
      time.at(time.nowMs() + ms, () => void run(...values)),
    clearTimeout: (coming?: { run?: unknown }) => {
      if (coming) coming.run = undefined
    },
    performance: { now: time.nowMs },
    console: { ...console, log: write, warn: write, error: write },
  }
  return {
    install() {
      const world = globalThis as unknown as Record<string, unknown>
      const before = Object.keys(replaced).map((name) => [name, Object.getOwnPropertyDescriptor(world, name)] as const)
      const { random: randomBefore } = Math
      for (const [name, value] of Object.entries(replaced))
        Object.defineProperty(world, name, { value, configurable: true, writable: true })
      Math.random = random
      return () => {
        for (const [name, descriptor] of before) if (descriptor) Object.defineProperty(world, name, descriptor)
        Math.random = randomBefore
      }
    },
    onClock(nowMs, make) {
      dates.now = nowMs
      try {
        return make()
      } finally {
        dates.now = time.nowMs
      }
    },
  }
}

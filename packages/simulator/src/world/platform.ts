import type { Time } from './time.js'

/** @returns False if the call causes no further work. */
type Listener = () => unknown

/** `AbortSignal` on virtual time: the members that the packages use. */
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

  /** Aborts the signal. @returns Whether a listener was called: most signals abort long after their operation. */
  abort(): boolean {
    if (this.aborted) return false
    this.aborted = true
    let wasHandled = this.onabort !== null
    this.onabort?.()
    for (const listener of this.#listeners) if (listener() !== false) wasHandled = true
    this.#listeners.clear()
    return wasHandled
  }
}

/** Replacements of the platform APIs that depend on time or chance, or that write output. */
export interface Platform {
  /** Installs the replacements. @returns A function that restores the originals. */
  install(): () => void
}

/**
 * Creates replacements of `Date`, timers, `AbortSignal`, `Math.random`, `performance` and `console`.
 *
 * @param log - Called with the output of the console.
 */
export function createPlatform(time: Time, random: () => number, log: (text: string) => void): Platform {
  const RealDate = Date
  class VirtualDate extends RealDate {
    constructor(...parts: [] | [string | number | Date]) {
      if (parts.length === 0) super(time.nowMs())
      else super(...parts)
    }
  }
  const virtualDate = VirtualDate as unknown as { now: () => number }
  virtualDate.now = time.nowMs
  const signals = {
    timeout(ms: number): VirtualSignal {
      const signal = new VirtualSignal()
      time.at(time.nowMs() + ms, () => signal.abort())
      return signal
    },
    any(signals: readonly VirtualSignal[]): VirtualSignal {
      const signal = new VirtualSignal()
      for (const each of signals) each.addEventListener('abort', () => signal.abort())
      return signal
    },
  }
  const write = (...values: readonly unknown[]): void => log(values.map(String).join(' '))
  const replaced: Record<string, unknown> = {
    Date: VirtualDate,
    AbortSignal: signals,
    setTimeout: (run: (...values: unknown[]) => void, ms = 0, ...values: unknown[]) =>
      time.at(time.nowMs() + ms, () => void run(...values)),
    clearTimeout: (event?: { run?: unknown }) => {
      if (event) event.run = undefined
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
  }
}

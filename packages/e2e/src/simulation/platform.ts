import type { Time } from './time.js'

/** `AbortSignal` in virtual time: the members that the packages use. */
export class VirtualSignal {
  aborted = false
  onabort: (() => void) | null = null
  readonly #listeners = new Set<() => void>()

  addEventListener(_: 'abort', listener: () => void): void {
    if (this.aborted) listener()
    else this.#listeners.add(listener)
  }

  removeEventListener(_: 'abort', listener: () => void): void {
    this.#listeners.delete(listener)
  }

  abort(): void {
    if (this.aborted) return
    this.aborted = true
    this.onabort?.()
    for (const listener of this.#listeners) listener()
    this.#listeners.clear()
  }
}

/** Creates a signal that aborts after a time. */
export function createTimeout(time: Time, ms: number): VirtualSignal {
  const signal = new VirtualSignal()
  time.at(time.nowMs() + ms, () => signal.abort())
  return signal
}

/**
 * Replaces `Date`, timers, `AbortSignal`, `performance`, `console` and `Math.random`.
 *
 * @returns A function that restores the originals.
 */
export function installPlatform(time: Time, random: () => number, log: (text: string) => void): () => void {
  const write = (...values: unknown[]): void => log(values.join(' '))
  class VirtualDate extends Date {
    constructor(...parts: [] | [string | number | Date]) {
      super(...((parts.length === 0 ? [time.nowMs()] : parts) as [number]))
    }
    static override now = time.nowMs
  }
  const replacements: Record<string, unknown> = {
    Date: VirtualDate,
    AbortSignal: {
      timeout: (ms: number) => createTimeout(time, ms),
      any(signals: readonly VirtualSignal[]) {
        const signal = new VirtualSignal()
        for (const each of signals) each.addEventListener('abort', () => signal.abort())
        return signal
      },
    },
    setTimeout: (run: (...values: unknown[]) => void, ms = 0, ...values: unknown[]) =>
      time.at(time.nowMs() + ms, () => run(...values)),
    clearTimeout(event?: { run?: unknown }) {
      if (event) event.run = undefined
    },
    performance: { now: time.nowMs },
    console: { ...console, log: write, warn: write, error: write },
  }
  const originals = Object.keys(replacements).map(
    (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name) as PropertyDescriptor] as const,
  )
  const { random: originalRandom } = Math
  for (const [name, value] of Object.entries(replacements))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  Math.random = random
  return () => {
    for (const [name, descriptor] of originals) Object.defineProperty(globalThis, name, descriptor)
    Math.random = originalRandom
  }
}

import { isScenario, type Scenario, scenarios } from './scenarios.js'

/** The queued outcome that one request may use. */
export interface Claim {
  /** Returns the outcome. The first call removes it from the queue; later calls return the same one. */
  take(): Scenario | undefined
  /** Puts the outcome back to the front after a request without an effect, unless the queue was cleared. */
  putBack(): void
}

/** Outcomes that were queued for each merchant's next payments. @decision 0013 */
export interface Outcomes {
  list(merchant: string): readonly Scenario[]
  /** @throws TypeError when one is not an outcome. */
  add(merchant: string, outcomes: readonly Scenario[]): void
  /** Removes a merchant's outcomes. Returns whether there were any. */
  clear(merchant: string): boolean
  claim(merchant: string): Claim
  all(): Readonly<Record<string, readonly Scenario[]>>
  /** Replaces everything. */
  restore(all: Readonly<Record<string, readonly Scenario[]>>): void
}

/** Creates the queues. Each outcome is used by one payment only, even with concurrent requests. */
export function createOutcomes(): Outcomes {
  const queues = new Map<string, Scenario[]>()
  return {
    list: (merchant) => [...(queues.get(merchant) ?? [])],
    add(merchant, outcomes) {
      for (const outcome of outcomes)
        if (!isScenario(outcome)) throw new TypeError(`An outcome must be one of ${scenarios.join(', ')}.`)
      const queue = queues.get(merchant) ?? []
      for (const outcome of outcomes) queue.push(outcome)
      queues.set(merchant, queue)
    },
    clear: (merchant) => queues.delete(merchant),
    claim(merchant) {
      let outcome: Scenario | undefined
      let queue: Scenario[] | undefined
      return {
        take() {
          if (outcome) return outcome
          queue = queues.get(merchant)
          outcome = queue?.shift()
          return outcome
        },
        putBack() {
          // If the queue was cleared, for example by a reset, this one is no longer in use.
          if (outcome) queue?.unshift(outcome)
          outcome = undefined
        },
      }
    },
    all: () =>
      Object.fromEntries(
        [...queues].filter(([, queue]) => queue.length > 0).map(([name, queue]) => [name, [...queue]]),
      ),
    restore(all) {
      queues.clear()
      for (const [merchant, outcomes] of Object.entries(all)) queues.set(merchant, [...outcomes])
    },
  }
}

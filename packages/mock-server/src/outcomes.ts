import { isScenario, type Scenario, scenarios } from './scenarios.js'

/** The queued outcome that one request may use up. */
export interface Claim {
  /** The outcome, taken from the queue when it is asked for first; asked again, it is the same. */
  take(): Scenario | undefined
  /** Puts it back to the front, because the request has had no effect. */
  giveBack(): void
}

/** Outcomes that were ordered for the next payments of each merchant. @decision 0013 */
export interface Outcomes {
  list(merchant: string): readonly Scenario[]
  /** @throws TypeError when one is not an outcome. */
  add(merchant: string, outcomes: readonly Scenario[]): void
  /** Forgets those of a merchant. Says whether there were any. */
  clear(merchant: string): boolean
  claim(merchant: string): Claim
  all(): Readonly<Record<string, readonly Scenario[]>>
  /** Replaces everything. */
  restore(all: Readonly<Record<string, readonly Scenario[]>>): void
}

/** Queues that hand each outcome to one payment only, however many are created at once. */
export function createOutcomes(): Outcomes {
  const queues = new Map<string, Scenario[]>()
  return {
    list: (merchant) => [...(queues.get(merchant) ?? [])],
    add(merchant, outcomes) {
      for (const outcome of outcomes)
        if (!isScenario(outcome)) throw new TypeError(`An outcome is one of ${scenarios.join(', ')}.`)
      queues.set(merchant, [...(queues.get(merchant) ?? []), ...outcomes])
    },
    clear: (merchant) => queues.delete(merchant),
    claim(merchant) {
      let taken: Scenario | undefined
      return {
        take() {
          taken ??= queues.get(merchant)?.shift()
          return taken
        },
        giveBack() {
          if (taken) queues.set(merchant, [taken, ...(queues.get(merchant) ?? [])])
          taken = undefined
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

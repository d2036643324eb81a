declare const URL: new (address: string) => { readonly origin: string }

const full = 100
const priceOfRetry = 5

// What is left for each service that has failed lately. A full budget is not kept, so this does not grow.
const left = new Map<string, number>()

/** How often calls to one service may be tried again: where it is down, all calls to it stop retrying together. */
export interface RetryBudget {
  /** Takes a retry out of the budget; false when it is used up. */
  take(): boolean
  /** A success: a part of a retry comes back. */
  giveBack(): void
}

/**
 * The retry budget of the service at an address. Each origin has its own, so that one dead service does not stop the
 * retries towards another.
 *
 * @decision 0022
 */
export function retryBudgetOf(address: string): RetryBudget {
  const { origin } = new URL(address)
  const tokens = (): number => left.get(origin) ?? full
  return {
    take() {
      if (tokens() < priceOfRetry) return false
      left.set(origin, tokens() - priceOfRetry)
      return true
    },
    giveBack() {
      if (tokens() + 1 < full) left.set(origin, tokens() + 1)
      else left.delete(origin)
    },
  }
}

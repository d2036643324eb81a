const full = 100

/** What a retry costs. */
export const priceOfRetry = 5
/** A success gives a part of a retry back. */
export const priceOfSuccess = -1

// What is left for each service that has failed lately. A full budget is not kept, so this does not grow.
const left = new Map<string, number>()

/**
 * Takes from the retry budget of a service, or gives back to it when the amount is negative. Each origin has a budget of
 * its own, so that one dead service does not stop the retries towards another: where it is down, all calls to it stop
 * retrying together.
 *
 * @param origin - The service.
 * @param amount - What to take: {@link priceOfRetry} or {@link priceOfSuccess}.
 * @returns False when less than that is left; then nothing was taken.
 * @decision 0022
 */
export function takeFromBudget(origin: string, amount: number): boolean {
  const rest = (left.get(origin) ?? full) - amount
  if (rest < 0) return false
  if (rest < full) left.set(origin, rest)
  else left.delete(origin)
  return true
}

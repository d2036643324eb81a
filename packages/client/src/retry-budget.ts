const maxTokens = 100
const tokensPerRetry = 5
const tokensPerSuccess = 1

// Remaining tokens of each origin that has failed recently. Full budgets are removed, so the map does not grow.
const tokensByOrigin = new Map<string, number>()

/**
 * Takes the tokens for one retry from the budget of an origin. Each origin has a separate budget, so an unavailable service
 * does not stop retries to another one.
 *
 * @param origin - Origin of the service, such as `https://pay.example`.
 * @returns False if the budget is exhausted. The budget is then unchanged.
 * @decision 0022
 */
export function takeRetryTokens(origin: string): boolean {
  const tokens = tokensByOrigin.get(origin) ?? maxTokens
  if (tokens < tokensPerRetry) return false
  tokensByOrigin.set(origin, tokens - tokensPerRetry)
  return true
}

/**
 * Refills the retry budget of an origin after a successful call.
 *
 * @param origin - Origin of the service.
 * @decision 0022
 */
export function refillRetryBudget(origin: string): void {
  const tokens = (tokensByOrigin.get(origin) ?? maxTokens) + tokensPerSuccess
  if (tokens < maxTokens) tokensByOrigin.set(origin, tokens)
  else tokensByOrigin.delete(origin)
}

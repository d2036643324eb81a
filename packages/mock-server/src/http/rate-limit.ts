/** Maximum number of requests per key and window. @decision 0035 */
export interface RateLimit {
  /** The requests. */
  readonly requests: number
  /** The length of the window, in seconds. */
  readonly seconds: number
}

/** Reads `100/60s` or `25/s`. */
export function parseRateLimit(text: string): RateLimit | undefined {
  const match = /^(\d{1,6})\/(\d{1,5})?s$/.exec(text)
  if (!match) return undefined
  const [requests, seconds] = [Number(match[1]), Number(match[2] ?? 1)]
  return requests > 0 && seconds > 0 ? { requests, seconds } : undefined
}

/** State of the limit after one more request of a key. */
export interface RateLimitState {
  readonly allowed: boolean
  readonly headers: Readonly<Record<string, string>>
}

/** Creates a rate limiter with fixed windows per key. */
export function createRateLimiter({ requests, seconds }: RateLimit): (key: string, nowMs: number) => RateLimitState {
  const windows = new Map<string, { endMs: number; requestCount: number }>()
  let nextSweepMs = 0
  return (key, nowMs) => {
    const nextMs = nowMs + seconds * 1000
    // A window in the future is from a time before a snapshot was restored.
    const isOver = (endMs: number): boolean => nowMs >= endMs || endMs > nextMs
    // Once in a window, ended windows are dropped, so that many keys do not fill the memory.
    if (isOver(nextSweepMs)) {
      for (const [name, old] of windows) if (isOver(old.endMs)) windows.delete(name)
      nextSweepMs = nextMs
    }
    let window = windows.get(key)
    if (!window || isOver(window.endMs)) {
      window = { endMs: nextMs, requestCount: 0 }
      windows.set(key, window)
    }
    const allowed = window.requestCount < requests
    if (allowed) window.requestCount++
    const leftSeconds = Math.max(1, Math.ceil((window.endMs - nowMs) / 1000))
    const headers = {
      'RateLimit-Policy': `"default";q=${requests};w=${seconds}`,
      RateLimit: `"default";r=${requests - window.requestCount};t=${leftSeconds}`,
    }
    return { allowed, headers: allowed ? headers : { ...headers, 'Retry-After': String(leftSeconds) } }
  }
}

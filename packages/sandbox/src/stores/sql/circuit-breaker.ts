import { noResponse, StoreUnavailable } from './driver.js'

/** Circuit breaker for a database that does not respond. */
export interface CircuitBreaker {
  /** Waits for a probe if the circuit is open. @throws StoreUnavailable if the database still does not respond. */
  check(): Promise<void>
  /** Opens the circuit if a statement failed with a timeout. */
  recordError(error: unknown): void
}

/** Maximum duration of a probe. */
const probeTimeoutMs = 2_000
/** Pause between two probes. */
const probeIntervalMs = 1_000

/**
 * Creates a circuit breaker. After a statement timed out, one short probe at a time checks the database, and all other
 * statements fail immediately. Otherwise each statement that waits for a turn or a connection would wait for its own
 * timeout.
 *
 * @param probe - Sends a short statement. It may take longer than the timeout.
 * @decision 0034
 */
export function createCircuitBreaker(probe: () => Promise<unknown>): CircuitBreaker {
  let isOpen = false
  let nextProbeMs = 0
  let runningProbe: Promise<boolean> | undefined

  function isResponsive(): Promise<boolean> {
    runningProbe ??= probe()
      .then(
        () => {
          isOpen = false
          return true
        },
        () => false,
      )
      .finally(() => {
        runningProbe = undefined
      })
    return Promise.race([runningProbe, probeTimeout()])
  }

  return {
    async check() {
      if (!isOpen) return
      if (performance.now() >= nextProbeMs) {
        if (await isResponsive()) return
        nextProbeMs = performance.now() + probeIntervalMs
      }
      throw new StoreUnavailable(noResponse)
    },
    recordError(error) {
      if ((error as { reason?: unknown }).reason === noResponse) isOpen = true
    },
  }
}

const probeTimeout = (): Promise<boolean> =>
  new Promise((resolve) => {
    setTimeout(resolve, probeTimeoutMs, false)
  })

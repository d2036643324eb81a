import { noAnswer, StoreUnavailable } from './driver.js'

/** Holds back what would only wait for a database that says nothing. */
export interface Silence {
  /** Lets a statement through. @throws StoreUnavailable while the database is silent. */
  pass(): Promise<void>
  /** Notes how a statement failed. */
  note(error: unknown): void
}

/** So long one question may take after a silence. */
const trialMs = 2_000
/** So long nobody asks after a question that was not answered. */
const restMs = 1_000

/**
 * Once a statement was given up for silence, no other waits as long as it did: one short question at a time finds out
 * whether the database is back, and until then everything fails at once. Without this, those that wait for one another
 * (a merchant's turn, a connection) would each wait in full.
 *
 * @param ask - Sends the question; it may take longer than anybody waits for it.
 * @decision 0034
 */
export function createSilence(ask: () => Promise<unknown>): Silence {
  let isSilent = false
  let restUntilMs = 0
  let asking: Promise<boolean> | undefined

  function isBack(): Promise<boolean> {
    asking ??= ask()
      .then(
        () => {
          isSilent = false
          return true
        },
        () => false,
      )
      .finally(() => {
        asking = undefined
      })
    return Promise.race([asking, afterTrial()])
  }

  return {
    async pass() {
      if (!isSilent) return
      if (performance.now() >= restUntilMs) {
        if (await isBack()) return
        restUntilMs = performance.now() + restMs
      }
      throw new StoreUnavailable(noAnswer)
    },
    note(error) {
      if ((error as { reason?: unknown }).reason === noAnswer) isSilent = true
    },
  }
}

const afterTrial = (): Promise<boolean> =>
  new Promise((resolve) => {
    // biome-ignore lint/style/noRestrictedGlobals: a connection has time of its own; nothing in the books depends on it.
    setTimeout(resolve, trialMs, false)
  })

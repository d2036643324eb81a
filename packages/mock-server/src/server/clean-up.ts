/** Pause between two clean-ups of one merchant. */
const intervalMs = 3_600_000
/** Maximum number of merchants whose last clean-up is stored. */
const maxMerchants = 10_000

/**
 * Creates the function that deletes the expired idempotency keys of a merchant, at most once an hour.
 *
 * @param deleteExpiredKeys - Deletes the keys. The request is already executed, so a failure is ignored.
 */
export function createCleanUp(
  deleteExpiredKeys: (merchant: string, nowMs: number) => Promise<unknown>,
): (merchant: string, nowMs: number) => Promise<void> {
  const lastMs = new Map<string, number>()
  return async (merchant, nowMs) => {
    const last = lastMs.get(merchant)
    if (last !== undefined && Math.abs(nowMs - last) < intervalMs) return
    if (lastMs.size >= maxMerchants) lastMs.clear()
    lastMs.set(merchant, nowMs)
    await deleteExpiredKeys(merchant, nowMs).catch(() => undefined)
  }
}

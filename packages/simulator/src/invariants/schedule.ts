import schedule from '@cedi/contract/fixtures/settle-schedule.json'
import type { World } from '../world/world.js'
import type { Auditor } from './auditor.js'

/** Checks the requests of shops against the polling schedule of the contract. */
export interface ScheduleCheck {
  /** Records the start of the tracking of an order. */
  recordTracking(order: string, nowMs: number): void
  /** Records the duration of a checkout that starts now, after the order was tracked. */
  recordCheckout(order: string, durationMs: number): void
  /** Records that an order is reported as unpaid. */
  recordUnpaid(order: string): void
  /** Records that another buyer sent the ref of a payment: the shop may read it once more. */
  recordForeignRef(ref: string): void
  /** Checks a completed read of a payment. @param isWorker - Whether a worker reads it, not the page of a buyer. */
  read(order: string, ref: string, nowMs: number, isWorker: boolean): void
  /** Checks at the end that the first scheduled checks were executed. */
  check(): void
}

const dayMs = 86_400_000

/** Minimum number of samples of a lateness. */
const minSamples = 8
/** Maximum of the lower quartile: the longest first delay with its jitter, the polling interval and a slow run. */
const maxQuartileMs = 150_000

export function createScheduleCheck(world: World, { shadow }: Auditor): ScheduleCheck {
  const sinceMs = new Map<string, number[]>()
  const reads = new Map<string, number>()
  const foreignRefs = new Map<string, number>()
  const trackedAtMs = new Map<string, number>()
  /** Times at which the last checkout of an order ends. */
  const checkoutEndMs = new Map<string, number>()
  /** Times from the tracking of an order to the first read by a worker. */
  const firstReadsMs = new Map<string, number>()
  const { checksSeconds, buyerPausesSeconds, dailySeconds } = schedule
  return {
    recordTracking(order, nowMs) {
      sinceMs.set(order, [...(sinceMs.get(order) ?? []), nowMs])
      trackedAtMs.set(order, world.time.nowMs())
    },
    recordCheckout: (order, durationMs) => void checkoutEndMs.set(order, world.time.nowMs() + durationMs),
    recordUnpaid(order) {
      const remainingMs = (checkoutEndMs.get(order) ?? 0) - world.time.nowMs()
      if (remainingMs > 0)
        world.fail(
          'an order is not closed before its checkout ends',
          `order ${order} is reported as unpaid ${remainingMs / 1000} s before the end of its last checkout`,
        )
    },
    recordForeignRef: (ref) => void foreignRefs.set(ref, (foreignRefs.get(ref) ?? 0) + 1),
    read(order, ref, nowMs, isWorker) {
      // A checkout may be paid long after the tracking, so only payments of the shop's form are measured.
      if (isWorker && !firstReadsMs.has(order) && shadow.payments.get(ref)?.intent_id === null) {
        const byClockMs = nowMs - (sinceMs.get(order)?.at(-1) ?? nowMs)
        // The clocks of two machines differ, so the shorter of both times counts.
        firstReadsMs.set(order, Math.min(byClockMs, world.time.nowMs() - (trackedAtMs.get(order) ?? 0)))
      }
      const count = (reads.get(ref) ?? 0) + 1
      reads.set(ref, count)
      let allowed = 1 + (foreignRefs.get(ref) ?? 0)
      for (const fromMs of sinceMs.get(order) ?? []) {
        const elapsedMs = nowMs - fromMs
        const checks = checksSeconds.filter((seconds) => seconds * 1000 <= elapsedMs).length
        const lastMs = (checksSeconds.at(-1) ?? 0) * 1000
        const days = Math.max(0, Math.ceil((elapsedMs - lastMs) / (dailySeconds * 1000 || dayMs)))
        // One more check after a payment has expired.
        allowed += checks + buyerPausesSeconds.length + 1 + days
      }
      if (count > allowed)
        world.fail(
          'the polling schedule is respected',
          `${ref} of order ${order} is read ${count} times, ${allowed} are scheduled`,
        )
    },
    check() {
      const sorted = [...firstReadsMs.values()].sort((a, b) => a - b)
      const quartileMs = sorted[Math.floor(sorted.length / 4)] ?? 0
      if (sorted.length >= minSamples && quartileMs > maxQuartileMs)
        world.fail(
          'payments are checked soon',
          `three quarters of ${sorted.length} orders are first checked after ${quartileMs / 1000} s or later`,
        )
    },
  }
}

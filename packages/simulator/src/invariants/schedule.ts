import schedule from '@cedi/contract/fixtures/settle-schedule.json'
import type { World } from '../world/world.js'

/** Checks the requests of shops against the polling schedule of the contract. */
export interface ScheduleCheck {
  /** Records the start of the tracking of an order. */
  recordTracking(order: string, nowMs: number): void
  /** Records that another buyer sent the ref of a payment: the shop may read it once more. */
  recordForeignRef(ref: string): void
  /** Checks a completed read of a payment. */
  read(order: string, ref: string, nowMs: number): void
}

const dayMs = 86_400_000

export function createScheduleCheck(world: World): ScheduleCheck {
  const sinceMs = new Map<string, number[]>()
  const reads = new Map<string, number>()
  const foreignRefs = new Map<string, number>()
  const { checksSeconds, buyerPausesSeconds, dailySeconds } = schedule
  return {
    recordTracking: (order, nowMs) => void sinceMs.set(order, [...(sinceMs.get(order) ?? []), nowMs]),
    recordForeignRef: (ref) => void foreignRefs.set(ref, (foreignRefs.get(ref) ?? 0) + 1),
    read(order, ref, nowMs) {
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
  }
}

import schedule from '@cedi/contract/fixtures/settle-schedule.json'
import type { World } from '../world/world.js'

/** Checks shops' requests against the schedule that shops and the plugin share, as data. */
export interface ScheduleLaw {
  /** A buyer was asked for money for an order: its checks count from here. */
  asked(order: string, nowMs: number): void
  /** Somebody brings the ref of another buyer's payment: the shop may read it once more. */
  brought(ref: string): void
  /** A payment of an order was read, and the answer arrived. */
  read(order: string, ref: string, nowMs: number): void
}

const dayMs = 86_400_000

export function createScheduleLaw(world: World): ScheduleLaw {
  const sinceMs = new Map<string, number[]>()
  const reads = new Map<string, number>()
  const strangers = new Map<string, number>()
  const { looksSeconds, returnPausesSeconds, dailySeconds } = schedule
  return {
    asked: (order, nowMs) => void sinceMs.set(order, [...(sinceMs.get(order) ?? []), nowMs]),
    brought: (ref) => void strangers.set(ref, (strangers.get(ref) ?? 0) + 1),
    read(order, ref, nowMs) {
      const times = (reads.get(ref) ?? 0) + 1
      reads.set(ref, times)
      let allowed = 1 + (strangers.get(ref) ?? 0)
      for (const fromMs of sinceMs.get(order) ?? []) {
        const passedMs = nowMs - fromMs
        const looks = looksSeconds.filter((seconds) => seconds * 1000 <= passedMs).length
        const lastMs = (looksSeconds.at(-1) ?? 0) * 1000
        const days = Math.max(0, Math.ceil((passedMs - lastMs) / (dailySeconds * 1000 || dayMs)))
        // One more check after a payment has expired.
        allowed += looks + returnPausesSeconds.length + 1 + days
      }
      if (times > allowed)
        world.fail('the schedule is kept', `${ref} of order ${order} is read ${times} times, ${allowed} are planned`)
    },
  }
}

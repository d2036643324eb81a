import type { Plan } from '@cedi/ledger'
import type { World } from '../world/world.js'
import { createMoney, type Money } from './money.js'
import { createRecords, type Records } from './records.js'
import { createShadow, follow, type Shadow } from './shadow.js'

/** A second bookkeeper: checks each commit with its own rules, not with the ledger's code. */
export interface Auditor extends Pick<Money, 'heldBy' | 'availableBetween'>, Omit<Records, 'check'> {
  readonly shadow: Shadow
  readonly commits: () => number
  hear(plan: Plan): void
}

export function createAuditor(world: World): Auditor {
  const shadow = createShadow()
  const money = createMoney(world)
  const { check, ...records } = createRecords(world, shadow, money)
  let commits = 0
  return {
    ...records,
    shadow,
    commits: () => commits,
    heldBy: money.heldBy,
    availableBetween: money.availableBetween,
    hear(plan) {
      commits++
      const changes = follow(shadow, plan)
      money.post(plan)
      check(plan.merchant, changes)
      if (plan.entries.length > 0) money.checkConservation(plan.merchant)
    },
  }
}

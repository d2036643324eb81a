import type { Plan } from '@cedi/mock-server/internal'
import type { World } from '../world/world.js'
import { type Accounts, createAccounts } from './accounts.js'
import { createConfirmations } from './confirmations.js'
import { createLicenses, type Licenses } from './licenses.js'
import { createLinks } from './links.js'
import { createOrders } from './orders.js'
import { createPayouts, type Payouts } from './payouts.js'
import { createReadCheck, type ReadCheck } from './reads.js'
import { createRecords, type Records } from './records.js'
import { applyPlan, createShadow, type Shadow } from './shadow.js'
import { createTimes } from './times.js'

/** Auditor: checks each commit with hand-written rules, independent of the ledger's code. */
export interface Auditor
  extends Pick<Accounts, 'getBalance' | 'getBalancesBetween'>,
    Omit<Records, 'check'>,
    ReadCheck,
    Omit<Licenses, 'check'>,
    Omit<Payouts, 'check'> {
  readonly shadow: Shadow
  readonly commits: () => number
  auditCommit(plan: Plan, serverMs: number): void
}

export function createAuditor(world: World): Auditor {
  const shadow = createShadow()
  const accounts = createAccounts(world)
  const { check, ...records } = createRecords(world, shadow, accounts)
  const confirmations = createConfirmations(world, shadow)
  const orders = createOrders(world, shadow)
  const links = createLinks(world, shadow)
  const licenses = createLicenses(world, shadow)
  const payouts = createPayouts(world, shadow)
  const times = createTimes(world)
  let commits = 0
  return {
    ...records,
    ...createReadCheck(world, shadow),
    recordLicenseCheck: licenses.recordLicenseCheck,
    recordForm: payouts.recordForm,
    recordConfirmation: payouts.recordConfirmation,
    shadow,
    commits: () => commits,
    getBalance: accounts.getBalance,
    getBalancesBetween: accounts.getBalancesBetween,
    auditCommit(plan, serverMs) {
      commits++
      const changes = applyPlan(shadow, plan)
      accounts.post(plan)
      check(plan.merchant, changes)
      confirmations.check(plan, changes)
      orders.check(changes)
      links.check(changes)
      licenses.check(changes)
      payouts.check(changes)
      times.check(plan, changes, serverMs)
      if (plan.entries.length > 0) accounts.checkConservation(plan.merchant)
    },
  }
}

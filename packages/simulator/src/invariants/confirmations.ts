import type { Plan } from '@cedi/mock-server/internal'
import type { World } from '../world/world.js'
import type { Change, Shadow } from './shadow.js'

/** Checks that each executed confirmation of a provider has an effect. */
export interface Confirmations {
  /** Checks a plan after its changes were applied. */
  check(plan: Plan, changes: readonly Change[]): void
}

/**
 * Creates the check. A provider confirms money that it has received, so the payment must succeed, or its money must be
 * marked as late. This does not depend on the ledger's entries: a confirmation that changes nothing posts nothing.
 */
export function createConfirmations(world: World, shadow: Shadow): Confirmations {
  /** Refs of payments by scheduled confirmation. */
  const refs = new Map<string, string>()
  return {
    check({ merchant, inserts, deletes }, changes) {
      const rescheduled = new Set<string>()
      for (const { table, row } of inserts)
        if (table === 'events' && row.kind === 'confirm') {
          refs.set(`${merchant} ${row.id}`, row.ref)
          rescheduled.add(row.ref)
        }
      const deleted = new Set(deletes.map(({ id }) => `${merchant} ${id}`))
      for (const { table, after } of changes) {
        const isCancelled = table === 'payments' && after['status'] === 'cancelled' && after['late_money'] === null
        if (isCancelled && [...refs].some(([event, ref]) => ref === after['id'] && !deleted.has(event)))
          world.fail('a cancelled payment is not confirmed later', String(after['id']))
      }
      for (const { table, id } of deletes) {
        const ref = table === 'events' ? refs.get(`${merchant} ${id}`) : undefined
        refs.delete(`${merchant} ${id}`)
        if (ref === undefined || rescheduled.has(ref)) continue
        const payment = shadow.payments.get(ref)
        // The buyer or the control API may end a pending payment, which cancels its confirmation.
        const isEnded = changes.some(
          ({ table: changed, before, after }) =>
            changed === 'payments' && after['id'] === ref && before?.['status'] === 'pending',
        )
        if (payment?.status !== 'succeeded' && payment?.late_money === null && !isEnded)
          world.fail('confirmed money is recorded', `${ref} is ${payment.status} after its confirmation`)
      }
    },
  }
}

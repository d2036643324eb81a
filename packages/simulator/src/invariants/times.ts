import type { PaymentRow, Plan } from '@cedi/mock-server/internal'
import type { World } from '../world/world.js'
import type { Change } from './shadow.js'

/** Checks the times of records and events against the clock of the server that writes them. */
export interface Times {
  check(plan: Plan, changes: readonly Change[], serverMs: number): void
}

/** Maximum time from the start of a request to its commit, in ms. */
const maxRequestMs = 60_000

const dayMs = 86_400_000

/** Time to approve mobile money on the phone. A voucher restarts it. @decision 0013 */
const lifetimeMs = 300_000

/** Delay until a buyer approves on the phone, and the delay of money that arrives late. @decision 0013 */
const approvalMs = 2_000
const lateMs = 60_000

export function createTimes(world: World): Times {
  /** Times of the scheduled confirmations by payment. */
  const confirmationsMs = new Map<string, number[]>()

  function checkPaid(
    { id, method, network, created_ms: createdMs, paid_ms: paidMs, ...payment }: PaymentRow,
    serverMs: number,
  ): void {
    if (paidMs === null) return
    const availableMs = method === 'card' ? (Math.floor(paidMs / dayMs) + 1) * dayMs : paidMs
    if (payment.available_at_ms !== availableMs)
      world.fail(
        'money is available as its method says',
        `${id}: ${Number(payment.available_at_ms) - paidMs} ms after its payment`,
      )
    if (paidMs > serverMs)
      world.fail('an event is not executed before its time', `${id}: ${paidMs - serverMs} ms early`)
    const expected = method === 'card' ? [createdMs] : (confirmationsMs.get(id) ?? [])
    // A code that is sent twice approves the payment itself.
    const isApprovedByCode = network === 'telecel' && paidMs > serverMs - maxRequestMs
    if (!expected.includes(paidMs) && !isApprovedByCode)
      world.fail(
        'a payment is paid at the time of its confirmation',
        `${id}: ${paidMs - createdMs} ms after its creation`,
      )
  }
  function checkScheduled(
    ref: string,
    dueMs: number,
    { created_ms: createdMs, expires_ms: expiresMs }: PaymentRow,
  ): void {
    const startMs = expiresMs === null ? createdMs : expiresMs - lifetimeMs
    const expected = [startMs + approvalMs, startMs + approvalMs + 1_000, startMs + 1_000, (expiresMs ?? 0) + lateMs]
    if (!expected.includes(dueMs))
      world.fail('a confirmation is scheduled as the outcome says', `${ref}: ${dueMs - startMs} ms after its start`)
  }
  /** Checks that a payment expires at its expiry, and that only a voucher moves its expiry. */
  function checkExpiry(before: PaymentRow, { id, status, expires_ms: expiresMs }: PaymentRow, serverMs: number): void {
    const { status: statusBefore, expires_ms: expiresBeforeMs } = before
    if (status === 'expired' && statusBefore === 'pending' && (expiresBeforeMs ?? Number.POSITIVE_INFINITY) > serverMs)
      world.fail('a payment does not expire early', `${id} expires at ${expiresBeforeMs}, not at ${serverMs}`)
    if (expiresMs === expiresBeforeMs || expiresMs === null) return
    const startMs = expiresMs - lifetimeMs
    if (before.next_action?.type !== 'enter_code' || startMs > serverMs || startMs < serverMs - maxRequestMs)
      world.fail('a voucher restarts the time to approve', `${id}: ${startMs - serverMs} ms after the voucher`)
  }

  return {
    check({ inserts }, changes, serverMs) {
      for (const { table, before, after } of changes) {
        const createdMs = after['created_ms']
        // A license is created by the confirmation of its payment, at the time of the confirmation.
        if (table === 'licenses') continue
        if (!before && typeof createdMs === 'number' && (createdMs > serverMs || createdMs < serverMs - maxRequestMs))
          world.fail('a record has the time of its creation', `${table} ${after['id']}: ${createdMs - serverMs} ms`)
      }
      const payments = changes.flatMap(({ table, after }) =>
        table === 'payments' ? [after as unknown as PaymentRow] : [],
      )
      for (const { table, row } of inserts) {
        if (table !== 'events' || row.kind !== 'confirm') continue
        confirmationsMs.set(row.ref, [...(confirmationsMs.get(row.ref) ?? []), row.due_ms])
        const payment = payments.find(({ id }) => id === row.ref)
        if (payment) checkScheduled(row.ref, row.due_ms, payment)
      }
      for (const { table, before, after } of changes)
        if (table === 'payments' && before) checkExpiry(before as never, after as never, serverMs)
      for (const { table, before, after } of changes)
        if (table === 'payments' && before?.['paid_ms'] !== after['paid_ms'])
          checkPaid(after as unknown as PaymentRow, serverMs)
    },
  }
}

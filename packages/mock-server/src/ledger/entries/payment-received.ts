import { change, notFound } from '../command.js'
import { networks, paymentMethods } from '../payment-methods.js'
import { type Insert, makePlan, type Plan, type Update } from '../plan.js'
import type { Entry, Posting } from '../posting.js'
import { type Result, succeed } from '../result.js'
import type { IntentRow } from '../tables/intents.js'
import type { LicenseRow } from '../tables/licenses.js'
import type { OrderRow } from '../tables/orders.js'
import type { PaymentRow } from '../tables/payments.js'
import type { ProductRow } from '../tables/products.js'
import { createLateEntries, lateMoneyReceived } from './late-money-received.js'
import { availableEntry } from './payment-available.js'
import { endPayment, requireRow } from './payment-ended.js'

/** Confirmation of a payment by the provider. */
export interface PaymentReceived {
  /** One per unit of a license product: the hash of a key that the caller generated and shows once. */
  readonly licenses?: readonly { readonly id: string; readonly keyHash: string; readonly expiresMs: number | null }[]
  readonly nowMs: number
}

/** The rows that a payment refers to. */
export interface ReceivedRows {
  readonly payment: PaymentRow | undefined
  readonly order?: OrderRow | undefined
  readonly product?: ProductRow | undefined
  readonly intent?: IntentRow | undefined
}

/** The records after the commit. */
export interface ReceivedRecords {
  readonly payment: PaymentRow
  readonly order: OrderRow | null
  readonly intent: IntentRow | null
  readonly licenses: readonly LicenseRow[]
}

/** Creates the postings: debits the provider's account, credits the merchant (net) and the service (fee). */
function receivedPostings(payment: PaymentRow): Posting[] {
  const debit = networks[payment.network].account
  return [
    { debit, credit: 'merchant:pending', amountPesewas: payment.net_pesewas },
    { debit, credit: 'fees:income', amountPesewas: payment.fee_pesewas },
  ]
}

/**
 * Plans the success of a payment: postings, a paid order (fulfilled for digital and license products), licenses and a
 * completed checkout intent. Mobile money becomes available in the same commit, with its own entry.
 *
 * A repeated confirmation changes nothing. A confirmation for a payment that has ended is posted to suspense. So is one
 * for the second payment of a checkout intent: that payment is cancelled, because the buyer has already paid. For an
 * expired intent only the latest payment can succeed.
 *
 * @returns Errors: `not_found`.
 * @source What the service does
 * @decision 0014 (postings)
 * @decision 0008 (late and second payments)
 */
export function paymentReceived(command: PaymentReceived, rows: ReceivedRows): Result<Plan<ReceivedRecords>> {
  const { payment } = rows
  const { nowMs } = command
  if (!payment) return notFound('payment')
  const { merchant } = payment
  const unchanged = { payment, order: rows.order ?? null, intent: rows.intent ?? null, licenses: [] }
  if (payment.status === 'succeeded') return succeed(makePlan(merchant, {}, unchanged))
  if (payment.status !== 'pending') {
    const latePlan = lateMoneyReceived({ nowMs }, { payment })
    return latePlan.ok
      ? succeed({ ...latePlan.value, records: { ...unchanged, payment: latePlan.value.records.payment } })
      : latePlan
  }
  const intent = payment.intent_id === null ? null : requireRow(rows.intent, payment.intent_id, 'checkout intent')
  const acceptsPayment =
    intent?.status === 'open' || (intent?.status === 'expired' && intent.payment_ref === payment.id)
  if (intent && !acceptsPayment) return rejectSecondPayment(command, { ...rows, payment, intent })

  const availableAt = paymentMethods[payment.method].availableAtMs(nowMs)
  const available = availableAt <= nowMs
  const paymentChange = change('payments', payment, {
    where: { status: 'pending' },
    set: { status: 'succeeded', paid_ms: nowMs, available_at_ms: availableAt, available, next_action: null },
  })
  const updates: Update[] = [paymentChange.update]
  const inserts: Insert[] = []
  let order: OrderRow | null = null
  let licenses: LicenseRow[] = []
  if (payment.order_ref !== null && payment.product_id !== null) {
    const { type, activation_limit: limit } = requireRow(rows.product, payment.product_id, 'product')
    const delivered = change('orders', requireRow(rows.order, payment.order_ref, 'order'), {
      where: { base_status: 'pending' },
      set: { base_status: type === 'digital' || type === 'license' ? 'fulfilled' : 'paid' },
    })
    updates.push(delivered.update)
    order = delivered.row
    if (type === 'license') licenses = createLicenses(command, payment, limit)
    for (const row of licenses) inserts.push({ table: 'licenses', row })
  }
  let intentNext = intent
  if (intent?.status === 'open') {
    const intentChange = change('intents', intent, {
      where: { status: 'open' },
      set: { status: 'completed', payment_ref: payment.id },
    })
    updates.push(intentChange.update)
    intentNext = intentChange.row
  } else if (intent) {
    // Nothing changes, but the payment must still be the latest one when this is committed.
    updates.push(change('intents', intent, { where: { status: 'expired', payment_ref: payment.id } }).update)
  }
  const entries: Entry[] = [
    { kind: 'payment_received', source: payment.id, postings: receivedPostings(payment), atMs: nowMs },
  ]
  if (available) entries.push(availableEntry(payment, nowMs))
  const records = { payment: paymentChange.row, order, intent: intentNext, licenses }
  return succeed(makePlan(merchant, { inserts, updates, entries }, records))
}

function createLicenses(command: PaymentReceived, payment: PaymentRow, limit: number | null): LicenseRow[] {
  const licenses = command.licenses ?? []
  if (licenses.length !== payment.quantity) {
    throw new TypeError(
      `The payment ${payment.id} sold ${payment.quantity} licenses, and ${licenses.length}were given. Give one for each unit.`,
    )
  }
  return licenses.map(({ id, keyHash, expiresMs }) =>
    Object.freeze({
      merchant: payment.merchant,
      id,
      key_hash: keyHash,
      product_id: payment.product_id ?? '',
      payment_ref: payment.id,
      order_ref: payment.order_ref,
      status: 'inactive',
      activation_limit: limit,
      activations: 0,
      instances: [],
      created_ms: command.nowMs,
      expires_ms: expiresMs,
    }),
  )
}

function rejectSecondPayment(
  command: PaymentReceived,
  rows: ReceivedRows & { payment: PaymentRow; intent: IntentRow },
): Result<Plan<ReceivedRecords>> {
  const { payment, intent } = rows
  const failure = {
    code: `intent_${intent.status}`,
    message: 'The checkout was over when this money arrived. It waits in suspense for an operator to return it.',
  }
  const steps = endPayment(payment, { status: 'cancelled', failure, late_money: 'held' }, rows)
  const plan = makePlan(payment.merchant, {
    updates: steps.updates,
    entries: createLateEntries(payment, command.nowMs),
  })
  return succeed({ ...plan, records: { ...steps.records, intent, licenses: [] } })
}

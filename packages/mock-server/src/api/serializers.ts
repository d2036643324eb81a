import type * as wire from '@cedi/contract'
import { failureMeaning } from '@cedi/contract'
import {
  type Balance,
  formatCedis,
  type IntentRow,
  type LicenseRow,
  licenseStatus,
  type OrderRow,
  orderStatus,
  type PaymentRow,
  type PayoutRow,
  type ProductRow,
  type RefundRow,
} from '../ledger/index.js'

let [lastMs, lastTime] = [Number.NaN, '']
/** Formats a time. The last one is cached, because records of one response often share it. */
function time(ms: number): string {
  if (ms !== lastMs) [lastMs, lastTime] = [ms, new Date(ms).toISOString()]
  return lastTime
}
const timeOrNull = (ms: number | null): string | null => (ms === null ? null : time(ms))

/** Returns the reason why a payment ended without success. The ledger stores only the provider's failure. */
function failure({ status, failure: providerFailure }: PaymentRow): wire.PaymentFailure | null {
  if (providerFailure) return { code: providerFailure.code as wire.FailureCode, message: providerFailure.message }
  if (status === 'expired') return { code: 'payment_expired', message: failureMeaning.payment_expired }
  if (status === 'cancelled') return { code: 'payment_cancelled', message: failureMeaning.payment_cancelled }
  return null
}

/** Returns fee and net of a payment: 0 until the money has arrived, so that sums contain earned amounts only. @decision 0007 */
export const earnedAmounts = (row: PaymentRow): { readonly feePesewas: bigint; readonly netPesewas: bigint } =>
  row.status === 'succeeded'
    ? { feePesewas: row.fee_pesewas, netPesewas: row.net_pesewas }
    : { feePesewas: 0n, netPesewas: 0n }

/** Converts a payment to its API record. @decision 0008 */
export const paymentRecord = (row: PaymentRow): wire.Payment => ({
  ref: row.id,
  status: row.status,
  amount: formatCedis(row.amount_pesewas),
  fee: formatCedis(earnedAmounts(row).feePesewas),
  net: formatCedis(earnedAmounts(row).netPesewas),
  currency: 'GHS',
  method: row.method,
  network: row.network,
  phone: row.phone,
  card_last4: row.card_last4,
  email: row.email,
  product_id: row.product_id,
  order_ref: row.order_ref,
  next_action: row.next_action && {
    type: row.next_action.type as wire.NextAction['type'],
    url: row.next_action.url ?? null,
    message: row.next_action.message ?? '',
  },
  failure: failure(row),
  refunded_amount: formatCedis(row.refunded_pesewas),
  metadata: row.metadata as wire.Metadata,
  created_at: time(row.created_ms),
  paid_at: timeOrNull(row.paid_ms),
  expires_at: timeOrNull(row.expires_ms),
})

/** Converts a checkout intent to its API record. @decision 0008 */
export const intentRecord = (row: IntentRow, clientToken: string, checkoutUrl: string): wire.CheckoutIntent => ({
  id: row.id,
  client_token: clientToken,
  status: row.status,
  amount: formatCedis(row.amount_pesewas),
  currency: 'GHS',
  payment_ref: row.payment_ref,
  checkout_url: checkoutUrl,
  channels: row.channels,
  return_url: row.return_url,
  expires_at: time(row.expires_ms),
})

/** Converts a refund to its API record. @decision 0009 */
export const refundRecord = (row: RefundRow): wire.Refund => ({
  ref: row.id,
  payment_ref: row.payment_ref,
  amount: formatCedis(row.amount_pesewas),
  currency: 'GHS',
  status: row.status,
  reason: row.reason,
  note: row.note,
  created_at: time(row.created_ms),
  resolved_at: timeOrNull(row.resolved_ms),
})

/** Converts a product to its API record. @decision 0008 */
export const productRecord = (row: ProductRow): wire.Product => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  description: row.description,
  type: row.type,
  price: formatCedis(row.price_pesewas),
  currency: 'GHS',
  active: row.active,
  stock: row.stock,
  image_url: row.image_url,
  created_at: time(row.created_ms),
})

const cachedJson = new WeakMap<object, { readonly link: string | null; readonly text: string }>()

/**
 * Serializes the record of a row. The JSON of a frozen row is cached, which halves the work of a list.
 *
 * @param link - A value of the record that is not in the row.
 */
function toCachedJson(row: object, link: string | null, createRecord: () => unknown): string {
  const cachedText = cachedJson.get(row)
  if (cachedText?.link === link) return cachedText.text
  const text = JSON.stringify(createRecord())
  // Rows of a database are new each time they are read.
  if (Object.isFrozen(row)) cachedJson.set(row, { link, text })
  return text
}

/** Serializes a product. */
export const productJson = (row: ProductRow): string => toCachedJson(row, null, () => productRecord(row))

/** Serializes an order. */
export const orderJson = (row: OrderRow, receiptUrl: string | null): string =>
  toCachedJson(row, receiptUrl, () => orderRecord(row, receiptUrl))

/** Converts an order to its API record. @decision 0008 */
export const orderRecord = (row: OrderRow, receiptUrl: string | null): wire.Order => ({
  ref: row.id,
  status: orderStatus(row),
  payment_ref: row.payment_ref,
  items: row.items.map((item) => ({
    product_id: item.product_id,
    name: item.name,
    quantity: item.quantity,
    unit_price: formatCedis(item.unit_price_pesewas),
  })),
  total: formatCedis(row.total_pesewas),
  currency: 'GHS',
  buyer: { name: row.buyer.name, email: row.buyer.email, phone: row.buyer.phone },
  refunded_amount: formatCedis(row.refunded_pesewas),
  delivery: row.delivery ?? null,
  receipt_url: receiptUrl,
  created_at: time(row.created_ms),
})

/** Converts a balance to its API record. @decision 0008 */
export const balanceRecord = (balance: Balance, nowMs: number): wire.Balance => ({
  currency: 'GHS',
  available: formatCedis(balance.availablePesewas),
  pending: formatCedis(balance.pendingPesewas),
  reserved: formatCedis(balance.reservedPesewas),
  as_of: time(nowMs),
})

/** Returns the public fields of a license. @decision 0017 */
export function licenseRecord(row: LicenseRow | undefined, nowMs: number): wire.LicenseCheck {
  if (!row)
    return { valid: false, status: null, product_id: null, activation_limit: null, activations: null, expires_at: null }
  const status = licenseStatus(row, nowMs)
  return {
    valid: status === 'active' || status === 'inactive',
    status,
    product_id: row.product_id,
    activation_limit: row.activation_limit,
    activations: row.activations,
    expires_at: timeOrNull(row.expires_ms),
  }
}

/** Converts a payout to its control API record. @decision 0023 */
export const payoutRecord = (row: PayoutRow): object => ({
  ref: row.id,
  status: row.status,
  amount: formatCedis(row.amount_pesewas),
  currency: 'GHS',
  phone: row.phone,
  network: row.network,
  failure: row.failure,
  created_at: time(row.created_ms),
  resolved_at: timeOrNull(row.resolved_ms),
})

import {
  type Context,
  type LicenseRow,
  type MerchantRow,
  type OrderRow,
  type PaymentRow,
  type ProductRow,
  readLicenseKey,
  readReceipt,
  receiptToken,
  runDueEvents,
  toReceiptSubject,
} from '@cedi/mock-server/internal'

/** The contents of a receipt. */
export interface Receipt {
  readonly payment: PaymentRow
  /** Undefined for a payment without a product. */
  readonly order: OrderRow | undefined
  readonly product: ProductRow | undefined
  /** Undefined for the merchant of a test key. */
  readonly merchant: MerchantRow | undefined
  /** Token of the public proof. */
  readonly proof: string
  /** Private data; undefined on the public proof. */
  readonly holder: { readonly licenses: readonly string[] } | undefined
}

/** Maximum length of a token. */
const maxTokenLength = 2048

/**
 * Reads the receipt of a token. Returns undefined if the signature is invalid, or if the payment no longer exists.
 *
 * @decision 0071
 */
export async function openReceipt(context: Context, token: string): Promise<Receipt | undefined> {
  const { secret, store, clock } = context
  const claims = token.length <= maxTokenLength ? readReceipt(secret, token) : undefined
  if (!claims) return undefined
  await runDueEvents(context, claims.m, clock.nowMs())
  const payment = await store.get('payments', claims.m, claims.p)
  if (payment?.status !== 'succeeded') return undefined
  const subject = toReceiptSubject(payment)
  if (receiptToken(secret, claims.k, subject) !== token) return undefined
  const { merchant, order_ref, product_id } = payment
  return {
    payment,
    order: order_ref === null ? undefined : await store.get('orders', merchant, order_ref),
    product: product_id === null ? undefined : await store.get('products', merchant, product_id),
    merchant: await store.get('merchants', merchant, merchant),
    proof: receiptToken(secret, 'proof', subject),
    holder: claims.k === 'receipt' ? { licenses: await readLicenses(context, payment) } : undefined,
  }
}

async function readLicenses({ store, secret }: Context, { merchant, id }: PaymentRow): Promise<string[]> {
  const licenses: readonly LicenseRow[] = await store.list('licenses', merchant, {
    limit: 100,
    order: 'oldest',
    where: { payment_ref: id },
  })
  return licenses.flatMap((license) => readLicenseKey(secret, license) ?? [])
}

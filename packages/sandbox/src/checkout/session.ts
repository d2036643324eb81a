import type { Payment } from '@cedi/contract'
import {
  type Context,
  fail,
  formatCedis,
  type IntentClaims,
  type IntentRow,
  idempotencyKeyId,
  matchesIntent,
  type PaymentRow,
  type ProductRow,
  paymentRecord,
  type Rejection,
  readLicenseKey,
  readToken,
  receiptToken,
  runDueEvents,
  sha256Hex,
  signToken,
  toReceiptSubject,
} from '@cedi/mock-server/internal'
import { splitAttempts } from './attempts.js'
import type { ContactRequirement } from './form-input.js'

/** A payment as its buyer sees it, without details for the merchant and the service. */
export type CheckoutPayment = Pick<
  Payment,
  | 'ref'
  | 'status'
  | 'amount'
  | 'currency'
  | 'method'
  | 'network'
  | 'phone'
  | 'card_last4'
  | 'next_action'
  | 'failure'
  | 'created_at'
  | 'paid_at'
  | 'expires_at'
>

/** Response of `GET /checkout/status`. @decision 0029 */
export interface CheckoutStatus {
  readonly intent: {
    readonly id: string
    readonly status: string
    readonly amount: number
    readonly currency: 'GHS'
    readonly expires_at: string
    readonly merchant: string
    readonly product: string | null
    /** Current price of the product in GH₵; null if it is no longer sold. Differs from the amount after a change. */
    readonly price?: number | null
    readonly channels: readonly string[]
    /** Contact details that the seller needs; null if there are none. @decision 0072 */
    readonly asks: ContactRequirement | null
  }
  readonly payment: CheckoutPayment | null
  /** Whether this browser made the payment. Only then its phone, its licenses and its actions are available. */
  readonly mine: boolean
  readonly licenses: readonly string[]
  readonly return_url: string | null
  /** Path of the product page, or of the storefront. */
  readonly home: string | null
  /** Path of the receipt. Null unless this browser made the payment. */
  readonly receipt: string | null
  readonly now: string
}

/** A checkout: the intent of a valid token, and the attempts of the browser. */
export interface Session {
  readonly token: string
  /** Path of the base URL. */
  readonly root: string
  readonly intent: IntentRow
  readonly merchant: string
  readonly name: string
  /** Path of the merchant's storefront. */
  readonly storefront: string | null
  /** Attempts of the browser to pay, the latest first: its secrets. A pass replaces them after the page of a bank. */
  readonly attempts: string
}

/** Opens the session of a token. Returns undefined if the token is not a valid token of an intent. */
export async function openSession(
  context: Context,
  { token, attempts, root }: { readonly token: string; readonly attempts: string; readonly root: string },
): Promise<Session | undefined> {
  // Longer than any token: skips the check of the signature.
  if (token.length > 16_384) return undefined
  const claims = readToken(context.secret, token) as Partial<IntentClaims> | undefined
  if (typeof claims?.i !== 'string' || typeof claims.m !== 'string') return undefined
  await runDueEvents(context, claims.m, context.clock.nowMs())
  const intent = await context.store.get('intents', claims.m, claims.i)
  // A simulated intent, or one from before a reset, may have had the same id.
  if (!intent || !matchesIntent(claims, intent)) return undefined
  const { name = claims.m, handle } = (await context.store.get('merchants', claims.m, claims.m)) ?? {}
  const storefront = handle ? `${root}/@${handle}` : null
  return { token, intent, merchant: claims.m, name, root, storefront, attempts }
}

/** Error for an invalid token. */
export const invalidTokenError: Rejection = fail(
  'invalid_api_key',
  'This checkout is unknown. Start again from the shop.',
  'Authorization',
)

/** Idempotency scope of the payments of an intent. */
export const attemptPath = (intent: IntentRow): string => `/checkout/payments/${intent.id}`

/** Returns the idempotency keys of the attempts: their hashes, because attempts are secrets. */
export const attemptKeys = (context: Context, { attempts, intent }: Session): readonly string[] =>
  splitAttempts(attempts).map((attempt) => attemptKey(context, intent, attempt))

function attemptKey(context: Context, intent: IntentRow, attempt: string): string {
  const { i, k, e } = (readToken(context.secret, attempt) ?? {}) as Partial<Pass>
  const isPass = i === intent.id && typeof k === 'string' && typeof e === 'number' && context.clock.nowMs() < e
  return isPass ? k : sha256Hex(attempt)
}

/** Claims of a pass, which replaces an attempt in a return URL. */
interface Pass {
  /** Id of the intent. */
  readonly i: string
  /** Idempotency key of the attempt. */
  readonly k: string
  /** Expiry, in milliseconds since 1970. */
  readonly e: number
}

/** Lifetime of a pass: that of an idempotency key. */
const passLifetimeMs = 86_400_000

/**
 * Creates a pass, which identifies a buyer who returns from a bank in any browser. It is signed, is valid for one intent,
 * and does not reveal the attempt.
 *
 * @decision 0029
 */
export const createPass = (context: Context, { intent }: Session, key: string): string =>
  signToken(context.secret, {
    i: intent.id,
    k: key,
    e: context.clock.nowMs() + passLifetimeMs,
  } satisfies Pass)

/** Reads the latest payment of an intent. */
export const readPayment = async (
  { store }: Context,
  { intent, merchant }: Session,
): Promise<PaymentRow | undefined> =>
  intent.payment_ref === null ? undefined : store.get('payments', merchant, intent.payment_ref)

/**
 * Whether the requesting browser made the payment: the payment is the stored response for one of its attempts. This needs no
 * cookie, and other holders of the token see neither the buyer's number nor a license key.
 *
 * @decision 0029
 */
export async function isOwnPayment(
  context: Context,
  session: Session,
  payment: PaymentRow | undefined,
): Promise<boolean> {
  if (!payment) return false
  const scope = `POST ${attemptPath(session.intent)}`
  for (const key of attemptKeys(context, session)) {
    const keyRow = await context.store.get('idempotency_keys', session.merchant, idempotencyKeyId({ scope, key }))
    const { data } = JSON.parse(keyRow?.body ?? '{}') as { readonly data?: { readonly ref?: unknown } | null }
    if (data?.ref === payment.id) return true
  }
  return false
}

/** Returns a payment as its buyer sees it; with `isOwn: false`, as other holders of the token see it. */
export function toCheckoutPayment(row: PaymentRow, isOwn: boolean): CheckoutPayment {
  const { ref, status, amount, currency, method, network, failure, created_at, paid_at, expires_at, ...more } =
    paymentRecord(row)
  const { phone, card_last4, next_action } = isOwn ? more : { phone: null, card_last4: null, next_action: null }
  return {
    ref,
    status,
    amount,
    currency,
    method,
    network,
    failure,
    created_at,
    paid_at,
    expires_at,
    phone,
    card_last4,
    next_action,
  }
}

/** Returns the contact details that the seller of a product needs. @decision 0072 */
function toContactRequirement(product: ProductRow | undefined, { email }: IntentRow): ContactRequirement | null {
  if (!product) return null
  if (product.type === 'physical' || product.type === 'service') return 'delivery'
  return email === null ? 'email' : null
}

/** Returns the price that the intent would have now. */
function toCurrentPrice(
  { amount_pesewas, product_id, quantity }: IntentRow,
  product: ProductRow | undefined,
): number | null {
  if (product_id === null) return formatCedis(amount_pesewas)
  return product?.active ? formatCedis(product.price_pesewas * BigInt(quantity)) : null
}

/** Reads the status of a checkout. */
export async function readStatus(context: Context, session: Session): Promise<CheckoutStatus> {
  const { store, secret } = context
  const { merchant, name, root, storefront } = session
  const intent = (await store.get('intents', merchant, session.intent.id)) ?? session.intent
  const payment = await readPayment(context, { ...session, intent })
  const isMine = await isOwnPayment(context, session, payment)
  const nowMs = context.clock.nowMs()
  const product = intent.product_id === null ? undefined : await store.get('products', merchant, intent.product_id)
  const soldLicenses =
    isMine && payment?.status === 'succeeded'
      ? await store.list('licenses', merchant, { limit: 100, order: 'oldest', where: { payment_ref: payment.id } })
      : []
  return {
    intent: {
      id: intent.id,
      // Its expiry may not be executed yet, because a request executes a limited number of events.
      status: intent.status === 'open' && intent.expires_ms <= nowMs ? 'expired' : intent.status,
      amount: formatCedis(intent.amount_pesewas),
      currency: 'GHS',
      expires_at: new Date(intent.expires_ms).toISOString(),
      merchant: name,
      product: product ? (intent.quantity > 1 ? `${product.name} × ${intent.quantity}` : product.name) : null,
      price: toCurrentPrice(intent, product),
      channels: intent.channels,
      asks: toContactRequirement(product, intent),
    },
    payment: payment ? toCheckoutPayment(payment, isMine) : null,
    mine: isMine,
    licenses: soldLicenses.flatMap((license) => readLicenseKey(secret, license) ?? []),
    return_url: intent.return_url,
    home: storefront && (product?.active && product.slug ? `${storefront}/${product.slug}` : storefront),
    receipt:
      isMine && payment?.status === 'succeeded'
        ? `${root}/receipt/${receiptToken(secret, 'receipt', toReceiptSubject(payment))}`
        : null,
    now: new Date(nowMs).toISOString(),
  }
}

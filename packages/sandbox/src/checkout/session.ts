import {
  fail,
  formatCedis,
  type IntentRow,
  idempotencyKeyId,
  type PaymentRow,
  type ProductRow,
  type Rejection,
} from '@cedi/ledger'
import type { Context } from '@cedi/mock-server/service'
import {
  type IntentClaims,
  isTokenOf,
  licenseKeyText,
  paymentRecord,
  readToken,
  receiptedBy,
  receiptToken,
  runDueEvents,
  sha256Hex,
  signToken,
} from '@cedi/mock-server/service'
import type { CheckoutPayment, CheckoutStatus } from './model.js'
import type { Asks } from './typed.js'

/** Who pays what: an intent whose token was shown, and the browser's attempt. */
export interface Session {
  readonly token: string
  /** The path of the base address. */
  readonly root: string
  readonly intent: IntentRow
  readonly merchant: string
  readonly name: string
  /** The storefront of the merchant: a path of this service. */
  readonly storefront: string | null
  /** Known only to the browser that made the payment, or the pass that replaces it on the way back from a bank. */
  readonly attempt: string
}

/** Opens the session of a token; undefined unless this server signed the token for an intent. */
export async function openSession(
  context: Context,
  { token, attempt, root }: { readonly token: string; readonly attempt: string; readonly root: string },
): Promise<Session | undefined> {
  // No intent can make a token this long, and checking the signature would cost work.
  if (token.length > 16_384) return undefined
  const claims = readToken(context.secret, token) as Partial<IntentClaims> | undefined
  if (typeof claims?.i !== 'string' || typeof claims.m !== 'string') return undefined
  await runDueEvents(context, claims.m, context.clock.nowMs())
  const intent = await context.store.get('intents', claims.m, claims.i)
  // The id may have named another intent before: a simulated one, or one from before a reset.
  if (!intent || !isTokenOf(claims, intent)) return undefined
  const { name = claims.m, handle } = (await context.store.get('merchants', claims.m, claims.m)) ?? {}
  const storefront = handle ? `${root}/@${handle}` : null
  return { token, intent, merchant: claims.m, name, root, storefront, attempt }
}

/** The error for an invalid token. */
export const invalidToken: Rejection = fail(
  'invalid_api_key',
  'This checkout is unknown. Start again from the shop.',
  'Authorization',
)

/** Where the payments of an intent are stored. The keys of its attempts never collide with another intent's. */
export const attemptPath = (intent: IntentRow): string => `/checkout/payments/${intent.id}`

/** What is stored of an attempt: its hash, because the attempt itself opens what the buyer bought. */
export function attemptKey(context: Context, { attempt, intent }: Pick<Session, 'attempt' | 'intent'>): string {
  const { i, k, e } = ((attempt.includes('.') && readToken(context.secret, attempt)) || {}) as Partial<Pass>
  const isPass = i === intent.id && typeof k === 'string' && typeof e === 'number' && context.clock.nowMs() < e
  // Text that only looks like a pass is an attempt that nobody has paid with.
  return isPass ? k : sha256Hex(attempt)
}

/** The pass that replaces an attempt in an address. */
interface Pass {
  /** The intent. */
  readonly i: string
  /** The stored hash of the attempt. */
  readonly k: string
  /** When it ends, in milliseconds since 1970. */
  readonly e: number
}

/** As long as an attempt is remembered. */
const passLastsMs = 86_400_000

/**
 * Identifies a buyer who returns from a bank, in whichever browser, because only an address comes back. It is signed
 * and valid for one intent, and nobody can turn it into an attempt.
 *
 * @decision 0029
 */
export const passOf = (context: Context, session: Session): string =>
  signToken(context.secret, {
    i: session.intent.id,
    k: attemptKey(context, session),
    e: context.clock.nowMs() + passLastsMs,
  } satisfies Pass)

/** The browser's attempt, or a pass for one; empty when it is neither. */
export const readAttempt = (text: string | null | undefined): string =>
  text && /^(?:[\w-]{1,64}|[\w-]{1,300}\.[\w-]{43})$/.test(text) ? text : ''

/** The latest payment of an intent. */
export const paymentOf = async ({ store }: Context, { intent, merchant }: Session): Promise<PaymentRow | undefined> =>
  intent.payment_ref === null ? undefined : store.get('payments', merchant, intent.payment_ref)

/**
 * Whether the asking browser made the payment: it knows the key that the payment was sent with. No cookie is needed,
 * and other people who see the token see neither the buyer's number nor a license key.
 *
 * @decision 0029
 */
export async function isMine(context: Context, session: Session, payment: PaymentRow | undefined): Promise<boolean> {
  if (!payment || session.attempt === '') return false
  const command = { scope: `POST ${attemptPath(session.intent)}`, key: attemptKey(context, session) }
  const kept = await context.store.get('idempotency_keys', session.merchant, idempotencyKeyId(command))
  return kept?.body?.includes(`"ref":"${payment.id}"`) ?? false
}

/** A payment as its buyer may see it. */
export function buyersRecord(row: PaymentRow, mine: boolean): CheckoutPayment {
  const { ref, status, amount, currency, method, network, failure, created_at, paid_at, expires_at, ...more } =
    paymentRecord(row)
  const { phone, card_last4, next_action } = mine ? more : { phone: null, card_last4: null, next_action: null }
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

/** What a product's seller has to know about the buyer. @decision 0072 */
function asksFor(product: ProductRow | undefined, { email }: IntentRow): Asks | null {
  if (!product) return null
  if (product.type === 'physical' || product.type === 'service') return 'delivery'
  return email === null ? 'email' : null
}

/** The status of a session's checkout. */
export async function statusOf(context: Context, session: Session): Promise<CheckoutStatus> {
  const { store, secret } = context
  const { merchant, name, root, storefront } = session
  const intent = (await store.get('intents', merchant, session.intent.id)) ?? session.intent
  const payment = await paymentOf(context, { ...session, intent })
  const mine = await isMine(context, session, payment)
  const product = intent.product_id === null ? undefined : await store.get('products', merchant, intent.product_id)
  const sold =
    mine && payment?.status === 'succeeded'
      ? await store.list('licenses', merchant, { limit: 100, order: 'oldest', where: { payment_ref: payment.id } })
      : []
  return {
    intent: {
      id: intent.id,
      status: intent.status,
      amount: formatCedis(intent.amount_pesewas),
      currency: 'GHS',
      expires_at: new Date(intent.expires_ms).toISOString(),
      merchant: name,
      product: product ? (intent.quantity > 1 ? `${product.name} × ${intent.quantity}` : product.name) : null,
      channels: intent.channels,
      asks: asksFor(product, intent),
    },
    payment: payment ? buyersRecord(payment, mine) : null,
    mine,
    licenses: sold.map(({ id }) => licenseKeyText(secret, merchant, id)),
    return_url: intent.return_url,
    home: storefront && (product?.active && product.slug ? `${storefront}/${product.slug}` : storefront),
    receipt:
      mine && payment?.status === 'succeeded'
        ? `${root}/receipt/${receiptToken(secret, 'receipt', receiptedBy(payment))}`
        : null,
    now: new Date(context.clock.nowMs()).toISOString(),
  }
}

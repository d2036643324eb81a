import { amountText } from '@cedi/contract/amount-text'
import type { IntentRow, Planned, ProductRow } from '@cedi/ledger'
import { formatCedis, maximumPaymentPesewas } from '@cedi/ledger'
import {
  type Context,
  carryOut,
  intentToken,
  type Outcome,
  planIntent,
  refused,
  type ServiceError,
} from '@cedi/mock-server/service'
import type { StoreLanguage } from '../kit/languages/store.js'
import { fill } from '../kit/languages/words.js'
import type { ListedProduct } from '../kit/listed-product.js'

/** A checkout intent of a buyer. */
interface CreatedIntent {
  readonly token: string
  readonly amount: number
  readonly expires_at: string
}

/** Creates a checkout intent for a product at its current price. */
export async function createProductIntent(
  context: Context,
  { merchant, product }: ListedProduct,
  input: {
    readonly quantity: number
    readonly origins: readonly string[]
    readonly ref?: string
    /** URL of the link on the last page. */
    readonly returnUrl?: string
  },
): Promise<{ ok: true; intent: CreatedIntent } | Exclude<Outcome, { ok: true }>> {
  const body = {
    product_id: product.id,
    quantity: input.quantity,
    allowed_origins: [...input.origins],
    ...(input.returnUrl ? { return_url: input.returnUrl } : {}),
    ...(input.ref ? { metadata: { ref: input.ref } } : {}),
  }
  const call = { context, merchant: merchant.id, nowMs: context.clock.nowMs() }
  const result = await carryOut(context, {
    merchant: merchant.id,
    plan: async (_, ids) => (await planIntent(call, body, ids)) as Planned<{ intent: IntentRow }>,
  })
  if (!result.ok) return { ok: false, refusal: result }
  if (result.replayed)
    return refused('internal_error', 'The checkout intent was created twice. Report this bug of the server.') as never
  const { intent: row } = result.records
  const intent = {
    token: intentToken(context, row, merchant.name),
    amount: formatCedis(row.amount_pesewas),
    expires_at: new Date(row.expires_ms).toISOString(),
  }
  return { ok: true, intent }
}

/** Returns the reason why an intent was not created, in the page's language. */
export function toIntentError(
  { code }: ServiceError,
  { name: product, stock }: ProductRow,
  { words, facts }: StoreLanguage,
): string {
  if (code === 'out_of_stock') return fill(stock ? words.fewLeft : words.soldOutText, { count: String(stock), product })
  if (code === 'invalid_state') return words.notOnSale
  if (code !== 'amount_too_large') return words.notOpened
  return fill(words.tooMuch, { amount: amountText(Number(maximumPaymentPesewas), facts.locale) })
}

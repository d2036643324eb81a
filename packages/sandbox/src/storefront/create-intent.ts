import { amountText } from '@cedi/contract/amount-text'
import {
  type Context,
  execute,
  fail,
  formatCedis,
  intentToken,
  maximumPaymentPesewas,
  type ProductRow,
  planIntent,
  type Result,
  type ServiceError,
  succeed,
} from '@cedi/mock-server/internal'
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
): Promise<Result<CreatedIntent>> {
  const body = {
    product_id: product.id,
    quantity: input.quantity,
    allowed_origins: [...input.origins],
    ...(input.returnUrl ? { return_url: input.returnUrl } : {}),
    ...(input.ref ? { metadata: { ref: input.ref } } : {}),
  }
  const call = { context, merchant: merchant.id, nowMs: context.clock.nowMs() }
  const result = await execute(context, {
    merchant: merchant.id,
    plan: (_, ids) => planIntent(call, body, ids),
  })
  if (!result.ok) return result
  if (result.value.isReplay)
    return fail('internal_error', 'The checkout intent was created twice. Report this bug of the server.')
  const { intent } = result.value.records
  return succeed({
    token: intentToken(context, intent, merchant.name),
    amount: formatCedis(intent.amount_pesewas),
    expires_at: new Date(intent.expires_ms).toISOString(),
  })
}

/** Returns the reason why an intent was not created, in the page's language. `canChoose`: whether the page has a field for the quantity. */
export function toIntentError(
  { code }: ServiceError,
  { name: product, stock }: ProductRow,
  { words, facts }: StoreLanguage,
  canChoose = true,
): string {
  if (code === 'out_of_stock')
    return fill(stock ? (canChoose ? words.fewLeft : words.onlyLeft) : words.soldOutText, {
      count: String(stock),
      product,
    })
  if (code === 'invalid_state') return words.notOnSale
  if (code !== 'amount_too_large') return words.notOpened
  return fill(words.tooMuch, { amount: amountText(Number(maximumPaymentPesewas), facts.locale) })
}

import { amountText } from '@cedi/contract/amount-text'
import type { ProductRow, Result, ServiceError } from '@cedi/ledger'
import { fail, formatCedis, maximumPaymentPesewas, succeed } from '@cedi/ledger'
import { type Context, execute, intentToken, planIntent } from '@cedi/mock-server/service'
import type { OnSale } from '../kit/goods.js'
import type { StoreLanguage } from '../kit/languages/store.js'
import { fill } from '../kit/languages/words.js'

/** An intent that was opened for a buyer. */
interface Opened {
  readonly token: string
  readonly amount: number
  readonly expires_at: string
}

/** Opens a checkout for a product, at the server's price. */
export async function openIntent(
  context: Context,
  { merchant, product }: OnSale,
  input: {
    readonly quantity: number
    readonly origins: readonly string[]
    readonly ref?: string
    /** Where the last page returns to. */
    readonly returnUrl?: string
  },
): Promise<Result<Opened>> {
  const asked = {
    product_id: product.id,
    quantity: input.quantity,
    allowed_origins: [...input.origins],
    ...(input.returnUrl ? { return_url: input.returnUrl } : {}),
    ...(input.ref ? { metadata: { ref: input.ref } } : {}),
  }
  const call = { context, merchant: merchant.id, nowMs: context.clock.nowMs() }
  const result = await execute(context, {
    merchant: merchant.id,
    plan: (_, ids) => planIntent(call, asked, ids),
  })
  if (!result.ok) return result
  if (result.value.isReplay)
    return fail('internal_error', 'A checkout was opened twice. Report it: this is a fault of the server.')
  const { intent } = result.value.records
  return succeed({
    token: intentToken(context, intent, merchant.name),
    amount: formatCedis(intent.amount_pesewas),
    expires_at: new Date(intent.expires_ms).toISOString(),
  })
}

/** Why a checkout was not opened, in the page's language. */
export function whyNotOpened(
  { code }: ServiceError,
  { name: product, stock }: ProductRow,
  { words, facts }: StoreLanguage,
): string {
  if (code === 'out_of_stock') return fill(stock ? words.fewLeft : words.soldOutText, { count: String(stock), product })
  if (code === 'invalid_state') return words.notOnSale
  if (code !== 'amount_too_large') return words.notOpened
  return fill(words.tooMuch, { amount: amountText(Number(maximumPaymentPesewas), facts.locale) })
}

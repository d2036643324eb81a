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
): Promise<{ ok: true; opened: Opened } | Exclude<Outcome, { ok: true }>> {
  const asked = {
    product_id: product.id,
    quantity: input.quantity,
    allowed_origins: [...input.origins],
    ...(input.returnUrl ? { return_url: input.returnUrl } : {}),
    ...(input.ref ? { metadata: { ref: input.ref } } : {}),
  }
  const call = { context, merchant: merchant.id, nowMs: context.clock.nowMs() }
  const result = await carryOut(context, {
    merchant: merchant.id,
    plan: async (_, ids) => (await planIntent(call, asked, ids)) as Planned<{ intent: IntentRow }>,
  })
  if (!result.ok) return { ok: false, refusal: result }
  if (result.replayed)
    return refused('internal_error', 'A checkout was opened twice. Report it: this is a fault of the server.') as never
  const { intent } = result.records
  const opened = {
    token: intentToken(context, intent, merchant.name),
    amount: formatCedis(intent.amount_pesewas),
    expires_at: new Date(intent.expires_ms).toISOString(),
  }
  return { ok: true, opened }
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

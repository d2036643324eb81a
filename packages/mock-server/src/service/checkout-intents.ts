import type { CheckoutIntentInput } from '@cedi/contract'
import {
  fail,
  type IntentRow,
  intentCreated,
  type Plan,
  type Result,
  scheduleEvents,
  withSteps,
} from '../ledger/index.js'
import { readPrice } from './amount.js'
import type { Call, Ids } from './context.js'
import { toEventRows } from './outcomes/schedule.js'
import { parseUrl } from './url.js'

const lifetimeMs = 30 * 60_000

/** Plans a checkout intent, and its end. @decision 0008 */
export async function planIntent(
  { context, merchant, nowMs }: Pick<Call, 'context' | 'merchant' | 'nowMs'>,
  input: CheckoutIntentInput,
  ids: Ids,
): Promise<Result<Plan<{ intent: IntentRow }>>> {
  const price = readPrice(input)
  if (!price.ok) return price
  const { productId } = price.value
  const product = productId === null ? undefined : await context.store.get('products', merchant, productId)
  if (productId !== null && !product)
    return fail('not_found', `There is no product ${productId}. Check the id.`, 'product_id')
  const back = input.return_url === undefined ? undefined : parseUrl(input.return_url, 'return_url')
  if (back && !back.ok) return back
  const returnUrl = back?.value ?? null
  const invalidUrl = (field: string) =>
    fail('invalid_request', `${field} is not an address. Send one such as https://shop.example.`, field)
  const pages = input.allowed_origins ?? (returnUrl === null ? [] : [returnUrl])
  // A browser reads a backslash as a slash: what follows it would belong to no origin.
  for (const [at, page] of pages.entries())
    if (page.includes('\\') || !URL.canParse(page)) return invalidUrl(`allowed_origins[${at}]`)

  const id = ids.next('int')
  const expiresMs = nowMs + lifetimeMs
  const created = intentCreated(
    {
      ...price.value,
      merchant,
      id,
      channels: input.channels ?? ['mobile_money', 'card'],
      returnUrl,
      // As browsers write them: in lower case and without the default port.
      allowedOrigins: [...new Set(pages.map((page) => new URL(page).origin))],
      email: input.email ?? null,
      metadata: input.metadata ?? {},
      expiresMs,
      nowMs,
    },
    { product },
  )
  if (!created.ok) return created
  return withSteps(
    created,
    scheduleEvents(...toEventRows(merchant, id, [{ kind: 'intent_expire', dueMs: expiresMs }], ids)),
  )
}

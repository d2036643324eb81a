import { intentCreated, scheduled, withSteps } from '@cedi/ledger'
import { readPrice } from '../service/amount.js'
import { baseUrlOf } from '../service/context.js'
import { intentToken, merchantName } from '../service/intent-token.js'
import { eventRows } from '../service/outcomes/schedule.js'
import { stop, type WriteAct, write } from './operation.js'
import { intentRecord } from './wire.js'

const lifetimeMs = 30 * 60_000

/** `POST /api/v1/checkout/intent`. @source Endpoints @decision 0008 */
export const createCheckoutIntent: WriteAct<'CheckoutIntentInput'> = write({
  input: 'CheckoutIntentInput',
  async plan(call, input, ids) {
    const { context, merchant, nowMs } = call
    const price = readPrice(input)
    if (!price.ok) return price
    const { productId } = price.price
    const product = productId === null ? undefined : await context.store.get('products', merchant, productId)
    if (productId !== null && !product) return stop('not_found', `There is no product ${productId}.`, 'product_id')
    const returnUrl = input.return_url ?? null
    const wrong = (field: string) => stop('invalid_request', `${field} is not an address.`, field)
    if (returnUrl !== null && !URL.canParse(returnUrl)) return wrong('return_url')
    const pages = input.allowed_origins ?? (returnUrl === null ? [] : [returnUrl])
    for (const [at, page] of pages.entries()) if (!URL.canParse(page)) return wrong(`allowed_origins[${at}]`)

    const id = ids.next('int')
    const expiresMs = nowMs + lifetimeMs
    const created = intentCreated(
      {
        ...price.price,
        merchant,
        id,
        channels: input.channels ?? ['mobile_money', 'card'],
        returnUrl,
        // As browsers write them: without capitals and the usual port.
        allowedOrigins: [...new Set(pages.map((page) => new URL(page).origin))],
        email: input.email ?? null,
        metadata: input.metadata ?? {},
        expiresMs,
        nowMs,
      },
      { product },
    )
    if (!created.ok) return created
    const { intent } = created.records
    const token = intentToken(context, intent, await merchantName(context, merchant))
    const [expiry] = eventRows(merchant, id, [{ kind: 'intent_expire', dueMs: expiresMs }], ids)
    const data = intentRecord(intent, token, `${baseUrlOf(call)}/pay/${token}`)
    return withSteps({ ok: true, plan: created.plan, records: { data } }, scheduled(...(expiry ? [expiry] : [])))
  },
})

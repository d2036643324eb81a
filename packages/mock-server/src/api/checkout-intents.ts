import { succeed } from '../ledger/index.js'
import { planIntent } from '../service/checkout-intents.js'
import { getBaseUrl } from '../service/context.js'
import { createWriteHandler, type WriteHandler } from '../service/execute.js'
import { intentToken, merchantName } from '../service/intent-token.js'
import { intentRecord } from './serializers.js'

/** `POST /api/v1/checkout/intent`. @source Endpoints @decision 0008 */
export const createCheckoutIntent: WriteHandler<'CheckoutIntentInput'> = createWriteHandler({
  input: 'CheckoutIntentInput',
  async plan(call, input, ids) {
    const { context, merchant } = call
    const result = await planIntent(call, input, ids)
    if (!result.ok) return result
    const { intent } = result.value.records
    const token = intentToken(context, intent, await merchantName(context, merchant))
    return succeed({ ...result.value, records: intentRecord(intent, token, `${getBaseUrl(call)}/pay/${token}`) })
  },
})

import { type WriteAct, write } from '../service/act.js'
import { planIntent } from '../service/checkout-intents.js'
import { baseUrlOf } from '../service/context.js'
import { intentToken, merchantName } from '../service/intent-token.js'
import { intentRecord } from './wire.js'

/** `POST /api/v1/checkout/intent`. @source Endpoints @decision 0008 */
export const createCheckoutIntent: WriteAct<'CheckoutIntentInput'> = write({
  input: 'CheckoutIntentInput',
  async plan(call, input, ids) {
    const { context, merchant } = call
    const planned = await planIntent(call, input, ids)
    if (!planned.ok) return planned
    const { intent } = planned.records
    const token = intentToken(context, intent, await merchantName(context, merchant))
    return { ...planned, records: { data: intentRecord(intent, token, `${baseUrlOf(call)}/pay/${token}`) } }
  },
})

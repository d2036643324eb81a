import { respondWith } from '../http/response.js'
import type { ReadHandler } from '../http/server-context.js'
import { fail, succeed } from '../ledger/index.js'
import { readPrice } from '../service/amount.js'
import { createWriteHandler, type WriteHandler } from '../service/execute.js'
import { readInstrument } from '../service/instruments/instrument.js'
import { planPayment } from '../service/payments.js'
import { truncateReference } from '../service/texts.js'
import { parseUrl } from '../service/url.js'
import { paymentRecord } from './serializers.js'

/** `POST /api/v1/payments`. @source Endpoints @decision 0013 (how it goes) */
export const createPayment: WriteHandler<'PaymentInput'> = createWriteHandler({
  input: 'PaymentInput',
  async plan(call, input, ids) {
    const { nowMs } = call
    const price = readPrice(input)
    if (!price.ok) return price
    const paidWith = readInstrument(input, nowMs)
    if (!paidWith.ok) return paidWith
    const back = input.return_url === undefined ? undefined : parseUrl(input.return_url, 'return_url')
    if (back && !back.ok) return back
    const instrument = paidWith.value
    const { email = null, name = null, delivery, metadata = {} } = input
    const result = await planPayment(
      call,
      { price: price.value, instrument, email, name, delivery, metadata, returnUrl: back?.value, intent: undefined },
      ids,
    )
    return result.ok ? succeed({ ...result.value, records: paymentRecord(result.value.records.payment) }) : result
  },
})

/** `GET /api/v1/payments/{ref}`. @source Endpoints */
export const readPayment: ReadHandler = {
  async read({ context, merchant, parameter }) {
    const row = await context.store.get('payments', merchant, parameter)
    return row
      ? respondWith(paymentRecord(row))
      : fail('not_found', `There is no payment ${truncateReference(parameter)}. Check the reference.`, 'ref')
  },
}

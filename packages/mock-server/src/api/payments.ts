import { done, refused } from '../http/answer.js'
import { type WriteAct, write } from '../service/act.js'
import { readAddress } from '../service/address.js'
import { readPrice } from '../service/amount.js'
import { readInstrument } from '../service/instruments/instrument.js'
import { planPayment } from '../service/payments.js'
import { shownReference } from '../service/texts.js'
import type { ReadAct } from './operation.js'
import { paymentRecord } from './wire.js'

/** `POST /api/v1/payments`. @source Endpoints @decision 0013 (how it goes) */
export const createPayment: WriteAct<'PaymentInput'> = write({
  input: 'PaymentInput',
  async plan(call, input, ids) {
    const { nowMs } = call
    const price = readPrice(input)
    if (!price.ok) return price
    const paidWith = readInstrument(input, nowMs)
    if (!paidWith.ok) return paidWith
    const back = input.return_url === undefined ? undefined : readAddress(input.return_url, 'return_url')
    if (back && !back.ok) return back
    const { instrument } = paidWith
    const { email = null, name = null, delivery, metadata = {} } = input
    const planned = await planPayment(
      call,
      { price: price.price, instrument, email, name, delivery, metadata, returnUrl: back?.address, intent: undefined },
      ids,
    )
    return planned.ok ? { ...planned, records: { data: paymentRecord(planned.records.payment) } } : planned
  },
})

/** `GET /api/v1/payments/{ref}`. @source Endpoints */
export const readPayment: ReadAct = {
  async read({ context, merchant, parameter }) {
    const row = await context.store.get('payments', merchant, parameter)
    return row
      ? done(paymentRecord(row))
      : refused('not_found', `There is no payment ${shownReference(parameter)}. Check the reference.`, 'ref')
  },
}

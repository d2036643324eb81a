import type { Outcome } from '../../http/answer.js'
import { fulfilOrder } from '../../service/orders.js'
import { receiptUrlOf } from '../../service/receipt-token.js'
import { orderRecord } from '../wire.js'
import { type ControlCall, ownerOf, type Routes, shown } from './call.js'

/** What a merchant does to an order. @decision 0025 */
export const orderRoutes: Routes = { 'POST orders/*/fulfil': fulfil }

async function fulfil(call: ControlCall): Promise<Outcome> {
  const [ref = ''] = call.parts
  const owner = await ownerOf(call, 'orders', ref)
  if (!owner.ok) return owner
  return shown(await fulfilOrder(call.context, { merchant: owner.merchant, ref }), ({ order }) =>
    orderRecord(order, receiptUrlOf(call, order)),
  )
}

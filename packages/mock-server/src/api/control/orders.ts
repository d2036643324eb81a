import type { ResponseData } from '../../http/response.js'
import type { Result } from '../../ledger/index.js'
import { fulfilOrder } from '../../service/orders.js'
import { getReceiptUrl } from '../../service/receipt-token.js'
import { orderRecord } from '../serializers.js'
import { type ControlCall, findOwner, type Routes, toControlResult } from './call.js'

/** Routes for actions of a merchant on an order. @decision 0023 */
export const orderRoutes: Routes = { 'POST orders/*/fulfil': fulfil }

async function fulfil(call: ControlCall): Promise<Result<ResponseData>> {
  const [ref = ''] = call.parts
  const owner = await findOwner(call, 'orders', ref)
  if (!owner.ok) return owner
  return toControlResult(await fulfilOrder(call.context, { merchant: owner.value, ref }), ({ order }) =>
    orderRecord(order, getReceiptUrl(call, order)),
  )
}

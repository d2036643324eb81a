import { orderFulfilled } from '@cedi/ledger'
import type { Outcome } from '../../http/answer.js'
import { orderRecord } from '../wire.js'
import { type ControlCall, carryOut, ownerOf, type Routes } from './call.js'

/** What a merchant does to an order. @decision 0025 */
export const orderRoutes: Routes = { 'POST orders/*/fulfil': fulfilOrder }

async function fulfilOrder(call: ControlCall): Promise<Outcome> {
  const [ref = ''] = call.parts
  const owner = await ownerOf(call, 'orders', ref)
  if (!owner.ok) return owner
  return carryOut(
    call,
    async (reader) => orderFulfilled({ order: await reader.get('orders', owner.merchant, ref) }),
    owner.merchant,
    ({ order }) => orderRecord(order),
  )
}

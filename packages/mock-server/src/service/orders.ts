import { type OrderRow, orderFulfilled } from '@cedi/ledger'
import { type Carried, carryOut } from './carry-out.js'
import type { Context } from './context.js'

/** Marks an order as sent by the merchant. */
export const fulfilOrder = (
  context: Context,
  { merchant, ref }: { readonly merchant: string; readonly ref: string },
): Promise<Carried<{ order: OrderRow }>> =>
  carryOut<{ order: OrderRow }>(context, {
    merchant,
    plan: async (reader) => orderFulfilled({ order: await reader.get('orders', merchant, ref) }),
  })

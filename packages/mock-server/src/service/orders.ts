import { type Commit, type OrderRow, orderFulfilled, type Result } from '../ledger/index.js'
import type { Context } from './context.js'
import { execute } from './execute.js'

/** Marks an order as sent by the merchant. */
export const fulfilOrder = (
  context: Context,
  { merchant, ref }: { readonly merchant: string; readonly ref: string },
): Promise<Result<Commit<{ order: OrderRow }>>> =>
  execute<{ order: OrderRow }>(context, {
    merchant,
    plan: async (reader) => orderFulfilled({ order: await reader.get('orders', merchant, ref) }),
  })

import { type OrderRow, orderFulfilled, type Commit, type Result } from '@cedi/ledger'
import { execute } from './execute.js'
import type { Context } from './context.js'

/** Marks an order as sent by the merchant. */
export const fulfilOrder = (
  context: Context,
  { merchant, ref }: { readonly merchant: string; readonly ref: string },
): Promise<Result<Commit<{ order: OrderRow }>>> =>
  execute<{ order: OrderRow }>(context, {
    merchant,
    plan: async (reader) => orderFulfilled({ order: await reader.get('orders', merchant, ref) }),
  })

import { respondWith } from '../http/response.js'
import type { ReadHandler } from '../http/server-context.js'
import { fail } from '../ledger/index.js'
import { getReceiptUrl } from '../service/receipt-token.js'
import { truncateReference } from '../service/texts.js'
import { listPage } from './page.js'
import { orderJson, orderRecord } from './serializers.js'

/** `GET /api/v1/orders`. @source Endpoints */
export const listOrders: ReadHandler = {
  read: (call) => listPage(call, 'orders', (row) => orderJson(row, getReceiptUrl(call, row))),
}

/** `GET /api/v1/orders/{ref}`. @source Endpoints */
export const readOrder: ReadHandler = {
  async read(call) {
    const { context, merchant, parameter } = call
    const row = await context.store.get('orders', merchant, parameter)
    return row
      ? respondWith(orderRecord(row, getReceiptUrl(call, row)))
      : fail('not_found', `There is no order ${truncateReference(parameter)}. Check the reference.`, 'ref')
  },
}

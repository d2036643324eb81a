import { fail } from '@cedi/ledger'
import { respondWith } from '../http/response.js'
import type { ReadHandler } from '../http/server-context.js'
import { receiptUrlOf } from '../service/receipt-token.js'
import { shownReference } from '../service/texts.js'
import { listPage } from './page.js'
import { orderRecord, orderText } from './serializers.js'

/** `GET /api/v1/orders`. @source Endpoints */
export const listOrders: ReadHandler = {
  read: (call) => listPage(call, 'orders', (row) => orderText(row, receiptUrlOf(call, row))),
}

/** `GET /api/v1/orders/{ref}`. @source Endpoints */
export const readOrder: ReadHandler = {
  async read(call) {
    const { context, merchant, parameter } = call
    const row = await context.store.get('orders', merchant, parameter)
    return row
      ? respondWith(orderRecord(row, receiptUrlOf(call, row)))
      : fail('not_found', `There is no order ${shownReference(parameter)}. Check the reference.`, 'ref')
  },
}

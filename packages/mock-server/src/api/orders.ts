import { done, refused } from '../http/answer.js'
import { receiptUrlOf } from '../service/receipt-token.js'
import { shownReference } from '../service/texts.js'
import type { ReadAct } from './operation.js'
import { listPage } from './page.js'
import { orderRecord, orderText } from './wire.js'

/** `GET /api/v1/orders`. @source Endpoints */
export const listOrders: ReadAct = {
  read: (call) => listPage(call, 'orders', (row) => orderText(row, receiptUrlOf(call, row))),
}

/** `GET /api/v1/orders/{ref}`. @source Endpoints */
export const readOrder: ReadAct = {
  async read(call) {
    const { context, merchant, parameter } = call
    const row = await context.store.get('orders', merchant, parameter)
    return row
      ? done(orderRecord(row, receiptUrlOf(call, row)))
      : refused('not_found', `There is no order ${shownReference(parameter)}. Check the reference.`, 'ref')
  },
}

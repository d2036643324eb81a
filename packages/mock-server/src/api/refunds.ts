import { type WriteAct, write } from '../service/act.js'
import { planRefund } from '../service/refunds.js'
import { refundRecord } from './wire.js'

/** `POST /api/v1/refunds`. An operator pays it by hand. @source What the service does @decision 0009 */
export const createRefund: WriteAct<'RefundInput'> = write({
  input: 'RefundInput',
  async plan(call, input, ids) {
    const planned = await planRefund(call, input, ids)
    return planned.ok ? { ...planned, records: { data: refundRecord(planned.records.refund) } } : planned
  },
})

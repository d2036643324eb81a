import { succeed } from '@cedi/ledger'
import { createWriteHandler, type WriteHandler } from '../service/execute.js'
import { planRefund } from '../service/refunds.js'
import { refundRecord } from './serializers.js'

/** `POST /api/v1/refunds`. An operator pays it by hand. @source What the service does @decision 0009 */
export const createRefund: WriteHandler<'RefundInput'> = createWriteHandler({
  input: 'RefundInput',
  async plan(call, input, ids) {
    const planned = await planRefund(call, input, ids)
    return planned.ok ? succeed({ ...planned.value, records: refundRecord(planned.value.records.refund) }) : planned
  },
})

import { succeed } from '../ledger/index.js'
import { createWriteHandler, type WriteHandler } from '../service/execute.js'
import { planRefund } from '../service/refunds.js'
import { refundRecord } from './serializers.js'

/** `POST /api/v1/refunds`. An operator pays it by hand. @source What the service does @decision 0009 */
export const createRefund: WriteHandler<'RefundInput'> = createWriteHandler({
  input: 'RefundInput',
  async plan(call, input, ids) {
    const result = await planRefund(call, input, ids)
    return result.ok ? succeed({ ...result.value, records: refundRecord(result.value.records.refund) }) : result
  },
})

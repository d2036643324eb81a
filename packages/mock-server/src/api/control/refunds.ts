import { type ResponseData, respondWith } from '../../http/response.js'
import { fail, type Result } from '../../ledger/index.js'
import { resolveRefund } from '../../service/refunds.js'
import { refundRecord } from '../serializers.js'
import { type ControlCall, findOwner, type Routes, readLimit, toControlResult } from './call.js'

/** Routes for actions of an operator on a refund. @source What the service does @decision 0009 */
export const refundRoutes: Routes = {
  'GET refunds': async (call) => {
    const rows = await call.context.store.list('refunds', call.merchant, { limit: readLimit(call) })
    return respondWith(rows.map(refundRecord))
  },
  'POST refunds/*/pay': { fields: ['note'], handle: (call) => resolve(call, 'pay') },
  'POST refunds/*/reject': { fields: ['note'], handle: (call) => resolve(call, 'reject') },
}

async function resolve(call: ControlCall, action: 'pay' | 'reject'): Promise<Result<ResponseData>> {
  const [ref = ''] = call.parts
  const owner = await findOwner(call, 'refunds', ref)
  if (!owner.ok) return owner
  const merchant = owner.value
  const { note = null } = call.body
  if (note !== null && (typeof note !== 'string' || note.length > 500))
    return fail('invalid_request', 'note must be a text of at most 500 characters.', 'note')
  const result = await resolveRefund(call.context, action, { merchant, ref, note, nowMs: call.nowMs })
  return toControlResult(result, ({ refund }) => refundRecord(refund))
}

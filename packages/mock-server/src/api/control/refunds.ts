import { done, type Outcome, refused } from '../../http/answer.js'
import { resolveRefund } from '../../service/refunds.js'
import { refundRecord } from '../wire.js'
import { type ControlCall, limitOf, ownerOf, type Routes, shown } from './call.js'

/** What operators do to a refund. @source What the service does @decision 0009 */
export const refundRoutes: Routes = {
  'GET refunds': async (call) => {
    const rows = await call.context.store.list('refunds', call.merchant, { limit: limitOf(call) })
    return done(rows.map(refundRecord))
  },
  'POST refunds/*/pay': (call) => resolve(call, 'pay'),
  'POST refunds/*/reject': (call) => resolve(call, 'reject'),
}

async function resolve(call: ControlCall, how: 'pay' | 'reject'): Promise<Outcome> {
  const [ref = ''] = call.parts
  const owner = await ownerOf(call, 'refunds', ref)
  if (!owner.ok) return owner
  const { merchant } = owner
  const { note = null } = call.body
  if (note !== null && (typeof note !== 'string' || note.length > 500))
    return refused('invalid_request', 'note must be a text of at most 500 characters.', 'note')
  const result = await resolveRefund(call.context, how, { merchant, ref, note, nowMs: call.nowMs })
  return shown(result, ({ refund }) => refundRecord(refund))
}

import { type Planned, type Reader, type RefundRow, refundPaid, refundRejected } from '@cedi/ledger'
import { done, type Outcome, refused } from '../../http/answer.js'
import { paymentRows } from '../../service/outcomes/events.js'
import { refundRecord } from '../wire.js'
import { type ControlCall, carryOut, limitOf, ownerOf, type Routes } from './call.js'

/** What operators do to a refund. @source What the service does @decision 0009 */
export const refundRoutes: Routes = {
  'GET refunds': async (call) => {
    const rows = await call.context.store.list('refunds', call.merchant, { limit: limitOf(call) })
    return done(rows.map(refundRecord))
  },
  'POST refunds/*/pay': (call) => resolveRefund(call, refundPaid),
  'POST refunds/*/reject': (call) => resolveRefund(call, refundRejected),
}

/** Plans what an operator did with a refund; a plan without steps means that it was done before. @decision 0009 */
export async function planResolution(
  reader: Reader,
  act: typeof refundPaid | typeof refundRejected,
  {
    merchant,
    ref,
    ...command
  }: { readonly merchant: string; readonly ref: string; readonly note: string | null; readonly nowMs: number },
): Promise<Planned<{ refund: RefundRow }>> {
  const refund = await reader.get('refunds', merchant, ref)
  const rows = refund ? await paymentRows(reader, merchant, refund.payment_ref) : { payment: undefined }
  const where = { payment_ref: refund?.payment_ref ?? '' }
  const licenses = await reader.list('licenses', merchant, { limit: 1000, where })
  return act(command, { ...rows, refund, licenses })
}

async function resolveRefund(call: ControlCall, act: typeof refundPaid | typeof refundRejected): Promise<Outcome> {
  const [ref = ''] = call.parts
  const owner = await ownerOf(call, 'refunds', ref)
  if (!owner.ok) return owner
  const { merchant } = owner
  const { note = null } = call.body
  if (note !== null && (typeof note !== 'string' || note.length > 500))
    return refused('invalid_request', 'note must be a text of at most 500 characters.', 'note')
  return carryOut(
    call,
    (reader) => planResolution(reader, act, { merchant, ref, note, nowMs: call.nowMs }),
    merchant,
    ({ refund }) => refundRecord(refund),
  )
}

import { type RefundRow, refundPaid, refundRejected } from '@cedi/ledger'
import { type Carried, carryOut } from './carry-out.js'
import type { Context } from './context.js'
import { paymentRows } from './outcomes/events.js'

/** What an operator did with a refund, by hand; nothing changes when it was marked so before. @decision 0009 */
export const resolveRefund = (
  context: Context,
  how: 'pay' | 'reject',
  {
    merchant,
    ref,
    ...command
  }: { readonly merchant: string; readonly ref: string; readonly note: string | null; readonly nowMs: number },
): Promise<Carried<{ refund: RefundRow }>> =>
  carryOut<{ refund: RefundRow }>(context, {
    merchant,
    async plan(reader) {
      const refund = await reader.get('refunds', merchant, ref)
      const rows = refund ? await paymentRows(reader, merchant, refund.payment_ref) : { payment: undefined }
      const where = { payment_ref: refund?.payment_ref ?? '' }
      const licenses = await reader.list('licenses', merchant, { limit: 1000, where })
      return (how === 'pay' ? refundPaid : refundRejected)(command, { ...rows, refund, licenses })
    },
  })

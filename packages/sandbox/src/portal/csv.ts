import {
  earnedAmounts,
  formatCedis,
  getReceiptUrl,
  type OrderRow,
  orderStatus,
  type PaymentRow,
} from '@cedi/mock-server/internal'
import { type Cell, toCsv } from '../kit/csv.js'
import { formatInstrument, formatMaskedPhone, networkName } from '../kit/instrument.js'
import type { SessionContext } from '../kit/page-context.js'

/** Maximum number of rows. The API lists more, page by page. */
const maxRows = 5000

const formatTime = (ms: number | null): Cell => ({ plain: ms === null ? '' : new Date(ms).toISOString() })
const formatAmount = (pesewas: bigint): Cell => ({ plain: formatCedis(pesewas).toFixed(2) })
/** Converts a phone number to local format. */
const formatLocalPhone = (phone = ''): string => phone.replace(/^\+233/, '0')

/** `/portal/orders.csv`: the newest orders, with their delivery details. @decision 0038 */
export async function ordersCsv(ctx: SessionContext): Promise<Response> {
  const rows: readonly OrderRow[] = await ctx.context.store.list('orders', ctx.merchant, { limit: maxRows })
  const head = ['ref', 'created_at', 'status', 'items', 'total', 'refunded', 'name', 'email', 'phone_masked']
  const delivery = ['delivery_name', 'delivery_phone', 'delivery_place', 'delivery_note']
  return sendFile(ctx, 'orders', [
    [...head, ...delivery, 'payment_ref', 'receipt_url'],
    ...rows.map((row) => [
      row.id,
      formatTime(row.created_ms),
      orderStatus(row),
      row.items.map(({ name, quantity }) => `${quantity} × ${name}`).join('; '),
      formatAmount(row.total_pesewas),
      formatAmount(row.refunded_pesewas),
      row.buyer.name ?? '',
      row.buyer.email ?? '',
      formatMaskedPhone(row.buyer.phone ?? ''),
      row.delivery?.name ?? '',
      formatLocalPhone(row.delivery?.phone),
      row.delivery?.place ?? '',
      row.delivery?.note ?? '',
      row.payment_ref,
      getReceiptUrl(ctx, row) ?? '',
    ]),
  ])
}

/** `/portal/payments.csv`: the newest payments. @decision 0038 */
export async function paymentsCsv(ctx: SessionContext): Promise<Response> {
  const rows: readonly PaymentRow[] = await ctx.context.store.list('payments', ctx.merchant, { limit: maxRows })
  const head = ['ref', 'created_at', 'paid_at', 'status', 'amount', 'fee', 'net', 'refunded', 'network', 'number']
  return sendFile(ctx, 'payments', [
    [...head, 'name', 'email', 'product_id', 'quantity', 'order_ref'],
    ...rows.map((row) => [
      row.id,
      formatTime(row.created_ms),
      formatTime(row.paid_ms),
      row.status,
      formatAmount(row.amount_pesewas),
      formatAmount(earnedAmounts(row).feePesewas),
      formatAmount(earnedAmounts(row).netPesewas),
      formatAmount(row.refunded_pesewas),
      networkName(row.network),
      formatInstrument(row) ?? '',
      row.name ?? '',
      row.email ?? '',
      row.product_id ?? '',
      { plain: String(row.quantity) },
      row.order_ref ?? '',
    ]),
  ])
}

const sendFile = ({ c }: SessionContext, name: string, rows: readonly (readonly Cell[])[]): Response =>
  c.body(toCsv(rows), 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}.csv"`,
    'Cache-Control': 'no-store',
  })

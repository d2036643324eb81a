import { formatCedis, type OrderRow, orderStatus, type PaymentRow } from '@cedi/ledger'
import { receiptUrlOf } from '@cedi/mock-server/service'
import { csvText } from '../kit/csv.js'
import { instrumentOf, networkName, phoneText } from '../kit/instrument.js'
import type { Visit } from '../kit/visit.js'

/** For more rows, use the API, page by page. */
const most = 5000

const time = (ms: number | null): string => (ms === null ? '' : new Date(ms).toISOString())
const amount = (pesewas: bigint): string => formatCedis(pesewas).toFixed(2)
/** As written in Ghana, so that no spreadsheet reads it as a formula. */
const local = (phone = ''): string => phone.replace(/^\+233/, '0')

/** `/portal/orders.csv`: the newest orders, with everything needed to deliver them. @decision 0038 */
export async function ordersCsv(visit: Visit): Promise<Response> {
  const rows: readonly OrderRow[] = await visit.context.store.list('orders', visit.merchant, { limit: most })
  const head = ['ref', 'created_at', 'status', 'items', 'total', 'refunded', 'name', 'email', 'phone_masked']
  const reached = ['delivery_name', 'delivery_phone', 'delivery_place', 'delivery_note']
  return file(visit, 'orders', [
    [...head, ...reached, 'payment_ref', 'receipt_url'],
    ...rows.map((row) => [
      row.id,
      time(row.created_ms),
      orderStatus(row),
      row.items.map(({ name, quantity }) => `${quantity} × ${name}`).join('; '),
      amount(row.total_pesewas),
      amount(row.refunded_pesewas),
      row.buyer.name ?? '',
      row.buyer.email ?? '',
      phoneText(row.buyer.phone ?? ''),
      row.delivery?.name ?? '',
      local(row.delivery?.phone),
      row.delivery?.place ?? '',
      row.delivery?.note ?? '',
      row.payment_ref,
      receiptUrlOf(visit, row) ?? '',
    ]),
  ])
}

/** `/portal/payments.csv`: the newest payments. @decision 0038 */
export async function paymentsCsv(visit: Visit): Promise<Response> {
  const rows: readonly PaymentRow[] = await visit.context.store.list('payments', visit.merchant, { limit: most })
  const head = ['ref', 'created_at', 'paid_at', 'status', 'amount', 'fee', 'net', 'refunded', 'network', 'number']
  return file(visit, 'payments', [
    [...head, 'name', 'email', 'product_id', 'quantity', 'order_ref'],
    ...rows.map((row) => [
      row.id,
      time(row.created_ms),
      time(row.paid_ms),
      row.status,
      amount(row.amount_pesewas),
      amount(row.fee_pesewas),
      amount(row.net_pesewas),
      amount(row.refunded_pesewas),
      networkName(row.network),
      instrumentOf(row) ?? '',
      row.name ?? '',
      row.email ?? '',
      row.product_id ?? '',
      String(row.quantity),
      row.order_ref ?? '',
    ]),
  ])
}

const file = ({ c }: Visit, name: string, rows: readonly (readonly string[])[]): Response =>
  c.body(csvText(rows), 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}.csv"`,
    'Cache-Control': 'no-store',
  })

import type { OrderRow, PaymentRow, ProductRow } from '@cedi/mock-server/internal'
import type { World } from '../world/world.js'
import type { Shadow } from './shadow.js'

/** Record of a response. */
type Json = Readonly<Record<string, unknown>>

/** Compares the responses to reads with the records. */
export interface ReadCheck {
  /** Starts one read of a merchant. @returns A function that checks the data of its response. */
  startRead(merchant: string, path: string): (data: unknown) => void
  /** Starts the read of all pages of a list. @returns A function that checks the ids, in the order of the pages. */
  startList(merchant: string, list: 'orders' | 'products'): (ids: readonly string[]) => void
}

/** Number of records on a page without a limit. @decision 0010 */
const defaultLimit = 20

const toCedis = (pesewas: bigint): number => Number(pesewas) / 100
const toTime = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())
const getId = (record: Json): string => String(record['ref'] ?? record['id'])

/** Returns the fields that the response for a payment must have. */
function toPayment({ status, fee_pesewas: fee, net_pesewas: net, ...row }: PaymentRow): Json {
  const isPaid = status === 'succeeded'
  return {
    status,
    amount: toCedis(row.amount_pesewas),
    fee: isPaid ? toCedis(fee) : 0,
    net: isPaid ? toCedis(net) : 0,
    method: row.method,
    network: row.network,
    product_id: row.product_id,
    order_ref: row.order_ref,
    refunded_amount: toCedis(row.refunded_pesewas),
    metadata: row.metadata,
    created_at: toTime(row.created_ms),
    paid_at: toTime(row.paid_ms),
    expires_at: toTime(row.expires_ms),
  }
}

/** Returns the fields that the response for an order must have. */
function toOrder({ refunded_pesewas: refunded, total_pesewas: total, ...row }: OrderRow): Json {
  const isPending = row.refund_reserved_pesewas !== refunded
  const status = refunded === 0n ? row.base_status : refunded === total ? 'refunded' : 'partially_refunded'
  return {
    status: isPending ? 'refund_pending' : status,
    payment_ref: row.payment_ref,
    total: toCedis(total),
    refunded_amount: toCedis(refunded),
    created_at: toTime(row.created_ms),
  }
}

const toProduct = ({ name, type, stock, active, ...row }: ProductRow): Json => ({
  ...{ name, type, stock, active },
  price: toCedis(row.price_pesewas),
  created_at: toTime(row.created_ms),
})

export function createReadCheck(world: World, { payments, orders, products }: Shadow): ReadCheck {
  type Rows = ReadonlyMap<string, { readonly id: string; readonly merchant: string }>
  const resources: Readonly<Record<string, { readonly rows: Rows; toJson(row: never): Json }>> = {
    payments: { rows: payments, toJson: toPayment },
    orders: { rows: orders, toJson: toOrder },
    products: { rows: products, toJson: toProduct },
  }
  function checkOrder(path: string, ids: readonly string[]): void {
    if (ids.some((id, at) => at > 0 && id >= (ids[at - 1] as string)))
      world.fail('a list has the newest record first, and each once', `${path}: ${ids.join(', ')}`)
  }

  return {
    startRead(merchant, path) {
      const [, name = '', id] = /^\/api\/v1\/(\w+)(?:\/(\w+))?/.exec(path) ?? []
      const resource = resources[name]
      if (!resource) return () => {}
      const { rows, toJson } = resource
      const before = new Map(rows)
      const check = (record: Json): void => {
        const row = rows.get(getId(record))
        if (row?.merchant !== merchant || (id !== undefined && row.id !== id))
          world.fail('a response has the records of its request', `${path}: ${getId(record)} of ${row?.merchant}`)
        // The response may have the state before or after a change.
        if (!row || before.get(row.id) !== row) return
        for (const [field, value] of Object.entries(toJson(row as never)))
          if (JSON.stringify(record[field]) !== JSON.stringify(value))
            world.fail('a response matches its record', `${path}: ${field} is ${record[field]}, not ${value}`)
      }
      return (data) => {
        const records = (id === undefined ? data : [data]) as readonly Json[]
        records.forEach(check)
        checkOrder(path, records.map(getId))
        const limit = Number(/[?&]limit=(\d+)/.exec(path)?.[1] ?? defaultLimit)
        if (records.length > limit) world.fail('a page is as long as its limit', `${path}: ${records.length} records`)
      }
    },
    startList(merchant, list) {
      const before = [...(resources[list]?.rows.values() ?? [])].filter((row) => row.merchant === merchant)
      return (ids) => {
        checkOrder(`all pages of ${list}`, ids)
        const listed = new Set(ids)
        const missing = before.find((row) => !listed.has(row.id))
        if (missing) world.fail('a list has all records', `${list} of ${merchant}: ${missing.id} is not listed`)
      }
    },
  }
}

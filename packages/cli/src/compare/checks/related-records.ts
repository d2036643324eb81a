import { formatAmount } from '../format-amount.js'
import { type Line, nameFirst, type Statement, toVerdict, unknown } from '../line.js'
import { readField, toObject } from '../service-client.js'
import { parseAmount } from './fees.js'

type AnyRecord = Readonly<Record<string, unknown>>

/** Order and its payment, which were read at the same time. */
interface Sale {
  readonly order: AnyRecord
  readonly payment: AnyRecord
}

const statements = {
  amounts: { id: 'order.amounts', title: 'an order and its payment show the same values', source: '0008' },
  status: { id: 'order.status', title: 'the status of an order follows its payment and refunds', source: '0008' },
  digital: {
    id: 'order.digital',
    title: 'an order of digital and license products is fulfilled when it is paid',
    source: '0008',
  },
  receipt: { id: 'order.receipt', title: 'only an order that was paid has a receipt_url', source: '0071' },
} as const

/** Records that the checks compare. */
interface RelatedRecords {
  readonly orders: readonly AnyRecord[]
  /** Orders that were read again after the payments. */
  readonly laterOrders: readonly AnyRecord[]
  readonly payments: readonly AnyRecord[]
  readonly products: readonly AnyRecord[]
  /** Reason for missing orders or payments. */
  readonly problem?: string | undefined
}

/** Compares orders with their payments and products. Orders that changed between two reads are left out. */
export function checkRelatedRecords({ orders, laterOrders, payments, products, problem }: RelatedRecords): Line[] {
  const laterByRef = new Map(laterOrders.map((order) => [order['ref'], JSON.stringify(order)]))
  const stable = orders.filter((order) => laterByRef.get(order['ref']) === JSON.stringify(order))
  const paymentsByRef = new Map(payments.map((payment) => [payment['ref'], payment]))
  const sales = stable.flatMap((order): Sale[] => {
    const payment = paymentsByRef.get(readField(order, 'payment_ref'))
    return payment ? [{ order, payment }] : []
  })
  const types = new Map(products.map(({ id, type }) => [id, type]))
  return [
    judgeRecords(statements.amounts, sales, compareValues, problem),
    judgeRecords(statements.status, [...sales, ...listUnreadSales(stable, sales)], findStatusDeviation, problem),
    judgeRecords(
      statements.digital,
      stable.filter((order) => isPaidDigital(order, types)),
      (order) => (order['status'] === 'paid' ? `${describeOrder(order)} is paid and not fulfilled.` : undefined),
    ),
    judgeRecords(
      statements.receipt,
      stable.filter((order) => readField(order, 'receipt_url') !== undefined),
      (order) =>
        order['status'] === 'pending' && readField(order, 'receipt_url') !== null
          ? `${describeOrder(order)} is pending and has a receipt_url.`
          : undefined,
    ),
  ]
}

function judgeRecords<T>(
  statement: Statement,
  records: readonly T[],
  findDeviation: (record: T) => string | undefined,
  reason = 'No record shows it.',
): Line {
  if (records.length === 0) return unknown(statement, reason)
  const wrong = records.map(findDeviation).filter((text) => text !== undefined)
  return toVerdict(statement, nameFirst(wrong))
}

const describeOrder = (order: AnyRecord): string => `The order ${String(order['ref']).slice(0, 60)}`

/** Amounts of an order, and the same amounts of its payment. */
const sharedAmounts = [
  ['total', 'amount'],
  ['refunded_amount', 'refunded_amount'],
] as const

function compareValues({ order, payment }: Sale): string | undefined {
  const wrong = sharedAmounts.flatMap(([orderField, paymentField]) => {
    const [ours, theirs] = [parseAmount(readField(order, orderField)), parseAmount(readField(payment, paymentField))]
    if (ours === undefined || theirs === undefined || ours === theirs) return []
    // Other lines report another unit, and a total that is not the sum of the items.
    const isOtherUnit = ours === theirs * 100n || theirs === ours * 100n
    if (isOtherUnit && ours !== 0n && theirs !== 0n) return []
    if (orderField === 'total' && !isSumOfItems(order, ours)) return []
    return [`has the ${orderField} ${formatAmount(ours)}, and its payment the ${paymentField} ${formatAmount(theirs)}`]
  })
  // Texts of buyers are not printed.
  const [orderEmail, paymentEmail] = [toObject(order['buyer'])['email'], payment['email']]
  if (typeof orderEmail === 'string' && typeof paymentEmail === 'string' && orderEmail !== paymentEmail)
    wrong.push('has another email than its payment')
  const productIds = toArray(order['items']).map((item) => readField(toObject(item), 'product_id'))
  const productId = readField(payment, 'product_id')
  if (typeof productId === 'string' && productIds.length > 0 && !productIds.includes(productId))
    wrong.push('has another product than its payment')
  return wrong.length > 0 ? `${describeOrder(order)} ${wrong.join(', and ')}.` : undefined
}

const toArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

function isSumOfItems({ items }: AnyRecord, total: bigint): boolean {
  const sum = toArray(items)
    .map(toObject)
    .reduce(
      (subtotal: bigint, item) =>
        subtotal +
        (parseAmount(readField(item, 'unit_price')) ?? 0n) * BigInt(Math.trunc(Number(item['quantity'])) || 0),
      0n,
    )
  return sum === total || toArray(items).length === 0
}

/** Returns the statuses that an order may have, or undefined if the contract does not state them. */
function listStatuses(payment: AnyRecord): readonly string[] | undefined {
  const { status } = payment
  if (status === 'pending') return ['pending']
  if (status !== 'succeeded') return undefined
  const amount = parseAmount(payment['amount'])
  const refunded = parseAmount(readField(payment, 'refunded_amount'))
  if (amount === undefined || refunded === undefined) return undefined
  if (refunded > amount) return []
  if (refunded === 0n) return ['paid', 'fulfilled', 'refund_pending', 'cancelled']
  return refunded < amount ? ['partially_refunded', 'refund_pending'] : ['refunded']
}

/** Statuses of an order whose payment has succeeded. */
const paidStatuses = ['paid', 'fulfilled', 'refund_pending', 'partially_refunded', 'refunded']

/** Returns paid orders whose payment was not read, with the amounts of the order as those of its payment. */
const listUnreadSales = (orders: readonly AnyRecord[], sales: readonly Sale[]): Sale[] => {
  const read = new Set(sales.map(({ order }) => order))
  return orders
    .filter((order) => !read.has(order) && paidStatuses.includes(String(order['status'])))
    .map((order) => ({
      order,
      payment: {
        status: 'succeeded',
        amount: order['total'],
        refunded_amount: readField(order, 'refunded_amount'),
      },
    }))
}

const knownStatuses = 'pending paid fulfilled cancelled refund_pending partially_refunded refunded'.split(' ')

function findStatusDeviation({ order, payment }: Sale): string | undefined {
  const expected = listStatuses(payment)
  const status = String(order['status'])
  // Another name of a status is reported with the fields of the order.
  if (expected === undefined || expected.includes(status) || !knownStatuses.includes(status)) return undefined
  const [amount, refunded] = [payment['amount'], readField(payment, 'refunded_amount')].map((value) =>
    formatAmount(parseAmount(value) ?? 0n),
  )
  const isNot = expected.length > 0 ? `, not ${expected.join(' or ')}` : ''
  return `${describeOrder(order)} is ${status}${isNot}: its payment of ${amount} is ${payment['status']}, and ${refunded} of it is refunded.`
}

/** Returns whether an order has been paid, and contains only products that need no delivery. */
function isPaidDigital({ status, items }: AnyRecord, types: ReadonlyMap<unknown, unknown>): boolean {
  const ids = toArray(items).map((item) => readField(toObject(item), 'product_id'))
  return (
    ['paid', 'fulfilled'].includes(String(status)) &&
    ids.length > 0 &&
    ids.every((id) => ['digital', 'license'].includes(String(types.get(id))))
  )
}

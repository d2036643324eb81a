import type { CheckContext } from '../check-context.js'
import { formatAmount } from '../format-amount.js'
import { differs, holds, type Line, nameFirst, type Statement, toVerdict, unknown } from '../line.js'
import { type Exchange, isSuccess, readField, readRecord, readRecords, toObject } from '../service-client.js'
import type { CreatedRecord } from './created-values.js'
import { type Amounts, checkFee, hasFee, parseAmount, toHundredth } from './fees.js'
import { checkPersonalData } from './personal-data.js'
import { checkUnit } from './units.js'

/** Statuses of a payment that has earned nothing. */
export const unpaidStatuses: readonly unknown[] = ['pending', 'failed', 'expired', 'cancelled']

/** Response to the simulated product, and all records that the comparison created. */
interface Created {
  readonly response?: Exchange | undefined
  readonly created: readonly CreatedRecord[]
  readonly payments: readonly Exchange[]
}

/** Checks the amounts of payments: their unit, the fee, its rounding, and the net amount. */
export function checkPayments(
  { payments: readPayments, balance, products, orders, singleOrders }: CheckContext,
  { response: simulation, created, payments: createdPayments }: Created,
): Line[] {
  const payments = [...readPayments, ...createdPayments]
  const read = payments.filter(isSuccess).map(readRecord)
  const fee = { id: 'payment.fee', title: 'the fee is 3.5 % plus GH₵0.50, rounded half up', source: '0007' }
  const net = { id: 'payment.net', title: 'net is the amount less the fee', source: '0008' }
  // A payment that was read several times counts once.
  const unique = new Map(read.map((payment, index) => [payment['ref'] ?? index, payment]))
  const asCedis = [...unique.values()].flatMap((payment): Amounts[] => {
    const { ref, status, amount, fee, net } = payment
    const amounts = { amount: parseAmount(amount), fee: parseAmount(fee), net: parseAmount(net) }
    const isEarned = status === 'succeeded' || (amounts.fee !== 0n && !unpaidStatuses.includes(status))
    return isEarned && amounts.amount !== undefined && amounts.fee !== undefined
      ? [
          {
            ...{ ref: String(ref), refunded: parseAmount(readField(payment, 'refunded_amount')) ?? 0n },
            ...{ ...amounts, amount: amounts.amount, fee: amounts.fee },
          },
        ]
      : []
  })
  const { line: unit, arePesewas } = checkUnit({
    payments: asCedis,
    paymentRecords: read,
    ...{ products, orders, simulation, created, balance },
    balancePayments: readPayments.filter(isSuccess).map(readRecord),
  })
  const orderRecords = [...readRecords(orders), ...singleOrders.filter(isSuccess).map(readRecord)]
  const masked = checkPersonalData({ Payment: read, Order: orderRecords })
  const problem = payments.find((one) => one.problem !== undefined)?.problem
  const shared = [
    masked,
    ...[checkUnearned(read), checkPaidAt(read), checkPaymentState(read), checkOrderPayments(orderRecords, read)].map(
      (line) => (line.verdict === 'unknown' && read.length === 0 && problem ? unknown(line, problem) : line),
    ),
    checkTotals(orderRecords, unit),
    checkEmptyTexts({
      Payment: read,
      Order: orderRecords,
      'Order.buyer': orderRecords.flatMap(({ buyer }) => (buyer ? [toObject(buyer)] : [])),
      Product: readRecords(products),
    }),
  ]
  if (asCedis.length === 0) {
    const reason =
      read.length === 0
        ? (problem ?? 'No payment could be read. Name one with --ref.')
        : 'The payments show no amount and fee.'
    return [unit, unknown(fee, reason), unknown(net, reason), ...shared]
  }
  const known = arePesewas ? asCedis.map(toHundredth) : asCedis
  const feeLine = checkFee(fee, known)
  const netLine = checkNet(net, known)
  const isFeeOnly = known.every((one) => one.net === undefined || one.net === one.amount - one.fee || !hasFee(one))
  // A wrong fee may make the net wrong, too.
  const isNetKnown = netLine.verdict !== 'differs' || feeLine.verdict !== 'differs' || !isFeeOnly
  return [unit, feeLine, isNetKnown ? netLine : unknown(net, `See ${fee.id}.`), ...shared]
}

/** Checks that the net of each payment is its amount less the fee. */
function checkNet(statement: Statement, payments: readonly Amounts[]): Line {
  const shown = payments.filter(({ net }) => net !== undefined)
  if (shown.length === 0) return unknown(statement, 'The payments show no net.')
  return toVerdict(
    statement,
    nameFirst(
      shown
        .filter(({ amount, fee, net }) => net !== amount - fee)
        .map(
          ({ ref, amount, fee, net = 0n }) =>
            `The payment ${ref.slice(0, 60)} of ${formatAmount(amount)} with a fee of ${formatAmount(fee)} has a net of ${formatAmount(net)}.`,
        ),
    ),
  )
}

type AnyRecord = Readonly<Record<string, unknown>>

/** Checks that payments without their money show no fee and no net. */
function checkUnearned(payments: readonly AnyRecord[]): Line {
  const statement = {
    id: 'payment.unearned',
    title: 'fee and net are 0 until a payment has succeeded',
    source: '0007',
  }
  const shown = payments
    .filter(({ status }) => unpaidStatuses.includes(status))
    .map(({ status, fee, net }) => ({ status, fee: parseAmount(fee), net: parseAmount(net) }))
    .filter(({ fee, net }) => fee !== undefined || net !== undefined)
  if (shown.length === 0)
    return unknown(
      statement,
      `No payment that could be read is ${unpaidStatuses.slice(0, -1).join(', ')} or cancelled.`,
    )
  const wrong = shown
    .filter(({ fee = 0n, net = 0n }) => fee !== 0n || net !== 0n)
    .map(
      ({ status, fee = 0n, net = 0n }) =>
        `A payment that is ${status} has a fee of ${formatAmount(fee)} and a net of ${formatAmount(net)}.`,
    )
  return toVerdict(statement, nameFirst([...new Set(wrong)]))
}

/** Checks that payments have the time of their success, and only then. */
function checkPaidAt(payments: readonly AnyRecord[]): Line {
  const statement = {
    id: 'payment.paid-at',
    title: 'a succeeded payment has paid_at, and no other has',
    source: '0008',
  }
  const shown = payments
    .map((payment) => ({ status: payment['status'], paidAt: readField(payment, 'paid_at') }))
    .filter(({ paidAt }) => paidAt !== undefined)
  if (!shown.some(({ status }) => status === 'succeeded')) return unknown(statement, 'No succeeded payment shows it.')
  return toVerdict(
    statement,
    shown.map(
      ({ status, paidAt }) =>
        (status === 'succeeded') === (paidAt === null) &&
        `A payment with the status ${String(status).slice(0, 60)} has ${paidAt === null ? 'no paid_at' : `the paid_at ${JSON.stringify(paidAt)?.slice(0, 40)}`}.`,
    ),
  )
}

/** Checks that only a failed payment has a failure, and only a pending one has a next action. */
function checkPaymentState(payments: readonly AnyRecord[]): Line {
  const statement = {
    id: 'payment.state',
    title: 'only a failed payment has failure, and only a pending one has next_action',
    source: '0008',
  }
  const shown = payments.filter(({ status }) => status === 'succeeded' || unpaidStatuses.includes(status))
  if (shown.length === 0) return unknown(statement, 'No payment shows a status of the contract.')
  return toVerdict(
    statement,
    shown.flatMap((payment) => {
      const [failure, nextAction] = [readField(payment, 'failure') ?? null, readField(payment, 'next_action') ?? null]
      const subject = `A payment with the status ${String(payment['status'])} has`
      return [
        failure !== null && ['succeeded', 'pending'].includes(String(payment['status'])) && `${subject} a failure.`,
        failure === null && payment['status'] === 'failed' && `${subject} no failure.`,
        nextAction !== null && payment['status'] !== 'pending' && `${subject} a next_action.`,
      ]
    }),
  )
}

/** Checks that an order and its payment name each other. */
function checkOrderPayments(orders: readonly AnyRecord[], payments: readonly AnyRecord[]): Line {
  const statement = { id: 'order.payment', title: 'an order and its payment name each other', source: '0008' }
  const byRef = new Map(payments.map((payment) => [payment['ref'], payment]))
  const found = orders.flatMap((order) => {
    const payment = byRef.get(readField(order, 'payment_ref'))
    const orderRef = payment && readField(payment, 'order_ref')
    return orderRef === undefined ? [] : [{ ref: order['ref'], orderRef }]
  })
  if (found.length === 0) return unknown(statement, 'No order and its payment could be read.')
  const wrong = found.filter(({ ref, orderRef }) => ref !== orderRef)
  return wrong.length === 0
    ? holds(statement)
    : differs(
        statement,
        `The order_ref of ${wrong.length} of ${found.length} payments is ${wrong.every(({ orderRef }) => orderRef === null) ? 'null' : 'not the ref of their order'}.`,
      )
}

/** Texts that may be absent, and references, which have no empty form. */
const checkedTexts = [
  ...['email', 'phone', 'name', 'product_id', 'card_last4', 'return_url', 'image_url', 'receipt_url'],
  ...['payment_ref', 'order_ref'],
]

/**
 * Checks that an absent text is null. An empty string satisfies the schema, but not code that tests for null.
 *
 * @param resources - Records by the name of their resource.
 */
function checkEmptyTexts(resources: Readonly<Record<string, readonly AnyRecord[]>>): Line {
  const statement = { id: 'field.absent', title: 'an absent text is null', source: '0008' }
  // A missing field is reported with the fields of the record.
  const found = Object.entries(resources).flatMap(([resource, records]) =>
    checkedTexts.flatMap((name) => {
      const values = records.map((record) => readField(record, name)).filter((value) => value !== undefined)
      const empty = values.filter((value) => value === '').length
      return empty > 0 || values.includes(null) ? [{ name: `${resource}.${name}`, empty, count: values.length }] : []
    }),
  )
  if (found.length === 0) return unknown(statement, 'No record lacks a text.')
  return toVerdict(
    statement,
    found.map(({ name, empty, count }) => empty > 0 && `${name} is an empty string in ${empty} of ${count} records.`),
  )
}

/** Checks the totals of orders, in any unit. */
function checkTotals(orders: readonly AnyRecord[], unit: Line): Line {
  const statement = { id: 'order.total', title: 'the total of an order is the sum of its items', source: '0008' }
  const sums = orders.flatMap(({ ref, total, items }) => {
    const sum = sumItems(items)
    const actual = parseAmount(total)
    return sum === undefined || actual === undefined ? [] : [{ ref: String(ref).slice(0, 60), sum, actual }]
  })
  if (sums.length === 0) return unknown(statement, 'No order shows its total and its items.')
  // Another unit is reported by itself.
  const factors = unit.verdict === 'differs' ? [1n, 100n] : [1n]
  const wrong = sums.filter(
    ({ sum, actual }) => !factors.some((factor) => sum === actual * factor || actual === sum * factor),
  )
  const texts = wrong.map(
    ({ ref, sum, actual }) =>
      `The order ${ref} has a total of ${formatAmount(actual)}, and its unit prices and quantities add up to ${formatAmount(sum)}.`,
  )
  return toVerdict(statement, nameFirst([...new Set(texts)]))
}

/** Returns the sum of an order's items in pesewas; undefined if a price or a quantity is missing. */
function sumItems(items: unknown): bigint | undefined {
  if (!Array.isArray(items) || items.length === 0) return undefined
  let sum = 0n
  for (const item of items.map(toObject)) {
    const { quantity } = item
    const pesewas = parseAmount(readField(item, 'unit_price'))
    if (pesewas === undefined || !Number.isSafeInteger(quantity)) return undefined
    sum += pesewas * BigInt(quantity as number)
  }
  return sum
}

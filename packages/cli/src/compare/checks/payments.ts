import { toPesewas } from '@cedi/client/money'
import type { CheckContext } from '../check-context.js'
import { differs, holds, type Line, type Statement, toVerdict, unknown } from '../line.js'
import { type Exchange, isSuccess, readField, readRecord, readRecords, toObject } from '../service-client.js'
import { simulatedPricePesewas } from './simulation.js'

/**
 * Converts a GH₵ amount to pesewas, or returns undefined. Also accepts strings, so that a wrong type does not hide a
 * wrong fee.
 */
function parseAmount(value: unknown): bigint | undefined {
  try {
    return toPesewas(value as number | string)
  } catch {
    return undefined
  }
}

/** Fee of 3.5 % plus GH₵0.50, by rounding mode. */
const roundingModes: Readonly<Record<string, (gross: bigint) => bigint>> = {
  'half up': (gross) => (gross * 35n + 500n) / 1000n + 50n,
  down: (gross) => (gross * 35n) / 1000n + 50n,
  up: (gross) => (gross * 35n + 999n) / 1000n + 50n,
  'half to even': (gross) => {
    const [quotient, remainder] = [(gross * 35n) / 1000n, (gross * 35n) % 1000n]
    return quotient + (remainder > 500n || (remainder === 500n && quotient % 2n === 1n) ? 1n : 0n) + 50n
  },
}

/** Statuses of a payment that has earned nothing. */
export const unpaidStatuses: readonly unknown[] = ['pending', 'failed', 'expired', 'cancelled']

/** Amounts of a payment in pesewas. */
interface Amounts {
  readonly amount: bigint
  readonly fee: bigint
  readonly net: bigint | undefined
}

/** Checks the amounts of payments: their unit, the fee, its rounding, and the net amount. */
export function checkPayments({ payments, orders }: CheckContext, simulation: Exchange | undefined): Line[] {
  const read = payments.filter(isSuccess).map(readRecord)
  const fee = { id: 'payment.fee', title: 'the fee is 3.5 % plus GH₵0.50, rounded half up', source: '0007' }
  const net = { id: 'payment.net', title: 'net is the amount less the fee', source: '0008' }
  const asCedis = read.flatMap(({ status, amount, fee, net }): Amounts[] => {
    const amounts = { amount: parseAmount(amount), fee: parseAmount(fee), net: parseAmount(net) }
    const isEarned = status === 'succeeded' || (amounts.fee !== 0n && !unpaidStatuses.includes(status))
    return isEarned && amounts.amount !== undefined && amounts.fee !== undefined
      ? [{ ...amounts, amount: amounts.amount, fee: amounts.fee }]
      : []
  })
  const { line: unit, arePesewas } = checkUnit(asCedis, simulation)
  const masked = checkMaskedPhones([...read, ...readRecords(orders).map(({ buyer }) => toObject(buyer))])
  const shared = [masked, checkUnearned(read), checkPaidAt(read), checkTotals(readRecords(orders))]
  if (asCedis.length === 0) {
    const reason =
      read.length === 0
        ? (payments.find(({ problem }) => problem)?.problem ?? 'No payment could be read. Name one with --ref.')
        : 'The payments show no amount and fee.'
    return [unit, unknown(fee, reason), unknown(net, reason), ...shared]
  }
  const known = arePesewas ? asCedis.map(toHundredth) : asCedis
  const withNet = known.filter((one) => one.net !== undefined)
  return [
    unit,
    checkFee(fee, known),
    withNet.length === 0
      ? unknown(net, 'The payments show no net.')
      : toVerdict(
          net,
          withNet.map(
            ({ amount, fee, net }) =>
              net !== amount - fee && `A payment of ${amount} pesewas with a fee of ${fee} has a net of ${net}.`,
          ),
        ),
    ...shared,
  ]
}

const toHundredth = ({ amount, fee, net }: Amounts): Amounts => ({
  amount: amount / 100n,
  fee: fee / 100n,
  net: net === undefined ? undefined : net / 100n,
})

/** Returns the rounding modes that give the fees of all payments. */
const findRoundingModes = (payments: readonly Amounts[]): string[] =>
  Object.keys(roundingModes).filter((name) =>
    payments.every(({ amount, fee }) => roundingModes[name]?.(amount) === fee),
  )

/** Checks whether amounts are in GH₵ by the price of the simulated product and the fees of the payments. */
function checkUnit(
  payments: readonly Amounts[],
  simulation: Exchange | undefined,
): { readonly line: Line; readonly arePesewas: boolean } {
  const statement = { id: 'amount.unit', title: 'amounts are in GH₵', source: 'The resources' }
  const price = simulation && parseAmount(readRecord(simulation)['price'])
  const sentPrice = BigInt(simulatedPricePesewas)
  if (price === sentPrice * 100n) return { line: differs(statement, pesewasText(sentPrice)), arePesewas: true }
  const areWholeNumbers = payments.every(({ amount, fee }) => amount % 100n === 0n && fee % 100n === 0n)
  const [first] = payments
  if (first && areWholeNumbers && findRoundingModes(payments).length === 0) {
    const asPesewas = payments.map(toHundredth)
    if (findRoundingModes(asPesewas).length > 0)
      return { line: differs(statement, pesewasText(first.amount / 100n)), arePesewas: true }
  }
  const isShown = price === sentPrice || (first !== undefined && findRoundingModes(payments).length > 0)
  return {
    line: isShown ? holds(statement) : unknown(statement, 'Neither a payment nor the simulated product shows it.'),
    arePesewas: false,
  }
}

const pesewasText = (pesewas: bigint): string =>
  `Amounts look like pesewas: ${pesewas} for GH₵${(Number(pesewas) / 100).toFixed(2)}.`

/** Checks that no phone number is shown whole. Never prints a number. */
function checkMaskedPhones(records: readonly Readonly<Record<string, unknown>>[]): Line {
  const statement = { id: 'phone.masked', title: 'phone numbers of buyers are masked', source: '0008' }
  const phones = records.map(({ phone }) => phone).filter((phone) => typeof phone === 'string')
  if (phones.length === 0) return unknown(statement, 'No payment or order shows a phone number.')
  const whole = phones.filter((phone) => /^\d{9,}$/.test(phone.replaceAll(/[\s+()./-]/g, '')))
  return whole.length === 0
    ? holds(statement)
    : differs(statement, `${whole.length} of ${phones.length} phone numbers are not masked.`)
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
  if (shown.length === 0) return unknown(statement, 'Every payment that could be read has succeeded.')
  return toVerdict(
    statement,
    shown.map(
      ({ status, fee = 0n, net = 0n }) =>
        (fee !== 0n || net !== 0n) && `A payment that is ${status} has a fee of ${fee} pesewas and a net of ${net}.`,
    ),
  )
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
        `A payment with the status ${String(status).slice(0, 60)} has ${paidAt === null ? 'no paid_at' : 'a paid_at'}.`,
    ),
  )
}

/** Checks the totals of orders, in any unit. */
function checkTotals(orders: readonly AnyRecord[]): Line {
  const statement = { id: 'order.total', title: 'the total of an order is the sum of its items', source: '0008' }
  const sums = orders.flatMap(({ total, items }) => {
    const sum = sumItems(items)
    const actual = parseAmount(total)
    return sum === undefined || actual === undefined ? [] : [{ sum, actual }]
  })
  if (sums.length === 0) return unknown(statement, 'No order shows its total and its items.')
  const wrong = sums.find(({ sum, actual }) => sum !== actual)
  return wrong
    ? differs(statement, `An order has a total of ${wrong.actual} pesewas, and items of ${wrong.sum}.`)
    : holds(statement)
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

function checkFee(statement: Statement, known: readonly Amounts[]): Line {
  const matchingModes = findRoundingModes(known)
  if (!matchingModes.includes('half up')) {
    const wrong = known.find(({ amount, fee }) => roundingModes['half up']?.(amount) !== fee)
    const seen = `A payment of ${wrong?.amount} pesewas has a fee of ${wrong?.fee}.`
    return differs(statement, matchingModes.length > 0 ? `${seen} It is rounded ${matchingModes.join(' or ')}.` : seen)
  }
  const otherModes = matchingModes.filter((name) => name !== 'half up')
  return otherModes.length === 0
    ? holds(statement)
    : unknown(
        statement,
        `${known.length} payments have this fee, but it would be the same with rounding ${otherModes.join(' or ')}.`,
      )
}

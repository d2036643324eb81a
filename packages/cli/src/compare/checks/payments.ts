import { toPesewas } from '@cedi/client/money'
import type { CheckContext } from '../check-context.js'
import { differs, holds, type Line, type Statement, toVerdict, unknown } from '../line.js'
import { type Exchange, readData, toObject } from '../service-client.js'

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

/** Checks the amounts of payments: the fee, its rounding, and the net amount. */
export function checkPayments({ payments }: CheckContext): Line[] {
  const read = payments.filter(({ status }) => status === 200).map((one) => toObject(readData(one)))
  const fee = { id: 'payment.fee', title: 'the fee is 3.5 % plus GH₵0.50, rounded half up', source: '0007' }
  const net = { id: 'payment.net', title: 'net is the amount less the fee', source: '0008' }
  const known = read.flatMap(({ amount, fee, net }) => {
    const amounts = { amount: parseAmount(amount), fee: parseAmount(fee), net: parseAmount(net) }
    return amounts.amount !== undefined && amounts.fee !== undefined
      ? [{ ...amounts, amount: amounts.amount, fee: amounts.fee }]
      : []
  })
  if (known.length === 0) {
    const reason =
      read.length === 0 ? 'No payment could be read. Name one with --ref.' : 'The payments show no amount and fee.'
    return [unknown(fee, reason), unknown(net, reason)]
  }
  const withNet = known.filter((one) => one.net !== undefined)
  return [
    checkFee(fee, known),
    withNet.length === 0
      ? unknown(net, 'The payments show no net.')
      : toVerdict(
          net,
          withNet.map(
            (one) => one.net !== one.amount - one.fee && `This is wrong for a payment of ${one.amount} pesewas.`,
          ),
        ),
  ]
}

function checkFee(statement: Statement, known: readonly { readonly amount: bigint; readonly fee: bigint }[]): Line {
  const matchingModes = Object.keys(roundingModes).filter((name) =>
    known.every(({ amount, fee }) => roundingModes[name]?.(amount) === fee),
  )
  if (!matchingModes.includes('half up')) {
    const wrong = known.find(({ amount, fee }) => roundingModes['half up']?.(amount) !== fee)
    const seen = `A payment of ${wrong?.amount} pesewas has a fee of ${wrong?.fee}.`
    return differs(statement, matchingModes.length > 0 ? `${seen} It is rounded ${matchingModes.join(' or ')}.` : seen)
  }
  const otherModes = matchingModes.filter((name) => name !== 'half up' && name !== 'half to even')
  return otherModes.length === 0
    ? holds(statement)
    : unknown(
        statement,
        `${known.length} payments have this fee, but it would be the same with rounding ${otherModes.join(' or ')}.`,
      )
}

/** Returns the payment responses, for the record checks. */
export const readPayments = ({ payments }: CheckContext): readonly Exchange[] =>
  payments.filter(({ status }) => status === 200)

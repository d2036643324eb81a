import { toPesewas } from '@cedi/client/money'
import { formatAmount } from '../format-amount.js'
import { differs, holds, type Line, nameFirst, type Statement, unknown } from '../line.js'

/**
 * Converts a GH₵ amount to pesewas, or returns undefined. Also accepts strings and the rounding errors of binary fractions,
 * so that a wrong type does not hide a wrong fee.
 */
export function parseAmount(value: unknown): bigint | undefined {
  const rounded = Math.round(Number(value) * 100) / 100
  const isNearby = typeof value === 'number' && Math.abs(value - rounded) < maxRoundingError
  try {
    return toPesewas((isNearby ? rounded : value) as number | string)
  } catch {
    return undefined
  }
}

/** Maximum error of a binary fraction, in GH₵. */
const maxRoundingError = 1e-6

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

/** Amounts of a payment in pesewas. */
export interface Amounts {
  readonly amount: bigint
  readonly fee: bigint
  readonly net: bigint | undefined
  readonly refunded: bigint
  readonly ref: string
}

export const toHundredth = ({ amount, fee, net, refunded, ...payment }: Amounts): Amounts => ({
  ...payment,
  refunded: refunded / 100n,
  amount: amount / 100n,
  fee: fee / 100n,
  net: net === undefined ? undefined : net / 100n,
})

/** Returns the rounding modes that give the fees of all payments. */
export const findRoundingModes = (payments: readonly Amounts[]): string[] =>
  Object.keys(roundingModes).filter((name) =>
    payments.every(({ amount, fee }) => roundingModes[name]?.(amount) === fee),
  )

/** Checks the fee of payments and its rounding. */
export function checkFee(statement: Statement, known: readonly Amounts[]): Line {
  const matchingModes = findRoundingModes(known)
  if (!matchingModes.includes('half up')) {
    const wrong = known.filter((one) => !hasFee(one))
    const rate = matchingModes.length > 0 ? undefined : findRate(known)
    const isAdded = wrong.every(({ amount, fee }) => roundingModes['half up']?.(amount - fee) === fee)
    return differs(
      statement,
      [
        ...nameFirst(wrong.map(describeFee)),
        ...(matchingModes.length > 0 ? [`It is rounded ${matchingModes.join(' or ')}.`] : []),
        ...(rate ? [`It looks like ${rate}.`] : []),
        ...(isAdded ? ['The amount looks like a price with the fee added to it.'] : []),
      ].join(' '),
    )
  }
  const otherModes = matchingModes.filter((name) => name !== 'half up')
  return otherModes.length === 0
    ? holds(statement)
    : unknown(
        statement,
        `${known.length} payments have this fee, but it would be the same with rounding ${otherModes.join(' or ')}.`,
      )
}

/** Returns the percentage and the constant part that give the fees of all payments: `2.5 % plus GH₵0.50`. */
function findRate(payments: readonly Amounts[]): string | undefined {
  const [first] = payments
  if (first === undefined || new Set(payments.map(({ amount }) => amount)).size < minRateAmounts) return undefined
  for (let perMille = 0n; perMille <= 100n; perMille++) {
    const toPart = (gross: bigint): bigint => (gross * perMille + 500n) / 1000n
    const constant = first.fee - toPart(first.amount)
    if (constant >= 0n && payments.every(({ amount, fee }) => toPart(amount) + constant === fee))
      return `${Number(perMille) / 10} %${constant === 0n ? '' : ` plus ${formatAmount(constant)}`}`
  }
  return undefined
}

/** Minimum number of different amounts that show a rate. */
const minRateAmounts = 3

/** Returns whether a payment has the fee of the contract. */
export const hasFee = ({ amount, fee }: Amounts): boolean => roundingModes['half up']?.(amount) === fee

/** Describes a wrong fee. A refund must not lower it. */
function describeFee({ ref, amount, fee, refunded }: Amounts): string {
  const expected = roundingModes['half up']?.(amount) ?? 0n
  const reason =
    refunded >= amount && fee === 0n
      ? ' It is refunded in full, and a refund does not return the fee.'
      : refunded > 0n && fee === roundingModes['half up']?.(amount - refunded)
        ? ` ${formatAmount(refunded)} of it is refunded, and a refund does not return the fee.`
        : ''
  return `The payment ${ref.slice(0, 60)} of ${formatAmount(amount)} has a fee of ${formatAmount(fee)}, not ${formatAmount(expected)}.${reason}`
}

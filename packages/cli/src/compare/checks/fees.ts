import { toPesewas } from '@cedi/client/money'
import { differs, holds, type Line, type Statement, unknown } from '../line.js'

/**
 * Converts a GH₵ amount to pesewas, or returns undefined. Also accepts strings, so that a wrong type does not hide a
 * wrong fee.
 */
export function parseAmount(value: unknown): bigint | undefined {
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

/** Amounts of a payment in pesewas. */
export interface Amounts {
  readonly amount: bigint
  readonly fee: bigint
  readonly net: bigint | undefined
}

export const toHundredth = ({ amount, fee, net }: Amounts): Amounts => ({
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

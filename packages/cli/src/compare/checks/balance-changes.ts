import { formatAmount } from '../format-amount.js'
import { differs, holds, judge, type Line, type Statement, unknown } from '../line.js'
import { type Exchange, isSuccess, readRecord } from '../service-client.js'
import { parseAmount } from './fees.js'

const fields = ['available', 'pending', 'reserved'] as const
type Changes = Readonly<Partial<Record<(typeof fields)[number], bigint>>>

/** Balances before and after an event, with the expected changes in pesewas. */
interface BalanceChange {
  readonly before: Exchange
  readonly after: Exchange
  readonly expected: Changes
  /** Amounts by which a service with another rule could change the balance. */
  readonly plausible?: readonly bigint[]
}

/**
 * Checks the changes of the balance. Other requests may change the balance too, so only changes by amounts of this event are a
 * difference.
 */
export const checkBalanceChange = (
  statement: Statement,
  { before, after, expected, plausible = [] }: BalanceChange,
): Line =>
  judge(statement, [before, after], () => {
    const [first, second] = [readBalance(before), readBalance(after)]
    if (first === undefined || second === undefined) return unknown(statement, 'The balance could not be read.')
    const changes = fields.map((field) => ({
      field,
      actual: second[field] - first[field],
      expected: expected[field] ?? 0n,
    }))
    if (changes.every((change) => change.actual === change.expected)) return holds(statement)
    if (changes.every((change) => change.actual === change.expected * 100n))
      return differs(statement, `The balance looks like pesewas: ${describeChanges(changes)}.`)
    const known = new Set([0n, ...Object.values(expected), ...plausible].flatMap((amount) => [amount, -amount]))
    return changes.every(({ actual }) => known.has(actual))
      ? differs(statement, `${describeChanges(changes)}.`)
      : unknown(statement, 'Other requests changed the balance at the same time.')
  })

function readBalance(exchange: Exchange): Record<(typeof fields)[number], bigint> | undefined {
  if (!isSuccess(exchange)) return undefined
  const record = readRecord(exchange)
  const [available, pending, reserved] = fields.map((field) => parseAmount(record[field]))
  return available === undefined || pending === undefined || reserved === undefined
    ? undefined
    : { available, pending, reserved }
}

const describeChanges = (
  changes: readonly { readonly field: string; readonly actual: bigint; readonly expected: bigint }[],
): string =>
  changes
    .filter(({ actual, expected }) => actual !== 0n || expected !== 0n)
    .map(
      ({ field, actual, expected }) =>
        `${field} changed by ${formatAmount(actual)}${actual === expected ? '' : `, not ${formatAmount(expected)}`}`,
    )
    .join('; ')

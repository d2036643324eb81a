import { formatAmount } from '../format-amount.js'
import { differs, holds, judge, type Line, type Statement, unknown } from '../line.js'
import { describeResponse, type Exchange, isSuccess, readField, readRecord } from '../service-client.js'
import { parseAmount } from './fees.js'

const fields = ['available', 'pending', 'reserved'] as const
type Changes = Readonly<Partial<Record<(typeof fields)[number], bigint>>>

/** Balances before and after an event, with the expected changes in pesewas. */
export interface BalanceChange {
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
    const unreadable = describeUnreadable(before) ?? describeUnreadable(after)
    if (unreadable !== undefined) return unknown(statement, unreadable)
    const changes = fields.map((field) => ({
      field,
      actual: (readAmount(after, field) ?? 0n) - (readAmount(before, field) ?? 0n),
      expected: expected[field] ?? 0n,
    }))
    if (changes.every((change) => change.actual === change.expected)) return holds(statement)
    if (changes.every((change) => change.actual === change.expected * 100n))
      return differs(statement, `The balance looks like pesewas: ${describeChanges(changes)}.`)
    const known = new Set([0n, ...Object.values(expected), ...plausible].flatMap((amount) => [amount, -amount]))
    const cacheHint =
      isUnchanged(before, after) && readAsOf(before) !== undefined && readAsOf(before) === readAsOf(after)
        ? ' as_of is unchanged: the balance may be cached.'
        : ''
    return changes.every(({ actual }) => known.has(actual))
      ? differs(statement, `${describeChanges(changes)}.${cacheHint}`)
      : unknown(statement, `${describeChanges(changes)}. Other requests may have changed it.`)
  })

/** Reads an amount, also a negative one: the fields of the balance report it. */
function readAmount(exchange: Exchange, field: string): bigint | undefined {
  const value = readField(readRecord(exchange), field)
  if (typeof value !== 'number' || value >= 0) return parseAmount(value)
  const amount = parseAmount(-value)
  return amount === undefined ? undefined : -amount
}
const readAsOf = (exchange: Exchange): unknown => readField(readRecord(exchange), 'as_of')

/** Returns whether two balances have the same amounts. */
export const isUnchanged = (before: Exchange, after: Exchange): boolean =>
  fields.every((field) => readAmount(before, field) === readAmount(after, field))

/** Returns the reason why the amounts of a balance are unknown. */
function describeUnreadable(exchange: Exchange): string | undefined {
  if (!isSuccess(exchange)) return `The balance could not be read: got ${describeResponse(exchange)}.`
  const field = fields.find((one) => readAmount(exchange, one) === undefined)
  if (field === undefined) return undefined
  const value = readField(readRecord(exchange), field)
  if (value === undefined) return `The balance has no ${field}.`
  const problem = typeof value === 'number' ? 'has more than two decimals' : 'is not an amount'
  return `${field} is ${JSON.stringify(value).slice(0, 60)}, which ${problem}.`
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

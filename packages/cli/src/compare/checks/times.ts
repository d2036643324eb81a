import { type Line, nameFirst, type Statement, toVerdict, unknown } from '../line.js'
import { type Exchange, isSuccess, readField, readRecord } from '../service-client.js'

type AnyRecord = Readonly<Record<string, unknown>>

const minuteMs = 60_000
/** Difference in ms between two clocks that is not reported. */
const toleranceMs = minuteMs

const statements = {
  order: {
    id: 'time.order',
    title: 'times are not in the future, and a payment is paid after its creation and before its expiry',
    source: '0008',
  },
  payment: { id: 'payment.lifetime', title: 'a mobile money payment expires after five minutes', source: '0008' },
  intent: { id: 'intent.lifetime', title: 'a checkout intent is open for 30 minutes', source: '0008' },
}

/** Maximum of a time in seconds. A larger number is in milliseconds. */
const maxSeconds = 1e11

/**
 * Parses a time, also in another form than that of the contract: a number since 1970, or without a time zone (UTC). A time
 * before 1970 is the empty time of a programming language.
 */
export function parseTime(value: unknown): number | undefined {
  if (typeof value === 'number' || (typeof value === 'string' && /^\d{9,13}$/.test(value))) {
    const number = Number(value)
    return number < maxSeconds ? number * 1000 : number
  }
  // A date without a time is not precise enough to compare.
  if (typeof value !== 'string' || /^[\d-]{8,10}$/.test(value)) return undefined
  const time = Date.parse(/[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/.test(value) ? `${value.replace(' ', 'T')}Z` : value)
  return Number.isNaN(time) || time < 0 ? undefined : time
}

/** Records with times, and the balances that were read around them. */
interface TimedRecords {
  readonly payments: readonly AnyRecord[]
  readonly others: readonly AnyRecord[]
  readonly intents: readonly Exchange[]
  /** Reason for a missing intent. */
  readonly intentProblem: string
  /** Balance that was read before the intents. Its `as_of` is the clock of the service. */
  readonly earlierBalance: Exchange
  /** Balance that was read after all records. */
  readonly laterBalance: Exchange
}

/** Checks lifetimes and the order of times. */
export const checkTimes = ({
  payments,
  others,
  intents,
  intentProblem,
  earlierBalance,
  laterBalance,
}: TimedRecords): Line[] => [
  checkOrder([...payments, ...others], listClocks(laterBalance), findClockShift(laterBalance)),
  checkPaymentLifetime(payments),
  intents.length === 0
    ? unknown(statements.intent, intentProblem)
    : checkIntentLifetime(intents, [...listClocks(earlierBalance), ...listClocks(laterBalance)]),
]

/** Returns the times that a response shows: its Date header, and `as_of` of a balance. */
const listClocks = (exchange: Exchange): number[] =>
  [parseTime(exchange.headers.get('date')), parseTime(readField(readRecord(exchange), 'as_of'))].filter(
    (time) => time !== undefined,
  )

/** Formats a duration: `24 hours`, `15 minutes`. */
function formatDuration(ms: number): string {
  const minutes = Math.round(ms / minuteMs)
  return Math.abs(minutes) >= 120 ? `${Math.round(minutes / 6) / 10} hours` : `${minutes} minutes`
}

/** Maximum difference in ms between two time zones. */
const maxShiftMs = 14 * 60 * minuteMs

/** Describes an `as_of` that differs from the Date header by whole half hours, as the time of another time zone does. */
function findClockShift(balance: Exchange): string | undefined {
  const [date, asOf] = [parseTime(balance.headers.get('date')), parseTime(readField(readRecord(balance), 'as_of'))]
  if (date === undefined || asOf === undefined) return undefined
  const shiftMs = Math.round((asOf - date) / (30 * minuteMs)) * 30 * minuteMs
  if (shiftMs === 0 || Math.abs(shiftMs) > maxShiftMs || Math.abs(asOf - date - shiftMs) > 5_000) return undefined
  const direction = shiftMs > 0 ? 'ahead of' : 'behind'
  return `as_of is ${formatDuration(Math.abs(shiftMs))} ${direction} the Date header, so times look like those of another time zone.`
}

function checkOrder(records: readonly AnyRecord[], clocks: readonly number[], clockShift: string | undefined): Line {
  if (clocks.length === 0) return unknown(statements.order, 'No response shows the time of the service.')
  const now = Math.max(...clocks)
  const dated = records.filter((record) => parseTime(readField(record, 'created_at')) !== undefined)
  if (dated.length === 0) return unknown(statements.order, 'No record shows its time.')
  const wrong = dated.flatMap((record) => {
    const [created, paid, expires] = ['created_at', 'paid_at', 'expires_at'].map((name) =>
      parseTime(readField(record, name)),
    )
    const isAfter = (time: number | undefined, limit: number | undefined): boolean =>
      time !== undefined && limit !== undefined && time > limit + toleranceMs
    return [
      isAfter(created, now) && `created_at is ${formatDuration((created as number) - now)} in the future.`,
      isAfter(paid, now) && `paid_at is ${formatDuration((paid as number) - now)} in the future.`,
      isAfter(created, paid) && 'paid_at is before created_at.',
      !isAfter(paid, now) && isAfter(paid, expires) && 'paid_at is after expires_at.',
    ]
  })
  return toVerdict(statements.order, [clockShift, ...nameFirst([...new Set(wrong)].filter((text) => text !== false))])
}

function checkPaymentLifetime(payments: readonly AnyRecord[]): Line {
  const lifetimes = payments
    .filter(({ method }) => method === 'mobile_money')
    .map((payment) => ({
      created: parseTime(readField(payment, 'created_at')),
      expires: parseTime(readField(payment, 'expires_at')),
    }))
    .flatMap(({ created, expires }) => (created === undefined || expires === undefined ? [] : [expires - created]))
  return judgeLifetimes(statements.payment, lifetimes, 5 * minuteMs, 'No payment shows its expiry.')
}

function checkIntentLifetime(intents: readonly Exchange[], clocks: readonly number[]): Line {
  const lifetimes = intents.filter(isSuccess).flatMap((exchange) => {
    const expires = parseTime(readField(readRecord(exchange), 'expires_at'))
    const starts = [...listClocks(exchange), ...clocks]
    if (expires === undefined || starts.length === 0) return []
    // The clock of the service may differ from that of its Date header.
    const durations = starts.map((start) => expires - start)
    return [durations.find((one) => isLifetime(one, intentLifetimeMs)) ?? (durations[0] as number)]
  })
  return judgeLifetimes(statements.intent, lifetimes, intentLifetimeMs, 'No intent shows its expiry.')
}

const intentLifetimeMs = 30 * minuteMs

const isLifetime = (actual: number, expected: number): boolean => Math.abs(actual - expected) <= toleranceMs

function judgeLifetimes(statement: Statement, actual: readonly number[], expected: number, reason: string): Line {
  if (actual.length === 0) return unknown(statement, reason)
  return toVerdict(
    statement,
    actual.map((one) => !isLifetime(one, expected) && `It is ${formatDuration(one)}, not ${formatDuration(expected)}.`),
  )
}

/** A month of the calendar, in UTC, which is also the time of Ghana. */
export interface Month {
  /** Such as `2026-09`. */
  readonly id: string
  readonly fromMs: number
  /** The first moment after it. */
  readonly untilMs: number
}

/** The first moment of the year 10000, whose months have longer names. */
const endMs = 253_402_300_800_000

/**
 * The month that a time is in.
 *
 * @throws RangeError when the time is before 1970 or after the year 9999.
 */
export function monthAt(ms: number): Month {
  if (!Number.isSafeInteger(ms) || ms < 0 || ms >= endMs)
    throw new RangeError(`A month that is closed must be in the years 1970 to 9999. Got the time ${ms}.`)
  // biome-ignore lint/style/noRestrictedGlobals: it reads no clock; it only counts the days of months.
  const Calendar = Date
  const day = new Calendar(ms)
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth()]
  const [fromMs, untilMs] = [Calendar.UTC(year, month), Calendar.UTC(year, month + 1)]
  return { id: day.toISOString().slice(0, 7), fromMs, untilMs }
}

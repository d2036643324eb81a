/** Time, in milliseconds since 1970, UTC. */
export interface Clock {
  readonly kind: 'real' | 'manual'
  nowMs(): number
  /**
   * Moves a manual clock forward, for all servers on one store. It never moves backwards.
   *
   * @param to - Returns the new time from the current time, which another server may have changed.
   * @returns The new time.
   */
  move(to: (fromMs: number) => number): number | Promise<number>
}

/**
 * Creates a clock with the system time.
 *
 * @param nowMs - Not `Date.now` itself: fake timers of a test replace Date later.
 */
export const realClock = (nowMs: () => number = () => Date.now()): Clock => ({
  kind: 'real',
  nowMs,
  move: () => {
    throw new Error('The clock is real and cannot be moved. Start the mock server with a manual clock.')
  },
})

/** Creates a manual clock. It changes only when it is moved, and only forwards. */
export function manualClock(startMs: number): Clock {
  let now = startMs
  return {
    kind: 'manual',
    nowMs: () => now,
    move: (to) => {
      now = Math.max(now, to(now))
      return now
    },
  }
}

/** Start of a manual clock by default: a Monday morning in Accra. */
export const defaultStartMs: number = Date.UTC(2026, 0, 5, 9)

/** Maximum time of a manual clock. Later times of its events still have a year with four digits. */
export const latestMs: number = Date.UTC(9999, 0)

const duration = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d{1,3})?)S)?)?$/

/**
 * Reads an ISO 8601 duration of days, hours, minutes and seconds: `PT5M`, `P1DT2H`.
 *
 * @returns Milliseconds; undefined when it is not such a duration.
 */
export function parseDuration(text: string): number | undefined {
  const match = duration.exec(text)
  if (!match || text === 'P' || text.endsWith('T')) return undefined
  const [, days = 0, hours = 0, minutes = 0, seconds = 0] = match
  const ms = ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60_000 + Math.round(Number(seconds) * 1000)
  return Number.isSafeInteger(ms) ? ms : undefined
}

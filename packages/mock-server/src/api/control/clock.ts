import { type ResponseData, respondWith } from '../../http/response.js'
import { fail, type Result } from '../../ledger/index.js'
import { latestMs, parseDuration } from '../../service/clock.js'
import type { Context } from '../../service/context.js'
import { runDueEvents } from '../../service/outcomes/events.js'
import type { ControlCall, Routes } from './call.js'

/** The server's clock, which tests control. @decision 0023 */
export const clockRoutes: Routes = {
  'GET clock': ({ context, nowMs }) => respondWith(clockRecord(context, nowMs)),
  'PUT clock': {
    fields: ['now'],
    handle(call) {
      const ms = parseTime(call.body['now'])
      return moveClock(call, 'now', () => Number(ms))
    },
  },
  'POST clock/advance': {
    fields: ['by'],
    handle(call) {
      const { by } = call.body
      const ms = typeof by === 'string' ? parseDuration(by) : undefined
      return moveClock(call, 'by', (fromMs) => fromMs + Number(ms))
    },
  },
}

const clockRecord = ({ clock }: Context, nowMs: number): object => ({
  now: new Date(nowMs).toISOString(),
  kind: clock.kind,
})

/** A time as the service writes it; fractions of a second are optional. */
function parseTime(text: unknown): number | undefined {
  if (typeof text !== 'string') return undefined
  const day = /^\d{4}-\d\d-(\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z$/.exec(text)?.[1]
  const ms = Date.parse(text)
  // Otherwise the 30th of February would be read as a day in March.
  return Number(day) === new Date(ms).getUTCDate() ? ms : undefined
}

const rules = {
  by: 'by must be a duration such as PT5M or P1DT2H, and end before the year 9999.',
  now: 'now must be a time such as 2026-03-06T09:30:00Z, before the year 9999.',
} as const

async function moveClock(
  { context, nowMs }: ControlCall,
  field: keyof typeof rules,
  to: (fromMs: number) => number,
): Promise<Result<ResponseData>> {
  if (context.clock.kind === 'real')
    return fail('invalid_state', 'The clock is real and cannot be moved. Start the mock server with a manual clock.')
  const ms = to(nowMs)
  // Unreadable text gives NaN, which is before no time.
  if (!(ms <= latestMs)) return fail('invalid_request', rules[field], field)
  if (ms < nowMs) return fail('invalid_request', 'A clock does not go back. Reset the server instead.', field)
  // Several moves at once add up: by both durations, and no further than the clock can go.
  const newMs = await context.clock.move((fromMs) => Math.min(to(fromMs), latestMs))
  const completedEvents = await runDueEvents(context, null, newMs)
  return respondWith({ ...clockRecord(context, newMs), happened: completedEvents })
}

import { done, type Outcome, refused } from '../../answer.js'
import { latestMs, parseDuration } from '../../clock.js'
import type { Context } from '../../context.js'
import { runDueEvents } from '../../events.js'
import type { ControlCall, Routes } from './call.js'

/** The clock of the server, which tests own. @decision 0025 */
export const clockRoutes: Routes = {
  'GET clock': ({ context }) => done(clockRecord(context)),
  'PUT clock': (call) => setClock(call, 'now', timeOf(call.body['now'])),
  'POST clock/advance': (call) => {
    const { by } = call.body
    const ms = typeof by === 'string' ? parseDuration(by) : undefined
    return setClock(call, 'by', ms === undefined ? undefined : call.nowMs + ms)
  },
}

const clockRecord = ({ clock }: Context): object => ({ now: new Date(clock.nowMs()).toISOString(), kind: clock.kind })

/** A time as the service writes it; the parts of a second may be left out. */
const timeOf = (text: unknown): number | undefined =>
  typeof text === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z$/.test(text)
    ? Date.parse(text)
    : undefined

const rules = {
  by: 'by must be a duration such as PT5M or P1DT2H, and end before the year 9999.',
  now: 'now must be a time such as 2026-03-06T09:30:00Z, before the year 9999.',
} as const

async function setClock({ context, nowMs }: ControlCall, field: keyof typeof rules, ms?: number): Promise<Outcome> {
  if (context.clock.kind === 'real')
    return refused('invalid_state', 'The clock is real and cannot be moved. Start the mock server with a manual clock.')
  if (ms === undefined || !(ms <= latestMs)) return refused('invalid_request', rules[field], field)
  if (ms < nowMs) return refused('invalid_request', 'A clock does not go back. Reset the server instead.', field)
  await context.clock.set(ms)
  const happened = await runDueEvents(context, null, ms)
  return done({ ...clockRecord(context), happened })
}

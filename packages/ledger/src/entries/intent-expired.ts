import { change, notFound } from '../command.js'
import { makePlan, type Planned, refuse } from '../plan.js'
import type { IntentRow } from '../tables/intents.js'

/**
 * Plans the end of an open checkout intent. A payment on its way is left alone: it has its own expiry, and if the
 * buyer still approves it, it succeeds.
 *
 * @returns Refusals: `not_found`, `invalid_state` (completed already).
 * @decision 0008
 */
export function intentExpired(rows: { intent: IntentRow | undefined }): Planned<{ intent: IntentRow }> {
  const { intent } = rows
  if (!intent) return notFound('checkout intent')
  if (intent.status === 'expired') return { ok: true, plan: makePlan(intent.merchant), records: { intent } }
  if (intent.status === 'completed')
    return refuse('invalid_state', `The checkout intent ${intent.id} is completed. Only an open one can expire.`)
  const next = change('intents', intent, { where: { status: 'open' }, set: { status: 'expired' } })
  return { ok: true, plan: makePlan(intent.merchant, { updates: [next.update] }), records: { intent: next.row } }
}

import { change, notFound } from '../command.js'
import { makePlan, type Plan } from '../plan.js'
import { fail, type Result, succeed } from '../result.js'
import type { IntentRow } from '../tables/intents.js'

/**
 * Plans the expiry of an open checkout intent. A pending payment does not change: it expires separately, and succeeds
 * if the buyer still approves it.
 *
 * @returns Errors: `not_found`, `invalid_state` (already completed).
 * @decision 0008
 */
export function intentExpired(rows: { intent: IntentRow | undefined }): Result<Plan<{ intent: IntentRow }>> {
  const { intent } = rows
  if (!intent) return notFound('checkout intent')
  if (intent.status === 'expired') return succeed(makePlan(intent.merchant, {}, { intent }))
  if (intent.status === 'completed')
    return fail('invalid_state', `The checkout intent ${intent.id} is completed. Only an open one can expire.`)
  const next = change('intents', intent, { where: { status: 'open' }, set: { status: 'expired' } })
  return succeed(makePlan(intent.merchant, { updates: [next.update] }, { intent: next.row }))
}

import { type ResponseData, respondWith } from '../../http/response.js'
import { fail, type Result } from '../../ledger/index.js'
import { isScenario, type Scenario, scenarios } from '../../service/outcomes/scenarios.js'
import type { ControlCall, Routes } from './call.js'

/** Routes for the outcomes of a merchant's next payments. @decision 0013 */
export const outcomeRoutes: Routes = {
  'GET outcomes': ({ context, merchant }) => respondWith(context.outcomes.list(merchant)),
  'POST outcomes': { fields: ['outcome', 'outcomes'], handle: queueOutcomes },
  'DELETE outcomes': ({ context, merchant }) => respondWith({ removed: context.outcomes.clear(merchant) }),
}

function queueOutcomes({ context, merchant, body }: ControlCall): Result<ResponseData> {
  if (body['outcome'] !== undefined && body['outcomes'] !== undefined)
    return fail('invalid_request', 'outcome and outcomes are given. Send one of them.', 'outcomes')
  const list: unknown[] = Array.isArray(body['outcomes']) ? body['outcomes'] : [body['outcome']]
  if (list.length === 0 || !list.every((name) => typeof name === 'string' && isScenario(name)))
    return fail(
      'invalid_request',
      `outcome must be one of ${scenarios.join(', ')}; outcomes is a list of them.`,
      'outcome',
    )
  context.outcomes.add(merchant, list as Scenario[])
  context.merchants.add(merchant)
  return respondWith({ merchant, outcomes: context.outcomes.list(merchant) }, 201)
}

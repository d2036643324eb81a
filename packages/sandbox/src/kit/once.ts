import { hashText, isEmpty, type Planned, type Reader, type Refusal, refuse, transact, withSteps } from '@cedi/ledger'
import { type Ids, takeIds } from '@cedi/mock-server/service'
import { formIdOf } from './parts.js'
import type { Visit } from './visit.js'

/** What came of a form: an effect, none because it was sent before, or a refusal. */
export type Sent<Records> =
  | { readonly ok: true; readonly isRepeated: false; readonly records: Records }
  | { readonly ok: true; readonly isRepeated: true }
  | Refusal

/**
 * Carries a form out once, on whichever server, however often a browser sends it. What is remembered of it is that it
 * was sent, and nothing of what came of it.
 *
 * @decision 0006
 */
export async function carryOutOnce<Records>(
  visit: Visit,
  path: string,
  plan: (reader: Reader, ids: Ids) => Promise<Planned<Records>>,
): Promise<Sent<Records>> {
  const { context, merchant, nowMs } = visit
  const key = formIdOf(visit)
  if (key === undefined) return refuse('invalid_request', 'The form has no id.', 'form_id')
  const idempotency = {
    merchant,
    method: 'POST',
    path,
    key,
    fingerprint: hashText(path),
    nowMs,
    answer: (planned: Planned<Records>) => (planned.ok ? { status: 303, body: '' } : undefined),
  }
  const result = await context.inTurn(merchant, () =>
    transact(
      context.store,
      async (reader) => {
        const ids = await takeIds(context, merchant)
        const planned = await plan(reader, ids)
        return planned.ok && !isEmpty(planned.plan) ? withSteps(planned, ids.steps()) : planned
      },
      { idempotency },
    ),
  )
  if (!result.ok) return result
  return result.replayed ? { ok: true, isRepeated: true } : { ok: true, isRepeated: false, records: result.records }
}

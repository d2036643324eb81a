import { hashText, type Refusal, refuse } from '@cedi/ledger'
import type { Task } from '@cedi/mock-server/service'
import type { SessionContext } from './page-context.js'
import { readFormId } from './parts.js'

/**
 * Returns the idempotency options of a form, which is executed once over all servers. Stores only that the form was
 * submitted, not its result.
 *
 * @returns An error if the form has no id.
 * @decision 0006
 */
export function formIdempotency(
  ctx: SessionContext,
  path: string,
): (NonNullable<Task<unknown>['once']> & { ok: true }) | Refusal {
  const key = readFormId(ctx)
  if (key === undefined) return refuse('invalid_request', 'The form has no id. Load the page again.', 'form_id')
  return {
    ok: true,
    scope: `POST ${path}`,
    key,
    fingerprint: hashText(path),
    nowMs: ctx.nowMs,
    answer: (planned) => (planned.ok ? { status: 303, text: '' } : undefined),
  }
}

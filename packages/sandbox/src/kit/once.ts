import { hashText, type Refusal, refuse } from '@cedi/ledger'
import type { Task } from '@cedi/mock-server/service'
import { formIdOf } from './parts.js'
import type { Visit } from './visit.js'

/**
 * Makes sure that a form is carried out once, on whichever server, however often a browser sends it. It stores only
 * that the form was sent, not the result.
 *
 * @returns The value for `carryOut`'s `once`; a refusal when the form has no id.
 * @decision 0006
 */
export function onceFor(visit: Visit, path: string): (NonNullable<Task<unknown>['once']> & { ok: true }) | Refusal {
  const key = formIdOf(visit)
  if (key === undefined) return refuse('invalid_request', 'The form has no id. Load the page again.', 'form_id')
  return {
    ok: true,
    scope: `POST ${path}`,
    key,
    fingerprint: hashText(path),
    nowMs: visit.nowMs,
    answer: (planned) => (planned.ok ? { status: 303, body: '' } : undefined),
  }
}

import { fail, hashText, type Result, succeed } from '@cedi/ledger'
import type { WriteCommand } from '@cedi/mock-server/service'
import { formIdOf } from './parts.js'
import type { Visit } from './visit.js'

/**
 * Creates the idempotency options for a form, so that it is executed once on all servers. The stored response contains
 * no result.
 *
 * @returns The option `idempotency` of `execute`, or an error if the form has no id.
 * @decision 0006
 */
export function onceFor(visit: Visit, path: string): Result<NonNullable<WriteCommand<unknown>['idempotency']>> {
  const key = formIdOf(visit)
  if (key === undefined) return fail('invalid_request', 'The form has no id. Load the page again.', 'form_id')
  return succeed({
    scope: `POST ${path}`,
    key,
    fingerprint: hashText(path),
    nowMs: visit.nowMs,
    toResponse: (result) => (result.ok ? { status: 303, body: '' } : undefined),
  })
}

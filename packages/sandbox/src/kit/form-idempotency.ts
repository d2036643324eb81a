import { fail, hashText, type Result, succeed } from '@cedi/ledger'
import type { WriteCommand } from '@cedi/mock-server/service'
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
): Result<NonNullable<WriteCommand<unknown>['idempotency']>> {
  const key = readFormId(ctx)
  if (key === undefined) return fail('invalid_request', 'The form has no id. Load the page again.', 'form_id')
  return succeed({
    scope: `POST ${path}`,
    key,
    fingerprint: hashText(path),
    nowMs: ctx.nowMs,
    toResponse: (result) => (result.ok ? { status: 303, body: '' } : undefined),
  })
}

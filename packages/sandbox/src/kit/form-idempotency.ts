import { fail, type Result, succeed, type WriteCommand } from '@cedi/mock-server/internal'
import type { PageContent } from './layout.js'
import type { SessionContext } from './page-context.js'
import { readFormId } from './parts.js'

/**
 * Returns the idempotency options of a form, which is executed once over all servers. Stores only that the form was
 * submitted, not its result.
 *
 * @param input - Validated input. The same form with another input is rejected with `idempotency_key_reused`.
 * @returns An error if the form has no id.
 * @decision 0006
 */
export function formIdempotency(
  ctx: SessionContext,
  path: string,
  input: object,
): Result<NonNullable<WriteCommand<unknown>['idempotency']>> {
  const key = readFormId(ctx)
  if (key === undefined) return fail('invalid_request', 'The form has no id. Load the page again.', 'form_id')
  return succeed({
    scope: `POST ${path}`,
    key,
    fingerprint: ctx.context.createFingerprint(JSON.stringify(input)),
    nowMs: ctx.nowMs,
    toResponse: (result) => (result.ok ? { status: 303, body: '' } : undefined),
  })
}

/** Notice for `?done=before` and `?done=other`: the page after a form that was sent before, with the same or another input. */
export function repeatedFormNotice({ request, language: { words } }: SessionContext): PageContent['notice'] {
  const done = request.query?.get('done')
  if (done === 'other') return { text: words.sentBeforeOther, isError: true }
  return done === 'before' ? { text: words.sentBefore } : undefined
}

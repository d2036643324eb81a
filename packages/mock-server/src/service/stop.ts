import type { KnownErrorCode } from '@cedi/contract'

/** A refusal by the act itself, before the ledger is asked. */
export interface Stop {
  readonly ok: false
  readonly code: KnownErrorCode
  readonly message: string
  readonly field?: string | undefined
}

/** Makes such a refusal. */
export const stop = (code: KnownErrorCode, message: string, field?: string): Stop => ({
  ok: false,
  code,
  message,
  field,
})

import type { KnownErrorCode } from '@cedi/contract'
import type { ServiceError } from './service-error.js'

/** A result that is an error, from a command that does not reach the ledger. */
export interface Stop extends ServiceError {
  readonly ok: false
}

/** Creates such a result. */
export const stop = (code: KnownErrorCode, message: string, field?: string): Stop => ({
  ok: false,
  code,
  message,
  field,
})

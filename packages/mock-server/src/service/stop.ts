import type { KnownErrorCode } from '@cedi/contract'
import type { Refusal } from '../http/answer.js'

/** A refusal of the act itself, before the ledger is asked. */
export interface Stop extends Refusal {
  readonly ok: false
}

/** Makes a refusal of the act itself. */
export const stop = (code: KnownErrorCode, message: string, field?: string): Stop => ({
  ok: false,
  code,
  message,
  field,
})

import type { KnownErrorCode } from '@cedi/contract'

/** An error of the service: the members of `error` in the envelope, and headers of the response. */
export interface ServiceError {
  readonly code: KnownErrorCode
  readonly message: string
  readonly field?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
}

/** Creates an error of the service. */
export const refuse = (code: KnownErrorCode, message: string, field?: string): ServiceError => ({
  code,
  message,
  field,
})

import { errorStatus, type KnownErrorCode } from '@cedi/contract'
import { refuse, type ServiceError } from '../service/service-error.js'

/**
 * What the server answers: `status`, `headers` and the `body` as text. Nothing has been sent.
 *
 * @decision 0023
 */
export interface Answer {
  /** The HTTP status. */
  readonly status: number
  /** Header names and values. */
  readonly headers: Readonly<Record<string, string>>
  /** The body, as text. */
  readonly body: string
  /** The body if it is no text, such as a picture: `body` is empty then. */
  readonly bytes?: Uint8Array
  /** Whether it may be compressed: it holds no secret beside text that a stranger can choose. */
  readonly mayShrink?: boolean
  /** Whether others get the same body: then its compressed form is made once, as small as can be, and kept. */
  readonly isCommon?: boolean
  /** What follows the body until the signal ends it: only an event stream has it. */
  readonly follow?: (signal: AbortSignal) => AsyncIterable<string>
}

/** The result of an act: data for the envelope, or a refusal. */
export type Outcome =
  | {
      readonly ok: true
      readonly status: number
      readonly data: unknown
      /** The data as JSON, when it is JSON already; then it is sent in the place of `data`. */
      readonly text?: string
      readonly headers?: Readonly<Record<string, string>> | undefined
    }
  | { readonly ok: false; readonly refusal: ServiceError }

/** An outcome that carries data. */
export const done = (data: unknown, status = 200, headers?: Readonly<Record<string, string>>): Outcome => ({
  ok: true,
  status,
  data,
  headers,
})

/** An outcome that carries data which is JSON already. */
export const doneText = (text: string, headers?: Readonly<Record<string, string>>): Outcome => ({
  ok: true,
  status: 200,
  data: undefined,
  text,
  headers,
})

/** An outcome that refuses. */
export const refused = (code: KnownErrorCode, message: string, field?: string): Outcome => ({
  ok: false,
  refusal: refuse(code, message, field),
})

const json = 'application/json; charset=utf-8'

/** Puts an outcome into the envelope: `success`, `data`, `error` and nothing else. @source Envelope (all responses) */
export function wrap(outcome: Outcome, requestId: string): Answer {
  if (outcome.ok)
    return {
      status: outcome.status,
      headers: { 'Content-Type': json, 'X-Request-Id': requestId, 'Cache-Control': 'no-store', ...outcome.headers },
      body: `{"success":true,"data":${outcome.text ?? JSON.stringify(outcome.data)}}`,
    }
  const { code, message, field, headers } = outcome.refusal
  return {
    status: errorStatus[code],
    headers: { 'Content-Type': json, 'X-Request-Id': requestId, 'Cache-Control': 'no-store', ...headers },
    body: JSON.stringify({ success: false, data: null, error: { code, message, field, request_id: requestId } }),
  }
}

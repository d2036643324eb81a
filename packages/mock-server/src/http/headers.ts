import { refuse, type ServiceError } from '../service/service-error.js'
import type { Answer } from './answer.js'
import type { IncomingRequest } from './request.js'

/** Whether a request is only a simulation. @source Parameters and payloads (X-Service-Simulate) @decision 0011 */
export function readSimulate({ headers }: IncomingRequest): boolean | ServiceError {
  const value = headers.get('x-service-simulate')
  // A value that is nearly right must not write what the caller only wanted to try.
  if (value !== undefined && value.trim() !== 'true')
    return refuse('invalid_header', 'X-Service-Simulate must be "true" or left out.', 'X-Service-Simulate')
  return value !== undefined
}

/** The answer, marked if the request was a simulation; refusals too. @decision 0011 */
export const tellSimulated = (request: IncomingRequest, answer: Answer): Answer =>
  readSimulate(request) === true ? { ...answer, headers: { ...answer.headers, 'X-Service-Simulate': 'true' } } : answer

/** A structured-field string, with or without its quotation marks. @decision 0006 */
export function readIdempotencyKey({ headers }: IncomingRequest): string | undefined | ServiceError {
  const value = headers.get('idempotency-key')?.trim()
  if (value === undefined) return undefined
  // 255 characters, each of them escaped, between quotation marks.
  const isLong = value.length > 512
  const quoted = isLong ? undefined : /^"((?:[^"\\]|\\["\\])*)"$/.exec(value)?.[1]
  const key = quoted === undefined ? value : quoted.replace(/\\(["\\])/g, '$1')
  if (!isLong && /^[\x20-\x7e]{1,255}$/.test(key) && (quoted !== undefined || !value.includes('"'))) return key
  return refuse('invalid_header', 'Idempotency-Key must be 1 to 255 characters of ASCII.', 'Idempotency-Key')
}

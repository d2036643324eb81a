import { fail } from '../ledger/index.js'
import type { InjectedFault } from './faults.js'
import { type HttpResponse, toResponse } from './response.js'

/** Value of `Retry-After` for an injected 429 or 503. */
const retryAfterSeconds = 1

/** Creates the error response for the status of a fault. */
export function faultResponse({ status = 500 }: Partial<InjectedFault>, requestId: string): HttpResponse {
  const [code, message] = faultErrors[status] ?? faultErrors[500]
  const error = fail(code, message)
  const headers = status === 429 || status === 503 ? { 'Retry-After': String(retryAfterSeconds) } : undefined
  return toResponse(error, requestId, headers)
}

const faultErrors = {
  429: ['rate_limited', `Too many requests. Wait ${retryAfterSeconds} second and send it again.`],
  500: ['internal_error', 'The service failed. Send the request again with the same Idempotency-Key.'],
  502: [
    'provider_error',
    'The payment provider answered with a fault. Send the request again with the same Idempotency-Key.',
  ],
  503: [
    'provider_unavailable',
    'The payment provider cannot be reached. Send the request again later with the same Idempotency-Key.',
  ],
  504: [
    'provider_timeout',
    'The payment provider did not answer in time. The effect may have happened: send the request again with the same Idempotency-Key.',
  ],
} as const

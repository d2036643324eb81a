// Calls the payment service with fetch.
import { setTimeout as wait } from 'node:timers/promises'

const { CEDI_URL = '', CEDI_API_KEY = '' } = process.env

/** Time before which the shop sends no request in the background. The service sets it with Retry-After. */
let pausedUntilMs = 0
export const isPaused = () => Date.now() < pausedUntilMs

/** The service did not respond, or its response was not readable: the request may have taken effect. */
export class UnavailableError extends Error {}
/** The service has rejected the request. */
export class RejectedError extends Error {}

/** Sends one request. @param {string} method @param {string} path @param {string} [key] @param {object} [body] */
async function sendOnce(method, path, key, body) {
  const headers = { Authorization: `Bearer ${CEDI_API_KEY}`, Accept: 'application/json' }
  if (body) Object.assign(headers, { 'Content-Type': 'application/json', 'Idempotency-Key': key })
  let [status, envelope, retryAfterMs] = [0, /** @type {any} */ (undefined), 2_000]
  try {
    const signal = AbortSignal.timeout(5_000)
    const response = await fetch(CEDI_URL + path, {
      method,
      headers,
      signal,
      ...(body && { body: JSON.stringify(body) }),
    })
    status = response.status
    retryAfterMs = Math.max(retryAfterMs, Number(response.headers.get('retry-after')) * 1_000 || 0)
    envelope = await response.json()
  } catch (error) {
    console.error(`${method} ${path}: ${/** @type {Error} */ (error).message}`)
  }
  if (status < 300 && envelope?.success === true && envelope.data) return envelope.data
  if (status >= 400 && status < 500 && ![408, 409, 429].includes(status))
    throw new RejectedError(`${method} ${path}: ${status} ${envelope?.error?.code}`)
  pausedUntilMs = Date.now() + retryAfterMs
  throw new UnavailableError(`${method} ${path}: ${status || 'no response'}`)
}

/**
 * Sends a request, up to three times while a buyer waits. A write keeps its idempotency key, so a retry returns the same record.
 *
 * @param {string} method @param {string} path @param {{ key?: string, body?: object, tries?: number }} [options]
 */
export async function send(method, path, { key, body, tries = 3 } = {}) {
  for (let attempt = 1; ; attempt++)
    try {
      return await sendOnce(method, path, key, body)
    } catch (error) {
      if (!(error instanceof UnavailableError) || attempt >= tries) throw error
      await wait(Math.min(Math.max(pausedUntilMs - Date.now(), 300), 3_000))
    }
}

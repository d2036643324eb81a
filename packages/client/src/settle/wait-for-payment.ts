import { type Client, isApiError, type Payment } from '@cedi/client'
import type { SignalLike } from '@cedi/client/fetch'
import { toOutcome } from './assessment.js'
import { checkWaitOptions } from './options.js'
import { createPollingClient, type PollingClient, type PollingOptions, sleepMs } from './polling-client.js'
import { checkPayment } from './record.js'
import { checkDelaysMs, minBuyerPausesMs } from './schedule.js'

/** Outcome of a payment; `pending` if the deadline passed first. */
export type PaymentOutcome = 'paid' | 'failed' | 'expired' | 'pending'

/** Options of {@link waitForPayment}. */
export interface WaitForPaymentOptions extends PollingOptions {
  /** The client. Its key needs `payments:read`. */
  readonly client: Client
  /** Maximum wait, in ms. */
  readonly deadlineMs: number
  /** Signal that ends the wait with the code `aborted`. The payment itself continues. */
  readonly signal?: SignalLike | undefined
}

/**
 * Waits until a payment is final, for scripts and tests. Reads it after 3 and 18 seconds, then by the schedule.
 *
 * @param payment - The payment, for example from `payments.create`.
 * @returns The payment as last read, and its outcome.
 * @throws ApiError if the service rejects the request, or with the code `aborted` if the signal aborts. TypeError if an option is unknown or invalid, or if the
 *   payment is simulated.
 * @decision 0061
 */
export async function waitForPayment(
  payment: Payment,
  options: WaitForPaymentOptions,
): Promise<{ readonly payment: Payment; readonly outcome: PaymentOutcome }> {
  checkWaitOptions(options)
  checkPayment(payment)
  const { client, deadlineMs, nowMs = () => Date.now(), sleep = sleepMs, signal } = options
  const polling = createPollingClient(client, { ...options, nowMs })
  const sinceMs = nowMs()
  const endMs = sinceMs + deadlineMs
  let [latest, passedMs] = [payment, 0]
  const early = minBuyerPausesMs.map((pauseMs) => {
    passedMs += pauseMs
    return passedMs
  })
  for (const delayMs of [...early.slice(1), ...checkDelaysMs(0)]) {
    if (toOutcome(latest.status)) break
    await sleep(Math.max(Math.min(sinceMs + delayMs, endMs) - nowMs(), 0), signal)
    // After an abort, the read throws without a request.
    if (!polling.isPaused() || signal?.aborted) latest = (await readIfAvailable(polling, payment.ref, signal)) ?? latest
    if (nowMs() >= endMs) break
  }
  return { payment: latest, outcome: toOutcome(latest.status) ?? 'pending' }
}

/** Reads a payment. Returns undefined on a temporary error, and throws an error that a retry cannot change. */
async function readIfAvailable(
  polling: PollingClient,
  ref: string,
  signal: SignalLike | undefined,
): Promise<Payment | undefined> {
  try {
    return await polling.readPayment(ref, false)
  } catch (error) {
    if (!isApiError(error) || error.retry !== 'same-key' || signal?.aborted) throw error
    return undefined
  }
}

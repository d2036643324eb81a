import { type Client, isApiError, type Payment } from '@cedi/client'
import { type Asking, createService, type Service, sleepMs } from './ask.js'
import { outcomes } from './judge.js'
import { delaysMs, returnPausesMs } from './schedule.js'

/** How a payment ended; `pending` when the deadline came first. */
export type Outcome = 'paid' | 'failed' | 'expired' | 'pending'

/** What {@link until} needs. */
export interface UntilOptions extends Asking {
  /** The client. Its key needs `payments:read`. */
  readonly client: Client
  /** How long to wait at most, in ms. */
  readonly deadlineMs: number
}

/**
 * Waits until a payment is final, for scripts and tests: asks after 3 and 18 seconds, then by the schedule.
 *
 * @param payment - The payment, for example from `payments.create`.
 * @returns The payment as last read, and how it ended.
 * @throws ApiError when the service refuses to show it.
 * @decision 0061
 */
export async function until(
  payment: Payment,
  options: UntilOptions,
): Promise<{ readonly payment: Payment; readonly outcome: Outcome }> {
  const { client, deadlineMs, nowMs = () => Date.now(), sleep = sleepMs } = options
  const service = createService(client, { ...options, nowMs })
  const sinceMs = nowMs()
  const endMs = sinceMs + deadlineMs
  let [latest, passedMs] = [payment, 0]
  const early = returnPausesMs.map((pauseMs) => {
    passedMs += pauseMs
    return passedMs
  })
  const looks = [...early.slice(1), ...delaysMs(0)]
  for (const delayMs of looks) {
    if (outcomes[latest.status]) break
    await sleep(Math.max(Math.min(sinceMs + delayMs, endMs) - nowMs(), 0))
    // While the service wants to be left alone, a look is left out.
    if (!service.isQuiet()) latest = (await readAgain(service, payment.ref)) ?? latest
    if (nowMs() >= endMs) break
  }
  return { payment: latest, outcome: outcomes[latest.status] ?? 'pending' }
}

/** An error that no later request can change is thrown at once. */
async function readAgain(service: Service, ref: string): Promise<Payment | undefined> {
  try {
    return await service.readPayment(ref, false)
  } catch (error) {
    if (!isApiError(error) || (error.status >= 400 && error.status < 429)) throw error
    return undefined
  }
}

import { type Client, isApiError, type Payment } from '@cedi/client'
import { type Asking, createService, sleepMs } from './ask.js'
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

/** Whether only a refund can still happen to it. */
const outcomes: Readonly<Record<string, Outcome>> = {
  succeeded: 'paid',
  failed: 'failed',
  expired: 'expired',
  cancelled: 'expired',
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
  const service = createService(client, options)
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
    const atMs = Math.min(Math.max(sinceMs + delayMs, service.quietUntilMs()), endMs)
    await sleep(Math.max(atMs - nowMs(), 0))
    try {
      latest = await service.read(payment.ref, false)
    } catch (error) {
      // An error that no later request can change is thrown at once.
      if (!isApiError(error) || (error.status >= 400 && error.status < 429)) throw error
    }
    if (nowMs() >= endMs) break
  }
  return { payment: latest, outcome: outcomes[latest.status] ?? 'pending' }
}

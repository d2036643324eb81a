/** Response with the status of a payment. */
export interface PaymentStatus {
  readonly state: 'pending' | 'paid' | 'failed'
  readonly message: string
}

/** Options of `pollStatus`. */
interface PollOptions<Status extends PaymentStatus> {
  /** Element with the message for the buyer. */
  readonly output: Element
  /** Message after the last poll. */
  readonly lateMessage: string
  readonly offlineMessage: string
  /** Requests the status; rejects if the response does not contain it. */
  request(): Promise<Status>
  /** Handles the final status. */
  onFinal(status: Status): void
  /** Handles the end of the polls. A later poll may still be final. */
  onLate?(): void
}

const delaysSeconds = [2, 3, 5, 8, 13, 20]

/** Time after which the page stops polling. The scheduled checks of the shop continue. */
export const maxPollMs: number = 10 * 60_000

/**
 * Returns the delay before the next poll.
 *
 * @param polls - Number of earlier polls.
 * @param failures - Number of consecutive failed or rate-limited polls.
 * @param isHidden - Whether the page is hidden. It polls when it becomes visible.
 */
export function pollDelayMs(polls: number, failures: number, isHidden: boolean): number {
  const seconds = delaysSeconds[polls] ?? 30
  return Math.min(seconds * 2 ** Math.min(failures, 4) * (isHidden ? 3 : 1), 120) * 1000
}

/**
 * Polls the status of a payment until it is final, and shows its messages. A failed request proves nothing about the payment, so it is
 * repeated.
 *
 * @returns Functions that poll immediately and stop.
 */
export function pollStatus<Status extends PaymentStatus>(
  options: PollOptions<Status>,
): { readonly poll: () => Promise<void>; readonly stop: () => void } {
  const { output, lateMessage, offlineMessage, request, onFinal, onLate } = options
  const startMs = Date.now()
  let polls = 0
  let failures = 0
  let timer: ReturnType<typeof setTimeout>
  let isPolling = false
  let isStopped = false

  /** Updates the message only if it changed, so that a screen reader announces it once. */
  const setMessage = (text: string): void => {
    if (text && output.textContent !== text) output.textContent = text
  }
  const scheduleNext = (): void => {
    clearTimeout(timer)
    if (Date.now() - startMs <= maxPollMs) {
      timer = setTimeout(poll, pollDelayMs(polls++, failures, document.hidden))
      return
    }
    setMessage(lateMessage)
    onLate?.()
  }
  const poll = async (): Promise<void> => {
    if (isPolling || isStopped) return
    isPolling = true
    clearTimeout(timer)
    let status: Status | undefined
    try {
      status = await request()
      failures = 0
    } catch {
      failures++
    }
    isPolling = false
    if (isStopped) return
    if (status) setMessage(status.message)
    else if (!navigator.onLine) setMessage(offlineMessage)
    if (status && status.state !== 'pending') {
      stop()
      onFinal(status)
    } else scheduleNext()
  }
  /** Polls immediately when the page becomes visible or the network is back. */
  const pollNow = (): void => {
    if (!document.hidden) void poll()
  }
  const stop = (): void => {
    isStopped = true
    clearTimeout(timer)
    removeEventListener('online', pollNow)
    document.removeEventListener('visibilitychange', pollNow)
  }
  addEventListener('online', pollNow)
  document.addEventListener('visibilitychange', pollNow)
  scheduleNext()
  return { poll, stop }
}

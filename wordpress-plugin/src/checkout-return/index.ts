import { maxPollMs, pollDelayMs } from './poll-delay'

/** Response of `GET /orders/{id}/payment`. */
interface PaymentStatus {
  readonly state: 'pending' | 'paid' | 'failed'
  readonly message: string
  readonly redirect?: string
}

const element = document.querySelector<HTMLElement>('[data-cedi-payment]')
const status = element?.querySelector('[role=status]')

if (element && status && element.dataset['state'] === 'pending') {
  const { url: restUrl = '', fallback = '', late: lateMessage = '', offline: offlineMessage = '' } = element.dataset
  let url = restUrl
  const startMs = Date.now()
  let polls = 0
  let failures = 0
  let timer: ReturnType<typeof setTimeout>
  let isPolling = false

  /** Updates the message only if it changed, so that a screen reader announces it once. */
  const setMessage = (text: string): void => {
    if (text && status.textContent !== text) status.textContent = text
  }
  const scheduleNext = (): void => {
    clearTimeout(timer)
    if (Date.now() - startMs > maxPollMs) setMessage(lateMessage)
    else timer = setTimeout(poll, pollDelayMs(polls++, failures, document.hidden))
  }
  const poll = async (): Promise<void> => {
    if (isPolling) return
    isPolling = true
    clearTimeout(timer)
    try {
      const response = await fetch(url, { cache: 'no-store', headers: { accept: 'application/json' } })
      // A security plugin may close the REST API to visitors: it returns an error or redirects to a page.
      const isJson = response.headers.get('content-type')?.includes('json')
      if (fallback && (!isJson || [401, 403, 404].includes(response.status))) url = fallback
      if (!response.ok || !isJson) throw response
      const { state, message, redirect }: PaymentStatus = await response.json()
      failures = 0
      setMessage(message)
      if (state !== 'pending') {
        element.dataset['state'] = state
        if (redirect) location.assign(redirect)
        return stop()
      }
    } catch {
      failures++
      if (!navigator.onLine) setMessage(offlineMessage)
    } finally {
      isPolling = false
    }
    scheduleNext()
  }
  /** Polls immediately when the page becomes visible or the network is back. */
  const pollNow = (): void => {
    if (!document.hidden) void poll()
  }
  const stop = (): void => {
    clearTimeout(timer)
    removeEventListener('online', pollNow)
    document.removeEventListener('visibilitychange', pollNow)
  }
  addEventListener('online', pollNow)
  document.addEventListener('visibilitychange', pollNow)
  scheduleNext()
}

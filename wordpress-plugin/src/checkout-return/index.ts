import { giveUpAfterMs, waitMs } from './wait'

/** The answer of `GET /orders/{id}/payment`. */
interface Answer {
  readonly state: 'pending' | 'paid' | 'failed'
  readonly message: string
  readonly redirect?: string
}

const place = document.querySelector<HTMLElement>('[data-cedi-payment]')
const status = place?.querySelector('[role=status]')

if (place && status && place.dataset['state'] === 'pending') {
  const { url = '', late = '', offline = '' } = place.dataset
  const startMs = Date.now()
  let asked = 0
  let troubles = 0
  let timer: ReturnType<typeof setTimeout>
  let isAsking = false

  /** A screen reader reads each sentence once: the same text is not written again. */
  const say = (text: string): void => {
    if (text && status.textContent !== text) status.textContent = text
  }
  const later = (): void => {
    clearTimeout(timer)
    if (Date.now() - startMs > giveUpAfterMs) say(late)
    else timer = setTimeout(ask, waitMs(asked++, troubles, document.hidden))
  }
  const ask = async (): Promise<void> => {
    if (isAsking) return
    isAsking = true
    clearTimeout(timer)
    try {
      const response = await fetch(url, { cache: 'no-store', headers: { accept: 'application/json' } })
      if (!response.ok) throw response
      const { state, message, redirect }: Answer = await response.json()
      troubles = 0
      say(message)
      if (state !== 'pending') {
        place.dataset['state'] = state
        if (redirect) location.assign(redirect)
        return stop()
      }
    } catch {
      troubles++
      if (!navigator.onLine) say(offline)
    } finally {
      isAsking = false
    }
    later()
  }
  /** The buyer has returned from the dialler, or the network is back. */
  const now = (): void => {
    if (!document.hidden) void ask()
  }
  const stop = (): void => {
    clearTimeout(timer)
    removeEventListener('online', now)
    document.removeEventListener('visibilitychange', now)
  }
  addEventListener('online', now)
  document.addEventListener('visibilitychange', now)
  later()
}

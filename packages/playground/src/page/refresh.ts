import { byId } from './dom.js'
import { type Entry, formatTime, type Payment, showLedger } from './ledger-view.js'
import { callControlApi, readNow } from './service.js'

/** Offset of the playground's clock from the system clock. */
let clockOffsetMs = 0
let refreshing: Promise<void> | undefined
let mustRefreshAgain = false

/** Reads the ledger and renders it, once for several simultaneous changes. */
export function refresh(): Promise<void> {
  if (refreshing) {
    mustRefreshAgain = true
    return refreshing
  }
  refreshing = readLedger()
    .catch((error: Error) => {
      byId('said').textContent = `The service did not respond: ${error.message}`
    })
    .finally(() => {
      refreshing = undefined
      if (!mustRefreshAgain) return
      mustRefreshAgain = false
      void refresh()
    })
  return refreshing
}

async function readLedger(): Promise<void> {
  const [payments, entries, nowMs] = await Promise.all([
    callControlApi<readonly Payment[]>('GET', 'payments?limit=5'),
    callControlApi<readonly Entry[]>('GET', 'ledger/entries?limit=1000'),
    readNow(),
  ])
  clockOffsetMs = nowMs - Date.now()
  showClock()
  showLedger({ payments, entries })
}

/** Displays the time of the playground. */
export function showClock(): void {
  const clock = byId('now')
  const text = formatTime(Date.now() + clockOffsetMs)
  if (clock.textContent !== text) clock.textContent = text
}

import { type Entry, type Payment, showBooks, timeText } from './books.js'
import { byId } from './dom.js'
import { ask, readNow } from './service.js'

/** How far the playground's clock is ahead of this machine's. */
let aheadMs = 0
let looking: Promise<void> | undefined
let mustLookAgain = false

/** Reads the books, once for several changes that come together. */
export function look(): Promise<void> {
  if (looking) {
    mustLookAgain = true
    return looking
  }
  looking = readBooks()
    .catch((error: Error) => {
      byId('said').textContent = `The service did not answer: ${error.message}`
    })
    .finally(() => {
      looking = undefined
      if (!mustLookAgain) return
      mustLookAgain = false
      void look()
    })
  return looking
}

async function readBooks(): Promise<void> {
  const [payments, entries, nowMs] = await Promise.all([
    ask<readonly Payment[]>('GET', 'payments?limit=5'),
    ask<readonly Entry[]>('GET', 'ledger/entries?limit=1000'),
    readNow(),
  ])
  aheadMs = nowMs - Date.now()
  showClock()
  showBooks({ payments, entries })
}

/** Shows the time of the playground. */
export function showClock(): void {
  const clock = byId('now')
  const text = timeText(Date.now() + aheadMs)
  if (clock.textContent !== text) clock.textContent = text
}

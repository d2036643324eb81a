import { ownAddress } from './base.js'
import { type Cedi, slotOf } from './cedi.js'
import { openLinks } from './links.js'

type Waiting = (cedi: Cedi) => void

declare global {
  interface Window {
    Cedi?: Cedi
    cediQueue?: Waiting[] | { push(act: Waiting): void }
  }
}

// A second copy of the script finds the first and leaves everything to it.
const slot = slotOf(window)
try {
  const base = ownAddress()
  // Without an address it was brought by embed.js, which knows it and takes what is in the slot.
  if (base && !slot.page) {
    slot.page = slot.create({ base })
    openLinks(slot.page)
  }
  const { page } = slot
  if (page) {
    window.Cedi = page
    const waiting = window.cediQueue
    window.cediQueue = { push: (act: Waiting) => act(page) }
    if (Array.isArray(waiting)) for (const act of waiting) window.cediQueue.push(act)
  }
} catch (error) {
  console.error(`[service.js] ${(error as Error).message}`)
}

import type { QueuedCallback } from './api.js'
import { createCedi } from './create-cedi.js'
import { handleIntentLinks } from './links.js'
import { getPageSlot } from './page-state.js'

const slot = getPageSlot()
const { currentScript } = document
try {
  // A second copy of the script does nothing. `<img name="currentScript">` shadows the property, so only a script element
  // is accepted.
  if (!slot.cedi && currentScript instanceof HTMLScriptElement && currentScript.src) {
    const cedi = createCedi({ baseUrl: currentScript.src })
    const push = (callback: QueuedCallback): void => queueMicrotask(() => callback(cedi))
    const queue = window.cediQueue as QueuedCallback[] | undefined
    slot.cedi = cedi
    window.Cedi = cedi
    window.cediQueue = { push }
    handleIntentLinks(cedi)
    // An element with the id `cediQueue` is not a queue.
    queue?.forEach?.(push)
  }
} catch (error) {
  console.error(error)
}

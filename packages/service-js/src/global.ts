import { createCedi } from './cedi.js'
import { openLinks } from './links.js'
import type { Waiting } from './page-api.js'
import { slotOf } from './slot.js'

const slot = slotOf()
const { currentScript } = document
try {
  // A second copy of the script leaves everything to the first. `<img name="currentScript">` shadows the property, so
  // only a script element is accepted.
  if (!slot.cedi && currentScript instanceof HTMLScriptElement && currentScript.src) {
    const cedi = createCedi({ base: currentScript.src })
    const push = (act: Waiting): void => queueMicrotask(() => act(cedi))
    const waiting = window.cediQueue as Waiting[] | undefined
    slot.cedi = cedi
    window.Cedi = cedi
    window.cediQueue = { push }
    openLinks(cedi)
    // An element with that name is not a queue.
    waiting?.forEach?.(push)
  }
} catch (error) {
  console.error(error)
}

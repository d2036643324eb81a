import type { QueuedCallback } from './api.js'
import { createCedi } from './create-cedi.js'
import { page } from './dom.js'
import { handleIntentLinks } from './links.js'
import { getPageSlot } from './page-state.js'

const slot = getPageSlot()
const { currentScript } = page
const scriptUrl = /\/service(\/v[\w.-]+)?\.js([?#]|$)/
try {
  // A second copy of the script does nothing.
  if (!slot.cedi && currentScript instanceof HTMLScriptElement && scriptUrl.test(currentScript.src)) {
    const cedi = createCedi({ baseUrl: currentScript.src })
    const push = (callback: QueuedCallback): void => queueMicrotask(() => callback(cedi))
    const queue = window.cediQueue as QueuedCallback[] | undefined
    slot.cedi = cedi
    window.Cedi = cedi
    window.cediQueue = { push }
    handleIntentLinks(cedi)
    // An element with the id `cediQueue` is not a queue.
    if (Array.isArray(queue)) queue.forEach(push)
  } else if (!slot.cedi)
    console.error(
      '[service.js] must be loaded by its own tag, <script src="…/service.js">: not inline, as a module or in a bundle. A bundle can import createCedi from @cedi/service-js.',
    )
} catch (error) {
  console.error(error)
}

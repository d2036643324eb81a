import { warn } from './attributes.js'
import { findService } from './service.js'
import { watchPage } from './watch-page.js'

declare global {
  interface Window {
    __cediEmbed?: { scan(): void }
  }
}

// A server has no document.
if (globalThis.document)
  try {
    // A second copy of the script makes the first one scan the page again.
    if (typeof window.__cediEmbed?.scan === 'function') window.__cediEmbed.scan()
    else if (findService()) window.__cediEmbed = { scan: watchPage() }
  } catch (error) {
    warn((error as Error).message)
  }

import { warn } from './attributes.js'
import { watchPage } from './page.js'
import { findService } from './tag.js'

declare global {
  interface Window {
    __cediEmbed?: { scan(): void }
  }
}

// On a server there is no page, so there is nothing to do.
if (globalThis.document)
  try {
    // A second copy of the script makes the first one look again.
    if (window.__cediEmbed?.scan) window.__cediEmbed.scan()
    else if (findService()) window.__cediEmbed = { scan: watchPage() }
  } catch (error) {
    warn((error as Error).message)
  }

import { originOf, ownAddress } from '@cedi/service-js/base'
import { warn } from './attributes.js'
import { watchPage } from './page.js'

declare global {
  interface Window {
    __cediEmbed?: { scan(): void }
  }
}

const address = /^https?:\/\/[^/]+\/embed(\/v[\w.-]+)?\.js$/

try {
  // A second copy of the script lets the first one look again.
  if (window.__cediEmbed?.scan) window.__cediEmbed.scan()
  else {
    // A module has no currentScript: its tag is found by its address.
    const own = ownAddress() || [...document.scripts].map(({ src }) => src).find((src) => address.test(src))
    const base = originOf(own ?? '')
    const { nonce } = (document.currentScript as HTMLScriptElement | null) ?? {}
    const scan = watchPage(base, nonce, (src) => src === own || (address.test(src) && src.startsWith(`${base}/`)))
    window.__cediEmbed = { scan }
  }
} catch (error) {
  warn((error as Error).message)
}

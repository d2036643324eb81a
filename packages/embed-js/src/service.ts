import { page } from '@cedi/service-js/dom'
import { type Attributes, warn } from './attributes.js'

const scriptUrl = /^(https?:\/\/[^/@]+(?:\/[^?#]*)?)\/embed(\/v[\w.-]+)?\.js(?:[?#]|$)/

/** Reads the base URL from a tag of this script. Returns undefined for any other element. */
export const readBaseUrl = (tag: Element | null): string | undefined =>
  tag instanceof HTMLScriptElement ? scriptUrl.exec(tag.src)?.[1] : undefined

/** Base URL of the service, after {@link findService}. */
export let baseUrl: string

/** Reads the base URL from the module tags. A tag with `data-handle` takes precedence. */
function findModuleBaseUrl(): string | undefined {
  const tags = ['[type=module][data-handle]', '[type=module]'].flatMap((css) => [...page.querySelectorAll(css)])
  return tags.map(readBaseUrl).find((found) => found)
}

/**
 * Finds the service by the URL of the running script. A browser does not name a running module, so the first module tag
 * with such a URL is used, because other services may have an `/embed.js` too.
 *
 * @returns Whether the script may run: over https, and over http on localhost only.
 */
export function findService(): boolean {
  baseUrl = (readBaseUrl(page.currentScript) || findModuleBaseUrl()) as string
  const isAllowed = /^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1])([:/]|$)/.test(baseUrl)
  if (!baseUrl) warn('the script must have its own tag in the document: not inline, in a bundle or in a shadow root')
  else if (!isAllowed) warn(`${baseUrl} must be https, or this machine`)
  // A file, a sandboxed frame or a page over http has no origin that the service allows to frame the checkout.
  else if (origin === 'null') warn('a file has no origin', 'the checkout opens in a tab; serve the page to see it here')
  else if (!isSecureContext)
    warn('this page is not https', 'the checkout opens in a tab; serve the page over https to see it here')
  return isAllowed
}

/** URL of the product page, where the button leads if the checkout cannot open. */
export const productUrlOf = ({ handle, product }: Attributes): string => `${baseUrl}/@${handle}/${product}`

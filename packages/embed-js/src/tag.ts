import { warn } from './attributes.js'

const address = /^(https?:\/\/[^/@]+(?:\/[^?#]*)?)\/embed(\/v[\w.-]+)?\.js(?:[?#]|$)/

/** The base address that a tag brings this script from; nothing for every other element, also when its name pretends. */
export const serviceOf = (tag: Element | null): string | undefined =>
  tag instanceof HTMLScriptElement ? address.exec(tag.src)?.[1] : undefined

/** The base address of the service, once it is found. */
export let base: string

/**
 * Finds the service by the address of the running script: what the browser says is running, and for a module, of which
 * it does not say it, the first module with such an address, one with `data-handle` before others. Other services have an `/embed.js`
 * too.
 *
 * @returns Whether the script may run: from https, and from http on this machine only.
 */
export function findService(): boolean {
  const modules = ['[type=module][data-handle]', '[type=module]'].flatMap((css) => [...document.querySelectorAll(css)])
  const tags = [document.currentScript, ...modules]
  base = tags.map(serviceOf).find((found) => found) as string
  const isAllowed = /^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1])([:/]|$)/.test(base)
  if (!isAllowed) warn(`${base} is not https, and not this machine`)
  // A file, or a sandboxed frame: the service cannot know whose page it would be framed by.
  else if (origin === 'null') warn('a file has no origin', 'the checkout opens in a tab; serve the page to see it here')
  return isAllowed
}

import { warn } from './attributes.js'

const address = /^(https?:\/\/[^/@]+(?:\/[^?#]*)?)\/embed(\/v[\w.-]+)?\.js(?:[?#]|$)/

/** The base address from a tag of this script; undefined for any other element, even one with such a name. */
export const serviceOf = (tag: Element | null): string | undefined =>
  tag instanceof HTMLScriptElement ? address.exec(tag.src)?.[1] : undefined

/** The service's base address, once it is found. */
export let base: string

/** The base address from the module tags, of which one with `data-handle` comes first. */
function serviceOfModule(): string | undefined {
  const tags = ['[type=module][data-handle]', '[type=module]'].flatMap((css) => [...document.querySelectorAll(css)])
  return tags.map(serviceOf).find((found) => found)
}

/**
 * Finds the service by the running script's address. For a module, which the browser does not name, it takes the first
 * module tag with such an address, and prefers one with `data-handle`. Other services also have an `/embed.js`.
 *
 * @returns Whether the script may run: over https, and over http only on this machine.
 */
export function findService(): boolean {
  base = (serviceOf(document.currentScript) || serviceOfModule()) as string
  const isAllowed = /^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1])([:/]|$)/.test(base)
  if (!isAllowed) warn(`${base} must be https, or this machine`)
  // A file or a sandboxed frame: the service cannot know whose page would frame it.
  else if (origin === 'null') warn('a file has no origin', 'the checkout opens in a tab; serve the page to see it here')
  return isAllowed
}

import { page } from '@cedi/service-js/dom'
import { isPlainClick } from '@cedi/service-js/links'
import { type Attributes, readAttributes, warn } from './attributes.js'
import { type ProductParts, renderButton } from './button.js'
import type { BuyScript } from './buy.js'
import { baseUrl, productUrlOf, readBaseUrl } from './service.js'

/** Property of `window` where `buy.js` of any version registers itself. */
const buySlot = Symbol.for('cedi.buy')

/**
 * Loads `buy.js`, unless the page has loaded it with its own hash. An import keeps the page's nonce and needs no Trusted
 * Types policy; a script element would need both.
 *
 * @returns Its functions; undefined if it could not be loaded. Never rejects.
 * @decision 0028
 */
async function loadBuyScript(): Promise<BuyScript | undefined> {
  const slots = window as never as Record<symbol, BuyScript | undefined>
  try {
    if (!slots[buySlot]) await import(`${baseUrl}/buy.js`)
  } catch {}
  return slots[buySlot]
}

async function preloadCheckout(): Promise<void> {
  const script = await loadBuyScript()
  script?.preload(baseUrl)
}

/** Shows data of the product, and removes the button of an unknown product. */
async function checkProduct(values: Attributes, button: HTMLElement, parts?: ProductParts): Promise<void> {
  const script = await loadBuyScript()
  if ((await script?.checkProduct(baseUrl, values, parts)) === false && !('href' in button))
    renderButton(button, undefined)
}

/** Opens the checkout, or the product page if the script is missing. */
async function openCheckout(values: Attributes, button: HTMLElement): Promise<void> {
  const script = await loadBuyScript()
  try {
    if (script) return script.openCheckout(baseUrl, values, button)
  } catch {}
  location.href = productUrlOf(values)
}

/** Opens the checkout, and marks the button as busy until it is open. */
async function handleClick(event: MouseEvent, button: HTMLElement, values: Attributes): Promise<void> {
  const isBusy = button.ariaBusy
  // The second click of a double click does nothing. A later click follows the link, in case the script hangs.
  if (!isBusy || event.detail > 1) event.preventDefault()
  if (isBusy) return
  button.style.opacity = '.7'
  button.ariaBusy = 'true'
  await openCheckout(values, button)
  button.style.opacity = ''
  button.ariaBusy = null
}

/** Delay before a visible button loads the checkout page in advance. */
const preloadDelayMs = 1000

/**
 * Loads `buy.js` when a button becomes visible, and the checkout page a second later.
 *
 * @param onVisible - Called for a visible button when the browser is idle.
 */
function createVisibilityObserver(onVisible: (button: Element) => void): IntersectionObserver {
  // Safari has no requestIdleCallback.
  const whenIdle = typeof window.requestIdleCallback === 'function' ? requestIdleCallback : setTimeout
  let timer: ReturnType<typeof setTimeout> | undefined
  return new IntersectionObserver((entries) => {
    const visible = entries.filter((entry) => entry.isIntersecting)
    if (visible.length === 0) return
    clearTimeout(timer)
    whenIdle(() => {
      for (const { target } of visible) onVisible(target)
    })
    timer = setTimeout(preloadCheckout, preloadDelayMs)
  })
}

/** Finds the parent of a tag's button: `data-target`, or the body. A missing target may be added later. */
function findParent(tag: HTMLElement): Element | null {
  const { target } = tag.dataset
  if (!target) return page.body
  const attribute = `data-target=${JSON.stringify(target)}`
  try {
    const parent = page.querySelector(target)
    // An element that is added while the page loads is not missing.
    if (!parent && page.readyState === 'complete')
      warn(`${attribute} matches no element`, 'the button appears when the page adds it', tag)
    return parent
  } catch {
    warn(`${attribute} is not a valid selector`, 'no button was added', tag)
    return null
  }
}

/** Whether a consent tool has disabled the script of a tag, usually with the type `text/plain`. */
const isDisabled = (tag: HTMLElement): boolean =>
  tag instanceof HTMLScriptElement &&
  !/^$|^(text|application)\/(x-)?(java|ecma)script(1\.\d)?$|^module$/i.test(tag.type)

/** Whether one of the equal tags directly beside a tag has a button. A consent tool may run a script by copying its tag. */
const hasCopyWithButton = (tag: HTMLElement, buttons: ReadonlyMap<Element, unknown>): boolean =>
  (['previousElementSibling', 'nextElementSibling'] as const).some((side) => {
    let other = tag[side]
    while (other && !buttons.has(other) && (other.localName === 'cedi-buy-button' || other.isEqualNode(tag)))
      other = other[side]
    return other && buttons.has(other) && other.isEqualNode(tag)
  })

/** Selects tags with a product in their attributes, or in the query of the script: `embed.js?handle=ama&product=tote`. */
const tagSelector = '[data-handle],[data-product],script[src*="embed"][src*="handle="]'

/** Returns the attributes in the query of a script, for pages whose tag manager removes `data-*`. */
function readQuery(tag: HTMLElement): Record<string, string> {
  const src = tag instanceof HTMLScriptElement ? tag.src : ''
  const query = [...new URL(src || 'x:').searchParams].filter(([name]) => /^[a-z-]+$/.test(name))
  const toName = (name: string): string => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return src.includes('handle=') ? Object.fromEntries(query.map(([name, value]) => [toName(name), value])) : {}
}

/** Creates the button of a tag, with the tag's attributes, without adding it to the page. */
function createButton(tag: HTMLElement): HTMLElement {
  // A page that copies its own markup copies the button with the tag.
  const copiedButton = tag.nextElementSibling?.closest<HTMLElement>('cedi-buy-button')
  const button = copiedButton || page.createElement('cedi-buy-button')
  Object.assign(button.dataset, readQuery(tag), tag.dataset)
  return button
}

/** Logs a warning if the page has neither a tag nor a button. */
function warnIfNoButton(): void {
  if (page.querySelector(`${tagSelector},cedi-buy-button,[data-cedi-buy]`)) return
  warn('the page has no data-handle and data-product; if a tag manager removes them, use embed.js?handle=…&product=…')
}

/**
 * Adds a button at each tag of the page, including tags that are added later, and opens the checkout on click.
 *
 * @returns A function that searches the page for tags again.
 * @decision 0028
 */
export function watchPage(): () => void {
  /** Button of each tag of this script. */
  const buttons = new Map<HTMLElement, HTMLElement>()
  /** Attributes of each button and link; undefined if a click opens no popup. */
  const attributes = new WeakMap<EventTarget, Attributes | undefined>()
  /** Buttons whose product was checked with these attributes. */
  const checked = new WeakMap<Element, Attributes>()
  const check = (button: Element): void => {
    const values = attributes.get(button)
    if (!values || checked.get(button) === values) return
    checked.set(button, values)
    void checkProduct(values, button as HTMLElement)
  }
  const visibility = createVisibilityObserver(check)
  const mutations = new MutationObserver((records) => {
    for (const { attributeName, target } of records) if (attributeName?.startsWith('data-')) attributes.delete(target)
    scan()
  })

  const register = (button: HTMLElement, values = readAttributes(button)): void => {
    const { mode, preload } = values ?? {}
    const opensPopup = mode !== 'tab' && mode !== 'redirect'
    attributes.set(button, opensPopup ? values : undefined)
    if (!('href' in button)) {
      const parts = renderButton(button, values)
      if (parts && values) {
        checked.set(button, values)
        void checkProduct(values, button, parts)
      }
    } else if (mode === 'tab') Object.assign(button, { target: '_blank', rel: 'noopener noreferrer' })
    mutations.observe(button, { attributes: true })
    // With `none` and `intent`, nothing is loaded before the buyer interacts.
    if (!values || preload === 'none' || preload === 'intent') return
    if (opensPopup) visibility.observe(button)
  }
  const scan = (): void => {
    // Removes buttons without a tag. A framework that mounts twice removes its first tag; one that re-renders the target
    // removes the button, so the new target gets another.
    for (const [tag, button] of buttons) {
      if (tag.isConnected && (button.isConnected || !tag.dataset['target'])) continue
      buttons.delete(tag)
      button.remove()
    }
    for (const tag of page.querySelectorAll<HTMLElement>(tagSelector)) {
      if (buttons.has(tag) || isDisabled(tag) || readBaseUrl(tag) !== baseUrl || hasCopyWithButton(tag, buttons))
        continue
      const parent = findParent(tag)
      if (!parent) continue
      const button = createButton(tag)
      buttons.set(tag, button)
      const values = readAttributes(button)
      if (!values) continue
      register(button, values)
      // After the tag, in `data-target`, or at the end of the page for a tag in the head.
      if (!tag.dataset['target'] && parent.contains(tag)) tag.after(button)
      else parent.append(button)
    }
    for (const element of page.querySelectorAll('[data-cedi-buy]:not(a)'))
      warn('data-cedi-buy must be on a link, <a href="…" data-cedi-buy …>', 'a click does nothing', element)
    for (const button of page.querySelectorAll<HTMLElement>('cedi-buy-button,a[data-cedi-buy]'))
      if (!attributes.has(button)) register(button)
  }
  const handleEvent = (event: Event): void => {
    const button = event.composedPath().find((node) => attributes.get(node)) as HTMLElement | undefined
    const values = button && attributes.get(button)
    if (!values) return
    if (event.type !== 'click') {
      if (values['preload'] !== 'none') void preloadCheckout()
    } else if (isPlainClick(event as MouseEvent)) void handleClick(event as MouseEvent, button, values)
  }

  for (const type of ['click', 'pointerover', 'focusin']) addEventListener(type, handleEvent)
  const warnWithoutTags = (): void => {
    scan()
    if (buttons.size === 0) warnIfNoButton()
  }

  // A page may hide elements that are not defined.
  if (!customElements.get('cedi-buy-button')) customElements.define('cedi-buy-button', class extends HTMLElement {})
  addEventListener('load', warnWithoutTags)
  scan()
  mutations.observe(document, { childList: true, subtree: true })
  return scan
}

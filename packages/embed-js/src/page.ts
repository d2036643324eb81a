import { isPlainClick } from '@cedi/service-js/links'
import { type Attributes, readAttributes, warn } from './attributes.js'
import { drawButton } from './button.js'
import { bringCheckout, buy, warmCheckout } from './checkout.js'
import { base, serviceOf } from './tag.js'

/** How long a button is in view before the checkout page is loaded ahead. */
const warmAfterMs = 1000

/** Loads the script that sells when a button comes into view, and a second later the checkout page. */
function createView(): IntersectionObserver {
  // Safari has no requestIdleCallback.
  const whenIdle = window.requestIdleCallback || setTimeout
  let timer: ReturnType<typeof setTimeout> | undefined
  return new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return
    clearTimeout(timer)
    whenIdle(bringCheckout)
    timer = setTimeout(warmCheckout, warmAfterMs)
  })
}

/** The element for a tag's button: `data-target`, otherwise the page. A missing element may still appear. */
function parentFor(tag: HTMLElement): Element | null {
  const { target } = tag.dataset
  try {
    return target ? document.querySelector(target) : document.body
  } catch {
    warn('data-target is not valid')
    return null
  }
}

/** A button for the tag, with the tag's attributes. It is not yet on the page. */
function makeButton(tag: HTMLElement): HTMLElement {
  // A page that copies its own markup copies the button together with the tag.
  const copied = tag.nextElementSibling?.closest<HTMLElement>('cedi-buy-button')
  const button = copied || document.createElement('cedi-buy-button')
  Object.assign(button.dataset, tag.dataset)
  return button
}

/** Sells, and shows in the button that it is busy. */
async function sell(event: MouseEvent, tag: HTMLElement, values: Attributes): Promise<void> {
  const isBusy = tag.ariaBusy
  // The second click of a double click finds the checkout opening. A later click does not wait, and follows the link.
  if (!isBusy || event.detail > 1) event.preventDefault()
  if (isBusy) return
  tag.style.opacity = '.7'
  tag.ariaBusy = 'true'
  await buy(values, tag)
  tag.style.opacity = ''
  tag.ariaBusy = null
}

/**
 * Puts a button at each tag of the page, now and later, and sells on a click.
 *
 * @returns A function that looks for tags again.
 * @decision 0028
 */
export function watchPage(): () => void {
  // The button of each tag of this script.
  const buttons = new Map<HTMLElement, HTMLElement>()
  // The attributes of a button or link; undefined when a click on it opens no popup.
  const seen = new WeakMap<EventTarget, Attributes | undefined>()
  const view = createView()
  const watch = new MutationObserver((changes) => {
    for (const { attributeName, target } of changes) if (attributeName?.startsWith('data-')) seen.delete(target)
    scan()
  })

  const see = (tag: HTMLElement, values = readAttributes(tag)): void => {
    const { mode, preload } = values ?? {}
    const opens = mode !== 'tab' && mode !== 'redirect'
    seen.set(tag, opens ? values : undefined)
    if (!('href' in tag)) drawButton(tag, values)
    else if (mode === 'tab') Object.assign(tag, { target: '_blank', rel: 'noopener noreferrer' })
    watch.observe(tag, { attributes: true })
    // With `none` and `intent` nothing is loaded until the buyer shows interest.
    if (values && opens && preload !== 'none' && preload !== 'intent') view.observe(tag)
  }
  const scan = (): void => {
    // A framework that mounts twice removes its first tag, and the button with it. One that redraws the target removes
    // the button, so the new target gets another.
    for (const [tag, button] of buttons) {
      if (tag.isConnected && (button.isConnected || !tag.dataset['target'])) continue
      buttons.delete(tag)
      button.remove()
    }
    for (const tag of document.querySelectorAll<HTMLElement>('[data-handle],[data-product]')) {
      if (buttons.has(tag) || serviceOf(tag) !== base) continue
      const parent = parentFor(tag)
      if (!parent) continue
      const button = makeButton(tag)
      buttons.set(tag, button)
      const values = readAttributes(button)
      if (!values) continue
      see(button, values)
      // At the tag, in `data-target`, or, when the tag is in the head, at the end of the page.
      if (!tag.dataset['target'] && parent.contains(tag)) tag.after(button)
      else parent.append(button)
    }
    for (const tag of document.querySelectorAll<HTMLElement>('cedi-buy-button,a[data-cedi-buy]'))
      if (!seen.has(tag)) see(tag)
  }
  const notice = (event: Event): void => {
    const tag = event.composedPath().find((node) => seen.get(node)) as HTMLElement | undefined
    const values = tag && seen.get(tag)
    if (!values) return
    if (event.type !== 'click') {
      if (values['preload'] !== 'none') void warmCheckout()
    } else if (isPlainClick(event as MouseEvent)) void sell(event as MouseEvent, tag, values)
  }

  // A finger is a pointer too.
  for (const type of ['click', 'pointerover', 'focusin']) addEventListener(type, notice)
  scan()
  watch.observe(document, { childList: true, subtree: true })
  return scan
}

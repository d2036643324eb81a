import { isPlainClick } from '@cedi/service-js/links'
import { type Attributes, readAttributes, warn } from './attributes.js'
import { drawButton } from './button.js'
import { checkout } from './checkout.js'
import { base, serviceOf } from './tag.js'

/**
 * Puts a button at each tag of the page, now and later, and sells when one is clicked.
 *
 * @returns A function that looks at the page again.
 * @decision 0028
 */
export function watchPage(): () => void {
  // The button that was put there for a tag of this script.
  const buttons = new Map<HTMLElement, Element>()
  // What a button or a link says; nothing when a click on it opens no popup.
  const seen = new WeakMap<EventTarget, Attributes | null | undefined>()
  let timer: ReturnType<typeof setTimeout>

  const view = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return
    clearTimeout(timer)
    void checkout()
    timer = setTimeout(checkout, 1000, 'warm')
  })

  /** Puts a button where the tag stands, in `data-target`, or, when the tag is in the head, at the end of the page. */
  const place = (tag: HTMLElement): void => {
    const target = tag.dataset['target']
    // A page that copies its own markup copies the button with the tag.
    const button =
      tag.nextElementSibling?.closest<HTMLElement>('cedi-buy-button') || document.createElement('cedi-buy-button')
    Object.assign(button.dataset, tag.dataset)
    try {
      // What is not there yet may come.
      const parent = document.querySelector(target || 'body')
      if (!parent) return
      buttons.set(tag, button)
      if (readAttributes(tag))
        if (!target && parent.contains(tag)) tag.after(button)
        else parent.append(button)
    } catch {
      warn('data-target is not valid')
    }
  }
  const scan = (): void => {
    // A framework that mounts twice takes its first tag away: the button goes with it. One that draws the target anew
    // takes the button away: there is another one for the new target.
    for (const [tag, button] of buttons)
      if ((!tag.isConnected || (tag.dataset['target'] && !button.isConnected)) && buttons.delete(tag)) button.remove()
    for (const tag of document.querySelectorAll<HTMLElement>('[data-handle],[data-product]'))
      if (!buttons.has(tag) && serviceOf(tag) === base) place(tag)
    for (const tag of document.querySelectorAll<HTMLElement>('cedi-buy-button,a[data-cedi-buy]')) {
      if (!seen.has(tag)) {
        const values = readAttributes(tag)
        // The first letter is enough: tab, redirect.
        const opens = /^[tr]/.test(values?.['mode'] as string) ? null : values
        seen.set(tag, opens)
        if (!('href' in tag)) drawButton(tag, values)
        watch.observe(tag, { attributes: true })
        // None, intent.
        if (opens && !/^[ni]/.test(opens['preload'] as string)) view.observe(tag)
      }
    }
  }
  const watch = new MutationObserver((changes) => {
    for (const change of changes) if (/^d/.test(change.attributeName as string)) seen.delete(change.target)
    scan()
  })

  // A finger is a pointer too.
  for (const type of ['click', 'pointerover', 'focusin'])
    addEventListener(type, async (event) => {
      const tag = event.composedPath().find((node) => seen.get(node)) as HTMLElement
      const values = seen.get(tag)
      if (!values) return
      if (type !== 'click') {
        if (values['preload'] !== 'none') void checkout('warm')
      } else if (isPlainClick(event as MouseEvent)) {
        // The second click of a double click finds it on its way; a later one does not wait, and follows the link.
        if (!tag.ariaBusy || (event as MouseEvent).detail > 1) event.preventDefault()
        if (!tag.ariaBusy) {
          tag.style.opacity = '.7'
          tag.ariaBusy = 'true'
          await checkout('buy', values, tag)
          tag.style.opacity = ''
          tag.ariaBusy = null
        }
      }
    })
  scan()
  watch.observe(document, { childList: true, subtree: true })
  return scan
}

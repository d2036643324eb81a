import { isPlainClick } from '@cedi/service-js/links'
import { type Attributes, readAttributes } from './attributes.js'
import { drawButton } from './button.js'
import { buy } from './buy.js'
import { loadCheckout } from './service.js'

const selector = 'cedi-buy-button,a[data-cedi-buy]'

/** The attributes of a button that opens the popup; nothing for `data-mode="tab"` and `data-mode="redirect"`. */
const readOpening = (tag: HTMLElement): Attributes | undefined => {
  const values = readAttributes(tag)
  return /^(tab|redirect)$/.test(values?.['mode'] as string) ? undefined : values
}

/**
 * Puts a button at each tag of the page, now and later, and opens the popup checkout when one is clicked.
 *
 * @param base - The origin of the service.
 * @param nonce - For browsers without constructable stylesheets only.
 * @param isOwnTag - Whether a script element is a tag of this script.
 * @returns A function that looks at the page again.
 * @decision 0028
 */
export function watchPage(
  base: string,
  nonce: string | undefined,
  isOwnTag: (tag: HTMLScriptElement) => boolean,
): () => void {
  // What was seen, and the button that was put there for it.
  const seen = new Map<Element, Element | undefined>()
  let timer: ReturnType<typeof setTimeout>

  /** Loads the checkout script, and then the checkout page into a hidden frame. */
  const load = (isWarm?: boolean): void => {
    loadCheckout(base).then(
      (cedi) => isWarm && cedi?.warm(),
      () => {},
    )
  }
  const view = new IntersectionObserver((entries) => {
    clearTimeout(timer)
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    load()
    timer = setTimeout(load, 1000, true)
  })

  /** Puts a button where the tag stands, in `data-target`, or, when the tag is in the head, at the end of the page. */
  const place = (tag: HTMLElement): void => {
    const { body } = document
    const { target } = tag.dataset
    const button = document.createElement('cedi-buy-button')
    Object.assign(button.dataset, tag.dataset)
    try {
      // What is not there yet may come.
      const parent = target ? document.querySelector(target) : body
      if (!parent) return
      seen.set(tag, button)
      if (!readAttributes(tag)) return
      if (!target && body.contains(tag)) tag.after(button)
      else parent.append(button)
    } catch {}
  }
  const scan = (): void => {
    // A framework that mounts twice takes its first tag away: the button goes with it.
    for (const [tag, button] of seen) if (!tag.isConnected && seen.delete(tag)) button?.remove()
    for (const tag of document.querySelectorAll<HTMLScriptElement>('script[data-handle],script[data-product]'))
      if (isOwnTag(tag) && !seen.has(tag)) place(tag)
    for (const tag of document.querySelectorAll<HTMLElement>(selector)) {
      if (seen.has(tag)) continue
      seen.set(tag, undefined)
      const draw = (): void => drawButton(base, nonce, tag)
      if (!tag.matches('a')) {
        draw()
        new MutationObserver(([change]) => /^data/.test(change?.attributeName as string) && draw()).observe(tag, {
          attributes: true,
        })
      }
      const values = readOpening(tag)
      if (values && !/^(none|intent)$/.test(values['preload'] as string)) view.observe(tag)
    }
  }

  for (const type of ['click', 'pointerover', 'touchstart', 'focusin'])
    addEventListener(type, (event) => {
      const tag = event.composedPath().find((node) => (node as HTMLElement).matches?.(selector)) as HTMLElement
      const values = tag && readOpening(tag)
      if (!values) return
      if (type !== 'click') {
        if (values['preload'] !== 'none') load(true)
      } else if (isPlainClick(event as MouseEvent)) {
        event.preventDefault()
        tag.setAttribute('aria-busy', 'true')
        void buy(base, tag, values).then(() => tag.removeAttribute('aria-busy'))
      }
    })
  scan()
  new MutationObserver(scan).observe(document, { childList: true, subtree: true })
  return scan
}

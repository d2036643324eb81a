import { isPlainClick } from '@cedi/service-js/links'
import { type Attributes, names, opensPopup, readAttributes } from './attributes.js'
import { defineButton } from './button.js'
import { buy } from './buy.js'
import { loadCore } from './core.js'

const selector = 'cedi-buy-button,a[data-cedi-buy]'

/**
 * Puts a button at each tag of the page, now and later, and opens the popup checkout when one is clicked.
 *
 * @param base - The origin of the service.
 * @param isOwnTag - Whether a script element is a tag of this script.
 * @returns A function that looks at the page again.
 * @decision 0028
 */
export function watchPage(base: string, nonce: string | undefined, isOwnTag: (src: string) => boolean): () => void {
  const buttons = new Map<Element, Element | undefined>()
  const known = new WeakSet<Element>()
  let timer: ReturnType<typeof setTimeout>

  /** Loads the core, and then the checkout page into a hidden frame. */
  const load = (isWarm: boolean): void => {
    loadCore(base).then(
      (cedi) => isWarm && cedi?.warm(),
      () => {},
    )
  }
  const view = new IntersectionObserver((entries) => {
    clearTimeout(timer)
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    load(false)
    timer = setTimeout(load, 1000, true)
  })

  /** Puts a button where the tag stands, in `data-target`, or, when the tag is in the head, at the end of the page. */
  const place = (tag: Element): void => {
    const { body } = document
    const attributes = readAttributes(tag)
    const target = attributes?.['target']
    let parent: Element | null = body?.contains(tag) ? null : body
    try {
      if (target) parent = document.querySelector(target)
    } catch {}
    // What is not there yet may come.
    if (!parent && (target || !body)) return
    const button = attributes && document.createElement('cedi-buy-button')
    buttons.set(tag, button)
    if (!button) return
    for (const name of names) {
      const value = tag.getAttribute(`data-${name}`)
      if (value !== null) button.setAttribute(`data-${name}`, value)
    }
    if (parent) parent.append(button)
    else tag.after(button)
  }
  const scan = (): void => {
    // A framework that mounts twice takes its first tag away: the button goes with it.
    for (const [tag, button] of buttons) if (!tag.isConnected && buttons.delete(tag)) button?.remove()
    for (const tag of document.querySelectorAll<HTMLScriptElement>('script[data-handle],script[data-product]'))
      if (isOwnTag(tag.src) && !buttons.has(tag)) place(tag)
    for (const tag of document.querySelectorAll(selector)) {
      if (known.has(tag)) continue
      known.add(tag)
      const attributes = readAttributes(tag)
      if (attributes && opensPopup(attributes) && !/^(none|intent)$/.test(attributes['preload'] ?? ''))
        view.observe(tag)
    }
  }

  /** Acts when an event comes from a button that opens the popup. */
  const on = (type: string, act: (event: Event, tag: Element, attributes: Attributes) => void): void =>
    document.addEventListener(
      type,
      (event) => {
        const tag = event.composedPath().find((node) => node instanceof Element && node.matches(selector)) as Element
        const attributes = tag && readAttributes(tag)
        if (attributes && opensPopup(attributes)) act(event, tag, attributes)
      },
      // A touch is not held up: only a click is prevented.
      { passive: type !== 'click' },
    )

  defineButton(base, nonce)
  on('click', (event, tag, attributes) => {
    if (!isPlainClick(event as MouseEvent)) return
    event.preventDefault()
    tag.setAttribute('aria-busy', 'true')
    void buy(base, tag, attributes).then(() => tag.removeAttribute('aria-busy'))
  })
  for (const type of ['pointerover', 'touchstart', 'focusin'])
    on(type, (_event, _tag, { preload }) => {
      if (preload !== 'none') load(true)
    })
  scan()
  new MutationObserver(scan).observe(document, { childList: true, subtree: true })
  return scan
}

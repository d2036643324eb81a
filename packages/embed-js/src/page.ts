import { isPlainClick } from '@cedi/service-js/links'
import { type Attributes, attributeNames, readAttributes } from './attributes.js'
import { defineButton } from './button.js'
import { buy } from './buy.js'
import { loadCore } from './core.js'

const selector = 'cedi-buy-button,a[data-cedi-buy]'

/** The button of an event that opens the popup, and what its attributes say. */
const buttonOf = (event: Event): [HTMLElement, Attributes] | undefined => {
  const [first] = event.composedPath() as [HTMLElement]
  const tag =
    first.closest?.<HTMLElement>(selector) ?? ((first.getRootNode?.() as ShadowRoot).host as HTMLElement | undefined)
  const attributes = tag?.matches?.(selector) && readAttributes(tag)
  if (attributes && /^(overlay)?$/.test(attributes['mode'] ?? '')) return [tag, attributes]
  return
}

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

  const load = (): Promise<void> => loadCore(base).then((cedi) => cedi?.warm())
  const ahead = (event: Event): void => {
    const [, attributes] = buttonOf(event) ?? []
    if (attributes && attributes['preload'] !== 'none') load().catch(() => {})
  }
  const timers = new Map<Element, ReturnType<typeof setTimeout>>()
  const view = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      clearTimeout(timers.get(target))
      if (!isIntersecting) continue
      // The core at once, the frame when the button stays in view.
      loadCore(base).catch(() => {})
      timers.set(
        target,
        setTimeout(() => load().catch(() => {}), 1000),
      )
    }
  })

  /** Puts a button where the tag stands, in `data-target`, or, when the tag is in the head, at the end of the page. */
  const place = (tag: Element): void => {
    const attributes = readAttributes(tag)
    let target: Element | null | undefined
    try {
      // What is not there yet may come.
      if (attributes?.['target']) target = document.querySelector(attributes['target'])
    } catch {}
    if (attributes?.['target'] && !target) return
    const isInHead = !document.body?.contains(tag)
    if (isInHead && !document.body) return
    buttons.set(tag, undefined)
    if (!attributes) return
    const button = document.createElement('cedi-buy-button')
    for (const name of attributeNames()) {
      const value = tag.getAttribute(name)
      if (value !== null) button.setAttribute(name, value)
    }
    buttons.set(tag, button)
    if (target || isInHead) (target ?? document.body).append(button)
    else tag.after(button)
  }
  const scan = (): void => {
    for (const tag of document.querySelectorAll<HTMLScriptElement>('script[data-handle],script[data-product]'))
      if (isOwnTag(tag.src) && !buttons.has(tag)) place(tag)
    // A framework that mounts twice takes its first tag away: the button goes with it.
    for (const [tag, button] of buttons)
      if (!tag.isConnected) {
        button?.remove()
        buttons.delete(tag)
      }
    for (const tag of document.querySelectorAll(selector)) {
      const { preload = 'none', mode } = readAttributes(tag) ?? {}
      if (/^(visible)?$/.test(preload) && /^(overlay)?$/.test(mode ?? '')) view.observe(tag)
    }
  }

  defineButton(base, nonce)
  document.addEventListener('click', (event) => {
    const [tag, attributes] = buttonOf(event) ?? []
    if (!tag || !attributes || !isPlainClick(event)) return
    event.preventDefault()
    tag.setAttribute('aria-busy', 'true')
    buy(base, tag, attributes).finally(() => tag.removeAttribute('aria-busy'))
  })
  for (const type of ['pointerover', 'touchstart', 'focusin'])
    document.addEventListener(type, ahead, { passive: true })
  scan()
  new MutationObserver(scan).observe(document, { childList: true, subtree: true })
  return scan
}

import type { Cedi } from './cedi.js'

/**
 * Whether a click on a link means "open this here": the main button, no key that asks for a new tab, nobody else took
 * it.
 */
export const isPlainClick = (event: MouseEvent): boolean =>
  !(event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)

/**
 * Opens `<a href="{base}/pay/{token}" data-cedi-intent="{token}">` as a popup, now and for links that come later. Until
 * the script is there, and with a modifier key or the middle button, it stays a plain link.
 *
 * @source What the service does
 * @decision 0027
 */
export function openLinks(cedi: Cedi): void {
  addEventListener('click', (event) => {
    const [target] = event.composedPath() as [HTMLElement]
    const link = target.closest?.<HTMLElement>('a[data-cedi-intent]')
    if (link && isPlainClick(event)) {
      event.preventDefault()
      cedi.checkout({ intent: link.dataset['cediIntent'] as string })
    }
  })
}

import type { Cedi } from './page-api.js'

/**
 * Whether a click on a link means "open here": the main button, no modifier key for a new tab, and not handled by
 * anybody else.
 */
export const isPlainClick = (event: MouseEvent): boolean =>
  !(event.button || event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)

/**
 * Opens `<a href="{base}/pay/{token}" data-cedi-intent="{token}">` as a popup, now and for links added later. Until the
 * script has loaded, and with a modifier key or the middle button, it stays a plain link.
 *
 * @source What the service does
 * @decision 0027
 */
export function openLinks(cedi: Cedi): void {
  addEventListener('click', (event) => {
    const link = (event.composedPath() as HTMLElement[]).find((node) => node.dataset?.['cediIntent'])
    if (link && isPlainClick(event)) {
      event.preventDefault()
      cedi.checkout({ intent: link.dataset['cediIntent'] as string })
    }
  })
}

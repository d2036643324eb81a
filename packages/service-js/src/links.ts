import type { Cedi } from './api.js'

/** Whether a click means "open here": main button, no modifier key for a new tab, and not handled by another listener. */
export const isPlainClick = (event: MouseEvent): boolean =>
  !(event.button || event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)

/**
 * Opens `<a href="{baseUrl}/pay/{token}" data-cedi-intent="{token}">` as a popup, including links that are added later.
 * Without the script, with a modifier key or with the middle button, it stays a plain link.
 *
 * @source What the service does
 * @decision 0027
 */
export function handleIntentLinks(cedi: Cedi): void {
  addEventListener('click', (event) => {
    const link = (event.composedPath() as HTMLElement[]).find((node) => node.dataset?.['cediIntent'])
    if (link && isPlainClick(event)) {
      event.preventDefault()
      cedi.checkout({ intent: link.dataset['cediIntent'] as string })
    }
  })
}

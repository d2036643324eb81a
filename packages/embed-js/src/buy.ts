import type { Attributes } from './attributes.js'
import { coreNow, loadCore } from './core.js'

/** The product page: where the button leads while nothing else works. */
export const pageOf = (base: string, { handle, product }: Attributes): string => `${base}/@${handle}/${product}`

/**
 * Opens the checkout of a product: the service makes the checkout intent, at its own price.
 *
 * @param tag - Where the events are fired. A listener may cancel `cedi:open` and `cedi:success`.
 * @decision 0028
 */
export async function buy(base: string, tag: Element, attributes: Attributes): Promise<void> {
  const { handle, product, ref: reference, locale, accent, theme } = attributes
  const tell = (name: string, event?: object): boolean => {
    const detail = { ...event, reference }
    return tag.dispatchEvent(
      new CustomEvent(`cedi:${name}`, { detail, bubbles: true, composed: true, cancelable: true }),
    )
  }
  const page = pageOf(base, attributes)
  let target = attributes['success-url']
  try {
    const cedi = coreNow(base) ?? (await loadCore(base))
    if (!tell('open')) return
    cedi?.checkout({
      page,
      locale: locale || document.documentElement.lang,
      theme: theme as 'auto',
      accent: accent ?? '',
      async intent() {
        // Sent as text, so that no preflight comes first.
        const body = JSON.stringify({ handle, product, quantity: +(attributes['quantity'] || 1), ref: reference })
        const response = await fetch(`${base}/checkout/embed`, { method: 'POST', credentials: 'omit', body })
        return (await response.json()).data.token
      },
      onEvent(event) {
        const { type, outcome } = event
        // `cedi:open` is told before, so that it can be cancelled.
        if (type !== 'open' && !tell(type, event) && type === 'success') target = ''
        if (type === 'close' && outcome?.status === 'succeeded' && target) location.assign(target)
      },
    })
  } catch {
    location.assign(page)
  }
}

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
  const { handle, product, quantity, ref: reference, locale, theme, accent } = attributes
  const tell = (name: string, detail: object): boolean =>
    tag.dispatchEvent(
      new CustomEvent(`cedi:${name}`, {
        detail: { reference, ...detail },
        bubbles: true,
        composed: true,
        cancelable: true,
      }),
    )
  const page = pageOf(base, attributes)
  let target = attributes['success-url']
  try {
    const cedi = coreNow(base) ?? (await loadCore(base))
    if (!tell('open', {})) return
    cedi?.checkout({
      page,
      ...(locale && { locale }),
      theme: (theme || 'auto') as 'auto',
      accent: accent ?? '',
      async intent() {
        // Sent as text, so that no preflight comes first.
        const body = JSON.stringify({ handle, product, quantity: +(quantity || 1), ...(reference && { ref: reference }) })
        const response = await fetch(`${base}/checkout/embed`, { method: 'POST', credentials: 'omit', body })
        return (await response.json()).data.token
      },
      onEvent(event) {
        const { type, outcome } = event
        if (!/^(prompt|success|pending|failed|close)$/.test(type)) return
        if (!tell(type, event) && type === 'success') target = ''
        if (type === 'close' && outcome?.status === 'succeeded' && target) location.assign(target)
      },
    })
  } catch {
    location.assign(page)
  }
}

import type { Attributes } from './attributes.js'
import { askService, loadCheckout, pageOf } from './service.js'

/**
 * Opens the checkout of a product: the service makes the checkout intent, at its own price.
 *
 * @param tag - Where the events are fired. A listener may cancel `cedi:open` and `cedi:success`.
 * @decision 0028
 */
export async function buy(tag: HTMLElement, values: Attributes): Promise<void> {
  const { handle, product, quantity, ref, locale, accent, theme } = values
  const page = pageOf(values)
  let target: string | undefined
  const tell = (name: string, event?: object): boolean =>
    tag.dispatchEvent(
      new CustomEvent(`cedi:${name}`, {
        detail: { ...event, reference: ref },
        bubbles: true,
        composed: true,
        cancelable: true,
      }),
    )
  tag.ariaBusy = 'true'
  tag.style.opacity = '.7'
  try {
    const cedi = await loadCheckout()
    if (tell('open'))
      cedi.checkout({
        page,
        ...({ locale, accent, theme } as object),
        // Sent as text, so that no preflight comes first.
        intent: async () =>
          (
            await askService('', {
              method: 'POST',
              body: JSON.stringify({ handle, product, quantity: +(quantity || 1), ref }),
            })
          ).token,
        onEvent(event) {
          const { type } = event
          // `cedi:open` is told before, so that it can be cancelled.
          if (type !== 'open' && tell(type, event) && type === 'success') target = values['success-url']
          if (type === 'close' && target) location.href = target
        },
      })
  } catch {
    location.href = page
  }
  tag.ariaBusy = null
  tag.style.opacity = ''
}

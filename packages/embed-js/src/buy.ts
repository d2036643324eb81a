import { isLazy } from '@cedi/service-js/frame'
import { type OpenCheckout, preparePopup } from '@cedi/service-js/popup'
import { slotOf } from '@cedi/service-js/slot'
import type { Attributes } from './attributes.js'

/** What `buy.js` does for the buttons of `embed.js`: what they need once a buyer comes near, and not to be drawn. */
export interface Buying {
  warm(base: string): void
  price(base: string, values: Attributes, place: HTMLElement): Promise<void>
  buy(base: string, values: Attributes, tag: HTMLElement): void
}

/** Where the checkout that is open on the page is kept, whichever script opened it. */
const page = slotOf()
let ready: OpenCheckout | undefined

/** Asks the service about a product; with a body, for a checkout intent. */
async function ask(base: string, query: string, init?: RequestInit): Promise<{ token: string; price: string }> {
  const response = await fetch(`${base}/checkout/embed${query}`, init)
  const { data } = await response.json()
  return data
}

const buying: Buying = {
  /** Loads the checkout page into a hidden frame. */
  warm(base) {
    if (isLazy()) return
    // Safari has no requestIdleCallback.
    const whenIdle = window.requestIdleCallback || setTimeout
    whenIdle(() => {
      if (!ready && !page.session) ready = preparePopup(base, { isWarm: true })
    })
  },

  /** Writes the price of as many as the button sells: the service's, and none when it cannot be asked. */
  async price(base, { handle, product, quantity, locale }, place) {
    const lang = locale || document.documentElement.lang || 'en'
    try {
      const { price } = await ask(base, `?handle=${handle}&product=${product}&quantity=${quantity || 1}&lang=${lang}`)
      place.textContent = price
    } catch {}
  },

  /**
   * Opens the checkout of a product: the service makes the checkout intent, at its own price.
   *
   * @param tag - Where the events are fired. A listener may cancel `cedi:open` and `cedi:success`.
   * @decision 0028
   */
  buy(base, values, tag) {
    const { handle, product, quantity, ref, locale, accent, theme } = values
    let successUrl: string | undefined
    // A page that changes its view takes the button away while the checkout goes on: then the document is told.
    const tell = (name: string, event?: object): boolean => {
      const detail = { ...event, reference: ref }
      const told = new CustomEvent(`cedi:${name}`, { detail, bubbles: true, composed: true, cancelable: true })
      return (tag.isConnected ? tag : document).dispatchEvent(told)
    }
    // Sent as text, so that no preflight comes first.
    const intent = async (): Promise<string> => {
      const body = JSON.stringify({ handle, product, quantity: Number(quantity || 1), ref })
      const { token } = await ask(base, '', { method: 'POST', body })
      return token
    }
    // One checkout on a page: it gets the focus, and a second is not opened above it.
    if (page.session) return page.session.focus()
    if (!tell('open')) return
    const open = ready ?? preparePopup(base)
    ready = undefined
    open(
      {
        page: `${base}/@${handle}/${product}`,
        ...({ locale, accent, theme } as object),
        intent,
        onEvent(event) {
          const { type } = event
          // `cedi:open` is told before, so that it can be cancelled.
          if (type !== 'open' && tell(type, event) && type === 'success') successUrl = values['success-url']
          if (type === 'close' && successUrl) location.href = successUrl
        },
      },
      page,
    )
  },
}

const slots = window as never as Record<symbol, Buying | undefined>
const slot = Symbol.for('cedi.buy')
// A second copy leaves everything to the first.
slots[slot] ??= buying

import { isLazy, preparePopup } from '@cedi/service-js/popup'
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
let ready: ReturnType<typeof preparePopup> | undefined

/** Asks the service about a product; with a body, for a checkout intent. */
const ask = async (base: string, query: string, init?: RequestInit): Promise<{ token: string; price: string }> =>
  (await (await fetch(`${base}/checkout/embed${query}`, init)).json()).data

const buying: Buying = {
  /** Loads the checkout page into a hidden frame. */
  warm(base) {
    if (isLazy()) return
    ;(window.requestIdleCallback || setTimeout)(() => {
      if (!ready && !page.session) ready = preparePopup(base, '', undefined, true)
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
    let target: string | undefined
    // A page that changes its view takes the button away while the checkout goes on: then the document is told.
    const tell = (name: string, event?: object): boolean =>
      (tag.isConnected ? tag : document).dispatchEvent(
        new CustomEvent(`cedi:${name}`, {
          detail: { ...event, reference: ref },
          bubbles: true,
          composed: true,
          cancelable: true,
        }),
      )
    if (page.session) return page.session.focus()
    if (!tell('open')) return
    const open = ready || preparePopup(base)
    ready = undefined
    open(
      {
        page: `${base}/@${handle}/${product}`,
        ...({ locale, accent, theme } as object),
        // Sent as text, so that no preflight comes first.
        intent: async () =>
          (
            await ask(base, '', {
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
      },
      page,
    )
  },
}

const slots = window as never as Record<symbol, Buying>
const slot = Symbol.for('cedi.buy')
// A second copy leaves everything to the first.
slots[slot] = slots[slot] || buying

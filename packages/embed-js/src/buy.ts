import { isLazy } from '@cedi/service-js/frame'
import { type OpenCheckout, preparePopup } from '@cedi/service-js/popup'
import { recall } from '@cedi/service-js/remembered'
import { slotOf } from '@cedi/service-js/slot'
import type { Attributes } from './attributes.js'

/** What `buy.js` does for the buttons of `embed.js`: what they need only when a buyer comes near. */
export interface Buying {
  warm(base: string): void
  price(base: string, values: Attributes, place: HTMLElement): Promise<void>
  buy(base: string, values: Attributes, tag: HTMLElement): void
}

/** Where the page's open checkout is stored, whichever script opened it. */
const page = slotOf()
let ready: OpenCheckout | undefined

interface Answer {
  readonly data?: { readonly token: string; readonly price: string; readonly ask?: object }
  readonly error?: { readonly code: string; readonly message: string }
}

/** Asks the service about a product; with a body, for a checkout intent. Throws when the service cannot answer. */
async function ask(base: string, query: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(`${base}/checkout/embed?${query}`, init)
  if (response.status >= 500 || response.status === 429) throw response
  return response.json()
}

const languageOf = ({ locale }: Attributes): string => locale || document.documentElement.lang || 'en'

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

  /** Writes the price for the button's quantity: the service's text, or none when it cannot be asked. */
  async price(base, values, place) {
    const { handle, product, quantity } = values
    const query = { handle, product, quantity: quantity || 1, lang: languageOf(values) } as object
    try {
      const { data, error } = await ask(base, String(new URLSearchParams(query as Record<string, string>)))
      place.textContent = data?.price ?? ''
      if (error) console.warn(`[embed.js] ${handle}/${product}: ${error.message}`)
    } catch {}
  },

  /**
   * Opens a product's checkout: the service creates the checkout intent, at its own price.
   *
   * @param tag - Where events are fired. A listener may cancel `cedi:open` and `cedi:success`.
   * @decision 0028
   */
  buy(base, values, tag) {
    const { handle, product, quantity, ref, locale, accent, theme } = values
    let successUrl: string | undefined
    // If the page removes the button while the checkout is open, events go to the document.
    const tell = (name: string, event?: object): boolean => {
      const detail = { ...event, reference: ref }
      const told = new CustomEvent(`cedi:${name}`, { detail, bubbles: true, composed: true, cancelable: true })
      return (tag.isConnected ? tag : document).dispatchEvent(told)
    }
    const productPage = `${base}/@${handle}/${product}`
    // Sent as text, so that no preflight request comes first.
    const intent = async (anew = 0): Promise<string> => {
      const { origin, pathname } = location
      // Without its query and fragment, where pages keep private data.
      const here = origin === 'null' ? undefined : origin + pathname
      // The service returns a buyer only to this page's origin.
      const return_url = values['success-url']?.startsWith(`${origin}/`) ? values['success-url'] : here
      const kept = recall(`cedi:${productPage}`)
      const body = JSON.stringify({
        handle,
        product,
        quantity: Number(quantity || 1),
        ref,
        return_url,
        kept: kept && { ...kept, anew: anew > 1 ? 'leave' : anew ? 'cancel' : undefined },
      })
      const { data, error } = await ask(base, `lang=${languageOf(values)}`, { method: 'POST', body })
      if (error) console.warn(`[embed.js] ${handle}/${product}: ${error.message}`)
      return (data?.token ?? data ?? error) as string
    }
    // One checkout on a page: it gets the focus, and no second one opens above it.
    if (page.session) return page.session.focus()
    if (!tell('open')) return
    const open = ready ?? preparePopup(base)
    ready = undefined
    open(
      {
        page: productPage,
        ...({ locale, accent, theme } as object),
        intent,
        onEvent(event) {
          const { type } = event
          // `cedi:open` comes before, so that it can be cancelled.
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
// A second copy of the script leaves everything to the first.
slots[slot] ??= buying

import type { CheckoutEvent } from '@cedi/service-js/api'
import { page } from '@cedi/service-js/dom'
import { isPreloadDisabled } from '@cedi/service-js/frame'
import { readClaims } from '@cedi/service-js/intent-token'
import { getPageSlot, readStoredPayment } from '@cedi/service-js/page-state'
import { type OpenPopup, preparePopup } from '@cedi/service-js/popup'
import type { Attributes } from './attributes.js'
import type { ProductParts } from './button.js'

/** Functions of `buy.js` for the buttons of `embed.js`: the part that is needed only when a buyer interacts. */
export interface BuyScript {
  /** Loads the checkout page into a hidden frame. */
  preload(baseUrl: string): void
  /**
   * Checks that the product exists, and fills in its price for the button's quantity, and its name and picture. Leaves
   * them empty if the service does not respond.
   *
   * @returns False if the handle or the product is unknown. Logs the reason for the owner of the page.
   */
  checkProduct(baseUrl: string, values: Attributes, parts?: ProductParts): Promise<boolean>
  /**
   * Opens the checkout of a product. The service creates the intent at its own price.
   *
   * @param button - Target of the events. Listeners may cancel `cedi:open` and `cedi:success`.
   */
  openCheckout(baseUrl: string, values: Attributes, button: HTMLElement): void
}

/** Slot with the open checkout of the page, opened by any script. */
const slot = getPageSlot()
let preloaded: OpenPopup | undefined

interface EmbedResponse {
  readonly data?: {
    readonly token?: string
    readonly price: string
    readonly name: string
    readonly image_url?: string | null
    /** Of a new checkout intent, in GH₵. A stored payment has none. */
    readonly amount?: number
    readonly question?: object
  }
  readonly error?: { readonly code: string; readonly message: string }
}

/** Fetches a product's price, or with a body a checkout intent. Throws if the service is unavailable. */
async function fetchEmbed(baseUrl: string, query: string, init?: RequestInit): Promise<EmbedResponse> {
  const response = await fetch(`${baseUrl}/checkout/embed?${query}`, init)
  if (response.status >= 500 || response.status === 429) throw new Error(`HTTP ${response.status}`)
  return response.json()
}

const languageOf = ({ locale }: Attributes): string => locale || page.documentElement.lang || 'en'

function logError({ handle, product }: Attributes, { message }: { readonly message: string }): void {
  console.error(`[embed.js] data-handle="${handle}" data-product="${product}": ${message}`)
}

/** Values of a sale for analytics, once they are known. */
interface Sale {
  readonly amount?: number
  readonly currency?: string
  readonly quantity?: number
}

/**
 * Creates a checkout intent. Returns its token, or the reason why there is none.
 *
 * @param onSale - Called with the values of the intent.
 */
async function createIntent(
  baseUrl: string,
  values: Attributes,
  payAgainCount: number,
  onSale: (sale: Sale) => void,
): Promise<unknown> {
  const { handle, product, quantity, ref } = values
  const { origin, pathname } = location
  // Without query and fragment, which may contain private data.
  const pageUrl = isSecureContext && /^https?:/.test(origin) ? origin + pathname : undefined
  const successUrl = values['successUrl']
  const storedPayment = readStoredPayment(`cedi:${baseUrl}/@${handle}/${product}`)
  const payAgain = payAgainCount > 1 ? 'leave' : payAgainCount ? 'cancel' : undefined
  const body = JSON.stringify({
    handle,
    product,
    quantity: Number(quantity || 1),
    ref,
    // The service accepts only URLs of this page's origin.
    return_url: successUrl?.startsWith(`${origin}/`) ? successUrl : pageUrl,
    stored_payment: storedPayment && { ...storedPayment, pay_again: payAgain },
  })
  // A text body, so that the browser sends no preflight request.
  const { data, error } = await fetchEmbed(baseUrl, `lang=${languageOf(values)}`, { method: 'POST', body })
  if (!error) {
    // With a question, the buyer may go on with the stored payment. Its quantity is unknown.
    const claims = readClaims(data?.token ?? storedPayment?.token)
    const isNew = data?.amount !== undefined
    if (claims)
      onSale({ amount: claims.a / 100, currency: 'GHS', ...(isNew ? { quantity: Number(quantity || 1) } : {}) })
    return data?.token ?? data
  }
  logError(values, error)
  // Errors about the tag are for the owner of the page: the buyer sees a general message.
  return error.code === 'invalid_request' ? { code: error.code } : error
}

function fillParts({ price, name, picture }: ProductParts, data: NonNullable<EmbedResponse['data']>): void {
  price.textContent = data.price
  if (name) name.textContent = data.name
  if (!picture) return
  picture.textContent = [...data.name][0] ?? ''
  if (!data.image_url) return
  // No referrer: the host of the picture does not learn the address of the page.
  const image = Object.assign(new Image(), { alt: '', referrerPolicy: 'no-referrer', src: data.image_url })
  image.style.cssText = 'width:100%;height:100%;object-fit:cover'
  image.onload = () => picture.replaceChildren(image)
}

const buyScript: BuyScript = {
  preload(baseUrl) {
    if (isPreloadDisabled()) return
    // Safari has no requestIdleCallback.
    const whenIdle = typeof window.requestIdleCallback === 'function' ? requestIdleCallback : setTimeout
    whenIdle(() => {
      if (!preloaded && !slot.session) preloaded = preparePopup(baseUrl, { isPreloaded: true })
    })
  },

  async checkProduct(baseUrl, values, parts) {
    // Without parts, the request only helps the owner of the page.
    if (!parts && isPreloadDisabled()) return true
    const { handle, product, quantity } = values
    const query = { handle, product, quantity: quantity || 1, lang: languageOf(values) } as object
    try {
      const { data, error } = await fetchEmbed(baseUrl, String(new URLSearchParams(query as Record<string, string>)))
      if (parts && data) fillParts(parts, data)
      if (error) logError(values, error)
      return error?.code !== 'not_found'
    } catch {
      return true
    }
  },

  openCheckout(baseUrl, values, button) {
    const { handle, product, ref, locale, accent, theme, email, phone, name } = values
    let sale: Sale = {}
    let successUrl: string | undefined
    const dispatch = (type: string, event?: CheckoutEvent): boolean => {
      const detail = { ...event, ...sale, product, reference: ref }
      const options = { detail, bubbles: true, composed: true, cancelable: true }
      // If the page removes the button while the checkout is open, events go to the document.
      const target = button.isConnected ? button : document
      return target.dispatchEvent(new CustomEvent(`cedi:${type}`, options))
    }
    if (slot.session) return slot.session.focus()
    if (!dispatch('open')) return
    const open = preloaded ?? preparePopup(baseUrl)
    preloaded = undefined
    const intent = (payAgainCount = 0) =>
      createIntent(baseUrl, values, payAgainCount, (newSale) => {
        sale = newSale
      }) as Promise<string>
    open(
      {
        fallbackUrl: `${baseUrl}/@${handle}/${product}`,
        ...({ locale, accent, theme, prefill: { email, phone, name } } as object),
        intent,
        onEvent(event) {
          const { type } = event
          // `cedi:open` was dispatched before opening, so that it can be cancelled.
          if (type !== 'open' && dispatch(type, event) && type === 'success') successUrl = values['successUrl']
          if (type === 'close' && successUrl) location.href = successUrl
        },
      },
      slot,
    )
  },
}

const slots = window as never as Record<symbol, BuyScript | undefined>
const buySlot = Symbol.for('cedi.buy')
// A second copy of the script does nothing.
slots[buySlot] ??= buyScript

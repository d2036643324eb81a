import type { Cedi } from '@cedi/service-js'
import type { Attributes } from './attributes.js'

interface Slot {
  start(base: string): Cedi
}

/**
 * The checkout when it is there already, so that a click can open it in the same tick: where `service.js` leaves
 * itself, whatever its version.
 */
export const checkoutNow = (base: string): Cedi | undefined =>
  (window as never as Record<symbol, Slot | undefined>)[Symbol.for('cedi')]?.start(base)

/**
 * Brings `service.js` of the service. The browser does it once. An import keeps the page's nonce and needs no Trusted
 * Types policy; a script element would need both.
 *
 * @param base - The origin of the service.
 * @decision 0028
 */
export const loadCheckout = (base: string): Promise<Cedi | undefined> =>
  import(`${base}/service.js`).then(() => checkoutNow(base))

/** Asks the service about a product; with a body, for a checkout intent. */
export const askService = async (
  base: string,
  query: string,
  init?: RequestInit,
): Promise<{ token: string; amount: number }> =>
  (await (await fetch(`${base}/checkout/embed${query}`, { credentials: 'omit', ...init })).json()).data

/** The product page: where the button leads while nothing else works. */
export const pageOf = (base: string, { handle, product }: Attributes): string => `${base}/@${handle}/${product}`

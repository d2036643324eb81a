import type { Cedi } from '@cedi/service-js'
import type { Attributes } from './attributes.js'
import { base } from './tag.js'

interface Slot {
  start(base: string): Cedi
}

/** Where `service.js` leaves itself, whatever its version. */
const slot = Symbol.for('cedi')

/**
 * The checkout: at once when it is on the page already, which a page may have done with a hash of its own, else brought
 * from the service. An import keeps the page's nonce and needs no Trusted Types policy; a script element would need
 * both.
 *
 * @decision 0028
 */
export const loadCheckout = async (): Promise<Cedi> => {
  const slots = window as never as Record<symbol, Slot>
  if (!slots[slot]) await import(`${base}/service.js`)
  return (slots[slot] as Slot).start(base)
}

/** Asks the service about a product; with a body, for a checkout intent. */
export const askService = async (query: string, init?: RequestInit): Promise<{ token: string; price: string }> =>
  (await (await fetch(`${base}/checkout/embed${query}`, init)).json()).data

/** The product page: where the button leads while nothing else works. */
export const pageOf = ({ handle, product }: Attributes): string => `${base}/@${handle}/${product}`

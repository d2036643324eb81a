import type { Attributes } from './attributes.js'
import type { Buying } from './buy.js'
import { base } from './tag.js'

/** Where `buy.js` leaves itself, whatever its version. */
const slot = Symbol.for('cedi.buy')

/**
 * Does one thing that `buy.js` can do, and brings the script first: what sells is loaded when the browser is idle, and
 * what draws the button need not wait for it. It may be on the page already, with a hash of the page's own. An import
 * keeps the page's nonce and needs no Trusted Types policy; a script element would need both. Never rejects: a click
 * that finds no script leads to the product page.
 *
 * @param what - Nothing to bring the script only.
 * @decision 0028
 */
export const checkout = async (what?: keyof Buying, values?: Attributes, place?: HTMLElement): Promise<void> => {
  try {
    const slots = window as never as Record<symbol, Buying>
    if (!slots[slot]) await import(`${base}/buy.js`)
    ;(slots[slot] as Buying)[what as 'buy']?.(base, values as Attributes, place as HTMLElement)
  } catch {
    if (what === 'buy') location.href = pageOf(values as Attributes)
  }
}

/** The product page: where the button leads while nothing else works. */
export const pageOf = ({ handle, product }: Attributes): string => `${base}/@${handle}/${product}`

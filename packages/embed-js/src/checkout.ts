import type { Attributes } from './attributes.js'
import type { Buying } from './buy.js'
import { base } from './tag.js'

/** Where `buy.js` registers itself, whatever its version. */
const slot = Symbol.for('cedi.buy')

/**
 * Loads `buy.js`, which sells, when the browser is idle; drawing a button does not need it. It may already be on the
 * page, with the page's own hash. An import keeps the page's nonce and needs no Trusted Types policy; a script element
 * would need both.
 *
 * @returns Its functions; undefined when it could not load. Never rejects.
 * @decision 0028
 */
export async function bringCheckout(): Promise<Buying | undefined> {
  const slots = window as never as Record<symbol, Buying | undefined>
  try {
    if (!slots[slot]) await import(`${base}/buy.js`)
  } catch {}
  return slots[slot]
}

/** Loads the checkout page into a hidden frame. */
export async function warmCheckout(): Promise<void> {
  const buying = await bringCheckout()
  buying?.warm(base)
}

/** Writes the price into its place on a button. */
export async function showPrice(values: Attributes, place: HTMLElement): Promise<void> {
  const buying = await bringCheckout()
  await buying?.price(base, values, place)
}

/** Opens the checkout. If the script is missing, a click leads to the product page. */
export async function buy(values: Attributes, tag: HTMLElement): Promise<void> {
  const buying = await bringCheckout()
  try {
    if (buying) return buying.buy(base, values, tag)
  } catch {}
  location.href = pageOf(values)
}

/** The product page: where the button leads while nothing else works. */
export const pageOf = ({ handle, product }: Attributes): string => `${base}/@${handle}/${product}`

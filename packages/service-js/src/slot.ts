import type { CheckoutSession } from './checkout-session.js'
import type { Cedi } from './page-api.js'

/** What all copies of the scripts on a page share, whatever their version. */
export interface PageSlot {
  /** What `service.js` made, once it runs. */
  cedi?: Cedi
  /** The checkout that is open. */
  session?: CheckoutSession | undefined
}

/** The one place on the page where a second copy of a script looks. */
export const slotOf = (): PageSlot => {
  const slots = window as never as Record<symbol, PageSlot>
  const key = Symbol.for('cedi')
  slots[key] ??= {}
  return slots[key]
}

export { createCedi } from './cedi.js'
export type { CheckoutSession } from './checkout-session.js'
export { openLinks } from './links.js'
export type {
  CheckoutEvent,
  CheckoutEventName,
  CheckoutLook,
  CheckoutOptions,
  CheckoutState,
  Outcome,
  Prefill,
} from './options.js'
export type { Cedi } from './page-api.js'

export type {
  Cedi,
  CheckoutAppearance,
  CheckoutError,
  CheckoutEvent,
  CheckoutEventName,
  CheckoutOptions,
  CheckoutOutcome,
  CheckoutSession,
  CheckoutState,
  Prefill,
} from './api.js'
export { createCedi } from './create-cedi.js'
export { handleIntentLinks } from './links.js'

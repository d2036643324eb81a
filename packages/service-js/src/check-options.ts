import {
  anyCheck,
  booleanCheck,
  checkOptions,
  functionCheck,
  type OptionCheck,
  objectCheck,
  oneOfCheck,
  stringCheck,
} from '@cedi/contract/options'
import type { CheckoutOptions, Prefill } from './api.js'

/** Creates a check for an object with a member, because a class of another frame is a different class. */
const memberCheck = (requirement: string, name: string): OptionCheck => ({
  requirement,
  accepts: (value) => objectCheck.accepts(value) && name in (value as object),
})
const checkoutChecks: Readonly<Record<keyof CheckoutOptions, OptionCheck>> = {
  // `describeProblem` validates it, because it may arrive later.
  intent: anyCheck,
  mode: oneOfCheck('auto', 'overlay', 'inline', 'tab', 'redirect'),
  container: memberCheck('be an element', 'append'),
  prefill: objectCheck,
  closeOnBack: booleanCheck,
  nonce: stringCheck,
  fallbackUrl: stringCheck,
  signal: memberCheck('be an AbortSignal', 'aborted'),
  locale: stringCheck,
  dir: oneOfCheck('ltr', 'rtl'),
  theme: oneOfCheck('auto', 'light', 'dark'),
  accent: { requirement: 'be #rrggbb', accepts: (value) => /^#[\da-f]{6}$/i.test(value as string) },
  onError: functionCheck,
  onEvent: functionCheck,
  onSuccess: functionCheck,
  onPending: functionCheck,
  onFailure: functionCheck,
  onClose: functionCheck,
}
const prefillChecks: Readonly<Record<keyof Prefill, OptionCheck>> = {
  phone: stringCheck,
  network: oneOfCheck('mtn', 'telecel', 'airteltigo'),
  email: stringCheck,
  name: stringCheck,
  place: stringCheck,
  note: stringCheck,
}

/** Validates the options of `createCedi`. @throws TypeError */
export const checkCediOptions = (options: unknown): void =>
  checkOptions('createCedi', options, { baseUrl: stringCheck }, ['baseUrl'])

/** Validates the options of `Cedi.preload`. @throws TypeError */
export const checkPreloadOptions = (options: unknown): void => checkOptions('preload', options, { nonce: stringCheck })

/** Validates the options of `Cedi.checkout`. @throws TypeError */
export function checkCheckoutOptions(options: CheckoutOptions): void {
  if (objectCheck.accepts(options) && 'amount' in options)
    throw new TypeError('amount is not an option of checkout. Set it on your server, which creates the intent.')
  checkOptions('checkout', options ?? null, checkoutChecks)
  checkOptions('prefill', options.prefill, prefillChecks)
  if (options.mode === 'inline' && !options.container)
    throw new TypeError('checkout needs the option container for the mode inline. Set it to an element of the page.')
}

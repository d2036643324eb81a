// By name, so that what the storefront says does not travel with the checkout.
import { checkout as en, facts as enFacts } from './en.js'
import { checkout as fr, facts as frFacts } from './fr.js'
import type { CheckoutWords, LanguageFacts } from './language.js'

/** The languages of the checkout, the first one being that of whoever asks for none of them. */
export const checkoutLanguages: Readonly<
  Record<string, { readonly facts: LanguageFacts; readonly checkout: CheckoutWords }>
> = { en: { facts: enFacts, checkout: en }, fr: { facts: frFacts, checkout: fr } }

/**
 * The language that comes closest to what is asked for.
 *
 * @param asked - BCP 47 tags, the best one first: `fr-CI`, `en`.
 */
export function chooseLanguage(asked: readonly string[]): string {
  for (const tag of asked) {
    const [name = ''] = tag.toLowerCase().split('-')
    if (Object.hasOwn(checkoutLanguages, name)) return name
  }
  return 'en'
}

/** Puts values into a text: `{amount}` becomes the value of that name. */
export const fill = (text: string, values: Readonly<Record<string, string>> = {}): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : whole))

/** An amount as people read it: `GH₵1,234.50`. Two decimals, in the digits and separators of the language. */
export const amountText = (pesewas: number, locale: string): string =>
  `GH₵${new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(pesewas / 100)}`

import { amountText } from '@cedi/contract/amount-text'
import { type StoreLanguage, storeLanguage } from '../store.js'
import type { LanguageTag } from '../words.js'
import * as en from './en.js'
import * as fr from './fr.js'

type ReceiptWords = { readonly [Name in keyof typeof en.receipt]: string }

const languages: Readonly<Record<LanguageTag, ReceiptWords>> = { en: en.receipt, fr: fr.receipt }

/** Texts and formats of receipts in one language. */
export interface ReceiptLanguage extends Omit<StoreLanguage, 'words'> {
  readonly words: ReceiptWords
  amount(pesewas: bigint): string
  /** Formats a date and time in the time zone of Ghana, which is GMT all year. */
  time(ms: number): string
}

/** Returns the language of a request. */
export function receiptLanguage(
  query: URLSearchParams | undefined,
  header: string | undefined,
  root = '',
): ReceiptLanguage {
  const language = storeLanguage(query, header, root)
  const { locale } = language.facts
  return {
    ...language,
    words: languages[language.tag],
    amount: (pesewas) => amountText(Number(pesewas), locale),
    time(ms) {
      const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
      return `${format.format(ms)} GMT`
    },
  }
}

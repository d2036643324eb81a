import { amountText } from '@cedi/contract/amount-text'
import { texts as frTexts } from '../fr.js'
import type { LanguageFacts } from '../language.js'
import type { StoreLanguage } from '../store.js'
import { storeLanguage } from '../store.js'
import { fill, type LanguageTag } from '../words.js'
import * as en from './en.js'
import * as fr from './fr.js'

/** The keys of a language, with any text. */
type Texts<Names> = { readonly [Name in keyof Names]: string }
/** Texts of the portal. */
export type PortalWords = Texts<typeof en.portal>
/** Texts of the operator desk. */
export type OperatorWords = Texts<typeof en.operator>

const languages: Readonly<Record<LanguageTag, { portal: PortalWords; operator: OperatorWords }>> = { en, fr }

/** Messages by failure code. English uses the messages of the service. */
const failures: Readonly<Record<LanguageTag, Readonly<Record<string, string>>>> = {
  en: {},
  fr: { ...frTexts, ...fr.failures },
}

/** Texts and formats of the portal and the operator desk in one language. */
export interface PortalLanguage {
  readonly tag: LanguageTag
  readonly facts: LanguageFacts
  readonly words: PortalWords
  readonly operatorWords: OperatorWords
  amount(pesewas: bigint): string
  /** Formats a date and time in the time zone of Ghana. */
  time(ms: number): string
  /** Formats a date and time, without the current year. */
  moment(ms: number, nowMs: number): string
  /** Formats a day, such as 21 Nov. */
  day(ms: number, width?: 'short' | 'long'): string
  /** Formats a duration, such as `2 days`. */
  age(ms: number): string
  /** Returns the reason of a failure. */
  failure(of: { readonly code: string; readonly message: string }): string
}

/** Returns the language of a request. */
export function portalLanguage(query: URLSearchParams | undefined, header: string | undefined): PortalLanguage {
  const { tag, facts }: StoreLanguage = storeLanguage(query, header)
  const { locale } = facts
  const { portal: words, operator: operatorWords } = languages[tag]
  // Ghana is in UTC all year.
  const timeZone = 'UTC'
  return {
    tag,
    facts,
    words,
    operatorWords,
    amount: (pesewas) => amountText(Number(pesewas), locale),
    time: (ms) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(ms),
    moment: (ms, nowMs) =>
      new Intl.DateTimeFormat(locale, {
        day: 'numeric',
        month: 'short',
        hour: 'numeric',
        minute: '2-digit',
        timeZone,
        ...(new Date(ms).getUTCFullYear() === new Date(nowMs).getUTCFullYear() ? {} : { year: 'numeric' }),
      }).format(ms),
    day: (ms, width = 'short') =>
      new Intl.DateTimeFormat(locale, {
        day: 'numeric',
        month: 'short',
        timeZone,
        ...(width === 'long' ? { weekday: 'long' } : {}),
      }).format(ms),
    age(ms) {
      const minutes = Math.max(1, Math.floor(ms / 60_000))
      const [value, unit] =
        minutes >= 2880
          ? [Math.floor(minutes / 1440), 'day']
          : minutes >= 120
            ? [Math.floor(minutes / 60), 'hour']
            : [minutes, 'minute']
      return new Intl.NumberFormat(locale, { style: 'unit', unit: String(unit), unitDisplay: 'long' }).format(
        Number(value),
      )
    },
    // The first sentence of the checkout message is the reason. The rest is advice for the buyer.
    failure: ({ code, message }) => failures[tag][code]?.split(/(?<=\.) /)[0] ?? message,
  }
}

export { fill }

import { amountText } from '@cedi/contract/amount-text'
import { texts as frTexts } from '../fr.js'
import type { LanguageFacts } from '../language.js'
import type { StoreLanguage } from '../store.js'
import { storeLanguage } from '../store.js'
import { fill, type LanguageTag } from '../words.js'
import * as en from './en.js'
import * as fr from './fr.js'

type Texts<Names> = { readonly [Name in keyof Names]: string }
/** What the portal says. */
export type PortalWords = Texts<typeof en.portal>
/** What the operator desk says. */
type OperatorWords = Texts<typeof en.operator>

const languages: Readonly<Record<LanguageTag, { portal: PortalWords; operator: OperatorWords }>> = { en, fr }

/** Why a payment or a payout failed, by code. The service itself states it in English. */
const failures: Readonly<Record<LanguageTag, Readonly<Record<string, string>>>> = {
  en: {},
  fr: { ...frTexts, ...fr.failures },
}

/** A language for the portal and the operator desk. */
export interface PortalLanguage {
  readonly tag: LanguageTag
  readonly facts: LanguageFacts
  readonly words: PortalWords
  readonly desk: OperatorWords
  amount(pesewas: bigint): string
  /** A time in Ghana. */
  time(ms: number): string
  /** A time in its shortest form: without the year if it is this year. */
  moment(ms: number, nowMs: number): string
  /** A day, such as 21 Nov. */
  day(ms: number, width?: 'short' | 'long'): string
  /** How long ago: `2 days`. */
  age(ms: number): string
  /** Why a payment or a payout failed. */
  failure(of: { readonly code: string; readonly message: string }): string
}

/** The language that a request asks for. */
export function portalLanguage(query: URLSearchParams | undefined, header: string | undefined): PortalLanguage {
  const { tag, facts }: StoreLanguage = storeLanguage(query, header)
  const { locale } = facts
  const { portal: words, operator: desk } = languages[tag]
  // Ghana keeps UTC all year.
  const timeZone = 'UTC'
  return {
    tag,
    facts,
    words,
    desk,
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
    // The first sentence of the checkout's text gives the reason; the rest is advice for a buyer.
    failure: ({ code, message }) => failures[tag][code]?.split(/(?<=\.) /)[0] ?? message,
  }
}

export { fill }

import type { KnownErrorCode } from '@cedi/contract'
import { normalizeDigits } from '@cedi/contract/phone'
import {
  cardDigits,
  cardHasExpired,
  cardNetwork,
  hasCheckDigit,
  type MobileNetwork,
  parsePhone,
} from '@cedi/mock-server/internal'

// Parses form input for the script of the page, its forms and its JSON routes.

/** Payment method of the buyer. */
export type Choice = MobileNetwork | 'card'

/** Value of a checkout button. */
export type Action =
  | Choice
  | 'pay'
  | 'check'
  | 'resend'
  | 'code'
  | 'otp'
  | 'back'
  | 'change'
  | 'other'
  | 'retry'
  | 'copy'
  | 'leave'
  | 'stay'
  | 'done'
  | 'close'

/** An invalid field, or an error of the whole form. */
export interface Problem {
  readonly field: 'phone' | 'number' | 'expiry' | 'cvc' | 'code' | 'name' | 'place' | 'reach' | 'email' | ''
  /** Key of the error text. The text of `failed` is the reason of the payment's failure. */
  readonly text:
    | 'badPhone'
    | 'badReach'
    | 'confirmGhana'
    | 'badCard'
    | 'badExpiry'
    | 'expired_card'
    | 'badCvc'
    | 'badCode'
    | 'badName'
    | 'badPlace'
    | 'badEmail'
    | 'badRequest'
    | 'notAsked'
    | 'outOfStock'
    | 'failed'
}

/** Values of a form's fields. */
export type Fields = Readonly<Record<string, string>>

/** Payment instrument, as the service accepts it. */
export type Instrument =
  | { readonly method: 'mobile_money'; readonly network: MobileNetwork; readonly phone: string }
  | {
      readonly method: 'card'
      readonly card: {
        readonly number: string
        readonly expiry_month: number
        readonly expiry_year: number
        readonly cvc: string
      }
    }

const numberPattern = /^\d{12,19}$/
/** `08/29`, `8 / 2029`, `08-29`, `0829`. */
const monthFirst = /^(0?[1-9]|1[0-2])\s*(?:[/.-]\s*)?(?:20)?(\d\d)$/
/** `2029-08`, the format of browsers that fill in a card. */
const yearFirst = /^20(\d\d)\s*[/.-]\s*(0?[1-9]|1[0-2])$/
const cvcPattern = /^\d{3,4}$/
const codePattern = /^\d{4,12}$/
/** An address with a domain of at least two parts. Not a `mailto:` URL. */
export const emailPattern: RegExp = /^(?=.{6,254}$)[^@\s:]{1,64}@(?:[^@\s.]+\.)+[^@\s.]{2,}$/

/** Invisible characters that set the direction of text, in text copied from a phone. @decision 0018 */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const cleanText = (text = ''): string => text.replace(directionMarks, '').trim()

/** Parses the expiry of a card. Returns month and year; undefined if it is invalid. */
export function parseExpiry(text = ''): { readonly month: number; readonly year: number } | undefined {
  const expiry = normalizeDigits(text)
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .trim()
  const [, month, year] = monthFirst.exec(expiry) ?? []
  if (month && year) return { month: Number(month), year: 2000 + Number(year) }
  const [, firstYear, secondMonth] = yearFirst.exec(expiry) ?? []
  return firstYear ? { month: Number(secondMonth), year: 2000 + Number(firstYear) } : undefined
}

/** Five pairs of digits. */
const pairs = /^0\d(?:[\s\p{Z}\p{Pd}.]\d\d){4}$/u

/**
 * Whether a number is grouped in pairs, as in Côte d'Ivoire: `05 54 12 31 29`. The same digits are a number in Ghana, often
 * of another person.
 *
 * @decision 0018
 */
export const isInPairs = (phone: string): boolean => pairs.test(normalizeDigits(phone).trim())

/** Parses the payment instrument, or returns the first invalid field. */
export function parseInstrument(choice: Choice, fields: Fields, nowMs: number): Instrument | Problem {
  const text = (name: string): string => cleanText(fields[name])
  if (choice !== 'card') {
    const phone = text('phone')
    return parsePhone(phone) ? { method: 'mobile_money', network: choice, phone } : { field: 'phone', text: 'badPhone' }
  }
  const number = cardDigits(text('number'))
  const expiry = parseExpiry(fields['expiry'])
  const cvc = normalizeDigits(text('cvc'))
  if (!numberPattern.test(number) || !cardNetwork(number) || !hasCheckDigit(number))
    return { field: 'number', text: 'badCard' }
  if (!expiry) return { field: 'expiry', text: 'badExpiry' }
  const { month, year } = expiry
  if (cardHasExpired(month, year, nowMs)) return { field: 'expiry', text: 'expired_card' }
  if (!cvcPattern.test(cvc)) return { field: 'cvc', text: 'badCvc' }
  return { method: 'card', card: { number, expiry_month: month, expiry_year: year, cvc } }
}

/** Contact details that a seller needs: a delivery address, or an email address. */
export type ContactRequirement = 'delivery' | 'email'

/** Contact details of the buyer, as the service accepts them. */
export interface Contact {
  readonly email?: string | undefined
  readonly name?: string | undefined
  readonly delivery?:
    | { readonly name: string; readonly phone: string; readonly place: string; readonly note: string }
    | undefined
}

/** Names of the contact fields, including the number of the wallet. */
export const contactFields = ['phone', 'name', 'place', 'reach', 'remark', 'email'] as const

/** Values of the contact fields, typed or prefilled. */
export type ContactValues = { readonly [Name in (typeof contactFields)[number]]?: string | undefined }

/** Parses the contact details, or returns the first invalid field. The delivery phone defaults to the wallet's number. */
export function parseContact(
  requirement: ContactRequirement | null | undefined,
  values: ContactValues,
): Contact | Problem {
  const [name, place, note] = [cleanText(values.name), cleanText(values.place), cleanText(values.remark)]
  const email = cleanText(values.email) || undefined
  if (email && !emailPattern.test(email)) return { field: 'email', text: 'badEmail' }
  if (requirement !== 'delivery') return { email, name: name || undefined }
  const phone = cleanText(values.reach) || cleanText(values.phone)
  if (!name) return { field: 'name', text: 'badName' }
  if (!place) return { field: 'place', text: 'badPlace' }
  if (!parsePhone(phone)) return { field: 'reach', text: 'badReach' }
  return { email, name, delivery: { name, phone, place, note } }
}

/** Parses a voucher or a one-time code with any grouping. Returns undefined if it is invalid. */
export function parseCode(text = ''): string | undefined {
  const code = normalizeDigits(text).replace(/[\s-]/g, '')
  return codePattern.test(code) ? code : undefined
}

/** Error of the service. */
export interface ReplyError {
  readonly code: string
  readonly field?: string | undefined
}

/** Returns the problem for an error of the service, or for a missing response. */
export function toProblem({ code, field = '' }: ReplyError = { code: '' }): Problem {
  if (code === 'out_of_stock') return { field: '', text: 'outOfStock' }
  if (field === 'delivery.phone') return { field: 'reach', text: 'badReach' }
  if (code === 'invalid_phone') return { field: 'phone', text: 'badPhone' }
  if (field === 'code') return { field: 'code', text: 'badCode' }
  const isCardField = field === 'card' || field.startsWith('card.')
  if (isCardField || code === 'network_mismatch') return { field: 'number', text: 'badCard' }
  return { field: '', text: code ? 'badRequest' : 'notAsked' }
}

const tokenErrors: readonly string[] = ['missing_api_key', 'invalid_api_key'] satisfies KnownErrorCode[]

/** Whether the service rejected the token of the intent. */
export const isTokenError = (error: ReplyError | undefined): boolean =>
  error !== undefined && tokenErrors.includes(error.code)

import {
  cardDigits,
  cardHasExpired,
  cardNetwork,
  hasCheckDigit,
  type MobileNetwork,
  parsePhone,
} from '@cedi/mock-server/instruments'

// Reads what a buyer types, in one place for the browser's page, its forms and its JSON routes.

/** What the buyer pays with. */
export type Choice = MobileNetwork | 'card'

/** What a checkout button does: its value. */
export type Act =
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

/** A field that is wrong, and the key of its error text. */
export interface Problem {
  readonly field: 'phone' | 'number' | 'expiry' | 'cvc' | 'code' | 'name' | 'place' | 'reach' | 'email' | ''
  /** `failed`: its text is the reason of the payment. */
  readonly word:
    | 'badPhone'
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

/** The fields of a form, as they were typed. */
export type Fields = Readonly<Record<string, string>>

/** The buyer presses a button. `attempt` is a new attempt, in case something is paid. */
export interface Pressed {
  readonly on: 'pressed'
  readonly act: Act
  readonly fields: Fields
  readonly attempt: string
}

/** What a payment is made with, as the service takes it. */
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
/** `08/29`, `8 / 2029`, `0829`. */
const expiryPattern = /^(0?[1-9]|1[0-2])\s*\/?\s*(?:20)?(\d\d)$/
const cvcPattern = /^\d{3,4}$/
const codePattern = /^\d{4,12}$/
export const emailPattern: RegExp = /^[^@\s]{1,64}@[^@\s]{1,189}$/

/** Characters that reverse the direction of text. They come unseen with what is copied from a phone. */
const turns = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const lineOf = (text = ''): string => text.replace(turns, '').trim()

/** Reads what the buyer pays with, or returns the first field that is wrong. */
export function readInstrument(choice: Choice, fields: Fields, nowMs: number): Instrument | Problem {
  const text = (name: string): string => lineOf(fields[name])
  if (choice !== 'card') {
    const phone = text('phone')
    return parsePhone(phone) ? { method: 'mobile_money', network: choice, phone } : { field: 'phone', word: 'badPhone' }
  }
  const number = cardDigits(text('number'))
  const [, month, year] = expiryPattern.exec(text('expiry')) ?? []
  const cvc = text('cvc')
  if (!numberPattern.test(number) || !cardNetwork(number) || !hasCheckDigit(number))
    return { field: 'number', word: 'badCard' }
  if (!year) return { field: 'expiry', word: 'badExpiry' }
  if (cardHasExpired(Number(month), 2000 + Number(year), nowMs)) return { field: 'expiry', word: 'expired_card' }
  if (!cvcPattern.test(cvc)) return { field: 'cvc', word: 'badCvc' }
  return { method: 'card', card: { number, expiry_month: Number(month), expiry_year: 2000 + Number(year), cvc } }
}

/** What the seller still has to know: where to deliver, or where to write to. */
export type Asks = 'delivery' | 'email'

/** What a buyer tells the seller. */
export interface Contact {
  readonly email?: string | undefined
  readonly name?: string | undefined
  /** How to reach the buyer. */
  readonly delivery?:
    | { readonly name: string; readonly phone: string; readonly place: string; readonly note: string }
    | undefined
}

/** The fields for it, including the wallet's number. */
export const contactFields = ['phone', 'name', 'place', 'reach', 'remark', 'email'] as const

/** What was typed into them, or was known before. */
export type ContactTexts = { readonly [Name in (typeof contactFields)[number]]?: string | undefined }

/**
 * Reads what a buyer tells the seller, or returns the first field that is wrong. Without another number, the wallet's
 * is used.
 */
export function readContact(asks: Asks | null | undefined, texts: ContactTexts): Contact | Problem {
  const [name, place, note] = [lineOf(texts.name), lineOf(texts.place), lineOf(texts.remark)]
  const email = lineOf(texts.email) || undefined
  if (email && !emailPattern.test(email)) return { field: 'email', word: 'badEmail' }
  if (asks !== 'delivery') return { email, name: name || undefined }
  const called = lineOf(texts.reach) || lineOf(texts.phone)
  if (!name) return { field: 'name', word: 'badName' }
  if (!place) return { field: 'place', word: 'badPlace' }
  if (!parsePhone(called)) return { field: 'reach', word: 'badPhone' }
  return { email, name, delivery: { name, phone: called, place, note } }
}

/** Reads a voucher or a code, however it was grouped; undefined when it is neither. */
export function readCode(text = ''): string | undefined {
  const code = lineOf(text).replace(/[\s-]/g, '')
  return codePattern.test(code) ? code : undefined
}

/** The error that a refusal of the service means, or an answer that did not come. */
export function problemOf(
  { code, field = '' }: { readonly code: string; readonly field?: string | undefined } = { code: '' },
): Problem {
  if (code === 'out_of_stock') return { field: '', word: 'outOfStock' }
  if (field === 'delivery.phone') return { field: 'reach', word: 'badPhone' }
  if (code === 'invalid_phone') return { field: 'phone', word: 'badPhone' }
  if (field === 'code') return { field: 'code', word: 'badCode' }
  if (field.startsWith('card') || code === 'network_mismatch') return { field: 'number', word: 'badCard' }
  return { field: '', word: code ? 'badRequest' : 'notAsked' }
}

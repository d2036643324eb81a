import { type Line, toVerdict, unknown } from '../line.js'
import { readField, toObject } from '../service-client.js'

type AnyRecord = Readonly<Record<string, unknown>>

/** Fields with text of the merchant or the buyer, tokens, identifiers and times. An email address may contain a phone number. */
const skippedFields = /^(?:delivery|metadata|items|name|email|url|receipt_url|id|ref|\w+_(?:at|of|id|ref))$/
/** Whole phone number of Ghana, also with separators. */
const phonePattern = /(?<![\w+])(?:\+?233|00233|0)[\s()./-]*(?:[25](?:[\s()./-]*\d){8})(?!\w)/
/** Masked number, as decision 0018 describes it. */
const maskedPattern = /^\+233\d{2}\*{3}\d{4}$/
const cardPattern = /(?<!\w)\d(?:[ -]?\d){12,18}(?!\w)/

/**
 * Checks that payments and orders contain no whole phone number or card number. Never prints a number.
 *
 * @param records - Records by the name of their schema. A record that was read several times counts once.
 */
export function checkPersonalData(records: Readonly<Record<string, readonly AnyRecord[]>>): Line {
  const statement = {
    id: 'phone.masked',
    title: 'phone and card numbers are masked in every field that the service writes',
    source: '0008',
  }
  const refsByField = new Map<string, { readonly all: Set<unknown>; readonly whole: Set<unknown> }>()
  const forms = new Set<string>()
  for (const [name, owners] of Object.entries(records))
    for (const owner of owners)
      for (const [field, text] of listTexts(name, owner)) {
        const { all, whole } = refsByField.get(field) ?? { all: new Set(), whole: new Set() }
        refsByField.set(field, { all, whole })
        const id = readField(owner, 'ref') ?? owner
        all.add(id)
        if (isWhole(field, text)) whole.add(id)
        else if (field.endsWith('.phone') && text !== '' && !maskedPattern.test(text))
          forms.add(`${field} ${describeForm(text)}`)
      }
  if (![...refsByField.keys()].some((field) => field.endsWith('.phone')))
    return unknown(statement, 'No payment or order shows a phone number.')
  return toVerdict(statement, [
    ...[...refsByField].map(
      ([field, { all, whole }]) => whole.size > 0 && `${field} is not masked in ${whole.size} of ${all.size} records.`,
    ),
    ...forms,
  ])
}

/** Describes the form of a masked number, with N for each digit. */
function describeForm(text: string): string {
  const form = text
    .slice(0, 30)
    .replaceAll(/\d/g, 'N')
    .replaceAll(/[^N*+\s().xX#•-]/g, '?')
  return `has the form ${form}, not +233NN***NNNN (decision 0018).`
}

/** Returns whether a text contains a whole number. In a phone field, every number of that length is one. */
function isWhole(field: string, text: string): boolean {
  if (field.endsWith('.phone') && /^\d{9,}$/.test(text.replaceAll(/[\s+()./-]/g, ''))) return true
  return phonePattern.test(text) || isCardNumber(cardPattern.exec(text)?.[0] ?? '')
}

/** Returns whether the checksum of a number is that of a card (Luhn). */
function isCardNumber(text: string): boolean {
  const digits = [...text.replaceAll(/\D/g, '')].reverse().map(Number)
  const sum = digits.reduce((total, digit, index) => {
    const doubled = digit * 2
    return total + (index % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return digits.length >= 13 && sum % 10 === 0
}

/** Lists the texts of a record with their field names. */
function* listTexts(name: string, value: unknown): Generator<readonly [field: string, text: string]> {
  if (typeof value === 'string' || (typeof value === 'number' && name.endsWith('.phone'))) yield [name, String(value)]
  if (typeof value !== 'object' || Array.isArray(value)) return
  for (const [field, inner] of Object.entries(toObject(value)))
    if (!skippedFields.test(field)) yield* listTexts(`${name}.${field.slice(0, 60)}`, inner)
}

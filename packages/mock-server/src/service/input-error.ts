import { fieldErrorCode, type KnownErrorCode } from '@cedi/contract'
import { typeInWords } from '@cedi/contract/type-words'
import type { ValidationError } from '@cedi/contract/validate'
import { fail, type Rejection } from '../ledger/index.js'
import type { InputName } from './execute.js'
import { formatPath } from './schema-check.js'
import { truncate } from './texts.js'

/** Requirements by field, in words. `[]` matches each item of a list. */
export const requirements: Readonly<Record<string, string>> = {
  amount: 'a number in GH₵ with at most two decimals, such as 45.5 or "45.50"',
  price: 'a number in GH₵ with at most two decimals, such as 45.5 or "45.50"',
  phone: 'a Ghanaian mobile number, such as 0244123789 or +233244123789',
  currency: 'GHS',
  email: 'an e-mail address of at most 254 characters',
  name: 'a text of 1 to 120 characters that is not only space',
  slug: 'small letters, digits and dashes, at most 64, with a letter or digit at both ends',
  return_url: 'an address that starts with https:// (http:// only for this machine)',
  image_url: 'an address that starts with https://',
  'card.number': 'the digits of a card number',
  'card.cvc': 'three or four digits in quotation marks',
  'card.expiry_month': 'a month from 1 to 12',
  'card.expiry_year': 'a year of four digits, such as 2030',
  'delivery.name': 'a text of 1 to 120 characters that is not only space',
  'delivery.place': 'a text of 1 to 200 characters that is not only space',
  'allowed_origins[]': 'an origin such as https://shop.example (http:// only for this machine)',
  metadata:
    'an object of at most 50 texts of up to 500 characters; names have 1 to 40 letters, digits, dots, dashes or underscores',
  stock: 'a whole number from 0 to 1000000, or null',
  quantity: 'a whole number from 1 to 99',
}

/** Converts an error of a validator into an error of the service, which names the first wrong field. */
export function toRejection({ instancePath, keyword, params, message }: ValidationError, input: InputName): Rejection {
  const at = formatPath(instancePath)
  const memberPath = (name: unknown) => (at ? `${at}.${name}` : String(name))
  if (keyword === 'required') {
    const field = memberPath(params['missingProperty'])
    const rule = requirements[field]
    const message = rule ? `${field} is missing. It must be ${rule}.` : `${field} is missing. Add it.`
    return fail('invalid_request', message, field)
  }
  if (keyword === 'additionalProperties' && !at.startsWith('metadata')) {
    const field = truncate(memberPath(params['additionalProperty']))
    return fail(
      'invalid_request',
      `${field} is not a field of this request. Find the fields in /api/v1/openapi.json.`,
      field,
    )
  }
  if (at === '') return fail('invalid_request', 'The body must be a JSON object.')
  const [top = at] = at.split(/[.[]/)
  if (at.startsWith('metadata.') && (keyword === 'type' || keyword === 'maxLength')) {
    const field = truncate(at)
    return fail('invalid_request', `${field} must be a text of up to 500 characters, such as "1042".`, field)
  }
  const field = top === 'metadata' ? 'metadata' : truncate(at)
  const code: KnownErrorCode = fieldErrorCode[input]?.[field] ?? 'invalid_request'
  const requirement =
    requirements[field.replace(/\[\d+\]/g, '[]')] ??
    (keyword === 'enum' ? `one of ${(params['allowedValues'] as string[]).join(', ')}` : undefined)
  const demand = requirement ? `be ${requirement}` : describeRequirement(keyword, params, message)
  return fail(code, `${field} must ${demand}.`, field)
}

/** Returns the requirement for a field without a hint. Messages of the generated validators start with "must". */
function describeRequirement(
  keyword: string,
  params: ValidationError['params'],
  message = 'must be of another form',
): string {
  if (keyword === 'uniqueItems') return 'name nothing twice'
  if (keyword === 'type') return `be ${typeInWords(params['type'] as string | string[])}`
  const [, bound, unit] = /^(max|min)(Length|Items)$/.exec(keyword) ?? []
  if (!bound) return message.slice('must '.length)
  const { limit } = params
  const requirement = unit === 'Items' ? 'item' : 'character'
  return `have at ${bound === 'max' ? 'most' : 'least'} ${limit} ${requirement}${limit === 1 ? '' : 's'}`
}

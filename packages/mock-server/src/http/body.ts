import { fieldErrorCode } from '@cedi/contract'
import { inputValidators } from '@cedi/contract/generated/validators'
import type { ValidationError } from '@cedi/contract/validate'
import type { InputName, InputOf } from '../service/act.js'
import { faultOf, hints } from '../service/input-fault.js'
import { unfitText } from '../service/texts.js'
import { type Refusal, refuse } from './answer.js'
import { type ReadJson, readJson } from './read-json.js'
import type { IncomingRequest } from './request.js'

/** The largest body that is read: 1 MiB. @decision 0005 */
export const bodyLimitBytes: number = 1_048_576

/** The largest body of the control API: snapshots grow. @decision 0025 */
export const controlBodyLimitBytes: number = 64 * bodyLimitBytes

/** An input, or the reason why it is invalid. */
export type Read<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal }

const no = (refusal: Refusal): { ok: false; refusal: Refusal } => ({ ok: false, refusal })

/** Reads a JSON body and checks it against the contract. */
export function readBody<Name extends InputName>(request: IncomingRequest, input: Name): Read<InputOf<Name>> {
  const body = request.body ?? ''
  const large = refuseLarge(body)
  if (large) return no(large)
  const type = request.headers.get('content-type')
  if (!type || !/^application\/json\s*(?:;|$)/i.test(type))
    return no(
      refuse(
        'unsupported_media_type',
        'The body is not declared as JSON. Send "Content-Type: application/json".',
        'Content-Type',
      ),
    )
  const read = readJson(body)
  if (!read.ok) return no(refusalOfText(read, body, input))
  return validated(read.value, input)
}

/** Reads a JSON object that no schema describes, such as one that a page of ours sends. */
export function readObject(body = '', limitBytes: number = bodyLimitBytes): Read<Readonly<Record<string, unknown>>> {
  const large = refuseLarge(body, limitBytes)
  if (large) return no(large)
  const read = readJson(body)
  if (!read.ok) return no(refusalOfText(read, body))
  const { value } = read
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { ok: true, value: value as Record<string, unknown> }
    : no(refuse('invalid_request', 'The body must be a JSON object.'))
}

/** Why a text is refused, in the words of an API that takes one object. */
function refusalOfText(read: Exclude<ReadJson, { ok: true }>, body: string, input?: InputName): Refusal {
  if (read.problem === 'no_json')
    return refuse(
      'malformed_json',
      body === '' ? 'The body is empty. Send a JSON object.' : 'The body is not JSON. Send a JSON object.',
    )
  const { field, words } = read
  const code = read.problem === 'number' && input ? fieldErrorCode[input]?.[field] : undefined
  const rule = code && hints[field]
  return refuse(code ?? 'invalid_request', rule ? `${field} must be ${rule}.` : words, field || undefined)
}

/** Checks a value that is not from JSON against the contract, and its texts. */
export function checkInput<Name extends InputName>(value: unknown, input: Name): Read<InputOf<Name>> {
  const unfit = unfitText(value)
  return unfit ? no(refuse('invalid_request', unfit.words, unfit.field || undefined)) : validated(value, input)
}

/** Checks a value against the contract. */
function validated<Name extends InputName>(value: unknown, input: Name): Read<InputOf<Name>> {
  const validate = inputValidators[input] as ((value: unknown) => boolean) & {
    errors?: readonly ValidationError[] | null
  }
  if (validate(value)) return { ok: true, value: value as InputOf<Name> }
  const [error] = validate.errors ?? []
  if (!error) return no(refuse('invalid_request', 'The body is not valid. Check it against /api/v1/openapi.json.'))
  const { code, words, field } = faultOf(error, input)
  return no(refuse(code, words, field))
}

/** Refuses a body that is too large to be read. */
export const refuseLarge = (body = '', limitBytes: number = bodyLimitBytes): Refusal | undefined =>
  isLarger(body, limitBytes)
    ? refuse('body_too_large', `The body is larger than ${limitBytes / 1_048_576} MiB. Send a smaller one.`)
    : undefined

/** Whether a text is larger as UTF-8. It never has fewer bytes than characters, so only long texts are measured. */
export const isLarger = (text: string, limitBytes: number): boolean =>
  text.length > limitBytes || (text.length * 3 > limitBytes && new TextEncoder().encode(text).length > limitBytes)

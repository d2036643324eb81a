import { inputValidators } from '@cedi/contract/generated/validators'
import { findRoundedNumber } from '@cedi/contract/rounded-number'
import type { ValidationError } from '@cedi/contract/validate'
import { encodeUtf8, fail, type Rejection, type Result } from '../ledger/index.js'
import type { InputName, InputOf } from '../service/execute.js'
import { toRejection } from '../service/input-error.js'
import { findInvalidText } from '../service/texts.js'
import type { IncomingRequest } from './request.js'

/** Maximum size of a body: 1 MiB. @decision 0005 */
export const bodyLimitBytes: number = 1_048_576

/** Maximum size of a control API body, because snapshots can be large. @decision 0023 */
export const controlBodyLimitBytes: number = 64 * bodyLimitBytes

/** Reads a JSON body and checks it against the contract. */
export function readBody<Name extends InputName>(request: IncomingRequest, input: Name): Result<InputOf<Name>> {
  const body = request.body ?? ''
  const rejection = checkSize(body)
  if (rejection) return rejection
  const type = request.headers.get('content-type')
  if (body === '' && !type) return fail('malformed_json', emptyBodyMessage)
  if (!type || !/^application\/json\s*(?:;|$)/i.test(type))
    return fail(
      'unsupported_media_type',
      'The body is not declared as JSON. Send "Content-Type: application/json".',
      'Content-Type',
    )
  const parsed = parseJson(body)
  return parsed.ok ? checkInput(parsed.value, input) : parsed
}

/** Reads a JSON object that has no schema, such as one sent by the sandbox pages. */
export function readObject(body = '', limitBytes: number = bodyLimitBytes): Result<Readonly<Record<string, unknown>>> {
  const rejection = checkSize(body, limitBytes)
  if (rejection) return rejection
  const parsed = parseJson(body)
  if (!parsed.ok) return parsed
  const { value } = parsed
  const textError = checkText(value)
  if (textError) return textError
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { ok: true, value: value as Record<string, unknown> }
    : fail('invalid_request', 'The body must be a JSON object.')
}

const emptyBodyMessage = 'The body is empty. Send a JSON object.'

/** Parses JSON. An amount that parsing would round is rejected. @decision 0004 */
function parseJson(text: string): Result<unknown> {
  try {
    const value: unknown = JSON.parse(text)
    const name = findRoundedNumber(text)
    return name === undefined
      ? { ok: true, value }
      : fail('invalid_amount', `${name} has too many digits. Write an amount with at most two decimals.`, name)
  } catch {
    const message = text === '' ? emptyBodyMessage : 'The body is not JSON. Send a JSON object.'
    return fail('malformed_json', message)
  }
}

/** Rejects a value with a string that cannot be stored or displayed safely. */
function checkText(value: unknown): Rejection | undefined {
  const textError = findInvalidText(value)
  return textError && fail('invalid_request', textError.message, textError.field || undefined)
}

/** Validates an input against the contract. */
export function checkInput<Name extends InputName>(value: unknown, input: Name): Result<InputOf<Name>> {
  const textError = checkText(value)
  if (textError) return textError
  const validate = inputValidators[input] as ((value: unknown) => boolean) & {
    errors?: readonly ValidationError[] | null
  }
  if (validate(value)) return { ok: true, value: value as InputOf<Name> }
  const [error] = validate.errors ?? []
  if (!error) return fail('invalid_request', 'The body is not valid. Check it against /api/v1/openapi.json.')
  return toRejection(error, input)
}

/** Rejects a body that is too large. */
export const checkSize = (body = '', limitBytes: number = bodyLimitBytes): Rejection | undefined =>
  exceedsBytes(body, limitBytes)
    ? fail('body_too_large', `The body is larger than ${limitBytes / 1_048_576} MiB. Send a smaller one.`)
    : undefined

/** Returns whether a string exceeds a size when encoded as UTF-8. Strings that are clearly shorter are not encoded. */
const exceedsBytes = (text: string, limitBytes: number): boolean =>
  text.length > limitBytes || (text.length * 3 > limitBytes && encodeUtf8(text).length > limitBytes)

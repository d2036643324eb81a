import { quote, resolve, schemasOf } from './document.mjs'

const record = (entries) => `{\n${entries.map(([key, value]) => `  ${key}: ${value},`).join('\n')}\n}`

/** Error codes with their HTTP status, failure codes with their words, and which code a wrong input field has. */
export function errorTable(document) {
  const { ErrorCode, FailureCode } = document.components.schemas
  const inputs = Object.entries(schemasOf(document)).filter(([name]) => name.endsWith('Input'))
  const fieldCodes = inputs
    .map(([name, schema]) => [
      name,
      Object.entries(schema.properties ?? {})
        .map(([field, property]) => [field, resolve(document, property)['x-error-code']])
        .filter(([, code]) => code),
    ])
    .filter(([, fields]) => fields.length > 0)
  return `/** A code that this version knows. */
export type KnownErrorCode = ${ErrorCode.enum.map(quote).join(' | ')}

/** The HTTP status of each error code. */
export const errorStatus: Readonly<Record<KnownErrorCode, number>> = ${record(ErrorCode.enum.map((code) => [code, ErrorCode['x-status'][code]]))}

/** A reason for a payment not to succeed that this version knows. */
export type KnownFailureCode = ${FailureCode.enum.map(quote).join(' | ')}

/** Each reason in words for the buyer. */
export const failureMeaning: Readonly<Record<KnownFailureCode, string>> = ${record(FailureCode.enum.map((code) => [code, quote(FailureCode['x-meaning'][code])]))}

/** The error code of an input field that is of the wrong form; \`invalid_request\` for all others. */
export const fieldErrorCode: Readonly<Record<string, Readonly<Record<string, KnownErrorCode>>>> = ${record(
    fieldCodes.map(([name, fields]) => [
      name,
      `{ ${fields.map(([field, code]) => `${field}: ${quote(code)}`).join(', ')} }`,
    ]),
  )}
`
}

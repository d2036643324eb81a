import { listSchemas, quote, resolve } from './document.mjs'

const record = (entries) => `{\n${entries.map(([key, value]) => `  ${key}: ${value},`).join('\n')}\n}`

/** Generates the error codes with their HTTP status, the failure codes with their messages, and the codes of input fields. */
export function errorTable(document) {
  const { ErrorCode, FailureCode } = document.components.schemas
  const inputs = Object.entries(listSchemas(document)).filter(([name]) => name.endsWith('Input'))
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

/** HTTP status of each error code. */
export const errorStatus: Readonly<Record<KnownErrorCode, number>> = ${record(ErrorCode.enum.map((code) => [code, ErrorCode['x-status'][code]]))}

/**
 * Advice on a failed write. \`same-key\`: the outcome is open or the cause temporary, repeat it with the same Idempotency-Key.
 * \`new-key\`: the response is stored under the key, so a later attempt needs another one. \`never\`: correct the request.
 */
export type RetryAdvice = 'same-key' | 'new-key' | 'never'

/** Advice by error code. */
export const errorRetry: Readonly<Record<KnownErrorCode, RetryAdvice>> = ${record(ErrorCode.enum.map((code) => [code, quote(ErrorCode['x-retry'][code])]))}

/** Known reason of a failed payment. */
export type KnownFailureCode = ${FailureCode.enum.map(quote).join(' | ')}

/** Message for the buyer by reason. */
export const failureMeaning: Readonly<Record<KnownFailureCode, string>> = ${record(FailureCode.enum.map((code) => [code, quote(FailureCode['x-meaning'][code])]))}

/** Error code of an invalid input field; \`invalid_request\` for other fields. */
export const fieldErrorCode: Readonly<Record<string, Readonly<Record<string, KnownErrorCode>>>> = ${record(
    fieldCodes.map(([name, fields]) => [
      name,
      `{ ${fields.map(([field, code]) => `${field}: ${quote(code)}`).join(', ')} }`,
    ]),
  )}
`
}

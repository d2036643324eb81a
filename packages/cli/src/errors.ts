import { errorRetry, errorStatus, failureMeaning, type RetryAdvice } from '@cedi/contract/generated/errors'
import { findNearest } from '@cedi/contract/nearest'
import { UsageError } from './command.js'
import { description } from './schema.js'

/** Describes an error code: its status, its cause, and an example. */
function errorText(code: string): string {
  const found = findExample(code)
  const status = (errorStatus as Readonly<Record<string, number>>)[code]
  const reason = (failureMeaning as Readonly<Record<string, string>>)[code]
  const retry = (errorRetry as Readonly<Record<string, RetryAdvice>>)[code]
  const lines = [
    ...(status ? [`${code} (HTTP ${status})`] : [code]),
    ...(found.summary ? [found.summary] : []),
    ...(found.message ? [`Example: ${found.message}`] : []),
    ...(reason ? [`As the failure of a payment: ${reason}`] : []),
    ...(retry ? [retryTexts[retry]] : []),
  ]
  return `${lines.join('\n')}\n`
}

/** Sentences for `error.retry` of the client. */
const retryTexts: Readonly<Record<RetryAdvice, string>> = {
  'same-key':
    'It may be temporary. Retry, a write with the same Idempotency-Key within 24 hours; after that, read the record.',
  'new-key':
    'The response is stored under the Idempotency-Key. Remove the cause, then send a new request with a new key.',
  never: 'Do not retry the same request. Correct it first.',
}

/** Finds the summary and the message of the first example with a code. */
function findExample(code: string): { readonly summary?: string; readonly message?: string } {
  let found: { readonly summary?: string; readonly message?: string } = {}
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || found.message) return
    const { summary, value: example } = value as {
      summary?: string
      value?: { error?: { code?: string; message?: string } }
    }
    if (example?.error?.code === code) found = { ...(summary && { summary }), message: example.error.message ?? '' }
    else for (const inner of Object.values(value)) walk(inner)
  }
  walk(description)
  return found
}

const listCodes = (): readonly string[] => [...new Set([...Object.keys(errorStatus), ...Object.keys(failureMeaning)])]

/** Returns whether `cedi help errors` explains a code. */
export const isExplained = (code: string): boolean => listCodes().includes(code)

/** Explains an error code. @throws {@link UsageError} with the nearest known code if the code is unknown. */
export function explain(code: string): string {
  if (isExplained(code)) return errorText(code)
  const suggestion = findNearest(code, listCodes())
  throw new UsageError(
    `There is no error code ${code}. ${suggestion ? `Did you mean ${suggestion}?` : 'See cedi help errors.'}`,
  )
}

/** Lists all error codes, one per line. */
export function listErrors(): string {
  const width = Math.max(...listCodes().map((code) => code.length))
  return listCodes()
    .map((code) => {
      const status = (errorStatus as Readonly<Record<string, number>>)[code]
      const text = findExample(code).summary ?? (failureMeaning as Readonly<Record<string, string>>)[code] ?? ''
      return `${code.padEnd(width)}  ${String(status ?? '').padEnd(3)}  ${text}\n`
    })
    .join('')
}

import { differs, holds, type Line, type Statement, unknown } from './line.js'
import { describeResponse, type Exchange, isErrorResponse, readError } from './service-client.js'

/** Error that the contract defines for a request. */
export interface ExpectedError {
  readonly status: number
  readonly code?: string
  /** Name of the wrong input. */
  readonly field?: string
}

/** Result of one request. */
export interface RejectedRequest {
  readonly exchange: Exchange
  /** Short name for the report, such as `limit=abc`. */
  readonly label?: string
  /** Deviations besides the status and the error. */
  readonly others?: readonly string[]
}

/** Difference between an error response and the contract. `format`: the status is right, and the code is not readable. */
type Finding = 'none' | 'status' | 'format' | 'other'

function classify(exchange: Exchange, { status, code, field }: ExpectedError): Finding {
  if (!isErrorResponse(exchange)) return 'other'
  const found = readError(exchange)
  const isReadable = typeof found.code === 'string'
  if (isReadable && ((code !== undefined && found.code !== code) || (field !== undefined && found.field !== field)))
    return 'other'
  if (exchange.status !== status) return 'status'
  return isReadable || code === undefined ? 'none' : 'format'
}

function describeExpected({ status, code, field }: ExpectedError): string {
  const subject = field === undefined ? '' : ` for ${field}`
  return code === undefined ? String(status) : `${status} ${code}${subject}`
}

/**
 * Checks that all requests are rejected with the expected error. An error in another format is evaluated by its status, and
 * its code is unknown: `envelope.failure` reports the format.
 */
export function judgeErrors(statement: Statement, requests: readonly RejectedRequest[], expected: ExpectedError): Line {
  const problem = requests.find(({ exchange }) => exchange.problem !== undefined)?.exchange.problem
  if (problem !== undefined) return unknown(statement, problem)
  const findings = requests.map((request) => ({ ...request, finding: classify(request.exchange, expected) }))
  const wrong = findings.filter(({ finding }) => finding === 'status' || finding === 'other')
  const labelsByText = new Map<string, (string | undefined)[]>()
  for (const { exchange, label, finding } of wrong) {
    const text = `${describeResponse(exchange)}, not ${finding === 'status' ? expected.status : describeExpected(expected)}.`
    labelsByText.set(text, [...(labelsByText.get(text) ?? []), label])
  }
  const texts = [...labelsByText].map(([text, [first, ...more]]) => {
    const others = more.length > 1 ? ` and ${more.length} others` : more.length === 1 ? ` and ${more[0]}` : ''
    return first === undefined ? `Got ${text}` : `${first}${others}: ${text}`
  })
  const others = findings.flatMap((one) => one.others ?? [])
  if (texts.length + others.length > 0) {
    const statuses = new Set(wrong.map(({ exchange }) => exchange.status))
    const isStatusOnly =
      others.length === 0 && statuses.size === 1 && wrong.every(({ finding }) => finding === 'status')
    return {
      ...differs(statement, [...new Set([...texts, ...others])].join(' ')),
      ...(isStatusOnly && { statusOnly: { expected: expected.status, actual: [...statuses][0] as number } }),
    }
  }
  return findings.some(({ finding }) => finding === 'format')
    ? unknown(
        statement,
        `The status is ${expected.status}, as expected. The error has another format, so its code is not readable.`,
      )
    : holds(statement)
}

/** Checks that a request is rejected with the expected error. */
export const judgeError = (
  statement: Statement,
  exchange: Exchange,
  expected: ExpectedError,
  others: readonly (string | false)[] = [],
): Line => judgeErrors(statement, [{ exchange, others: others.filter((text) => text !== false) }], expected)

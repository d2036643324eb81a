import { differs, holds, joinLabelled, type Line, nameFirst, type Statement, unknown } from './line.js'
import { describeResponse, type Exchange, isErrorResponse, readError } from './service-client.js'

/** Statement about the member that names the wrong input. */
export const fieldStatement = { id: 'error.field', title: 'an error names the field', source: '0005' }

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

/**
 * Difference between an error response and the contract. `field`: only the name of the field is missing. `format`: the status
 * is right, and the code is not readable.
 */
type Finding = 'none' | 'status' | 'field' | 'format' | 'other'

function classify(exchange: Exchange, { status, code, field }: ExpectedError): Finding {
  if (!isErrorResponse(exchange)) return 'other'
  const found = readError(exchange)
  const isReadable = typeof found.code === 'string'
  if (isReadable && code !== undefined && found.code !== code) return 'other'
  // `error.field` reports a name in another form.
  if (isReadable && field !== undefined && toFieldName(found.field) !== field)
    return exchange.status === status && (found.field ?? null) === null ? 'field' : 'other'
  if (exchange.status !== status) return 'status'
  return isReadable || code === undefined ? 'none' : 'format'
}

/** Returns the name of a field, also from a path: `amount` for `/amount`, `body.amount` and `amount[0]`. */
function toFieldName(field: unknown): string | undefined {
  // The name of a header has hyphens.
  if (typeof field !== 'string' || field.includes('-')) return undefined
  const name = field.match(/[A-Za-z_]\w*/g)?.at(-1)
  return name?.replace(/(?<=[a-z0-9])[A-Z]/g, '_$&').toLowerCase()
}

/** Checks that errors name the field as the request does. The other lines accept a name in another form. */
export function checkErrorFields(exchanges: readonly Exchange[]): Line[] {
  const invalid = exchanges.filter(({ status }) => status === 422 || status === 400)
  const fields = invalid.filter(isErrorResponse).map((exchange) => readError(exchange).field)
  const wrong = new Map(
    fields.map((field) => [field, toFieldName(field)] as const).filter(([field, name]) => name && name !== field),
  )
  const texts = [...wrong].map(([field, name]) => `It is "${String(field).slice(0, 60)}", not "${name}".`)
  return texts.length === 0 ? [] : [differs(fieldStatement, nameFirst(texts).join(' '))]
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
  const wrong = findings.filter(({ finding }) => finding !== 'none' && finding !== 'format')
  const texts = joinLabelled(
    wrong.map(({ exchange, label, finding }) => {
      const text = `${describeResponse(exchange)}, not ${finding === 'status' ? expected.status : describeExpected(expected)}.`
      return [label, label === undefined ? `Got ${text}` : text]
    }),
  )
  const others = findings.flatMap((one) => one.others ?? [])
  if (texts.length + others.length > 0) {
    const statuses = new Set(wrong.map(({ exchange }) => exchange.status))
    const isStatusOnly =
      others.length === 0 && statuses.size === 1 && wrong.every(({ finding }) => finding === 'status')
    const isFieldOnly = others.length === 0 && wrong.every(({ finding }) => finding === 'field')
    return {
      ...differs(statement, [...new Set([...texts, ...others])].join(' ')),
      ...(isFieldOnly && { isFieldOnly }),
      ...(isStatusOnly && { statusOnly: { expected: expected.status, actual: [...statuses][0] as number } }),
      ...(others.length === 0 && {
        ...readOtherCode(
          wrong.map(({ exchange }) => exchange),
          expected,
        ),
      }),
    }
  }
  return findings.some(({ finding }) => finding === 'format')
    ? unknown(
        statement,
        `The status is ${expected.status}, as expected. ${describeUnreadable(findings.map(({ exchange }) => exchange))}`,
      )
    : holds(statement, describeTried(requests))
}

/** Returns the reason for a code that is not readable, with the line that reports it. */
const describeUnreadable = (exchanges: readonly Exchange[]): string =>
  exchanges.some(({ body }) => body === undefined)
    ? 'The response is not JSON: see header.json.'
    : 'The error has another format, so its code is not readable.'

/** Returns the code of the errors if they have the expected status and the same other code. */
function readOtherCode(exchanges: readonly Exchange[], { status, code }: ExpectedError): Pick<Line, 'codeOnly'> {
  const codes = new Set(exchanges.map((one) => (one.status === status ? readError(one).code : undefined)))
  const [first] = codes
  return codes.size === 1 && typeof first === 'string' && first !== code ? { codeOnly: first } : {}
}

/** Names the requests that a statement was tried with. */
function describeTried(requests: readonly RejectedRequest[]): string {
  const labels = [...new Set(requests.map(({ label }) => label).filter((label) => label !== undefined))]
  return labels.length === 0 ? '' : `Tried: ${labels.join(', ')}.`
}

/** Checks that a request is rejected with the expected error. */
export const judgeError = (
  statement: Statement,
  exchange: Exchange,
  expected: ExpectedError,
  others: readonly (string | false)[] = [],
): Line => judgeErrors(statement, [{ exchange, others: others.filter((text) => text !== false) }], expected)

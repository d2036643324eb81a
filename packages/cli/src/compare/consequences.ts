import { fieldStatement } from './expected-error.js'
import { differs, type Line, type Statement, unknown } from './line.js'

/** Minimum number of statements with the same wrong status that become one line. */
const minSummarized = 3

/** Makes the lines unknown that differ only because of another line, so that each deviation is reported once. */
export const withoutConsequences = (lines: readonly Line[]): readonly Line[] =>
  withRedirectReferences(
    withoutCodeConsequences(
      summarizeFields(
        summarizeStatuses(withoutUnitConsequences(withoutRefundConsequences(withoutKeyConsequences(lines)))),
      ),
    ),
  )

/** Refers from the lines that a redirect makes unknown to its line. */
const withRedirectReferences = (lines: readonly Line[]): readonly Line[] =>
  lines.map((line) =>
    line.verdict === 'unknown' && / redirects (?:to|without) .*\(\d{3}\)/.test(line.seen)
      ? { ...line, seen: `${line.seen.replace(/\.$/, '')}: see header.redirect.` }
      : line,
  )

function withoutKeyConsequences(lines: readonly Line[]): readonly Line[] {
  if (lines.find(({ id }) => id === 'key.accepted')?.verdict !== 'differs') return lines
  return lines.map((line) =>
    line.verdict === 'differs' && /^(?:path\..*|record\.unknown|simulate\.answer|key\.scope)$/.test(line.id)
      ? unknown(line, 'The service rejects the key.')
      : line,
  )
}

/** Reports an error once that a refund has before and after the payment has succeeded. */
function withoutRefundConsequences(lines: readonly Line[]): readonly Line[] {
  const readResponse = (line: Line | undefined): string | undefined =>
    line?.verdict === 'differs' ? line.seen.split(', not ')[0] : undefined
  const refund = lines.find(({ id }) => id === 'path.createRefund')
  return lines.map((line) =>
    line.id === 'refund.pending' && readResponse(line) !== undefined && readResponse(line) === readResponse(refund)
      ? unknown(line, 'See path.createRefund.')
      : line,
  )
}

function withoutUnitConsequences(lines: readonly Line[]): readonly Line[] {
  const unit = lines.find(({ id }) => id === 'amount.unit')
  if (unit?.verdict !== 'differs' || !unit.seen.includes('Balance ')) return lines
  return lines.map((line) =>
    line.verdict === 'differs' && line.id.startsWith('balance.')
      ? unknown(line, 'The balance has another unit: see amount.unit.')
      : line,
  )
}

const errorStatus = { id: 'error.status', title: 'errors have the statuses of the contract', source: '0005' }
const createdStatus = { id: 'create.status', title: 'a created record is 201', source: '0011' }
const isCreation = ({ statusOnly }: Line): boolean => (statusOnly?.expected ?? 0) < 300

/** Replaces lines that differ only by the same status with one line for errors, and one for created records. */
function summarizeStatuses(lines: readonly Line[]): readonly Line[] {
  const withStatus = lines.filter(({ statusOnly }) => statusOnly !== undefined)
  const summaries = [
    summarizeGroups(
      errorStatus,
      withStatus.filter((line) => !isCreation(line)),
      minSummarized,
    ),
    // Few operations create records.
    summarizeGroups(createdStatus, withStatus.filter(isCreation), 2),
  ].filter((summary) => summary !== undefined)
  return [
    ...summaries.map(({ line }) => line),
    ...lines.map((line) => {
      const { statusOnly: _, ...rest } = line
      const summary = summaries.find(({ lines }) => lines.has(line))
      return summary ? unknown(rest, `Only the status differs: see ${summary.line.id}.`) : rest
    }),
  ]
}

/** Summarizes the lines with the same status, if there are several. */
function summarizeGroups(
  statement: Statement,
  lines: readonly Line[],
  minLines: number,
): { readonly line: Line; readonly lines: ReadonlySet<Line> } | undefined {
  const byStatus = new Map<number, Line[]>()
  for (const line of lines)
    if (line.statusOnly) byStatus.set(line.statusOnly.actual, [...(byStatus.get(line.statusOnly.actual) ?? []), line])
  const groups = [...byStatus].filter(([, group]) => group.length >= minLines)
  const texts = groups.map(([actual, group]) => {
    const expected = [...new Set(group.map(({ statusOnly }) => statusOnly?.expected))].sort()
    return `The status is ${actual}, not ${expected.join(' or ')}, in ${group.length} statements: ${listIds(group)}.`
  })
  const summarized = new Set(groups.flatMap(([, group]) => group))
  return texts.length === 0 ? undefined : { line: differs(statement, texts.join(' ')), lines: summarized }
}

const listIds = (lines: readonly Line[]): string => lines.map(({ id }) => id).join(', ')

/** Replaces lines whose errors do not name the field with one line. */
function summarizeFields(lines: readonly Line[]): readonly Line[] {
  const group = lines.filter(({ isFieldOnly }) => isFieldOnly)
  const rest = lines.map(({ isFieldOnly, ...line }) =>
    isFieldOnly && group.length >= minSummarized
      ? unknown(line, `Only the field is missing: see ${fieldStatement.id}.`)
      : line,
  )
  if (group.length < minSummarized) return rest
  const text = `Errors have no field, in ${group.length} statements: ${listIds(group)}.`
  return [differs(fieldStatement, text), ...rest.filter(({ id }) => id !== fieldStatement.id)]
}

/**
 * Makes lines unknown whose requests are rejected with one code for everything. `record.Failure` reports a code that the
 * contract does not list, and names the statements.
 */
function withoutCodeConsequences(lines: readonly Line[]): readonly Line[] {
  const failure = lines.find(({ id }) => id === 'record.Failure')
  const linesByCode = new Map<string, Line[]>()
  for (const line of lines)
    if (line.codeOnly !== undefined && failure?.verdict === 'differs' && failure.seen.includes(`"${line.codeOnly}"`))
      linesByCode.set(line.codeOnly, [...(linesByCode.get(line.codeOnly) ?? []), line])
  const groups = [...linesByCode].filter(([, group]) => group.length >= minWithCode)
  const texts = groups.map(([code, group]) => `The code is ${code} in ${group.length} statements: ${listIds(group)}.`)
  const isSummarized = (line: Line): boolean => groups.some(([, group]) => group.includes(line))
  return lines.map((line) => {
    const { codeOnly: _, ...rest } = line
    if (line === failure) return { ...rest, seen: [rest.seen, ...texts].join(' ') }
    return isSummarized(line)
      ? unknown(rest, 'It is rejected with the expected status, and another code: see record.Failure.')
      : rest
  })
}

/** Minimum number of statements with the same other code that become one line. */
const minWithCode = 2

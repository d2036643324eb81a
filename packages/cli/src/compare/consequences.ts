import { differs, type Line, unknown } from './line.js'

/** Minimum number of statements with the same wrong status that become one line. */
const minSummarized = 3

/** Makes the lines unknown that differ only because of another line, so that each deviation is reported once. */
export const withoutConsequences = (lines: readonly Line[]): readonly Line[] =>
  withRedirectReferences(
    withoutCodeConsequences(summarizeStatuses(withoutUnitConsequences(withoutKeyConsequences(lines)))),
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

function withoutUnitConsequences(lines: readonly Line[]): readonly Line[] {
  const unit = lines.find(({ id }) => id === 'amount.unit')
  if (unit?.verdict !== 'differs' || !unit.seen.includes('Balance ')) return lines
  return lines.map((line) =>
    line.verdict === 'differs' && line.id.startsWith('balance.')
      ? unknown(line, 'The balance has another unit: see amount.unit.')
      : line,
  )
}

/** Replaces lines that differ only by the same status of an error with one line. */
function summarizeStatuses(lines: readonly Line[]): readonly Line[] {
  const statement = { id: 'error.status', title: 'errors have the statuses of the contract', source: '0005' }
  const byStatus = new Map<number, Line[]>()
  for (const line of lines)
    if (line.statusOnly) byStatus.set(line.statusOnly.actual, [...(byStatus.get(line.statusOnly.actual) ?? []), line])
  const groups = [...byStatus].filter(([, group]) => group.length >= minSummarized)
  const summarized = new Set(groups.flatMap(([, group]) => group))
  const texts = groups.map(([actual, group]) => {
    const expected = [...new Set(group.map(({ statusOnly }) => statusOnly?.expected))].sort()
    return `The status is ${actual}, not ${expected.join(' or ')}, in ${group.length} statements: ${group.map(({ id }) => id).join(', ')}.`
  })
  const rest = lines.map(({ statusOnly: _, ...line }) => line as Line)
  if (texts.length === 0) return rest
  return [
    differs(statement, texts.join(' ')),
    ...rest.map((line, index) =>
      summarized.has(lines[index] as Line) ? unknown(line, `Only the status differs: see ${statement.id}.`) : line,
    ),
  ]
}

/**
 * Makes lines unknown whose requests are rejected with one code for everything. `record.Failure` reports a code that the
 * contract does not list.
 */
function withoutCodeConsequences(lines: readonly Line[]): readonly Line[] {
  const failure = lines.find(({ id }) => id === 'record.Failure')
  const counts = new Map<string, number>()
  for (const { codeOnly } of lines) if (codeOnly !== undefined) counts.set(codeOnly, (counts.get(codeOnly) ?? 0) + 1)
  return lines.map(({ codeOnly, ...line }) => {
    const isReported =
      failure?.verdict === 'differs' && codeOnly !== undefined && failure.seen.includes(`"${codeOnly}"`)
    return isReported && (counts.get(codeOnly) ?? 0) >= minSummarized
      ? unknown(line, 'It is rejected with the expected status, and another code: see record.Failure.')
      : line
  })
}

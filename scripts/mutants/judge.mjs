// Reads the report of a mutation run: how many mutants the tests noticed, and which of the others nobody has read yet.

const noticed = new Set(['Killed', 'Timeout'])
const unnoticed = new Set(['Survived', 'NoCoverage'])

/** A text of source as one line. */
const oneLine = (text) => text.replace(/\s+/g, ' ').trim()

/** The source between two positions of the report, whose lines and columns start at 1. */
function textAt(lines, { start, end }) {
  const cut = lines.slice(start.line - 1, end.line)
  cut[cut.length - 1] = cut.at(-1).slice(0, end.column - 1)
  cut[0] = cut[0].slice(start.column - 1)
  return oneLine(cut.join('\n'))
}

/** The mutants of a report, each with the text before (`from`) and after (`to`). */
function mutantsOf(report) {
  return Object.entries(report.files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n')
    return mutants.map(({ status, location, replacement, mutatorName, static: isStatic }) => ({
      file,
      status,
      mutator: mutatorName,
      isStatic: Boolean(isStatic),
      number: location.start.line,
      line: oneLine(lines[location.start.line - 1]),
      from: textAt(lines, location),
      to: oneLine(replacement ?? ''),
    }))
  })
}

const isMeant = (mutant, { file, line, from, to }) =>
  mutant.file.endsWith(file) &&
  (line === undefined || mutant.line === oneLine(line)) &&
  mutant.from === oneLine(from) &&
  [to].flat().some((text) => mutant.to === oneLine(text))

/**
 * Judges a report.
 *
 * @param report - As Stryker writes it (mutation-testing-report-schema).
 * @param equivalent - The list in `equivalent.mjs`.
 * @returns Counts; `score`, the per cent of all mutants that were noticed (mutants of the list count as not noticed); `unjudged`, those
 *   that were neither noticed nor are in the list; `stale`, entries of the list that match no mutant any more.
 */
export function judge(report, equivalent) {
  const mutants = mutantsOf(report)
  const of = (statuses) => mutants.filter(({ status }) => statuses.has(status))
  const survivors = of(unnoticed)
  const killed = of(noticed).length
  const all = killed + survivors.length
  const unjudged = survivors.filter((mutant) => !equivalent.some((entry) => isMeant(mutant, entry)))
  const ofThisReport = equivalent.filter(({ file }) => mutants.some((mutant) => mutant.file.endsWith(file)))
  return {
    all,
    killed,
    byTime: of(new Set(['Timeout'])).length,
    named: survivors.length - unjudged.length,
    left: of(new Set(['Ignored'])).length,
    broken: mutants.length - all - of(new Set(['Ignored'])).length,
    score: all === 0 ? 0 : (100 * killed) / all,
    unjudged,
    stale: ofThisReport.filter((entry) => !survivors.some((mutant) => isMeant(mutant, entry))),
  }
}

/** One line about a mutant that was not noticed: where it is, and what was changed. */
export const lineOf = ({ file, number, status, from, to }) =>
  `${file}:${number}  ${status === 'NoCoverage' ? 'no test runs this line: ' : ''}${cut(from)}  ->  ${cut(to)}`

const cut = (text) => (text.length > 90 ? `${text.slice(0, 87)}…` : text)

import type { Exchange } from './service-client.js'

/** Verdict on a statement. `unknown`: no response showed it. */
export type Verdict = 'holds' | 'differs' | 'unknown'

/** Change to the contract's OpenAPI document, as an action of an OpenAPI Overlay 1.0. */
export interface Action {
  readonly target: string
  readonly description?: string
  readonly update?: unknown
  readonly remove?: true
}

/** Result of the comparison for one statement. */
export interface Line {
  /** Stable identifier for scripts. */
  readonly id: string
  /** Statement of the contract. */
  readonly title: string
  /** Section of the service's documentation, or a decision number. */
  readonly source: string
  readonly verdict: Verdict
  /** Observation, or empty if it equals the statement. The reason if the verdict is `unknown`. */
  readonly seen: string
  /** Changes to the contract's OpenAPI document, if it can express them. */
  readonly actions?: readonly Action[]
  /** Statuses, if the status of an error is the only deviation. */
  readonly statusOnly?: { readonly expected: number; readonly actual: number }
  /** Whether the missing name of the field is the only deviation of an error. */
  readonly isFieldOnly?: true
  /** Code of the error, if the code and its field are the only deviations. */
  readonly codeOnly?: string
}

/** Statement before the check. */
export type Statement = Pick<Line, 'id' | 'title' | 'source'>

export const holds = (statement: Statement, seen = ''): Line => ({ ...statement, verdict: 'holds', seen })
export const unknown = (statement: Statement, reason: string): Line => ({
  ...statement,
  verdict: 'unknown',
  seen: reason,
})
export const differs = (statement: Statement, seen: string, actions: readonly Action[] = []): Line => ({
  ...statement,
  verdict: 'differs',
  seen,
  ...(actions.length > 0 && { actions }),
})

/**
 * Evaluates a statement with exchanges. Without a usable response to one of them the verdict is `unknown`, with the reason.
 */
export const judge = (
  statement: Statement,
  exchanges: readonly (Exchange | undefined)[],
  evaluate: () => Line,
): Line => {
  const problem = exchanges.find((one) => one?.problem !== undefined)?.problem
  return problem === undefined ? evaluate() : unknown(statement, problem)
}

/** Returns `differs` with the deviations, or `holds` without one. */
export const toVerdict = (
  statement: Statement,
  wrong: readonly (string | undefined | false)[],
  actions?: readonly Action[],
): Line => {
  const deviations = [...new Set(wrong.filter((text): text is string => Boolean(text)))]
  return deviations.length === 0 ? holds(statement) : differs(statement, deviations.join(' '), actions)
}

/** Line of one operation or list. */
export interface LabelledLine {
  /** Operation, if the observation does not name it. */
  readonly label?: string | undefined
  readonly line: Line
}

/**
 * Merges the lines of one statement: a difference in one is a difference, and one line that holds is sufficient. A line that
 * holds names what was tried.
 */
export function mergeLines(statement: Statement, found: readonly LabelledLine[]): Line {
  const [only, ...more] = found
  if (only !== undefined && more.length === 0 && only.label === undefined) return only.line
  const wrong = found.filter(({ line }) => line.verdict === 'differs')
  const [first] = wrong
  if (first !== undefined) {
    const { statusOnly, codeOnly, isFieldOnly } = first.line
    return {
      ...differs(statement, joinLabelled(wrong.map(({ label, line }) => [label, line.seen])).join(' ')),
      ...(statusOnly && wrong.every(({ line }) => line.statusOnly?.actual === statusOnly.actual) && { statusOnly }),
      ...(isFieldOnly && wrong.every(({ line }) => line.isFieldOnly) && { isFieldOnly }),
      ...(codeOnly !== undefined && wrong.every(({ line }) => line.codeOnly === codeOnly) && { codeOnly }),
    }
  }
  const held = found.filter(({ line }) => line.verdict === 'holds')
  const unread = new Set(found.filter(({ line }) => line.verdict === 'unknown').map(({ line }) => line.seen))
  if (held.length === 0) return unknown(statement, [...unread].join(' '))
  const labels = held.map(({ label }) => label).filter((label) => label !== undefined)
  return holds(statement, labels.length > 0 ? `Tried: ${labels.join(', ')}.` : [...unread].join(' '))
}

/** Returns one sentence for each text: `limit=abc and 5 others: 422 …`. */
export function joinLabelled(found: readonly (readonly [label: string | undefined, text: string])[]): string[] {
  const labelsByText = new Map<string, (string | undefined)[]>()
  for (const [label, text] of found) labelsByText.set(text, [...(labelsByText.get(text) ?? []), label])
  return [...labelsByText].map(([text, [first, ...more]]) => {
    const others = more.length > 1 ? ` and ${more.length} others` : more.length === 1 ? ` and ${more[0]}` : ''
    return first === undefined ? text : `${first}${others}: ${text}`
  })
}

/** Maximum number of records that a line names. */
const maxNamed = 3

/** Returns the first sentences, and the number of the others. */
export const nameFirst = (texts: readonly string[]): string[] => [
  ...texts.slice(0, maxNamed),
  ...(texts.length > maxNamed
    ? [`${texts.length - maxNamed} more ${texts.length - maxNamed === 1 ? 'differs' : 'differ'}.`]
    : []),
]

/** Joins words: `Product, Order and errors`, `401, 403 and 404`. */
export const joinWords = (words: readonly (string | number)[]): string =>
  words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : String(words[0] ?? '')

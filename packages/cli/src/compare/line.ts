/** The verdict on one statement. `unknown`: no answer showed it. */
export type Verdict = 'holds' | 'differs' | 'unknown'

/** One change to our description, in the form of an OpenAPI Overlay 1.0. */
export interface Action {
  readonly target: string
  readonly description?: string
  readonly update?: unknown
  readonly remove?: true
}

/** One line of the comparison. */
export interface Line {
  /** Stays the same from version to version, so that scripts can find it. */
  readonly id: string
  /** What the contract says. */
  readonly title: string
  /** The source: a section of the service's description, or the number of our decision. */
  readonly source: string
  readonly verdict: Verdict
  /** What was seen, if it is not simply what the contract says. */
  readonly seen: string
  /** How to change our description, where a description can express it. */
  readonly actions?: readonly Action[]
}

/** A statement before it is checked. */
export type Statement = Pick<Line, 'id' | 'title' | 'source'>

export const holds = (statement: Statement, seen = ''): Line => ({ ...statement, verdict: 'holds', seen })
export const unknown = (statement: Statement, why: string): Line => ({ ...statement, verdict: 'unknown', seen: why })
export const differs = (statement: Statement, seen: string, actions: readonly Action[] = []): Line => ({
  ...statement,
  verdict: 'differs',
  seen,
  ...(actions.length > 0 && { actions }),
})

/** `holds` when nothing is wrong; otherwise lists what is. */
export const verdictOf = (
  statement: Statement,
  wrong: readonly (string | undefined | false)[],
  actions?: readonly Action[],
): Line => {
  const said = [...new Set(wrong.filter((text): text is string => Boolean(text)))]
  return said.length === 0 ? holds(statement) : differs(statement, said.join(' '), actions)
}

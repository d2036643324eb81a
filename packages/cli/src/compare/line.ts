/** What the comparison says of one thing. `unknown`: nothing that was seen tells. */
export type Verdict = 'holds' | 'differs' | 'unknown'

/** One change of our description, in the form of an OpenAPI Overlay 1.0. */
export interface Action {
  readonly target: string
  readonly description?: string
  readonly update?: unknown
  readonly remove?: true
}

/** One line of the comparison. */
export interface Line {
  /** Stays the same from version to version, so that scripts can look for it. */
  readonly id: string
  /** What the contract says. */
  readonly title: string
  /** On whose word: a section of the service description, or the number of our decision. */
  readonly source: string
  readonly verdict: Verdict
  /** What was seen, when it is not just what the contract says. */
  readonly seen: string
  /** What to change in our description, where a description can say it. */
  readonly actions?: readonly Action[]
}

/** A statement, before it was held against the service. */
export type Statement = Pick<Line, 'id' | 'title' | 'source'>

export const holds = (statement: Statement, seen = ''): Line => ({ ...statement, verdict: 'holds', seen })
export const unknown = (statement: Statement, why: string): Line => ({ ...statement, verdict: 'unknown', seen: why })
export const differs = (statement: Statement, seen: string, actions: readonly Action[] = []): Line => ({
  ...statement,
  verdict: 'differs',
  seen,
  ...(actions.length > 0 && { actions }),
})

/** Holds when nothing is wrong; otherwise says all that is. */
export const verdictOf = (
  statement: Statement,
  wrong: readonly (string | undefined | false)[],
  actions?: readonly Action[],
): Line => {
  const said = [...new Set(wrong.filter((text): text is string => Boolean(text)))]
  return said.length === 0 ? holds(statement) : differs(statement, said.join(' '), actions)
}

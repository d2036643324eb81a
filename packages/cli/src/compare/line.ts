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

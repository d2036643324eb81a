import type { Exchange } from '../check-client.js'
import type { Evidence } from './evidence.js'

/** Verdict on a statement. `unknown`: no response showed it. */
type Verdict = 'holds' | 'differs' | 'unknown'

/** Verdict with its evidence: the observation, or the reason if the verdict is `unknown`. */
export interface Finding {
  readonly verdict: Verdict
  readonly evidence: string
}

/** Statement of the contract that the comparison checks. */
export interface Statement {
  /** Stable identifier for scripts. */
  readonly id: string
  readonly title: string
  /** Section of the service's documentation, or a decision number. */
  readonly source: string
  check(evidence: Evidence): Finding
}

export const holds = (evidence = ''): Finding => ({ verdict: 'holds', evidence })
export const differs = (evidence: string): Finding => ({ verdict: 'differs', evidence })
export const unknown = (reason: string): Finding => ({ verdict: 'unknown', evidence: reason })

/** Maximum number of deviations in one line. */
const maxShown = 3

/** Returns `differs` with the first deviations, or `holds` without one. */
export function toFinding(deviations: readonly (string | false | undefined)[], evidence = ''): Finding {
  const found = [...new Set(deviations.filter((text): text is string => Boolean(text)))]
  if (found.length === 0) return holds(evidence)
  const more = found.length > maxShown ? [`${found.length - maxShown} more.`] : []
  return differs([...found.slice(0, maxShown), ...more].join(' '))
}

/** Evaluates the usable responses. Without one, the verdict is `unknown` with the reason. */
export function judge(
  exchanges: readonly Exchange[],
  evaluate: (usable: readonly Exchange[]) => Finding,
  reason = 'No response showed it.',
): Finding {
  const usable = exchanges.filter(({ problem }) => problem === undefined)
  if (usable.length > 0) return evaluate(usable)
  return unknown(exchanges[0]?.problem ?? reason)
}

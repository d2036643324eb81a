import type { ScenarioContext } from './scenario-context.js'

/** Severity of the violations that a scenario finds. */
type Severity = 'money' | 'high' | 'medium'

/** Sequence of events in which a payment can go wrong. */
export interface Scenario {
  readonly name: string
  readonly summary: string
  readonly severity: Severity
  /** Names of scenarios without whose success this one has no meaningful result. */
  readonly requires: readonly string[]
  /** Requirement in addition to `order` and `state`. Without it, the scenario is skipped. */
  readonly needs?: 'return' | 'webhook' | 'start'
  run(context: ScenarioContext): Promise<void>
}

import { setTimeout } from 'node:timers/promises'
import type { Examination } from './examination.js'
import { type InvariantName, InvariantViolation, NotApplicable } from './invariants.js'
import type { Scenario } from './scenario.js'
import { ScenarioContext } from './scenario-context.js'
import { waitUntilReady } from './shop-process.js'
import { createTimeline, type TimelineEntry } from './timeline.js'

/** Result of one scenario. */
export interface ScenarioResult extends Pick<Scenario, 'name' | 'summary' | 'severity'> {
  /**
   * `blocked` means that the scenario was not run, because a scenario that it requires has not passed. `unclear` means
   * that the adapter or the shop failed, but no invariant is known to be violated.
   */
  readonly verdict: 'passed' | 'failed' | 'skipped' | 'blocked' | 'unclear'
  readonly invariant?: InvariantName | undefined
  /** Description of the problem. */
  readonly message?: string | undefined
  /** Number of failures and of runs. */
  readonly tries?: { readonly failed: number; readonly of: number } | undefined
  readonly timeline: readonly TimelineEntry[]
  /** Entries of the ledger during the scenario. */
  readonly ledger: readonly string[]
  readonly ms: number
}

/** Timeout of one scenario: twice the duration of the longest scenario of a correct shop. */
const scenarioLimitMs = 120_000
/** Interval at which the process of the shop is checked. */
const processCheckMs = 100
/** Maximum wait for a response of a shop that may have ended. */
const probeLimitMs = 3_000
const processEnded = 'The process of the shop has ended.'

type Conclusion = Pick<ScenarioResult, 'verdict' | 'invariant' | 'message'>

/** Runs a scenario once. */
export async function runScenario(
  scenario: Scenario,
  examination: Examination,
  signal: AbortSignal,
): Promise<ScenarioResult> {
  const { name, summary, severity } = scenario
  const startMs = performance.now()
  const timeline = createTimeline()
  const ended = new AbortController()
  const context = new ScenarioContext(examination, timeline, AbortSignal.any([signal, ended.signal]))
  const entriesBefore = (await context.readLedger()).length
  const conclusion = await conclude(scenario, examination, context)
  // Ends the requests and the waits of a scenario that was interrupted.
  ended.abort()
  const ledger = (await context.readLedger()).slice(entriesBefore)
  await context.clear()
  const ms = performance.now() - startMs
  return { ...{ name, summary, severity }, ...conclusion, timeline: timeline.entries, ledger, ms }
}

async function conclude(scenario: Scenario, examination: Examination, context: ScenarioContext): Promise<Conclusion> {
  const { shop, start } = examination
  const { needs } = scenario
  if (needs === 'return' && !shop.return) return { verdict: 'skipped', message: 'The adapter has no return().' }
  if (needs === 'webhook' && !shop.webhook) return { verdict: 'skipped', message: 'The adapter names no webhook.' }
  if (needs === 'start' && !start) return { verdict: 'skipped', message: 'Needs --start.' }
  try {
    await withinLimits(scenario.run(context), examination)
    context.checkCommonInvariants()
    return { verdict: 'passed' }
  } catch (error) {
    if (error instanceof NotApplicable) return { verdict: 'skipped', message: error.message }
    // Connections break shortly before the exit of their process is known.
    if (!(error instanceof InvariantViolation)) await setTimeout(2 * processCheckMs)
    if (examination.process?.hasEnded()) return { verdict: 'failed', invariant: 'stays-up', message: processEnded }
    if (!examination.process && !(await waitUntilReady(examination.url, () => true, probeLimitMs))) {
      examination.goneReason = `The shop no longer responds at ${examination.url}. Start it again.`
      return { verdict: 'failed', invariant: 'stays-up', message: examination.goneReason }
    }
    if (error instanceof InvariantViolation)
      return { verdict: 'failed', invariant: error.invariant, message: error.message }
    return { verdict: 'unclear', message: (error as Error).message }
  }
}

/** Waits for a scenario. Rejects when its time is up or the process of the shop has ended. */
async function withinLimits(run: Promise<void>, examination: Examination): Promise<void> {
  const startMs = performance.now()
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      if (examination.process?.hasEnded()) reject(new InvariantViolation('stays-up', processEnded))
      if (performance.now() - startMs > scenarioLimitMs)
        reject(
          new Error(`The scenario did not end within ${scenarioLimitMs / 1_000} s. Check what the adapter waits for.`),
        )
    }, processCheckMs)
  })
  await Promise.race([run, limit]).finally(() => clearInterval(timer))
}

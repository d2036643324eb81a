import { type Examination, type ShopCopy, startExamination } from './examination.js'
import type { InvariantName } from './invariants.js'
import type { PageTexts } from './page-texts.js'
import { runScenario, type ScenarioResult } from './run-scenario.js'
import type { Scenario } from './scenario.js'
import { foundations, scenarios } from './scenarios/index.js'
import type { Shop } from './shop.js'

/** Options of {@link examine}. */
export interface ExamineOptions {
  readonly shop: Shop
  /** Creates a copy of the shop; the first has the number 0. */
  createCopy(number: number): Promise<ShopCopy>
  /** Number of copies. By default, three if the first one stores something in its data folder, otherwise one. */
  readonly copies: number | undefined
  /** Names of scenarios. All by default. */
  readonly only: readonly string[]
  readonly signal: AbortSignal
  onResult(result: ScenarioResult): void
  onScenario(name: string): void
}

const defaultCopies = 3
/** Number of runs of a scenario that fails. */
const triesOfFailure = 2

/** Violations after which the scenarios that require the failed one would fail for the same reason. */
const blockingInvariants: readonly (InvariantName | undefined)[] = [
  ...(['paid-delivered', 'unpaid-kept', 'own-payment', 'private-orders', 'stays-up'] as const),
]

/**
 * Runs the scenarios on a shop. Runs a failed scenario again to find out whether it always fails. After the first ones,
 * several copies of the shop run different scenarios at the same time.
 *
 * @returns The results in the order of the scenarios.
 */
export async function examine(options: ExamineOptions): Promise<ScenarioResult[]> {
  const { only, signal } = options
  const selected = scenarios.filter(({ name }) => only.length === 0 || only.includes(name))
  const state: RunState = {
    ...{ options, results: new Map(), running: new Map() },
    queue: selected.filter((scenario) => foundations.includes(scenario)),
  }
  const examinations: Examination[] = []
  const texts: PageTexts = {}
  const start = async (number: number): Promise<Examination> => {
    const copy = await options.createCopy(number)
    try {
      const examination = await startExamination(copy, options.shop, texts)
      examinations.push(examination)
      return examination
    } catch (error) {
      await copy.close()
      throw error
    }
  }
  try {
    const first = await start(0)
    await work(first, state)
    state.queue.push(...selected.filter((scenario) => !foundations.includes(scenario)))
    const { copies = first.start && first.hasStoredData() ? defaultCopies : 1 } = options
    const more = Array.from({ length: Math.min(copies, state.queue.length) - 1 }, async (_, index) => {
      // The first copy examines all scenarios if the shop cannot run twice on this machine.
      const examination = await start(index + 1).catch(() => undefined)
      if (examination) await work(examination, state)
    })
    await Promise.all([work(first, state), ...more])
    const reason = first.goneReason ?? ''
    if (!signal.aborted) for (const scenario of state.queue) report(toBlocked(scenario, reason), state)
  } finally {
    for (const { process, close } of examinations) {
      await process?.kill()
      await close()
    }
  }
  return selected.flatMap(({ name }) => state.results.get(name) ?? [])
}

/** State of {@link examine}. */
interface RunState {
  readonly options: ExamineOptions
  /** Scenarios that no copy has started. */
  readonly queue: Scenario[]
  readonly running: Map<string, Promise<void>>
  readonly results: Map<string, ScenarioResult>
}

/** Runs scenarios of the queue on one copy, one after the other. */
async function work(examination: Examination, state: RunState): Promise<void> {
  const { queue, running, options } = state
  while (!options.signal.aborted && !examination.goneReason) {
    const scenario = queue.shift()
    if (!scenario) return
    const run = runWhenPossible(scenario, examination, state)
    running.set(scenario.name, run)
    await run
  }
}

async function runWhenPossible(scenario: Scenario, examination: Examination, state: RunState): Promise<void> {
  const { options, running } = state
  // Another copy may still run a required scenario.
  await Promise.all(scenario.requires.map((name) => running.get(name)))
  const blocker = findBlocker(scenario, state)
  if (blocker) return report(toBlocked(scenario, blocker), state)
  options.onScenario(scenario.name)
  const result = await runWithRepeats(scenario, examination, state)
  if (!options.signal.aborted) report(result, state)
}

function report(result: ScenarioResult, { results, options }: RunState): void {
  results.set(result.name, result)
  options.onResult(result)
}

/** Returns the reason not to run a scenario; undefined if it can be run. */
function findBlocker({ requires }: Scenario, { results }: RunState): string | undefined {
  for (const name of requires) {
    const { verdict, invariant, tries } = results.get(name) ?? {}
    if (verdict === 'unclear') return `Depends on ${name}, which has no clear result. Fix that first.`
    if (verdict === 'blocked') return `Depends on ${name}, which was not examined.`
    const alwaysFails = verdict === 'failed' && (!tries || tries.failed === tries.of)
    if (alwaysFails && blockingInvariants.includes(invariant))
      return `Depends on ${name}, which failed. Fix that first.`
  }
  return undefined
}

const toBlocked = ({ name, summary, severity }: Scenario, message: string): ScenarioResult => ({
  ...{ name, summary, severity, message },
  ...{ verdict: 'blocked', timeline: [], ledger: [], ms: 0 },
})

async function runWithRepeats(
  scenario: Scenario,
  examination: Examination,
  { options, results }: RunState,
): Promise<ScenarioResult> {
  const run = (): Promise<ScenarioResult> => runScenario(scenario, examination, options.signal)
  let first = await run()
  // A connection may break for a reason unrelated to the scenario.
  if (first.verdict === 'unclear' && !options.signal.aborted) first = await run()
  if (first.verdict !== 'failed' || examination.goneReason || isConfirmed(first, results)) return first
  let failed = 1
  for (let attempt = 1; attempt < triesOfFailure; attempt++) if ((await run()).verdict === 'failed') failed++
  return { ...first, tries: { failed, of: triesOfFailure } }
}

/** Whether another scenario has found the same violation in all its tries. Then this one is not tried again. */
const isConfirmed = ({ invariant }: ScenarioResult, results: ReadonlyMap<string, ScenarioResult>): boolean =>
  [...results.values()].some((result) => result.invariant === invariant && result.tries?.failed === triesOfFailure)

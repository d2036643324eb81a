import type { Examination } from './examination.js'
import { type InvariantName, InvariantViolation, NotApplicable } from './invariants.js'
import type { Scenario } from './scenario.js'
import { ScenarioContext } from './scenario-context.js'
import { scenarios } from './scenarios/index.js'
import type { Service } from './service.js'
import type { Shop } from './shop.js'
import type { ShopProcess } from './shop-process.js'
import { createTimeline, type TimelineEntry } from './timeline.js'

/** Result of one scenario. */
export interface ScenarioResult extends Pick<Scenario, 'name' | 'summary' | 'severity'> {
  /** `unclear` means that the adapter or the shop failed, but no invariant is known to be violated. */
  readonly verdict: 'passed' | 'failed' | 'skipped' | 'unclear'
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

/** Options of {@link examine}. */
export interface ExamineOptions {
  readonly shop: Shop
  readonly service: Service
  /** URL of the shop. */
  readonly url: string
  readonly start?: ((url: string) => Promise<ShopProcess>) | undefined
  /** Names of scenarios. All by default. */
  readonly only: readonly string[]
  readonly signal: AbortSignal
  onResult(result: ScenarioResult): void
  onScenario(name: string): void
}

/** Timeout of one scenario: twice the duration of the longest scenario of a correct shop. */
const scenarioLimitMs = 120_000

/** Maximum wait for a delivery. Shops read at increasing intervals. */
const patienceMs = 45_000
/** Maximum wait for a delivery in a shop that has not delivered a paid order. */
const shortPatienceMs = 10_000
/** Number of runs of a scenario that fails. */
const triesOfFailure = 2

/** Runs the scenarios on a shop sequentially. Runs a failed scenario again to find out whether it always fails. */
export async function examine(options: ExamineOptions): Promise<ScenarioResult[]> {
  const { service, shop, url, start, signal } = options
  const examination: Examination = {
    ...{ shop, service, url, start },
    productId: await readProductId(service),
    process: await start?.(url),
    texts: {},
    nextBuyer: 1,
    owners: new Map(),
    patienceMs,
  }
  const results: ScenarioResult[] = []
  try {
    for (const scenario of scenarios) {
      if (signal.aborted) break
      if (options.only.length > 0 && !options.only.includes(scenario.name)) continue
      options.onScenario(scenario.name)
      let first = await run(scenario, examination)
      // A connection may break for a reason unrelated to the scenario.
      if (first.verdict === 'unclear') first = await run(scenario, examination)
      const result =
        first.verdict === 'failed' && !isConfirmed(first, results) ? await repeat(first, scenario, examination) : first
      if (result.invariant === 'paid-delivered' && result.tries?.failed === triesOfFailure)
        examination.patienceMs = shortPatienceMs
      results.push(result)
      options.onResult(result)
    }
  } finally {
    await examination.process?.kill()
  }
  return results
}

/** Whether two scenarios have found the same violation in all their tries. Then a third one is not tried again. */
const isConfirmed = ({ invariant }: ScenarioResult, results: readonly ScenarioResult[]): boolean =>
  results.filter((result) => result.invariant === invariant && result.tries?.failed === triesOfFailure).length >= 2

async function readProductId({ sandbox, url }: Service): Promise<string> {
  const headers = { Authorization: 'Bearer sk_test_examine' }
  const { body } = await sandbox.handle({ method: 'GET', url: `${url}/api/v1/products`, headers })
  return JSON.parse(body).data[0].id
}

async function repeat(first: ScenarioResult, scenario: Scenario, examination: Examination): Promise<ScenarioResult> {
  let failed = 1
  for (let attempt = 1; attempt < triesOfFailure; attempt++)
    if ((await run(scenario, examination)).verdict === 'failed') failed++
  return { ...first, tries: { failed, of: triesOfFailure } }
}

async function run(scenario: Scenario, examination: Examination): Promise<ScenarioResult> {
  const { name, summary, severity, needs } = scenario
  const startMs = performance.now()
  const timeline = createTimeline()
  const context = new ScenarioContext(examination, timeline)
  const entriesBefore = (await context.readLedger()).length
  const finish = async (result: Pick<ScenarioResult, 'verdict' | 'invariant' | 'message'>): Promise<ScenarioResult> => {
    const ledger = (await context.readLedger()).slice(entriesBefore)
    return {
      ...{ name, summary, severity, ...result },
      timeline: timeline.entries,
      ledger,
      ms: performance.now() - startMs,
    }
  }
  if (needs === 'return' && !examination.shop.return)
    return finish({ verdict: 'skipped', message: 'The adapter has no return().' })
  if (needs === 'webhook' && !examination.shop.webhook)
    return finish({ verdict: 'skipped', message: 'The adapter names no webhook.' })
  if (needs === 'start' && !examination.start) return finish({ verdict: 'skipped', message: 'Needs --start.' })
  try {
    await within(scenario.run(context), scenarioLimitMs)
    context.checkCommonInvariants()
    return await finish({ verdict: 'passed' })
  } catch (error) {
    const hasEnded = examination.process && !examination.process.isRunning()
    if (hasEnded)
      return await finish({ verdict: 'failed', invariant: 'stays-up', message: 'The process of the shop has ended.' })
    if (error instanceof InvariantViolation)
      return await finish({ verdict: 'failed', invariant: error.invariant, message: error.message })
    if (error instanceof NotApplicable) return await finish({ verdict: 'skipped', message: error.message })
    return await finish({ verdict: 'unclear', message: (error as Error).message })
  } finally {
    await context.clear()
  }
}

/** Waits for a promise. Rejects after a limit. */
async function within(promise: Promise<void>, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(new Error(`The scenario did not end within ${limitMs / 1_000} s. Check what the adapter waits for.`)),
      limitMs,
    )
  })
  await Promise.race([promise, limit]).finally(() => clearTimeout(timer))
}

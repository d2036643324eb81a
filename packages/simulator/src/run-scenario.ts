import { createAuditor } from './invariants/auditor.js'
import { createConsistency } from './invariants/consistency.js'
import { checkFinalState, recordMidpoints } from './invariants/final-state.js'
import { createScheduleCheck } from './invariants/schedule.js'
import { createSearchCheck } from './invariants/searches.js'
import { createWindowCheck } from './invariants/windows.js'
import { createDatabase } from './service/database.js'
import { startInstallations } from './service/installations.js'
import { startOperator } from './service/operator.js'
import { startServers } from './service/servers.js'
import { createProducts, startShops } from './shops.js'
import { defaultScale, type Scale } from './world/scale.js'
import { formatTimeline } from './world/timeline.js'
import { createWorld, type Violation, type World } from './world/world.js'

/** Options of a scenario. */
export interface ScenarioOptions {
  readonly seed: number
  /** Size of the world. Defaults to two shops and two hours of faults. */
  readonly scale?: Scale
  /** Names of the allowed faults and user actions. Defaults to all. */
  readonly allowed?: ReadonlySet<string> | undefined
  /** Whether the timeline is stored. */
  readonly hasTimeline?: boolean
}

/** Result of a scenario. */
export interface ScenarioResult {
  readonly seed: number
  readonly violation: Violation | undefined
  /** SHA-256 of all events. It is equal for two equal runs. */
  readonly hash: string
  /** Names of the injected faults, and of the user actions. */
  readonly injected: readonly string[]
  readonly userActions: readonly string[]
  readonly counts: {
    readonly orders: number
    readonly payments: number
    readonly deliveries: number
    readonly commits: number
    readonly steps: number
  }
  /** Returns the timeline as text. */
  formatTimeline(isVerbose: boolean): string
}

/** Duration of the setup, in which no fault is injected. */
const setupMs = 60_000

/** Runs the scenario of a seed: buyers pay while faults are injected, and the world runs until everything is settled. */
export async function runScenario({
  seed,
  scale = defaultScale,
  allowed,
  hasTimeline = false,
}: ScenarioOptions): Promise<ScenarioResult> {
  const world = createWorld({ seed, scale, hasTimeline, allowed })
  const onUnhandledRejection = (error: unknown): void =>
    world.fail('no rejection is unhandled', String((error as Error)?.stack ?? error))
  const uninstall = world.platform.install()
  process.on('unhandledRejection', onUnhandledRejection)
  try {
    return await runWorld(world, seed)
  } finally {
    process.off('unhandledRejection', onUnhandledRejection)
    uninstall()
  }
}

async function runWorld(world: World, seed: number): Promise<ScenarioResult> {
  const { time, scale, faultsEndMs, startMs } = world
  const isOver = (): boolean => world.violation !== undefined
  const auditor = createAuditor(world)
  const consistency = createConsistency(world, auditor)
  const schedule = createScheduleCheck(world, auditor)
  const searches = createSearchCheck(world, auditor)
  const windows = createWindowCheck(world, auditor)
  const database = createDatabase(world, auditor.auditCommit)
  const servers = startServers(world, database)
  const midpoints = recordMidpoints(world, database)
  const options = { servers, consistency, schedule, searches, windows, auditor }
  const products = createProducts(world, options)
  let steps = await time.run(startMs + setupMs, isOver)
  // After a violation, time stops and no promise is settled.
  const sold = isOver() ? new Map() : await products
  world.faults.enable()
  const { buyers, shops } = startShops(world, options, sold)
  const merchants = scale.shops.map((name) => `test-${name}`)
  startOperator(world, servers, auditor, merchants)
  startInstallations(world, servers, auditor, merchants)
  steps += await time.run(faultsEndMs + scale.recoveryMs, isOver)
  if (!isOver()) await checkFinalState(world, { auditor, consistency, schedule, database, midpoints, buyers, shops })
  return {
    seed,
    violation: world.violation,
    hash: world.timeline.hash(),
    injected: world.faults.injected,
    userActions: world.userActions,
    counts: {
      orders: buyers.length,
      payments: auditor.shadow.payments.size,
      deliveries: consistency.deliveries.size,
      commits: auditor.commits(),
      steps,
    },
    formatTimeline: (isVerbose) => formatTimeline(world.timeline.entries, startMs, isVerbose),
  }
}

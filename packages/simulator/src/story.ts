import { createAuditor } from './laws/auditor.js'
import { checkEnd, keepCheckpoints } from './laws/end.js'
import { createScheduleLaw } from './laws/schedule.js'
import { createTruth } from './laws/truth.js'
import { openDatabase } from './service/database.js'
import { startOperator } from './service/operator.js'
import { startServers } from './service/servers.js'
import { openTown, stockShelves } from './town.js'
import { type Scale, storm } from './world/scale.js'
import { writeTimeline } from './world/timeline.js'
import { createWorld, type Violation, type World } from './world/world.js'

/** What is played. */
export interface StoryOptions {
  readonly seed: number
  /** How large the world is; by default a storm over two shops. */
  readonly scale?: Scale
  /** The names of the faults and acts to keep; by default all. */
  readonly only?: ReadonlySet<string> | undefined
  /** Whether the timeline is kept. */
  readonly isTold?: boolean
}

/** What came of it. */
export interface Played {
  readonly seed: number
  readonly violation: Violation | undefined
  /** Equal for two runs exactly when everything that happened is equal. */
  readonly hash: string
  /** What went wrong, by name, and what people did. */
  readonly struck: readonly string[]
  readonly acts: readonly string[]
  readonly counts: {
    readonly orders: number
    readonly payments: number
    readonly gifts: number
    readonly commits: number
    readonly steps: number
  }
  /** The timeline as text. */
  told(isWhole: boolean): string
}

/** How long a world is set up before anything fails. */
const setUpMs = 60_000

/** Plays a seed's story: people buy in a storm, and the world runs on until everything is settled. */
export async function play({ seed, scale = storm, only, isTold = false }: StoryOptions): Promise<Played> {
  const world = createWorld({ seed, scale, isTold, only })
  const onStray = (error: unknown): void =>
    world.fail('nothing fails unheard', String((error as Error)?.stack ?? error))
  const uninstall = world.platform.install()
  process.on('unhandledRejection', onStray)
  try {
    return await live(world, seed)
  } finally {
    process.off('unhandledRejection', onStray)
    uninstall()
  }
}

async function live(world: World, seed: number): Promise<Played> {
  const { time, scale, calmFromMs, startMs } = world
  const isOver = (): boolean => world.violation !== undefined
  const auditor = createAuditor(world)
  const truth = createTruth(world, auditor)
  const schedule = createScheduleLaw(world)
  const database = openDatabase(world, auditor.hear)
  const servers = startServers(world, database)
  const checkpoints = keepCheckpoints(world, database)
  const setting = { servers, truth, schedule, auditor }
  const shelves = stockShelves(world, setting)
  let steps = await time.run(startMs + setUpMs, isOver)
  // If a law broke, time stops, and nothing finishes.
  const sold = isOver() ? new Map() : await shelves
  world.faults.begin()
  const { buyers, shops } = openTown(world, setting, sold)
  const merchants = scale.shops.map((name) => `test-${name}`)
  startOperator(world, servers, auditor, merchants)
  steps += await time.run(calmFromMs + scale.settlingMs, isOver)
  if (!isOver()) await checkEnd(world, { auditor, truth, database, checkpoints, buyers, shops })
  return {
    seed,
    violation: world.violation,
    hash: world.timeline.hash(),
    struck: world.faults.struck,
    acts: world.acts,
    counts: {
      orders: buyers.length,
      payments: auditor.shadow.payments.size,
      gifts: truth.gifts.size,
      commits: auditor.commits(),
      steps,
    },
    told: (isWhole) => writeTimeline(world.timeline.lines, startMs, isWhole),
  }
}

import type { Examination } from './examination.js'
import { BrokenLaw, type LawName, NotApplicable } from './laws.js'
import type { Service } from './service.js'
import type { Shop } from './shop.js'
import type { ShopProcess } from './shop-process.js'
import { stories } from './stories/index.js'
import { Stage, type Story } from './story.js'
import { createTimeline, type TimelineEntry } from './timeline.js'

/** Result of one story. */
export interface StoryResult extends Pick<Story, 'name' | 'summary' | 'severity'> {
  /** `unclear` means that the adapter or the shop failed, but no law is known to be broken. */
  readonly verdict: 'passed' | 'failed' | 'skipped' | 'unclear'
  readonly law?: LawName | undefined
  /** Description of the problem. */
  readonly message?: string | undefined
  /** Number of failures and of runs. */
  readonly tries?: { readonly failed: number; readonly of: number } | undefined
  readonly timeline: readonly TimelineEntry[]
  /** Entries of the ledger during the story. */
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
  /** Names of stories. All by default. */
  readonly only: readonly string[]
  readonly signal: AbortSignal
  onResult(result: StoryResult): void
  onStory(name: string): void
}

/** Timeout of one story: twice the duration of the longest story of a correct shop. */
const storyLimitMs = 120_000

/** Maximum wait for a delivery. Shops read at increasing intervals. */
const patienceMs = 45_000
/** Maximum wait for a delivery in a shop that has not delivered a paid order. */
const shortPatienceMs = 10_000
/** Number of runs of a story that fails. */
const triesOfFailure = 2

/** Runs the stories on a shop sequentially. Runs a failed story again to find out whether it always fails. */
export async function examine(options: ExamineOptions): Promise<StoryResult[]> {
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
  const results: StoryResult[] = []
  try {
    for (const story of stories) {
      if (signal.aborted) break
      if (options.only.length > 0 && !options.only.includes(story.name)) continue
      options.onStory(story.name)
      let first = await run(story, examination)
      // A connection may break for a reason unrelated to the story.
      if (first.verdict === 'unclear') first = await run(story, examination)
      const result =
        first.verdict === 'failed' && !isConfirmed(first, results) ? await repeat(first, story, examination) : first
      if (result.law === 'paid-delivered' && result.tries?.failed === triesOfFailure)
        examination.patienceMs = shortPatienceMs
      results.push(result)
      options.onResult(result)
    }
  } finally {
    await examination.process?.kill()
  }
  return results
}

/** Whether two stories have found the same broken law in all their tries. Then a third one is not tried again. */
const isConfirmed = ({ law }: StoryResult, results: readonly StoryResult[]): boolean =>
  results.filter((result) => result.law === law && result.tries?.failed === triesOfFailure).length >= 2

async function readProductId({ sandbox, url }: Service): Promise<string> {
  const headers = { Authorization: 'Bearer sk_test_examine' }
  const { body } = await sandbox.handle({ method: 'GET', url: `${url}/api/v1/products`, headers })
  return JSON.parse(body).data[0].id
}

async function repeat(first: StoryResult, story: Story, examination: Examination): Promise<StoryResult> {
  let failed = 1
  for (let attempt = 1; attempt < triesOfFailure; attempt++)
    if ((await run(story, examination)).verdict === 'failed') failed++
  return { ...first, tries: { failed, of: triesOfFailure } }
}

async function run(story: Story, examination: Examination): Promise<StoryResult> {
  const { name, summary, severity, needs } = story
  const startMs = performance.now()
  const timeline = createTimeline()
  const stage = new Stage(examination, timeline)
  const entriesBefore = (await stage.readLedger()).length
  const finish = async (result: Pick<StoryResult, 'verdict' | 'law' | 'message'>): Promise<StoryResult> => {
    const ledger = (await stage.readLedger()).slice(entriesBefore)
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
    await within(story.run(stage), storyLimitMs)
    stage.checkCommonLaws()
    return await finish({ verdict: 'passed' })
  } catch (error) {
    const hasEnded = examination.process && !examination.process.isRunning()
    if (hasEnded)
      return await finish({ verdict: 'failed', law: 'stays-up', message: 'The process of the shop has ended.' })
    if (error instanceof BrokenLaw) return await finish({ verdict: 'failed', law: error.law, message: error.message })
    if (error instanceof NotApplicable) return await finish({ verdict: 'skipped', message: error.message })
    return await finish({ verdict: 'unclear', message: (error as Error).message })
  } finally {
    await stage.clear()
  }
}

/** Waits for a promise. Rejects after a limit. */
async function within(promise: Promise<void>, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`The story did not end within ${limitMs / 1_000} s. Check what the adapter waits for.`)),
      limitMs,
    )
  })
  await Promise.race([promise, limit]).finally(() => clearTimeout(timer))
}

import { beforeAll, describe, expect, inject, onTestFailed, test } from 'vitest'
import { type Effect, expectOneEffect } from './effect.js'
import { connectEngine } from './engines/connect.js'
import type { Engine, EngineAddress, EngineName, Tab } from './engines/tab.js'
import type { Sites } from './sites.js'
import { createWorld, type World, type WorldOptions } from './world.js'

/** Context of a journey: a new tab in a separate world. */
export interface JourneyContext {
  readonly tab: Tab
  readonly world: World
  readonly engine: EngineName
  readonly sites: Sites
  /** Whether the browser is an in-app browser with one view. */
  readonly inApp: boolean
  /** Opens one more tab of the same browser. */
  openTab(): Promise<Tab>
  /** Closes a tab at the end of the journey. It would cover the next tab and receive its clicks. */
  closeAtEnd(tab: Tab): Tab
}

/** Declares a journey: its name, the options of its world and the steps of the buyer, which return its only effect. */
export type Journey = (name: string, options: WorldOptions, run: (context: JourneyContext) => Promise<Effect>) => void

/** Engine and hosts of a run. */
interface Setting {
  readonly name: string
  readonly engine: EngineName
  readonly sites: Sites
}

const settings: readonly Setting[] = [
  { name: 'chromium', engine: 'chromium', sites: 'loopback' },
  { name: 'chromium over https', engine: 'chromium', sites: 'secure' },
  { name: 'firefox', engine: 'firefox', sites: 'loopback' },
  { name: 'webkit', engine: 'webkit', sites: 'loopback' },
]

const everyEngine: readonly EngineName[] = ['chromium', 'firefox', 'webkit']

/**
 * Whether the run is complete, as in the nightly workflow. Otherwise Chromium runs only over https, the stricter setting,
 * and of two engines each runs every other journey.
 */
const isCompleteRun = Boolean(process.env['E2E_EVERY_SETTING'])

/** Whether a journey runs in a setting. A journey that requires hosts runs only on these. */
const isSelected = ({ name, sites }: Setting, requiredSites: Sites | undefined): boolean =>
  requiredSites === undefined ? isCompleteRun || name !== 'chromium' : requiredSites === sites

/**
 * Runs journeys in every engine, with shop and service on two sites. Asserts that the ledger verifies, that it contains
 * exactly the returned effect, and that the shop page reported no problem.
 */
export const inEveryEngine = (subject: string, journeys: (journey: Journey) => void): void =>
  inEngines(everyEngine, subject, journeys)

/** Runs journeys only in the engines that support them. */
export function inEngines(names: readonly EngineName[], subject: string, journeys: (journey: Journey) => void): void {
  const addresses = new Map(inject('engines').map((address) => [address.name, address]))
  const available = settings.filter(({ engine }) => names.includes(engine) && addresses.has(engine))
  /** Settings of each journey, in the order of their declaration. */
  const settingsOfJourneys: (readonly Setting[])[] = []
  journeys((_, { sites }) => {
    const possible = available.filter((setting) => isSelected(setting, sites))
    const next = possible[settingsOfJourneys.length % possible.length]
    settingsOfJourneys.push(isCompleteRun || !next ? possible : [next])
  })
  const usedSettings = available.filter((setting) => settingsOfJourneys.some((all) => all.includes(setting)))
  describe.each(usedSettings)(`${subject}, in $name`, (setting) => {
    const { engine: engineName, sites } = setting
    const address = addresses.get(engineName) as EngineAddress
    let engine: Engine
    beforeAll(async () => {
      engine = await connectEngine(address)
    })
    let position = 0
    journeys((name, options, run) => {
      if (!settingsOfJourneys[position++]?.includes(setting)) return
      test(name, async () => {
        const world = await createWorld({ sites, ...options })
        const tabs: Tab[] = []
        const openTabs: Tab[] = []
        let hasFailed = true
        const openTab = async () => {
          const tab = await engine.tab()
          tabs.push(tab)
          return tab
        }
        const closeAtEnd = (tab: Tab) => {
          openTabs.push(tab)
          return tab
        }
        try {
          const tab = await openTab()
          onTestFailed(() => console.error(`${name}: in ${engine.name} ${engine.version}`))
          const effect = await run({
            tab,
            world,
            engine: engine.name,
            sites,
            inApp: options.inApp ?? false,
            openTab,
            closeAtEnd,
          }).catch(async (error: unknown) => {
            throw await addPageText(error, tab)
          })
          await expectOneEffect(world, effect)
          await expectNoProblem(tab)
          hasFailed = false
        } finally {
          for (const tab of openTabs) await tab.close(true)
          for (const tab of tabs) await tab.close(hasFailed)
          await world.close()
        }
      })
    })
  })
}

/** Adds the text of the page to the error of a failed journey. */
async function addPageText(error: unknown, tab: Tab): Promise<unknown> {
  if (!(error instanceof Error)) return error
  const frameText = await tab.evaluate<string>('document.body.innerText').catch(String)
  tab.frame()
  const pageText = await tab.evaluate<string>('document.body.innerText').catch(String)
  const screenshotFolder = process.env['E2E_SCREENSHOTS']
  if (screenshotFolder) {
    const { writeFileSync } = await import('node:fs')
    writeFileSync(`${screenshotFolder}/${Date.now()}.png`, await tab.screenshot())
  }
  const details = `\nThe page at ${await tab.url().catch(String)} shows: ${pageText.slice(0, 600)}${
    frameText === pageText ? '' : `\nIn the frame: ${frameText.slice(0, 600)}`
  }`
  // The message of a browser's error may be read-only.
  return Object.assign(new Error(error.message + details, { cause: error }), { stack: error.stack })
}

/** Asserts that the shop page recorded no problem. */
async function expectNoProblem(tab: Tab): Promise<void> {
  tab.frame()
  for (const css of ['#problems li', '#shop']) {
    if (css === '#shop' && (await tab.count(css)) > 0) tab.frame(css)
    const hasProblem = (await tab.count('#problems li')) > 0
    if (hasProblem) expect.fail(`On the page of the shop: ${await tab.waitForVisible('#problems')}`)
  }
}

import { beforeAll, describe, expect, inject, onTestFailed, test } from 'vitest'
import { type Effect, expectOneEffect } from './effect.js'
import { connectEngine } from './engines/connect.js'
import type { Engine, EngineAddress, EngineName, Tab } from './engines/tab.js'
import type { Sites } from './sites.js'
import { createWorld, type World, type WorldWishes } from './world.js'

/** What a journey gets: a buyer with a new tab, in a separate world. */
export interface Trip {
  readonly tab: Tab
  readonly world: World
  readonly engine: EngineName
  readonly sites: Sites
  /** There is no tab beside this one. */
  readonly inApp: boolean
  /** One more tab of the same browser. */
  another(): Promise<Tab>
  /** Closes a tab at the end that was opened on the way: it would cover the next one and take its clicks. */
  closesLater(tab: Tab): Tab
}

/** A journey: one sentence about the product, and what a buyer does. It states its one effect. */
export type Journey = (name: string, wishes: WorldWishes, go: (trip: Trip) => Promise<Effect>) => void

/** An engine, and where the shop and the service live that it goes to. */
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
 * At a landing, Chromium runs its journeys over https, the stricter of its two settings. By hand and every night
 * (`E2E_EVERY_SETTING=1`), it also runs them without https.
 */
const isShort = Boolean(process.env['CI']) && !process.env['E2E_EVERY_SETTING']

/** Whether a journey runs in a setting: one that names its setting runs only there. */
const isMade = ({ name, sites }: Setting, wish: Sites | undefined): boolean =>
  wish === undefined ? !(isShort && name === 'chromium') : wish === sites

/**
 * Runs journeys in every engine of the run, on two sites, and in Chromium over https too. Each ends with the same
 * assertion: the ledger verifies, there is exactly the effect that the journey names, and nothing went wrong on the
 * shop's pages.
 */
export const inEveryEngine = (theme: string, journeys: (journey: Journey) => void): void =>
  inEngines(everyEngine, theme, journeys)

/**
 * Runs journeys that differ only in what the service answers. At a landing each runs in one engine, and the engines take
 * turns; by hand and every night each runs in all of them.
 */
export const inTurns = (theme: string, journeys: (journey: Journey) => void): void =>
  inEngines(everyEngine, theme, journeys, isShort)

/**
 * Runs journeys only in the engines that support them.
 *
 * @param takesTurns - Whether each runs in one of them only.
 */
export function inEngines(
  names: readonly EngineName[],
  theme: string,
  journeys: (journey: Journey) => void,
  takesTurns = false,
): void {
  const there = new Map(inject('engines').map((address) => [address.name, address]))
  const possible = settings.filter((setting) => {
    const wished: (Sites | undefined)[] = []
    journeys((_, wishes) => wished.push(wishes.sites))
    const { engine } = setting
    return names.includes(engine) && there.has(engine) && wished.some((wish) => isMade(setting, wish))
  })
  describe.each(possible)(`${theme}, in $name`, (setting) => {
    const { engine: one, sites } = setting
    const address = there.get(one) as EngineAddress
    let engine: Engine
    beforeAll(async () => {
      engine = await connectEngine(address)
    })
    let turn = 0
    journeys((name, wishes, go) => {
      if (!isMade(setting, wishes.sites)) return
      turn += 1
      if (takesTurns && possible[turn % possible.length] !== setting) return
      test(name, async () => {
        const world = await createWorld({ sites, ...wishes })
        const tabs: Tab[] = []
        const opened: Tab[] = []
        let isSpoilt = true
        const another = async () => {
          const tab = await engine.tab()
          tabs.push(tab)
          return tab
        }
        const closesLater = (tab: Tab) => {
          opened.push(tab)
          return tab
        }
        try {
          const tab = await another()
          onTestFailed(() => console.error(`${name}: in ${engine.name} ${engine.version}`))
          const effect = await go({
            tab,
            world,
            engine: engine.name,
            sites,
            inApp: wishes.inApp ?? false,
            another,
            closesLater,
          }).catch(async (error: unknown) => {
            throw await withScene(error, tab)
          })
          await expectOneEffect(world, effect)
          await expectNoProblem(tab)
          isSpoilt = false
        } finally {
          for (const tab of opened) await tab.close(true)
          for (const tab of tabs) await tab.close(isSpoilt)
          await world.close()
        }
      })
    })
  })
}

/** What the page showed when a journey failed. */
async function withScene(error: unknown, tab: Tab): Promise<unknown> {
  if (!(error instanceof Error)) return error
  const inside = await tab.evaluate<string>('document.body.innerText').catch(String)
  tab.frame()
  const told = await tab.evaluate<string>('document.body.innerText').catch(String)
  const shot = process.env['E2E_SCREENSHOTS']
  if (shot) {
    const { writeFileSync } = await import('node:fs')
    writeFileSync(`${shot}/${Date.now()}.png`, await tab.screenshot())
  }
  const scene = `\nThe page at ${await tab.url().catch(String)} says: ${told.slice(0, 600)}${
    inside === told ? '' : `\nIn the frame: ${inside.slice(0, 600)}`
  }`
  // The message of a browser's error may be read-only.
  return Object.assign(new Error(error.message + scene, { cause: error }), { stack: error.stack })
}

/** The shop records what goes wrong on its page. */
async function expectNoProblem(tab: Tab): Promise<void> {
  tab.frame()
  for (const css of ['#problems li', '#shop']) {
    if (css === '#shop' && (await tab.count(css)) > 0) tab.frame(css)
    const isThere = (await tab.count('#problems li')) > 0
    if (isThere) expect.fail(`On the page of the shop: ${await tab.see('#problems')}`)
  }
}

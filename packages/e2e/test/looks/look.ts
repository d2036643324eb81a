import type { Page } from 'playwright-core'
import { cards, payByCard, payByPhone, popup, reaches } from '../../src/buyer.js'
import type { Tab } from '../../src/engines/tab.js'
import type { World, WorldWishes } from '../../src/world.js'
import type { Demo } from './demo.js'

/** The variant of a look: language, colours and size. */
export interface Sitting {
  /** The shop page. */
  readonly tab: Tab
  readonly page: Page
  readonly world: World
  readonly demo: Demo
}

/** A screen to be pictured. */
export interface Look {
  readonly wishes?: WorldWishes
  go(sitting: Sitting): Promise<unknown>
}

/** Opens the checkout in the popup. */
export const open = async ({ tab }: Sitting): Promise<void> => {
  await tab.click('cedi-buy-button a')
  tab.frame(popup)
  await reaches(tab, 'method')
}

/** Opens the checkout, and pays with a number up to the prompt on the phone. */
export const prompted = async (sitting: Sitting, ending = '789'): Promise<void> => {
  await open(sitting)
  await payByPhone(sitting.tab, 'mtn', ending)
  await reaches(sitting.tab, 'prompt')
}

/** Pays with a number that decides the outcome, and waits for the end. */
export const ended = async (sitting: Sitting, ending: string, state: string, after = 'PT3S'): Promise<void> => {
  await prompted(sitting, ending)
  await sitting.world.passes(after)
  if (state === 'pending') await sitting.tab.click('button[value=check]')
  await reaches(sitting.tab, state)
}

/** Opens the checkout, and pays with the card whose bank asks for a confirmation. */
export const challenged = async (sitting: Sitting): Promise<void> => {
  await open(sitting)
  await payByCard(sitting.tab, cards.challenge)
}

import type { Page } from 'playwright-core'
import { payByCard, payByPhone, popup, testCards, waitForState } from '../../src/buyer.js'
import type { Tab } from '../../src/engines/tab.js'
import type { World, WorldOptions } from '../../src/world.js'
import type { Demo } from './demo.js'

/** Browser page, shop and sandbox of a screen. */
export interface ScreenContext {
  /** The shop page. */
  readonly tab: Tab
  readonly page: Page
  readonly world: World
  readonly demo: Demo
}

/** Screen with the steps that lead to it. */
export interface Screen {
  readonly options?: WorldOptions
  navigate(context: ScreenContext): Promise<unknown>
}

/** Opens the checkout in the popup. */
export const open = async ({ tab }: ScreenContext): Promise<void> => {
  await tab.click('cedi-buy-button a')
  tab.frame(popup)
  await waitForState(tab, 'method')
}

/** Opens the checkout and pays by phone up to the approval prompt. */
export const openPrompt = async (context: ScreenContext, ending = '789'): Promise<void> => {
  await open(context)
  await payByPhone(context.tab, 'mtn', ending)
  await waitForState(context.tab, 'prompt')
}

/** Pays with a number that decides the outcome and waits for a state. */
export const openOutcome = async (
  context: ScreenContext,
  ending: string,
  state: string,
  after = 'PT3S',
): Promise<void> => {
  await openPrompt(context, ending)
  await context.world.advanceTime(after)
  if (state === 'pending') await context.tab.click('button[value=check]')
  await waitForState(context.tab, state)
}

/** Opens the checkout and pays with a card that needs confirmation by the bank. */
export const openBankChallenge = async (context: ScreenContext): Promise<void> => {
  await open(context)
  await payByCard(context.tab, testCards.challenge)
}

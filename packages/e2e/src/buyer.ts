import type { Tab } from './engines/tab.js'
import type { JourneyContext } from './journey.js'
import type { World } from './world.js'

/** Selector of the checkout frame in the popup. */
export const popup = 'cedi-checkout iframe'

/** Prefixes of phone numbers by network; the last three digits decide the outcome. */
export const phonePrefixes = { mtn: '0244123', telecel: '0204123', airteltigo: '0264123' } as const

/** Test cards, which decide the outcome. */
export const testCards = {
  visa: '4242424242424242',
  mastercard: '5555555555554444',
  declined: '4000000000000002',
  challenge: '4000002500003155',
} as const

/** Code that the service accepts for every voucher and SMS. */
export const correctCode = '123456'

/** Waits until the checkout shows a state. */
export const waitForState = (tab: Tab, state: string): Promise<string> => tab.waitForVisible(`[data-state=${state}]`)

/** Clicks the buy button and enters the frame of the checkout. */
export async function buy(tab: Tab, css = 'cedi-buy-button a'): Promise<void> {
  await tab.click(css)
  tab.frame(popup)
  await waitForState(tab, 'method')
}

/** Opens the shop and clicks the buy button. */
export async function visitAndBuy(tab: Tab, world: World, css?: string): Promise<void> {
  await tab.goto(world.shop.url)
  await buy(tab, css)
}

/** Chooses a network, types a number and clicks "Pay". */
export async function payByPhone(tab: Tab, network: keyof typeof phonePrefixes, ending: string): Promise<void> {
  await tab.click(`button[value=${network}]`)
  await tab.fill('#phone', phonePrefixes[network] + ending)
  await tab.click('button[value=pay]')
}

/** Chooses card payment, types the card and clicks "Pay". */
export async function payByCard(tab: Tab, number: string): Promise<void> {
  await tab.click('button[value=card]')
  await typeCard(tab, number)
  await tab.click('button[value=pay]')
}

/** Types a card. */
export async function typeCard(tab: Tab, number: string): Promise<void> {
  await tab.fill('#number', number)
  await tab.fill('#expiry', '08/29')
  await tab.fill('#cvc', '123')
}

/** Closes a finished checkout and expects an event on the shop page. */
export async function finish(tab: Tab, event: string): Promise<void> {
  await tab.click('button[value=done]')
  tab.frame()
  await tab.waitForHidden('cedi-checkout dialog[open]')
  await tab.waitForVisible('#events li', event)
}

/** Waits for the approval prompt, advances the time and waits for the success state. */
export async function approve(tab: Tab, world: World): Promise<void> {
  await waitForState(tab, 'prompt')
  await world.advanceTime('PT3S')
  await waitForState(tab, 'success')
}

/** Selectors of the popup outside its frame. */
export const overlay = {
  dialog: 'cedi-checkout dialog[open]',
  close: 'cedi-checkout dialog .bar button',
  message: 'cedi-checkout dialog p',
  /** First and second choice. */
  first: 'cedi-checkout dialog .choices :first-child',
  second: 'cedi-checkout dialog .choices :nth-child(2)',
  link: 'cedi-checkout dialog .choices a',
} as const

/**
 * Opens the bank's page. Over http, the link in the frame replaces the page of the shop. Over https, the link in the
 * popup opens a new tab, or replaces the page in an in-app browser.
 *
 * @returns The tab with the bank's page.
 */
export async function goToBank({ tab, sites, inApp, closeAtEnd }: JourneyContext): Promise<Tab> {
  if (sites === 'secure') {
    tab.frame()
    if (inApp) {
      await tab.click(overlay.link)
      return tab
    }
    return closeAtEnd(await tab.waitForNewTab(() => tab.click(overlay.link)))
  }
  await waitForState(tab, 'redirect')
  await tab.click('[data-state=redirect] a.main')
  tab.frame()
  return tab
}

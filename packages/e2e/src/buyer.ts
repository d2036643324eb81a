import type { Tab } from './engines/tab.js'
import type { Trip } from './journey.js'
import type { World } from './world.js'

/** The checkout in the popup. */
export const popup = 'cedi-checkout iframe'

/** A number whose end decides how a payment ends, and whose start decides its network. */
export const numbers = { mtn: '0244123', telecel: '0204123', airteltigo: '0264123' } as const

/** Cards that decide how a payment ends. */
export const cards = {
  visa: '4242424242424242',
  mastercard: '5555555555554444',
  declined: '4000000000000002',
  challenge: '4000002500003155',
} as const

/** The right code for every voucher and SMS. */
export const rightCode = '123456'

/** Waits until the checkout is in a state. */
export const reaches = (tab: Tab, state: string): Promise<string> => tab.see(`[data-state=${state}]`)

/** Presses the buy button, and looks at the checkout that opens. */
export async function buy(tab: Tab, css = 'cedi-buy-button a'): Promise<void> {
  await tab.click(css)
  tab.frame(popup)
  await reaches(tab, 'method')
}

/** Comes to the shop and presses the buy button. */
export async function visitAndBuy(tab: Tab, world: World, css?: string): Promise<void> {
  await tab.goto(world.shop.url)
  await buy(tab, css)
}

/** Chooses a network, types a number and presses "Pay". */
export async function payByPhone(tab: Tab, network: keyof typeof numbers, ending: string): Promise<void> {
  await tab.click(`button[value=${network}]`)
  await tab.fill('#phone', numbers[network] + ending)
  await tab.click('button[value=pay]')
}

/** Chooses the card, types it and presses "Pay". */
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

/** Types a voucher or a code and confirms it. */
export async function enterCode(tab: Tab, code: string): Promise<void> {
  await reaches(tab, 'otp')
  await tab.fill('#code', code)
  await tab.click('button[value=otp]')
}

/** Leaves a finished checkout, and returns to the shop. */
export async function finish(tab: Tab, told: string): Promise<void> {
  await tab.click('button[value=done]')
  tab.frame()
  await tab.miss('cedi-checkout dialog[open]')
  await tab.see('#told li', told)
}

/** Waits until the buyer is asked to approve, lets the seconds pass, and checks that it is paid. */
export async function approve(tab: Tab, world: World): Promise<void> {
  await reaches(tab, 'prompt')
  await world.passes('PT3S')
  await reaches(tab, 'success')
}

/** What the popup itself shows, outside its frame. */
export const shell = {
  dialog: 'cedi-checkout dialog[open]',
  close: 'cedi-checkout dialog .bar button',
  sentence: 'cedi-checkout dialog p',
  /** The first way on, and the second. */
  first: 'cedi-checkout dialog .choices :first-child',
  second: 'cedi-checkout dialog .choices :nth-child(2)',
  link: 'cedi-checkout dialog .choices a',
} as const

/**
 * Goes to the bank's page. In the frame it is a link that replaces the whole view; over https the popup shows its own
 * link, which opens a tab beside the shop.
 *
 * @returns The bank's tab.
 */
export async function goToBank({ tab, sites, inApp, closesLater }: Trip): Promise<Tab> {
  if (sites === 'secure') {
    tab.frame()
    if (inApp) {
      await tab.click(shell.link)
      return tab
    }
    return closesLater(await tab.opened(() => tab.click(shell.link)))
  }
  await reaches(tab, 'redirect')
  await tab.click('[data-state=redirect] a.main')
  tab.frame()
  return tab
}

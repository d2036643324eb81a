import {
  approve,
  correctCode,
  overlay,
  payByCard,
  payByPhone,
  popup,
  testCards,
  typeCard,
  waitForState,
} from './buyer.js'
import { getPage } from './engines/playwright.js'
import type { Tab } from './engines/tab.js'
import type { World, WorldOptions } from './world.js'

/** Context of one combination of state and interruption. */
export interface InterruptionContext {
  readonly tab: Tab
  readonly world: World
  /** Selector of the element that opens the checkout. */
  readonly openerSelector: string
  /** Opens a tab in the same browser, or in another one without stored data. */
  openTab(browser: 'same' | 'other'): Promise<Tab>
}

interface State {
  readonly options?: WorldOptions
  /** Brings the open checkout, or the shop if `isBeforeCheckout`, to this state. */
  enter(context: InterruptionContext): Promise<unknown>
  /** Whether the state precedes the open checkout. */
  readonly isBeforeCheckout?: true
}

const open = async ({ tab, openerSelector }: InterruptionContext): Promise<void> => {
  tab.frame()
  await tab.click(openerSelector)
  tab.frame(popup)
}

const payByMtn = async ({ tab }: InterruptionContext, ending: string): Promise<void> => payByPhone(tab, 'mtn', ending)

/** Every state of the checkout with the steps that lead to it. */
export const states: Readonly<Record<string, State>> = {
  loading: {
    isBeforeCheckout: true,
    async enter(context) {
      context.world.network.hang('/checkout/status')
      await open(context)
      await waitForState(context.tab, 'loading')
    },
  },
  method: { enter: ({ tab }) => waitForState(tab, 'method') },
  number: {
    async enter({ tab }) {
      await tab.click('button[value=mtn]')
      await tab.fill('#phone', '0244123')
    },
  },
  card: {
    async enter({ tab }) {
      await tab.click('button[value=card]')
      await tab.fill('#number', '42424242')
    },
  },
  sending: {
    async enter(context) {
      context.world.network.hang('/checkout/payments')
      await payByMtn(context, '789')
      await waitForState(context.tab, 'sending')
    },
  },
  prompt: {
    async enter(context) {
      await payByMtn(context, '789')
      await waitForState(context.tab, 'prompt')
    },
  },
  otp: {
    async enter({ tab }) {
      await payByPhone(tab, 'telecel', '789')
      await waitForState(tab, 'otp')
    },
  },
  redirect: {
    async enter({ tab }) {
      await payByCard(tab, testCards.challenge)
      await waitForState(tab, 'redirect')
    },
  },
  success: {
    async enter(context) {
      await payByMtn(context, '789')
      await approve(context.tab, context.world)
    },
  },
  pending: {
    async enter(context) {
      const { tab, world } = context
      await payByMtn(context, '129')
      await waitForState(tab, 'prompt')
      await world.advanceTime('PT6M')
      await tab.click('button[value=check]')
      await waitForState(tab, 'pending')
    },
  },
  failed: {
    async enter(context) {
      await payByMtn(context, '049')
      await waitForState(context.tab, 'prompt')
      await context.world.advanceTime('PT3S')
      await waitForState(context.tab, 'failed')
    },
  },
  expired: {
    async enter(context) {
      await context.world.advanceTime('P1D')
      await payByMtn(context, '789')
      await waitForState(context.tab, 'expired')
    },
  },
  offline: {
    async enter(context) {
      await payByMtn(context, '789')
      await waitForState(context.tab, 'prompt')
      await getPage(context.tab).context().setOffline(true)
      await waitForState(context.tab, 'offline')
    },
  },
  blocked: {
    options: { allowedOrigins: ['https://another.example'], integration: 'popup' },
    isBeforeCheckout: true,
    async enter(context) {
      await open(context)
      context.tab.frame()
      await context.tab.waitForVisible(overlay.link)
    },
  },
}

/** Interrupts the buyer. @returns The tab with the result, or undefined if the interruption cannot happen in this state. */
type Interruption = (context: InterruptionContext, state: string) => Promise<Tab | undefined>

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const buyAgain = async (context: InterruptionContext, tab = context.tab): Promise<Tab> => {
  tab.frame()
  context.world.network.restore()
  await getPage(tab).context().setOffline(false)
  await tab.click(context.openerSelector)
  return tab
}

/** States whose main button sends a request. */
const statesWithRequest = ['number', 'card', 'prompt', 'otp', 'pending', 'offline']

/** Interruptions by their names in the table. */
export const interruptions: Readonly<Record<string, Interruption>> = {
  async 'reload, then buy'(context) {
    await getPage(context.tab).context().setOffline(false)
    context.tab.frame()
    await context.tab.reload()
    return buyAgain(context)
  },
  // On a phone, Back closes the popup.
  async 'Back, in a popup that it closes'({ tab }) {
    tab.frame()
    await tab.evaluate('history.back()')
    return tab
  },
  async 'Back to the page before, Forward, then buy'(context) {
    const { tab } = context
    const page = getPage(tab)
    await page.context().setOffline(false)
    await page.goBack({ waitUntil: 'commit' })
    await pause(300)
    await page.goForward({ waitUntil: 'commit' }).catch(() => null)
    // A page restored from the cache has its popup open.
    await pause(300)
    if ((await tab.count(overlay.dialog)) > 0) return tab
    return buyAgain(context)
  },
  async 'close, then buy'(context) {
    const { tab } = context
    tab.frame()
    await tab.click(overlay.close)
    await pause(300)
    if ((await tab.count(overlay.dialog)) > 0) {
      await tab.click(overlay.second)
      await tab.waitForHidden(overlay.dialog)
    }
    return buyAgain(context)
  },
  async 'second tab, buy'(context) {
    const second = await context.openTab('same')
    await getPage(second).context().setOffline(false)
    await second.goto(context.world.shop.url)
    return buyAgain(context, second)
  },
  async 'other browser, same basket'(context) {
    const other = await context.openTab('other')
    context.world.network.restore()
    await other.goto(`${context.world.network.url}/pay/${await context.world.shop.basket()}`)
    return other
  },
  async 'offline for 3 s'({ tab }) {
    await getPage(tab).context().setOffline(true)
    await pause(3_000)
    return tab
  },
  async 'nothing answers for 21 s'({ tab, world }, state) {
    world.network.hang('/checkout')
    tab.frame(popup)
    const main = '[data-state] button.main'
    if (state === 'number') await tab.fill('#phone', '0244123789')
    if (state === 'card') await typeCard(tab, testCards.visa)
    if (state === 'otp') await tab.fill('#code', correctCode)
    if (statesWithRequest.includes(state)) await tab.click(main)
    await pause(21_000)
    return tab
  },
  async 'bank in the same view'({ tab }, state) {
    if (state !== 'redirect') return undefined
    tab.frame(popup)
    await tab.click('[data-state=redirect] a.main')
    tab.frame()
    await tab.click('button[value=confirm]')
    await tab.waitForVisible('h1', 'Confirmed')
    await tab.click('a.main')
    await tab.waitForVisible('[data-state]')
    return tab
  },
  async 'storage blocked, reload, buy'(context) {
    await getPage(context.tab).context().setOffline(false)
    context.tab.frame()
    await context.tab.reload()
    return buyAgain(context)
  },
}

/** Returns the visible state and heading of the checkout, the message of the popup, or the heading of the shop. */
export async function readScreen(tab: Tab): Promise<string> {
  const page = getPage(tab)
  const read = `(() => {
    const root = document.querySelector('cedi-checkout')?.shadowRoot
    const shown = (element) => element?.checkVisibility({ visibilityProperty: true }) ? element.innerText.trim() : ''
    const choices = root && [...root.querySelectorAll('.choices *')].map(shown).filter(Boolean)
    const message = root && shown(root.querySelector('p'))
    if (message) return 'popup: ' + message + (choices.length ? ' [' + choices.join('] [') + ']' : '')
    if (root?.querySelector('dialog[open]')) return ''
    const state = document.querySelector('[data-state]')?.dataset.state
    return (state ? state + ': ' : '') + (shown(document.querySelector('h1')) || location.href)
  })()`
  const pageScript = await page.evaluate<string>(read).catch(() => 'a page of the browser')
  if (pageScript) return pageScript
  const frameScript = `(() => {
    const { dataset } = document.querySelector('[data-state]') ?? { dataset: {} }
    const buttons = [...document.querySelectorAll('section button, section a.button')].filter((one) => one.checkVisibility()).map((one) => one.innerText.trim().split('\\n')[0])
    const words = ['h1', '.note:not(#suggest)', '.problem'].flatMap((css) => [...document.querySelectorAll('section ' + css)]).filter((one) => one.checkVisibility()).map((one) => one.innerText.trim())
    return dataset.state + ': ' + words.join(' / ') + (buttons.length ? ' [' + buttons.slice(0, 3).join('] [') + ']' : '')
  })()`
  for (const frame of page.frames())
    if (frame !== page.mainFrame())
      return (await frame.evaluate<string>(frameScript).catch(() => 'an empty frame')) || ''
  return 'an empty popup'
}

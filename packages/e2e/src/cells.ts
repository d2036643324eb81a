import { approve, cards, payByCard, payByPhone, popup, reaches, rightCode, shell, typeCard } from './buyer.js'
import { pageOf } from './engines/playwright.js'
import type { Tab } from './engines/tab.js'
import type { World, WorldWishes } from './world.js'

/** What a cell of the table needs. */
export interface Scene {
  readonly tab: Tab
  readonly world: World
  /** Presses what opens the checkout. */
  readonly opener: string
  /** A tab of the same browser, or of another one that knows nothing. */
  another(browser: 'same' | 'other'): Promise<Tab>
}

interface State {
  readonly wishes?: WorldWishes
  /** Continues from an open checkout, or from the shop if the state comes before that. */
  reach(scene: Scene): Promise<unknown>
  /** The state is there before the checkout has opened. */
  readonly early?: true
}

const open = async ({ tab, opener }: Scene): Promise<void> => {
  tab.frame()
  await tab.click(opener)
  tab.frame(popup)
}

const phone = async ({ tab }: Scene, ending: string): Promise<void> => payByPhone(tab, 'mtn', ending)

/** Every state of the checkout, and a way to it. */
export const states: Readonly<Record<string, State>> = {
  loading: {
    early: true,
    async reach(scene) {
      scene.world.network.hang('/checkout/status')
      await open(scene)
      await reaches(scene.tab, 'loading')
    },
  },
  method: { reach: ({ tab }) => reaches(tab, 'method') },
  number: {
    async reach({ tab }) {
      await tab.click('button[value=mtn]')
      await tab.fill('#phone', '0244123')
    },
  },
  card: {
    async reach({ tab }) {
      await tab.click('button[value=card]')
      await tab.fill('#number', '42424242')
    },
  },
  sending: {
    async reach(scene) {
      scene.world.network.hang('/checkout/payments')
      await phone(scene, '789')
      await reaches(scene.tab, 'sending')
    },
  },
  prompt: {
    async reach(scene) {
      await phone(scene, '789')
      await reaches(scene.tab, 'prompt')
    },
  },
  otp: {
    async reach({ tab }) {
      await payByPhone(tab, 'telecel', '789')
      await reaches(tab, 'otp')
    },
  },
  redirect: {
    async reach({ tab }) {
      await payByCard(tab, cards.challenge)
      await reaches(tab, 'redirect')
    },
  },
  success: {
    async reach(scene) {
      await phone(scene, '789')
      await approve(scene.tab, scene.world)
    },
  },
  pending: {
    async reach(scene) {
      const { tab, world } = scene
      await phone(scene, '129')
      await reaches(tab, 'prompt')
      await world.passes('PT6M')
      await tab.click('button[value=check]')
      await reaches(tab, 'pending')
    },
  },
  failed: {
    async reach(scene) {
      await phone(scene, '049')
      await reaches(scene.tab, 'prompt')
      await scene.world.passes('PT3S')
      await reaches(scene.tab, 'failed')
    },
  },
  expired: {
    async reach(scene) {
      await scene.world.passes('P1D')
      await phone(scene, '789')
      await reaches(scene.tab, 'expired')
    },
  },
  offline: {
    async reach(scene) {
      await phone(scene, '789')
      await reaches(scene.tab, 'prompt')
      await pageOf(scene.tab).context().setOffline(true)
      await reaches(scene.tab, 'offline')
    },
  },
  blocked: {
    wishes: { allows: ['https://another.example'], sells: 'popup' },
    early: true,
    async reach(scene) {
      await open(scene)
      scene.tab.frame()
      await scene.tab.see(shell.link)
    },
  },
}

/** What can happen to a buyer in a state. @returns The tab to look at afterwards; undefined where it cannot happen. */
type Incident = (scene: Scene, state: string) => Promise<Tab | undefined>

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const buyAgain = async (scene: Scene, tab = scene.tab): Promise<Tab> => {
  tab.frame()
  scene.world.network.restore()
  await pageOf(tab).context().setOffline(false)
  await tab.click(scene.opener)
  return tab
}

/** The states whose green button asks the service. */
const asks = ['number', 'card', 'prompt', 'otp', 'pending', 'offline']

/** Everything that can happen, by its name in the table. */
export const incidents: Readonly<Record<string, Incident>> = {
  async 'reload, then buy'(scene) {
    await pageOf(scene.tab).context().setOffline(false)
    scene.tab.frame()
    await scene.tab.reload()
    return buyAgain(scene)
  },
  // As on a phone, where Back closes the popup.
  async 'Back, in a popup that it closes'({ tab }) {
    tab.frame()
    await tab.evaluate('history.back()')
    return tab
  },
  async 'Back to the page before, Forward, then buy'(scene) {
    const { tab } = scene
    const page = pageOf(tab)
    await page.context().setOffline(false)
    await page.goBack({ waitUntil: 'commit' })
    await pause(300)
    await page.goForward({ waitUntil: 'commit' }).catch(() => null)
    // A page restored from the cache has its popup open.
    await pause(300)
    if ((await tab.count(shell.dialog)) > 0) return tab
    return buyAgain(scene)
  },
  async 'close, then buy'(scene) {
    const { tab } = scene
    tab.frame()
    await tab.click(shell.close)
    await pause(300)
    if ((await tab.count(shell.dialog)) > 0) {
      await tab.click(shell.second)
      await tab.miss(shell.dialog)
    }
    return buyAgain(scene)
  },
  async 'second tab, buy'(scene) {
    const second = await scene.another('same')
    await pageOf(second).context().setOffline(false)
    await second.goto(scene.world.shop.url)
    return buyAgain(scene, second)
  },
  async 'other browser, same basket'(scene) {
    const other = await scene.another('other')
    scene.world.network.restore()
    await other.goto(`${scene.world.network.url}/pay/${await scene.world.shop.basket()}`)
    return other
  },
  async 'offline for 3 s'({ tab }) {
    await pageOf(tab).context().setOffline(true)
    await pause(3_000)
    return tab
  },
  async 'nothing answers for 21 s'({ tab, world }, state) {
    world.network.hang('/checkout')
    tab.frame(popup)
    const main = '[data-state] button.main'
    if (state === 'number') await tab.fill('#phone', '0244123789')
    if (state === 'card') await typeCard(tab, cards.visa)
    if (state === 'otp') await tab.fill('#code', rightCode)
    if (asks.includes(state)) await tab.click(main)
    await pause(21_000)
    return tab
  },
  async 'bank in the same view'({ tab }, state) {
    if (state !== 'redirect') return undefined
    tab.frame(popup)
    await tab.click('[data-state=redirect] a.main')
    tab.frame()
    await tab.click('button[value=confirm]')
    await tab.see('h1', 'Confirmed')
    await tab.click('a.main')
    await tab.see('[data-state]')
    return tab
  },
  async 'storage blocked, reload, buy'(scene) {
    await pageOf(scene.tab).context().setOffline(false)
    scene.tab.frame()
    await scene.tab.reload()
    return buyAgain(scene)
  },
}

/** What the buyer sees: the checkout's state and heading, or the popup's own message, or the shop. */
export async function seenIn(tab: Tab): Promise<string> {
  const page = pageOf(tab)
  const read = `(() => {
    const root = document.querySelector('cedi-checkout')?.shadowRoot
    const shown = (element) => element?.checkVisibility({ visibilityProperty: true }) ? element.innerText.trim() : ''
    const choices = root && [...root.querySelectorAll('.choices *')].map(shown).filter(Boolean)
    const said = root && shown(root.querySelector('p'))
    if (said) return 'popup: ' + said + (choices.length ? ' [' + choices.join('] [') + ']' : '')
    if (root?.querySelector('dialog[open]')) return ''
    const state = document.querySelector('[data-state]')?.dataset.state
    return (state ? state + ': ' : '') + (shown(document.querySelector('h1')) || location.href)
  })()`
  const outside = await page.evaluate<string>(read).catch(() => 'a page of the browser')
  if (outside) return outside
  const inside = `(() => {
    const { dataset } = document.querySelector('[data-state]') ?? { dataset: {} }
    const buttons = [...document.querySelectorAll('section button, section a.button')].filter((one) => one.checkVisibility()).map((one) => one.innerText.trim().split('\\n')[0])
    const words = ['h1', '.note:not(#suggest)', '.problem'].flatMap((css) => [...document.querySelectorAll('section ' + css)]).filter((one) => one.checkVisibility()).map((one) => one.innerText.trim())
    return dataset.state + ': ' + words.join(' / ') + (buttons.length ? ' [' + buttons.slice(0, 3).join('] [') + ']' : '')
  })()`
  for (const frame of page.frames())
    if (frame !== page.mainFrame()) return (await frame.evaluate<string>(inside).catch(() => 'an empty frame')) || ''
  return 'an empty popup'
}

import type { OrderState } from '@cedi/settle'
import type { Truth } from '../laws/truth.js'
import type { Servers } from '../service/servers.js'
import type { Web } from '../shop/web.js'
import { type Service, startMachine } from '../world/machine.js'
import { carry } from '../world/network.js'
import { VirtualSignal } from '../world/platform.js'
import type { World } from '../world/world.js'
import { useUntilClosed } from './at-popup.js'

/** Somebody who wants to buy one thing. */
export interface BuyerSetting {
  readonly order: string
  readonly way: 'form' | 'popup'
  readonly web: Service<Web>
  readonly servers: Servers
  readonly truth: Truth
  /** Somebody else's payment: some buyers bring its ref. */
  refOfAnother(): string | undefined
}

/** How often a buyer tries before giving up. */
const mostTries = 3

/** The last three digits decide how the payment ends. @decision 0013 */
const endings = ['789', '789', '789', '789', '987', '019', '039', '049', '069', '079', '129', '139', '149']

/** Lets a buyer act. @returns When they have gone home. */
export async function buy(world: World, setting: BuyerSetting): Promise<void> {
  const { order, web, truth, way, servers } = setting
  const chance = (what: string): number => world.chance(`${order}/${what}`)
  const kept = new Map<string, { readonly token: string; readonly resume: string }>()
  let device = startMachine(world, `buyer of ${order}`)
  let [presses, looks] = [0, 0]
  const phoneOf = (tries: number): string => `0244123${endings[Math.floor(chance(`phone ${tries}`) * endings.length)]}`

  /** Asks the shop's web server, as a browser does. */
  function visit<Answer>(what: string, ask: (web: Web) => Promise<Answer>): Promise<Answer | undefined> {
    const signal = new VirtualSignal()
    world.time.at(world.time.nowMs() + 60_000, () => signal.end())
    const message = { from: device, to: 'the shop', what, mayDouble: true, signal }
    const handle = () => web.current() && ask(web.current() as Web).catch(() => undefined)
    return carry(world, { ...message, handle }).catch(() => undefined)
  }
  async function look(ref?: string): Promise<OrderState | undefined> {
    const state = await visit(`look ${++looks} at ${order}`, (shop) => shop.look(order, ref))
    if (state) truth.toldOfOrder(order, state)
    return state
  }
  /** Pays by typing a phone number into the shop's own form, and presses again if nothing comes back. */
  async function useForm(tries: number): Promise<undefined> {
    const name = `${order}-${++presses}`
    world.story(device.name, `pays with the phone ${phoneOf(tries)} (${name})`)
    for (let again = 0; again < 3; again++) {
      const state = await visit(`pay ${name}`, (shop) => shop.pay(order, name, phoneOf(tries)))
      if (state) return
      await world.time.sleep(3_000)
    }
  }
  function usePopup(tries: number): Promise<string | undefined> {
    const name = `${order}-${++presses}`
    world.story(device.name, `opens the popup (${name})`)
    return useUntilClosed(world, {
      ...{ name, order, servers, truth, kept },
      device: () => device,
      reload() {
        world.story(device.name, 'loads the page again')
        device.kill()
        device = startMachine(world, `buyer of ${order}, page ${world.count(`pages of ${order}`) + 1}`)
      },
      intent: async () => (await visit(`intent ${name}`, (shop) => shop.intent(order, name))) ?? '',
      phoneOf: (again) => phoneOf(10 * tries + again),
    })
  }

  for (let tries = 0; tries < mostTries; tries++) {
    // Some press in two tabs at once.
    if (way === 'form' && chance(`twice ${tries}`) < 0.2) void useForm(tries)
    const ref = await (way === 'form' ? useForm(tries) : usePopup(tries))
    if (chance(`gone ${tries}`) < 0.4) {
      world.story(device.name, 'never comes back')
      return
    }
    let state: OrderState | undefined
    for (const pauseMs of [1_000, 4_000, 16_000, 400_000]) {
      await world.time.sleep(pauseMs)
      const stolen = chance(`steals ${tries} ${pauseMs}`) < 0.15 ? setting.refOfAnother() : undefined
      state = await look(stolen ?? ref)
      if (state === 'paid') return
    }
    if (state !== 'failed' && state !== 'expired' && state !== 'open') return
  }
}

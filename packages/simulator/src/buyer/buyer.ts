import type { OrderState } from '@cedi/client/settle'
import type { Consistency } from '../invariants/consistency.js'
import type { WindowCheck } from '../invariants/windows.js'
import type { Servers } from '../service/servers.js'
import type { WebServer } from '../shop/web-server.js'
import { type SupervisedProgram, startMachine } from '../world/machine.js'
import { deliver } from '../world/network.js'
import { VirtualSignal } from '../world/platform.js'
import type { World } from '../world/world.js'
import { visitPopup } from './visit-popup.js'

/** Buyer of one order. */
export interface BuyerOptions {
  readonly order: string
  readonly method: 'form' | 'popup'
  readonly web: SupervisedProgram<WebServer>
  readonly servers: Servers
  readonly consistency: Consistency
  readonly windows: WindowCheck
  /** Returns the ref of another buyer's payment, which some buyers send. */
  pickOtherPayment(): string | undefined
}

/** Maximum number of payment attempts. */
const maxAttempts = 3

/** Endings of phone numbers, which select the outcome of the payment. @decision 0013 */
const phoneEndings = ['789', '789', '789', '789', '987', '019', '039', '049', '069', '079', '129', '139', '149']

/** Runs a buyer from the first attempt until the buyer leaves. */
export async function runBuyer(world: World, options: BuyerOptions): Promise<void> {
  const { order, web, consistency, method, servers, windows } = options
  const chance = (name: string): number => world.chance(`${order}/${name}`)
  const storedTokens = new Map<string, { readonly token: string; readonly resume: string }>()
  const [fullPageTokens, secondWindowTokens] = [new Set<string>(), new Set<string>()]
  const ownPayments = new Set<string>()
  let device = startMachine(world, `buyer of ${order}`)
  let [clicks, checks] = [0, 0]
  const getPhone = (attempt: number): string =>
    `0244123${phoneEndings[Math.floor(chance(`phone ${attempt}`) * phoneEndings.length)]}`

  /** Sends a request to the shop's web server, as a browser does. */
  function sendRequest<Result>(name: string, send: (web: WebServer) => Promise<Result>): Promise<Result | undefined> {
    const signal = new VirtualSignal()
    world.time.at(world.time.nowMs() + 60_000, () => signal.abort())
    const message = { from: device, to: 'the shop', label: name, canDuplicate: true, signal }
    const handle = () => web.current() && send(web.current() as WebServer).catch(() => undefined)
    return deliver(world, { ...message, handle }).catch(() => undefined)
  }
  async function checkOrder(ref?: string): Promise<OrderState | undefined> {
    const state = await sendRequest(`check ${++checks} of ${order}`, (shop) => shop.checkOrder(order, ref))
    if (state) consistency.recordOrderState(order, state)
    return state
  }
  /** Pays with a phone number in the shop's own form, and submits again without a response. */
  async function payWithForm(attempt: number): Promise<undefined> {
    const name = `${order}-${++clicks}`
    world.log(device.name, `pays with the phone ${getPhone(attempt)} (${name})`)
    for (let again = 0; again < 3; again++) {
      const state = await sendRequest(`pay ${name}`, (shop) => shop.pay(order, name, getPhone(attempt)))
      if (state) return
      await world.time.sleep(3_000)
    }
  }
  function payWithPopup(attempt: number): Promise<string | undefined> {
    const name = `${order}-${++clicks}`
    world.log(device.name, `opens the popup (${name})`)
    return visitPopup(world, {
      ...{ name, order, servers, consistency, windows, storedTokens, fullPageTokens, secondWindowTokens, ownPayments },
      device: () => device,
      reload() {
        world.log(device.name, 'reloads the page')
        device.stop()
        device = startMachine(world, `buyer of ${order}, page ${world.count(`pages of ${order}`) + 1}`)
      },
      intent: async () => (await sendRequest(`intent ${name}`, (shop) => shop.intent(order, name))) ?? '',
      getPhone: (again) => getPhone(10 * attempt + again),
    })
  }

  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    // Some buyers submit in two tabs at once.
    if (method === 'form' && chance(`twice ${attempt}`) < 0.2) void payWithForm(attempt)
    let ref = await (method === 'form' ? payWithForm(attempt) : payWithPopup(attempt))
    // Some buyers click the button again, also while their payment is pending.
    if (method === 'popup' && chance(`again ${attempt}`) < 0.35) {
      await world.time.sleep(1_000 + Math.floor(chance(`again ${attempt} when`) * 20_000))
      ref = (await payWithPopup(attempt)) ?? ref
    }
    if (chance(`gone ${attempt}`) < 0.4) {
      world.log(device.name, 'does not return')
      return
    }
    let state: OrderState | undefined
    for (const pauseMs of [1_000, 4_000, 16_000, 400_000]) {
      await world.time.sleep(pauseMs)
      const otherRef = chance(`other ref ${attempt} ${pauseMs}`) < 0.15 ? options.pickOtherPayment() : undefined
      // Some buyers open the page of the order without its link.
      const ownRef = chance(`no ref ${attempt}`) < 0.3 ? undefined : ref
      state = await checkOrder(otherRef ?? ownRef)
      if (state === 'paid') return
    }
    if (state !== 'failed' && state !== 'expired' && state !== 'open') return
    // Some buyers try again much later.
    if (chance(`late ${attempt}`) < 0.3)
      await world.time.sleep(600_000 + Math.floor(chance(`late ${attempt} when`) * 2_400_000))
  }
}

import type { Action } from '@cedi/sandbox/checkout/form-input'
import { type CheckoutModel, readClaims } from '@cedi/sandbox/checkout/model'
import type { CheckoutFrame } from './checkout-frame.js'
import type { Invariants } from './invariants.js'
import { type Machine, startMachine } from './machine.js'
import { deliver } from './network.js'
import { createTimeout } from './platform.js'
import { openPopup, type Popup, type PopupOptions } from './popup.js'
import type { Service } from './service.js'
import type { WebServer } from './shop.js'
import type { World } from './world.js'

/** Options of the buyer of one order. */
export interface BuyerOptions {
  readonly order: string
  /** Whether the buyer pays in the popup, not in the shop's own form. */
  readonly hasPopup: boolean
  readonly webServer: () => WebServer | undefined
  readonly service: Service
  readonly invariants: Invariants
}

/** Maximum duration of a popup visit, in ms. */
const maxVisitMs = 2_100_000

/** Endings of phone numbers, which select the outcome of the payment. */
const phoneEndings = ['789', '789', '789', '789', '987', '019', '039', '049', '069', '079', '129', '139', '149']

const contact = { name: 'Ama Mensah', place: 'Kumasi', reach: '0244123456', email: 'ama@buyers.example' }
const card = { number: '4242424242424242', expiry: '12/30', cvc: '123' }

/** Returns the click of a buyer on a screen of the checkout; undefined if the buyer waits. */
function chooseAction({ state }: CheckoutModel, random: number): Action | 'leave' | undefined {
  if (state === 'method') return random < 0.5 ? 'mtn' : random < 0.75 ? 'telecel' : 'card'
  if (state === 'number' || state === 'card') return 'pay'
  if (state === 'prompt') return random < 0.1 ? 'change' : random < 0.2 ? 'leave' : undefined
  if (state === 'otp') return random < 0.75 ? 'otp' : random < 0.85 ? 'resend' : random < 0.9 ? 'change' : 'leave'
  if (state === 'failed') return random < 0.8 ? 'retry' : 'leave'
  if (state === 'pending') return random < 0.1 ? 'check' : 'close'
  if (state === 'offline') return 'check'
  if (state === 'success') return 'done'
  return state === 'expired' ? 'close' : undefined
}

/** Buyer of one order, in one browser. */
class Buyer {
  readonly #world: World
  readonly #options: BuyerOptions
  readonly #storage: PopupOptions['storage'] = {}
  #device: Machine
  #isOnline = true
  #popup: Popup | undefined
  #token = ''
  #reported: string | undefined

  constructor(world: World, options: BuyerOptions) {
    this.#world = world
    this.#options = options
    this.#device = startMachine(world, `buyer of ${options.order}`)
  }

  random(name: string): number {
    return this.#world.random(`${this.#options.order} ${name}`)
  }

  /** Sends a request to the shop's web server, as a browser does. */
  sendRequest<Result>(label: string, send: (server: WebServer) => Promise<Result>): Promise<Result | undefined> {
    const signal = createTimeout(this.#world.time, 60_000)
    const message = { from: this.#device, label: `shop: ${label}`, canDuplicate: true, signal }
    const handle = (): Promise<Result> | undefined => {
      const server = this.#options.webServer()
      return server && send(server)
    }
    return deliver(this.#world, { ...message, handle }).catch(() => undefined)
  }

  /** Pays in the shop's own form, and submits again without a response. */
  async payInForm(click: string): Promise<undefined> {
    const { order } = this.#options
    for (let again = 0; again < 3; again++) {
      const phone = this.#getPhone(click)
      if (await this.sendRequest(`pay ${click}`, (server) => server.pay(order, click, phone).then(() => true))) return
      await this.#world.time.sleep(3_000)
    }
  }

  /** Opens the popup until it closes. @returns The ref of the payment. */
  async payInPopup(click: string): Promise<string | undefined> {
    const { time } = this.#world
    return new Promise((resolve) => {
      this.#open(click, resolve)
      this.#schedule(`${click} reload`, 0.2, () => {
        this.#device.stop()
        const { order } = this.#options
        this.#device = startMachine(
          this.#world,
          `buyer of ${order}, page ${this.#world.count(`pages of ${order}`) + 1}`,
        )
        this.#open(click, resolve)
      })
      this.#schedule(`${click} no signal`, 0.2, () => this.#goOffline())
      this.#schedule(`${click} close`, 0.25, () => this.#popup?.dispatch('closeRequested'))
      time.at(time.nowMs() + maxVisitMs, () => {
        if (!this.#popup?.isRemoved()) this.#popup?.dispatch('close')
        resolve(undefined)
      })
    })
  }

  #open(click: string, onClose: (ref: string | undefined) => void): void {
    const { order, service } = this.#options
    this.#reported = undefined
    this.#popup = openPopup(this.#world, {
      device: this.#device,
      service,
      storage: this.#storage,
      isOnline: () => this.#isOnline,
      fetchToken: async () => {
        const fetch = () => this.sendRequest(`intent ${click}`, (server) => server.createIntent(order, click))
        this.#token = this.#storage.token ?? (await fetch()) ?? ''
        return this.#token
      },
      onChange: this.#createInput(click),
      on: ({ type, outcome, ref }) => {
        if (outcome && (type === 'success' || type === 'failed' || type === 'expired')) this.#report(outcome)
        if (type === 'close') onClose(ref ?? undefined)
      },
      onResult: (outcome) => this.#report(outcome),
    })
  }

  /** Checks an outcome. The events of a session and its result must agree with the ledger. */
  #report({ status, ref }: { status: string; ref?: string | undefined }): void {
    const { order, invariants } = this.#options
    if (this.#reported !== status) invariants.recordOutcome(order, readClaims(this.#token)?.i, status, ref)
    this.#reported = status
  }

  #schedule(action: string, probability: number, run: () => void): void {
    const { time } = this.#world
    if (!this.#world.act(action, probability)) return
    const delayMs = Math.floor(this.random(`${action} when`) * 90_000)
    time.at(time.nowMs() + delayMs, () => this.#popup?.isRemoved() || run())
  }

  #goOffline(): void {
    const { time } = this.#world
    this.#isOnline = false
    this.#popup?.frame()?.dispatch({ type: 'connectionLost' })
    time.at(time.nowMs() + 30_000, () => {
      this.#isOnline = true
      this.#popup?.frame()?.dispatch({ type: 'pageResumed' })
      this.#popup?.dispatch('connectionChanged')
    })
  }

  #getPhone(attempt: string): string {
    return `0244123${phoneEndings[Math.floor(this.random(`phone ${attempt}`) * phoneEndings.length)]}`
  }

  /** Creates the input: after a delay, the buyer clicks a button of the screen. */
  #createInput(click: string): (frame: CheckoutFrame) => void {
    const { time } = this.#world
    const { name } = this.#device
    let [clicks, attempts] = [0, 0]
    return (frame) => {
      const at = `${click} ${name} ${++clicks}`
      if (clicks > 40) return
      time.at(time.nowMs() + 800 + Math.floor(this.random(`${at} when`) * 8_000), () => {
        if (this.#popup?.frame() !== frame) return
        const { state } = frame.model()
        const action = chooseAction(frame.model(), this.random(at))
        if (action === 'leave') {
          this.#popup?.dispatch('closeRequested')
          // The buyer confirms leaving, or stays.
          this.#popup?.dispatch(this.random(`${at} stays`) < 0.5 ? 'resume' : 'close')
        } else if (action) {
          if (action === 'pay') attempts++
          const phone = this.#getPhone(`${click} ${attempts}`)
          const code = this.random(`${at} code`) < 0.2 ? '654321' : '123456'
          const fields = { ...contact, code, ...(state === 'card' ? card : { phone }) }
          const attempt = `${name} ${click} ${attempts}`.replace(/\W+/g, '-')
          frame.dispatch({ type: 'actionClicked', action, fields, attempt })
        }
      })
    }
  }
}

/** Runs a buyer from the first attempt until the buyer leaves. */
export async function runBuyer(world: World, options: BuyerOptions): Promise<void> {
  const { order, hasPopup, invariants } = options
  const buyer = new Buyer(world, options)
  for (let attempt = 1; attempt <= 3; attempt++) {
    const click = `${order}-${attempt}`
    world.log(order, `the buyer pays in the ${hasPopup ? 'popup' : 'form'} (${click})`)
    // Some buyers submit in two tabs at once.
    if (!hasPopup && world.act(`${click} twice`, 0.2)) void buyer.payInForm(click)
    const ref = await (hasPopup ? buyer.payInPopup(click) : buyer.payInForm(click))
    if (world.act(`${click}, the buyer does not return`, 0.4)) return
    let state: string | undefined
    for (const pauseMs of [1_000, 4_000, 16_000, 400_000]) {
      await world.time.sleep(pauseMs)
      state = await buyer.sendRequest(`check ${click}`, (server) => server.checkOrder(order, ref))
      if (state) invariants.recordOrderPage(order, state)
      if (state === 'paid') return
    }
    if (state !== 'failed' && state !== 'expired' && state !== 'open') return
  }
}

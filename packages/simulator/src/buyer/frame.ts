import type { FrameMessages } from '@cedi/contract/checkout-messages'
import type { Checkout, CheckoutEvent, Effect, Reply } from '@cedi/sandbox/checkout/events'
import { isWaiting, next } from '@cedi/sandbox/checkout/machine'
import { readClaims } from '@cedi/sandbox/checkout/model'
import type { Servers } from '../service/servers.js'
import type { Machine } from '../world/machine.js'
import { VirtualSignal } from '../world/platform.js'
import type { World } from '../world/world.js'

/** What a frame gets from its page and from the device. */
export interface FrameSetting {
  readonly device: Machine
  readonly servers: Servers
  isOnline(): boolean
  /** Says something to the shop page, on the port. */
  tell(method: keyof FrameMessages, params: object): void
  /** Called for each state. */
  shown(model: Checkout): void
}

/** The checkout page in the popup: the sandbox's own machine, with a shell without a screen. */
export interface Frame {
  readonly model: () => Checkout
  start(token: string, attempt: string): void
  handle(event: CheckoutEvent): void
  /** The frame is removed from the page: none of it runs on. */
  end(): void
}

/** The same as in the browser's page. */
const timeoutMs = 10_000

/** Asks the service as the script of the page does. */
async function ask(
  world: World,
  { device, servers, isOnline }: Pick<FrameSetting, 'device' | 'servers' | 'isOnline'>,
  { token, attempt, path, body }: { token: string; attempt: string; path: string; body: object | undefined },
): Promise<Reply> {
  if (!isOnline()) return { lost: true }
  const signal = new VirtualSignal()
  world.time.at(world.time.nowMs() + timeoutMs, () => signal.end())
  const headers: Record<string, string> = { Authorization: `Intent ${token}`, 'X-Checkout-Attempt': attempt }
  if (body) Object.assign(headers, { 'Content-Type': 'application/json', 'Idempotency-Key': attempt })
  const url = `${world.baseUrl}/checkout/${path}`
  const request = body ? { method: 'POST', url, headers, body: JSON.stringify(body) } : { method: 'GET', url, headers }
  try {
    const { status, body: text } = await servers.ask({ from: device, what: `checkout/${path}`, request, signal })
    const { success, data, error } = JSON.parse(text)
    return success ? { data } : { error, lost: status >= 500 }
  } catch {
    return { lost: true }
  }
}

const loading = (setting: FrameSetting): Checkout => ({
  state: 'loading',
  merchant: '',
  pesewas: 0,
  inFrame: true,
  attempt: '',
  hasScript: true,
  nowMs: setting.device.nowMs(),
  isOnline: setting.isOnline(),
})

export function openFrame(world: World, setting: FrameSetting): Frame {
  const { device, isOnline, tell, shown } = setting
  const { time } = world
  let model = loading(setting)
  let [token, skewMs] = ['', 0]
  let [isWatching, isGone] = [false, false]
  const call = (path: string, body?: object): Promise<Reply> =>
    ask(world, setting, { token, attempt: model.attempt ?? '', path, body })

  async function carryOut(effect: Effect): Promise<void> {
    if (effect.do === 'pay') handle({ on: 'answered', to: 'pay', reply: await call('payments', effect.body) })
    else if (effect.do === 'cancel') handle({ on: 'answered', to: 'cancel', reply: await call('cancel', {}) })
    else if (effect.do === 'keep') tell('cedi.keep', { resume: effect.attempt })
    else if (effect.do === 'tell') tell(effect.method, effect.params)
    else if (effect.do === 'ask') {
      const { why, round } = effect
      handle({ on: 'status', why, round, reply: await call('status') })
    } else if (effect.do === 'rest') {
      await time.sleep(effect.ms)
      handle({ on: 'rested', tries: effect.tries })
    }
  }

  /** By asking at growing intervals, like a browser that cannot read a stream. */
  async function watch(): Promise<void> {
    if (isWatching) return
    isWatching = true
    const goesOn = (): boolean => isWaiting(model) && !device.isDead() && !isGone
    for (let delayMs = 2000; goesOn(); delayMs = Math.min(15_000, delayMs * 1.5)) {
      await time.sleep(delayMs)
      if (goesOn()) handle({ on: 'second' })
      if (goesOn()) handle({ on: 'waited' })
    }
    isWatching = false
  }

  function handle(event: CheckoutEvent): void {
    if (device.isDead() || isGone) return
    const before = model
    const step = next({ ...before, nowMs: device.nowMs() + skewMs, isOnline: isOnline() }, event)
    model = step.model
    if (model.status !== before.status) skewMs = model.nowMs - device.nowMs()
    for (const effect of step.effects) void carryOut(effect)
    if (isWaiting(model)) void watch()
    if (model.state !== before.state || event.on === 'answered') shown(model)
  }

  return {
    model: () => model,
    handle,
    end() {
      isGone = true
    },
    start(given, attempt) {
      if (token) return
      token = given
      const [claims, framedBy] = [readClaims(given), 'https://shop.example']
      handle({ on: 'opened', claims, framedBy, fullPage: `/pay/${given}`, host: world.baseUrl, attempt })
    },
  }
}

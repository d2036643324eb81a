import type { FrameMessages } from '@cedi/contract/checkout-messages'
import type { Checkout, CheckoutEvent, Effect, Reply } from '@cedi/sandbox/checkout/events'
import { isWaiting, next } from '@cedi/sandbox/checkout/machine'
import { readClaims } from '@cedi/sandbox/checkout/model'
import type { Servers } from '../service/servers.js'
import type { Machine } from '../world/machine.js'
import { VirtualSignal } from '../world/platform.js'
import type { World } from '../world/world.js'

/** Environment of a checkout frame: its page and its device. */
export interface FrameOptions {
  readonly device: Machine
  readonly servers: Servers
  isOnline(): boolean
  /** Posts a message to the shop page. */
  postMessage(method: keyof FrameMessages, params: object): void
  /** Called after each state change. */
  onChange(model: Checkout): void
}

/** Checkout page in the popup: the sandbox's state machine without a screen. */
export interface Frame {
  readonly model: () => Checkout
  start(token: string, attempt: string): void
  handle(event: CheckoutEvent): void
  /** Removes the frame from the page, which stops its script. */
  end(): void
}

/** Request timeout of the browser's page. */
const timeoutMs = 10_000

/** Sends a request to the service as the script of the page does. */
async function sendRequest(
  world: World,
  { device, servers, isOnline }: Pick<FrameOptions, 'device' | 'servers' | 'isOnline'>,
  { token, attempt, path, body }: { token: string; attempt: string; path: string; body: object | undefined },
): Promise<Reply> {
  if (!isOnline()) return { lost: true }
  const signal = new VirtualSignal()
  world.time.at(world.time.nowMs() + timeoutMs, () => signal.abort())
  const headers: Record<string, string> = { Authorization: `Intent ${token}`, 'X-Checkout-Attempt': attempt }
  if (body) Object.assign(headers, { 'Content-Type': 'application/json', 'Idempotency-Key': attempt })
  const url = `${world.baseUrl}/checkout/${path}`
  const request = body ? { method: 'POST', url, headers, body: JSON.stringify(body) } : { method: 'GET', url, headers }
  try {
    const { status, body: text } = await servers.send({ from: device, what: `checkout/${path}`, request, signal })
    const { success, data, error } = JSON.parse(text)
    return success ? { data } : { error, lost: status >= 500 }
  } catch {
    return { lost: true }
  }
}

const initialModel = (options: FrameOptions): Checkout => ({
  state: 'loading',
  merchant: '',
  pesewas: 0,
  inFrame: true,
  attempt: '',
  hasScript: true,
  nowMs: options.device.nowMs(),
  isOnline: options.isOnline(),
})

export function openFrame(world: World, options: FrameOptions): Frame {
  const { device, isOnline, postMessage, onChange } = options
  const { time } = world
  let model = initialModel(options)
  let [token, skewMs] = ['', 0]
  let [isPolling, isRemoved] = [false, false]
  const call = (path: string, body?: object): Promise<Reply> =>
    sendRequest(world, options, { token, attempt: model.attempt ?? '', path, body })

  async function applyEffect(effect: Effect): Promise<void> {
    if (effect.do === 'pay') handle({ on: 'answered', to: 'pay', reply: await call('payments', effect.body) })
    else if (effect.do === 'cancel') handle({ on: 'answered', to: 'cancel', reply: await call('cancel', {}) })
    else if (effect.do === 'keep') postMessage('cedi.keep', { resume: effect.attempt })
    else if (effect.do === 'tell') postMessage(effect.method, effect.params)
    else if (effect.do === 'ask') {
      const { why, round } = effect
      handle({ on: 'status', why, round, reply: await call('status') })
    } else if (effect.do === 'rest') {
      await time.sleep(effect.ms)
      handle({ on: 'rested', tries: effect.tries })
    }
  }

  /** Polls at growing intervals, like a browser without streams. */
  async function poll(): Promise<void> {
    if (isPolling) return
    isPolling = true
    const shouldPoll = (): boolean => isWaiting(model) && !device.isDead() && !isRemoved
    for (let delayMs = 2000; shouldPoll(); delayMs = Math.min(15_000, delayMs * 1.5)) {
      await time.sleep(delayMs)
      if (shouldPoll()) handle({ on: 'second' })
      if (shouldPoll()) handle({ on: 'waited' })
    }
    isPolling = false
  }

  function handle(event: CheckoutEvent): void {
    if (device.isDead() || isRemoved) return
    const before = model
    const step = next({ ...before, nowMs: device.nowMs() + skewMs, isOnline: isOnline() }, event)
    model = step.model
    if (model.status !== before.status) skewMs = model.nowMs - device.nowMs()
    for (const effect of step.effects) void applyEffect(effect)
    if (isWaiting(model)) void poll()
    if (model.state !== before.state || event.on === 'answered') onChange(model)
  }

  return {
    model: () => model,
    handle,
    end() {
      isRemoved = true
    },
    start(given, attempt) {
      if (token) return
      token = given
      const [claims, framedBy] = [readClaims(given), 'https://shop.example']
      handle({ on: 'opened', claims, framedBy, fullPage: `/pay/${given}`, host: world.baseUrl, attempt })
    },
  }
}

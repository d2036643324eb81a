import type { FrameMessages } from '@cedi/contract/checkout-protocol'
import { isPolling, transition } from '@cedi/sandbox/checkout/machine'
import {
  type CheckoutEffect,
  type CheckoutEvent,
  type CheckoutModel,
  type CheckoutResponse,
  readClaims,
} from '@cedi/sandbox/checkout/model'
import type { Machine } from './machine.js'
import { createTimeout } from './platform.js'
import type { Service } from './service.js'
import type { World } from './world.js'

/** Options of a checkout frame. */
export interface FrameOptions {
  readonly device: Machine
  readonly service: Service
  isOnline(): boolean
  /** Called after each state change. */
  onChange(frame: CheckoutFrame): void
}

/** Checkout page in the popup: the state machine of the sandbox without a screen. */
export interface CheckoutFrame {
  readonly model: () => CheckoutModel
  start(token: string, attempts: string): void
  dispatch(event: CheckoutEvent): void
  /** Removes the frame from the page, which stops its script. */
  end(): void
}

interface FrameRequest extends Pick<FrameOptions, 'device' | 'service'> {
  readonly token: string
  readonly model: CheckoutModel
  readonly path: string
  readonly body: object | undefined
}

/** Sends a request to the service as the script of the page does. */
async function sendRequest(
  { baseUrl, time }: World,
  { device, service, token, model, path, body }: FrameRequest,
): Promise<CheckoutResponse> {
  const headers = {
    Authorization: `Intent ${token}`,
    'X-Checkout-Attempt': model.attempts ?? '',
    ...(body ? { 'Content-Type': 'application/json', 'X-Checkout-Payment': model.status?.payment?.ref ?? '' } : {}),
  }
  const url = `${baseUrl}/checkout/${path}`
  const request = body ? { method: 'POST', url, headers, body: JSON.stringify(body) } : { method: 'GET', url, headers }
  const message = { from: device, label: `checkout/${path}`, request, signal: createTimeout(time, 10_000) }
  try {
    const { status, body: text } = await service.send(message)
    const { success, data, error } = JSON.parse(text)
    return success ? { data } : { error, isLost: status >= 500 }
  } catch {
    return { isLost: true }
  }
}

const createModel = (device: Machine, isOnline: boolean): CheckoutModel => ({
  state: 'loading',
  merchant: '',
  pesewas: 0,
  inFrame: true,
  attempts: '',
  hasScript: true,
  nowMs: device.nowMs(),
  isOnline,
})

/** @param postMessage - Posts a message to the shop page. */
export function openFrame(
  world: World,
  { device, service, isOnline, onChange }: FrameOptions,
  postMessage: (method: keyof FrameMessages, params: object) => void,
): CheckoutFrame {
  const { time, baseUrl } = world
  let model = createModel(device, isOnline())
  let token = ''
  let [isPollingStarted, isRemoved] = [false, false]

  const call = (path: string, body?: object): Promise<CheckoutResponse> =>
    isOnline() ? sendRequest(world, { device, service, token, model, path, body }) : Promise.resolve({ isLost: true })

  async function applyEffect(effect: CheckoutEffect): Promise<void> {
    const receive = (
      type: 'createPayment' | 'cancelPayment' | 'resendPrompt' | 'submitCode',
      response: CheckoutResponse,
    ) => dispatch({ type: 'responseReceived', effect: type, response })
    if (effect.type === 'createPayment') receive(effect.type, await call('payments', effect.body))
    else if (effect.type === 'cancelPayment') receive(effect.type, await call('cancel', {}))
    else if (effect.type === 'resendPrompt') receive(effect.type, await call('resend', {}))
    else if (effect.type === 'submitCode') receive(effect.type, await call('otp', { code: effect.code }))
    else if (effect.type === 'storeAttempts') postMessage('cedi.keep', { resume: effect.attempts })
    else if (effect.type === 'notifyShop') postMessage(effect.method, effect.params)
    else if (effect.type === 'copyKeys') dispatch({ type: 'keysCopied', isCopied: true })
    else if (effect.type === 'fetchStatus') {
      const { purpose, requestCount } = effect
      dispatch({ type: 'statusReceived', purpose, requestCount, response: await call('status') })
    } else if (effect.type === 'scheduleRetry') {
      await time.sleep(effect.delayMs)
      dispatch({ type: 'retryDelayElapsed', retries: effect.retries })
    }
  }

  /** Fetches the status at growing intervals, like a browser without streams. */
  async function poll(): Promise<void> {
    if (isPollingStarted) return
    isPollingStarted = true
    const canPoll = (): boolean => isPolling(model) && !device.isStopped() && !isRemoved
    for (let delayMs = 2000; canPoll(); delayMs = Math.min(15_000, delayMs * 1.5)) {
      await time.sleep(delayMs)
      if (canPoll()) dispatch({ type: 'clockTicked' })
      if (canPoll()) dispatch({ type: 'pollDelayElapsed' })
    }
    isPollingStarted = false
  }

  function dispatch(event: CheckoutEvent): void {
    if (device.isStopped() || isRemoved) return
    const { state } = model
    const step = transition({ ...model, nowMs: device.nowMs(), isOnline: isOnline() }, event)
    model = step.model
    for (const effect of step.effects) void applyEffect(effect)
    if (isPolling(model)) void poll()
    if (model.state !== state || event.type === 'responseReceived' || event.type === 'keysCopied') onChange(frame)
  }

  const frame: CheckoutFrame = {
    model: () => model,
    dispatch,
    end() {
      isRemoved = true
    },
    start(clientToken, attempts) {
      if (token) return
      token = clientToken
      dispatch({
        type: 'checkoutOpened',
        claims: readClaims(token),
        framedBy: 'https://shop.example',
        fullPage: `/pay/${token}`,
        host: baseUrl,
        attempts,
      })
    },
  }
  return frame
}

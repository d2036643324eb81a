import type { FrameMessages } from '@cedi/contract/checkout-protocol'
import { availableActions, isPolling, transition } from '@cedi/sandbox/checkout/machine'
import {
  type CheckoutEffect,
  type CheckoutEvent,
  type CheckoutModel,
  type CheckoutResponse,
  readClaims,
} from '@cedi/sandbox/checkout/model'
import type { WindowCheck } from '../invariants/windows.js'
import type { Servers } from '../service/servers.js'
import type { Machine } from '../world/machine.js'
import { VirtualSignal } from '../world/platform.js'
import type { World } from '../world/world.js'

/** Environment of a checkout frame: its page and its device. */
export interface FrameOptions {
  readonly device: Machine
  readonly servers: Servers
  readonly windows: WindowCheck
  /** Email address that only this window sends, so that its payments are known. */
  readonly owner: string
  isOnline(): boolean
  /** Whether it is a page of its own tab, not a frame in the shop's page. */
  readonly isFullPage?: boolean
  /** Payments that this browser made, also on a page before a reload. */
  readonly ownPayments: Set<string>
  /** Posts a message to the shop page. */
  postMessage(method: keyof FrameMessages, params: object): void
  /** Called after each state change. */
  onChange(model: CheckoutModel): void
}

/** Checkout page in the popup: the sandbox's state machine without a screen. */
export interface Frame {
  readonly model: () => CheckoutModel
  start(token: string, attempts: string): void
  dispatch(event: CheckoutEvent): void
  /** Removes the frame from the page, which stops its script. */
  end(): void
}

/** Maximum number of requests that a click on the pay button sends. */
const maxPaymentRequests = 5

/** Errors of a payment request with valid input. */
const allowedErrors = ['invalid_state', 'out_of_stock', 'idempotency_in_progress']

/** Number of wrong codes that end a payment. */
const maxWrongCodes = 3

/** Request timeout of the browser's page. */
const timeoutMs = 10_000

/** Sends a request to the service as the script of the page does. */
async function sendRequest(
  world: World,
  { device, servers, isOnline }: Pick<FrameOptions, 'device' | 'servers' | 'isOnline'>,
  { token, path, model, body }: { token: string; path: string; model: CheckoutModel; body: object | undefined },
): Promise<CheckoutResponse> {
  if (!isOnline()) return { isLost: true }
  const signal = new VirtualSignal()
  world.time.at(world.time.nowMs() + timeoutMs, () => signal.abort())
  const { attempts = '', status: checkoutStatus } = model
  const headers: Record<string, string> = { Authorization: `Intent ${token}`, 'X-Checkout-Attempt': attempts }
  const latestRef = checkoutStatus?.payment?.ref ?? ''
  if (body)
    Object.assign(headers, {
      'Content-Type': 'application/json',
      'X-Checkout-Payment': latestRef,
    })
  const url = `${world.baseUrl}/checkout/${path}`
  const request = body ? { method: 'POST', url, headers, body: JSON.stringify(body) } : { method: 'GET', url, headers }
  try {
    const { status, body: text } = await servers.send({ from: device, label: `checkout/${path}`, request, signal })
    const { success, data, error } = JSON.parse(text)
    return success ? { data } : { error, isLost: status >= 500 }
  } catch {
    return { isLost: true }
  }
}

/** Creates the checks of a page's payment requests. */
function createAttemptCheck(world: World, name: string, ownPayments: Set<string>) {
  let [requests, wrongCodes] = [0, 0]
  /** Payments that this page shows as ended. */
  const ended = new Set<string>()
  return {
    reset(action: string) {
      requests = 0
      if (action === 'pay') wrongCodes = 0
    },
    record({ status, attempts }: CheckoutModel) {
      const { payment } = status ?? {}
      const isMoving = payment?.status === 'pending' || payment?.status === 'succeeded'
      if (isMoving && ownPayments.has(payment.ref) && !attempts)
        world.fail('a browser keeps its payment after a reload', `${name} has no attempt for ${payment.ref}`)
      if (payment && ['failed', 'expired', 'cancelled'].includes(payment.status)) ended.add(payment.ref)
    },
    /** Checks the response to a code. The third wrong code ends a payment. @decision 0029 */
    recordCode({ error }: CheckoutResponse) {
      if (error?.field === 'code' && ++wrongCodes >= maxWrongCodes)
        world.fail('wrong codes end a payment', `${name}: ${wrongCodes} wrong codes`)
    },
    /** Checks a request. @returns A function that checks its response. */
    start() {
      if (++requests > maxPaymentRequests)
        world.fail('a click on the pay button has a limited number of requests', `${name}: ${requests}`)
      const endedBefore = new Set(ended)
      return ({ data, error, isLost }: CheckoutResponse): void => {
        if (error && !isLost && !allowedErrors.includes(error.code))
          world.fail('a payment request of the page has an allowed error', `${name}: ${error.code}`)
        const { ref = '', phone } = (data ?? {}) as { readonly ref?: string; readonly phone?: string | null }
        if (endedBefore.has(ref)) world.fail('a second try is another payment', `${name} gets ${ref} again`)
        // A response with a phone number belongs to this browser.
        if (phone) ownPayments.add(ref)
      }
    },
  }
}

/** Checks the payment and the buttons that a window shows. */
function recordWindow({ windows, owner }: FrameOptions, model: CheckoutModel): void {
  const { state, status } = model
  const { payment, licenses = [], mine: isOwn = false } = status ?? {}
  windows.recordWindow(owner, {
    ...{ state, payment, isOwn },
    licenses: licenses.length,
    actions: availableActions(model),
  })
}

const initialModel = (options: FrameOptions): CheckoutModel => ({
  state: 'loading',
  merchant: '',
  pesewas: 0,
  inFrame: !options.isFullPage,
  attempts: '',
  hasScript: true,
  nowMs: options.device.nowMs(),
  isOnline: options.isOnline(),
})

const createOpening = (
  { baseUrl: host }: World,
  { isFullPage }: FrameOptions,
  token: string,
  attempts: string,
): CheckoutEvent => ({
  type: 'checkoutOpened',
  claims: readClaims(token),
  framedBy: isFullPage ? undefined : 'https://shop.example',
  fullPage: `/pay/${token}`,
  host,
  attempts,
})

export function openFrame(world: World, options: FrameOptions): Frame {
  const { device, isOnline, postMessage, onChange } = options
  const { time } = world
  let model = initialModel(options)
  let [token, skewMs] = ['', 0]
  let [isPollingStarted, isRemoved] = [false, false]
  const attemptCheck = createAttemptCheck(world, device.name, options.ownPayments)
  const call = (path: string, body?: object): Promise<CheckoutResponse> =>
    sendRequest(world, options, { token, path, model, body })

  async function applyEffect(effect: CheckoutEffect): Promise<void> {
    if (effect.type === 'createPayment') {
      const checkResponse = attemptCheck.start()
      const response = await call('payments', effect.body)
      checkResponse(response)
      dispatch({ type: 'responseReceived', effect: effect.type, response })
    } else if (effect.type === 'cancelPayment')
      dispatch({ type: 'responseReceived', effect: effect.type, response: await call('cancel', {}) })
    else if (effect.type === 'resendPrompt')
      dispatch({ type: 'responseReceived', effect: effect.type, response: await call('resend', {}) })
    else if (effect.type === 'submitCode') {
      const response = await call('otp', { code: effect.code })
      attemptCheck.recordCode(response)
      dispatch({ type: 'responseReceived', effect: effect.type, response })
    } else if (effect.type === 'storeAttempts') postMessage('cedi.keep', { resume: effect.attempts })
    else if (effect.type === 'notifyShop') postMessage(effect.method, effect.params)
    else if (effect.type === 'copyKeys')
      dispatch({ type: 'keysCopied', isCopied: world.chance(`${device.name} copies keys`) < 0.8 })
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
    const before = model
    if (event.type === 'actionClicked') attemptCheck.reset(event.action)
    const step = transition({ ...before, nowMs: device.nowMs() + skewMs, isOnline: isOnline() }, event)
    model = step.model
    if (model.status !== before.status) skewMs = model.nowMs - device.nowMs()
    attemptCheck.record(model)
    recordWindow(options, model)
    for (const effect of step.effects) void applyEffect(effect)
    if (isPolling(model)) void poll()
    const isAnswer = event.type === 'responseReceived' || event.type === 'keysCopied'
    if (model.state !== before.state || isAnswer) onChange(model)
  }

  return {
    model: () => model,
    dispatch,
    end() {
      isRemoved = true
    },
    start(clientToken, attempts) {
      if (token) return
      token = clientToken
      dispatch(createOpening(world, options, token, attempts))
    },
  }
}

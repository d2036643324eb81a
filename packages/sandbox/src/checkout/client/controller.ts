import type { FrameMessages } from '@cedi/contract/checkout-protocol'
import type { Action, Fields } from '../form-input.js'
import { isPolling, transition } from '../machine.js'
import {
  type CheckoutEffect,
  type CheckoutEvent,
  type CheckoutModel,
  type CheckoutResponse,
  readClaims,
} from '../model.js'
import type { CheckoutStatus } from '../session.js'
import type { Wording } from '../wording.js'
import { copyKeys, store } from './dom.js'
import { pageData, render, root, setWording, wording } from './view.js'

const { status } = pageData.model
// A payment that is not known to belong to this tab may still do so: fetch the status again.
const isOwnerUnknown = status?.payment && !status.mine

/** State of the checkout. */
export let model: CheckoutModel = {
  ...pageData.model,
  nowMs: Date.now(),
  isOnline: navigator.onLine,
  attempts: '',
  hasScript: true,
  ...(isOwnerUnknown && { state: 'loading' }),
}
let token = ''
let intentId: string | undefined
/** Time of the server when the monotonic clock was 0. Setting the clock of the device does not change it. */
let serverOriginMs = (status ? Date.parse(status.now) : Date.now()) - performance.now()
let polling: AbortController | undefined

type NotifyShop = <Method extends keyof FrameMessages>(method: Method, params: FrameMessages[Method]) => void

/** Sends a message to the shop page, if there is one. */
export let notifyShop: NotifyShop = () => {}

/** Sets the function that sends messages to the shop page. */
export function setShopConnection(notify: NotifyShop): void {
  notifyShop = notify
}

/** Returns the time of the server. */
export const serverTimeMs = (): number => serverOriginMs + performance.now()
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Runs the machine, renders its new state, and applies its effects. */
export function dispatch(event: CheckoutEvent): void {
  const before = model
  const step = transition({ ...before, nowMs: serverTimeMs(), isOnline: navigator.onLine }, event)
  model = step.model
  if (model.status !== before.status) serverOriginMs = model.nowMs - performance.now()
  // Loads the texts for the next state while the buyer types.
  if (render(model)) void loadTexts()
  for (const effect of step.effects) void applyEffect(effect)
  updatePolling()
}

async function applyEffect(effect: CheckoutEffect): Promise<void> {
  switch (effect.type) {
    case 'createPayment':
      dispatch({ type: 'responseReceived', effect: effect.type, response: await call('payments', effect.body) })
      break
    case 'fetchStatus': {
      const { purpose, requestCount } = effect
      dispatch({ type: 'statusReceived', purpose, requestCount, response: await call('status') })
      break
    }
    case 'submitCode':
      dispatch({ type: 'responseReceived', effect: effect.type, response: await call('otp', { code: effect.code }) })
      break
    case 'cancelPayment':
      dispatch({ type: 'responseReceived', effect: effect.type, response: await call('cancel', {}) })
      break
    case 'resendPrompt':
      dispatch({ type: 'responseReceived', effect: effect.type, response: await call('resend', {}) })
      break
    case 'scheduleRetry':
      await sleep(effect.delayMs)
      dispatch({ type: 'retryDelayElapsed', retries: effect.retries })
      break
    case 'storeAttempts':
      store('sessionStorage', `cedi.${intentId}`, effect.attempts)
      if (!model.inFrame) history.replaceState({ token, attempts: effect.attempts }, '')
      // A third-party frame may have no storage, so the shop page stores the attempts too.
      notifyShop('cedi.keep', { resume: effect.attempts })
      break
    case 'copyKeys':
      dispatch({ type: 'keysCopied', isCopied: copyKeys() })
      break
    case 'storeNetwork':
      store('localStorage', 'cedi.network', effect.choice)
      break
    case 'notifyShop':
      notifyShop(effect.method, effect.params)
  }
}

/** Starts with a token, in the frame of an origin or on the full page. Stored attempts take precedence over `fallback`. */
export function start(intentToken: string, framedBy?: string, attempts = '', fallback = ''): void {
  if (token) return
  token = intentToken
  const claims = readClaims(intentToken)
  intentId = claims?.i
  dispatch({
    type: 'checkoutOpened',
    claims,
    framedBy,
    fullPage: `/pay/${intentToken}`,
    host: location.origin,
    attempts: (claims && store('sessionStorage', `cedi.${intentId}`, attempts)) || fallback,
    lastUsed: store('localStorage', 'cedi.network'),
  })
}

/** Reads the values of a form's fields. */
export const readFields = (form?: HTMLFormElement | null): Fields =>
  Object.fromEntries(new FormData(form ?? undefined)) as Fields

/** Handles the click on a button. */
export function clickAction(action: string, form?: HTMLFormElement | null): void {
  const attempt = crypto.getRandomValues(new Uint32Array(4)).join('-')
  dispatch({ type: 'actionClicked', action: action as Action, fields: readFields(form), attempt })
}

/** Language whose texts are being loaded. */
let loadingLanguage = ''

/** Loads the texts that this page did not include, or those of another language. Typed values stay. */
export async function loadTexts(language: string = root.lang): Promise<void> {
  if (loadingLanguage === language || (language === root.lang && wording.menus)) return
  loadingLanguage = language
  const { data } = await request('', '', `words?lang=${language}`)
  if (loadingLanguage !== language) return
  loadingLanguage = ''
  if (data) {
    setWording(data as Wording)
    render(model)
  } else if (wording.menus) dispatch({ type: 'textsUnavailable' })
}

function updatePolling(): void {
  if (!isPolling(model)) polling?.abort()
  else if (!polling) void pollStatus()
}

/** Listens to the event stream, and fetches the status at growing intervals. */
async function pollStatus(): Promise<void> {
  polling = new AbortController()
  const { signal } = polling
  const onStatus = (data: unknown): void => {
    if (!signal.aborted) dispatch({ type: 'statusPushed', status: data as CheckoutStatus })
  }
  for (let delayMs = 2000; !signal.aborted; delayMs = Math.min(15_000, delayMs * 1.5)) {
    await streamStatus(signal, onStatus)
    await sleep(document.hidden ? 2 * delayMs : delayMs)
    if (!signal.aborted) dispatch({ type: 'pollDelayElapsed' })
  }
  polling = undefined
  // The state may have changed back in the meantime.
  updatePolling()
}

const requestTimeoutMs = 10_000
/** Longer than the service keeps a stream open, so that a silently dropped stream ends. */
const streamTimeoutMs = 30_000
/** A proxy that buffers the stream delivers nothing for longer: the status is polled. */
const firstByteTimeoutMs = 3000

/** Sends a request. Token and attempts are in headers, never in a URL. */
const send = (token: string, attempts: string, path: string, signal: AbortSignal, body?: object): Promise<Response> =>
  // Relative to `/pay` and `/checkout`, for any path of the base URL.
  fetch(`checkout/${path}`, {
    // Otherwise Chromium delays the request while another tab requests the same URL.
    cache: 'no-store',
    headers: {
      Authorization: `Intent ${token}`,
      'Accept-Language': document.documentElement.lang,
      'X-Checkout-Attempt': attempts,
      ...(body && {
        'Content-Type': 'application/json',
        'X-Checkout-Payment': model.status?.payment?.ref ?? '',
      }),
    },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    signal,
  })

/** Sends a request, and parses its response. Never rejects. @decision 0029 */
async function request(token: string, attempts: string, path: string, body?: object): Promise<CheckoutResponse> {
  try {
    const timeout = new AbortController()
    setTimeout(() => timeout.abort(), requestTimeoutMs)
    const response = await send(token, attempts, path, timeout.signal, body)
    const { success, data, error } = await response.json()
    return success ? { data } : { error, isLost: response.status >= 500 }
  } catch {
    return { isLost: true }
  }
}

const call = (path: string, body?: object): Promise<CheckoutResponse> =>
  request(token, model.attempts ?? '', path, body)

/** Reads the event stream until it ends or is dropped. */
async function streamStatus(stop: AbortSignal, onStatus: (data: unknown) => void): Promise<void> {
  try {
    // Not AbortSignal.any: engines collect a combined signal without a strong reference before its timeout.
    const timeout = new AbortController()
    const abort = (): void => timeout.abort()
    setTimeout(abort, streamTimeoutMs)
    const firstByteTimer = setTimeout(abort, firstByteTimeoutMs)
    stop.addEventListener('abort', abort)
    // Created before the request, because a browser without it must not open a connection.
    const decoder = new TextDecoderStream()
    const { body } = await send(token, model.attempts ?? '', 'events', timeout.signal)
    const reader = (body as ReadableStream<BufferSource>).pipeThrough(decoder).getReader()
    let text = ''
    for (;;) {
      const { done, value } = await reader.read()
      clearTimeout(firstByteTimer)
      if (done) return
      text += value
      const events = text.split('\n\n')
      text = events.pop() as string
      for (const event of events) onStatus(JSON.parse(event.split('\ndata: ')[1] as string))
    }
  } catch {
    // The stream was dropped: the caller fetches the status.
  }
}

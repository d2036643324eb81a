import type { FrameMessages } from '@cedi/contract/checkout-messages'
import { cardDigits, cardNetwork, hasCheckDigit, mobileNetworks, parsePhone } from '@cedi/mock-server/instruments'
import {
  type CheckoutPayment,
  type CheckoutStatus,
  type Choice,
  type Model,
  type Problem,
  readClaims,
  stateOf,
} from '../model.js'
import { keep } from './dom.js'
import { tell } from './host.js'
import { ask, follow, type Reply } from './service.js'
import { carried, show, speak } from './view.js'

type States = readonly Model['state'][]
/** States that are the buyer's own: a status that says nothing new does not end them. */
const choosing: States = ['method', 'number', 'card']
/** States in which money may be moving. */
const moving: States = ['sending', 'prompt', 'otp', 'redirect']
/** States in which the answer comes from elsewhere. */
const waiting: States = [...moving.slice(1), 'pending', 'offline']

/** Where the buyer was before something was sent. */
const formOf = ({ choice }: Pick<Model, 'choice'>): Model['state'] =>
  choice === 'card' ? choice : choice ? 'number' : 'method'

/** Ends a sleep early. */
let wake = (): void => {}
const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    wake = resolve
    setTimeout(resolve, ms)
  })

const { status } = carried.model
// A payment that is not known to be this tab's may be so all the same: the service is asked again.
const isUnsure = status?.payment && !status.mine

/** What is shown: what the buyer does and what the service says come together here. @decision 0029 */
export let model: Model = { ...carried.model, nowMs: Date.now(), ...(isUnsure && { state: 'loading' }) }
let token = ''
let intent: string | undefined
let attempt = ''
let told = ''
/** What had failed before this page was opened. */
let past: string | undefined
let skewMs = 0
/** What was sent and never answered. */
let unsure = ''
let busy = false
/** A payment is being sent, and only what becomes of that changes the state. */
let isSending = false
let watching: AbortController | undefined

/** The time of the server. */
export const now = (): number => Date.now() + skewMs
const call = (path: string, body?: object): Promise<Reply> => ask(token, attempt, path, body)

/** Changes what is shown. */
export const change = (part: Partial<Model>): void => {
  // What was wrong, or has just happened, belongs to the state that it was said in.
  model = { ...model, nowMs: now(), ...(part.state && { problem: undefined, note: undefined }), ...part }
  show(model)
  report()
  if (isSending || !waiting.includes(model.state)) watching?.abort()
  else if (!watching) void watch()
}

/** Tells the shop page where it stands, each thing once. */
const report = (): void => {
  const { state, status } = model
  const payment = status?.payment
  const stands = `${state} ${payment?.ref} ${payment?.status}`
  if (stands === told || !token) return
  told = stands
  const ref = payment?.ref ?? null
  const { method, network, phone, expires_at } = payment ?? {}
  tell('cedi.state', {
    state,
    ...(ref && { ref, method, network, phone_masked: phone ?? undefined, expires_at: expires_at ?? undefined }),
  } as FrameMessages['cedi.state'])
  if (state === 'expired') tell('cedi.expired', { ref })
  if (!ref) return
  if (state === 'success') tell('ec.complete', { ref, status: 'succeeded' })
  if (state === 'pending') tell('cedi.pending', { ref })
  if (state === 'failed' && ref !== past)
    tell('cedi.failed', { ref, code: payment?.failure?.code ?? 'provider_error', retryable: true })
  const url = payment?.next_action?.url
  if (state === 'redirect' && url?.startsWith('https:')) tell('ec.window.open_request', { url })
}

const take = (data: unknown, mustFollow = false): void => {
  const status = data as CheckoutStatus
  const nowMs = Date.parse(status.now)
  skewMs = nowMs - Date.now()
  const stands = stateOf(status, nowMs)
  const { payment } = status
  if (model.state === 'loading' && stands === 'failed') past = payment?.ref
  // What failed before is no news: the buyer chooses again, and reads why.
  const isPast = payment?.status === stands && payment.ref === past
  const next = isPast || (stands === 'method' && model.state === 'offline') ? formOf(model) : stands
  const isOld = choosing.includes(model.state) && (next === 'method' || next === 'failed')
  const isTyping = model.state === 'otp' && next === 'prompt'
  const state = !mustFollow && (isOld || isTyping) ? model.state : next
  change({
    status,
    ...(state !== model.state && { state, ...(isPast && { problem: { field: '', word: 'failed' } }) }),
  })
}

const over = (): void => change({ state: 'expired' })

/** Asks how it stands, and gives what there is to say if that is what it was before. */
const sync = async (mustFollow = false): Promise<Model['note']> => {
  const { state } = model
  if (!token || state === 'blocked') return
  const { data, error } = await call('status')
  if (isSending) return
  if (data) {
    take(data, mustFollow)
    return 'stillWaiting'
  }
  if (error?.code.endsWith('_api_key')) over()
  // What the buyer types is not taken away. With an attempt that is kept, a request may have left before.
  else if (/load|send/.test(state) || (!navigator.onLine && /prompt|redirect|pend/.test(state)))
    change({ state: 'offline', sent: !!attempt })
  return 'notAsked'
}

/** Follows the payment while the answer comes from elsewhere: by events, and by asking less and less often. */
const watch = async (): Promise<void> => {
  watching = new AbortController()
  const { signal } = watching
  for (let delayMs = 2000; !signal.aborted; delayMs = Math.min(15_000, delayMs * 1.5)) {
    await follow(token, attempt, signal, take)
    await sleep(document.hidden ? 2 * delayMs : delayMs)
    if (!signal.aborted) await sync()
  }
  watching = undefined
  // The state may have changed back while this came to its end.
  change({})
}

/** Sends a payment until there is an answer. A lost one is asked for before the same is sent again, with the same key. */
const send = async (body: object): Promise<Reply> => {
  for (let tries = 0; tries < 5; tries++) {
    if (navigator.onLine) change({ state: 'sending' })
    const reply = await call('payments', body)
    if (!reply.lost) return reply
    if (!navigator.onLine) change({ state: 'offline', sent: true })
    await sleep(1000 * 2 ** tries)
    const { data } = await call('status')
    const status = data as CheckoutStatus | undefined
    if (status?.payment && status.mine) return { data }
  }
  return { lost: true }
}

const pay = async (body: object): Promise<unknown> => {
  const { state: before } = model
  if (!navigator.onLine) return change({ state: 'offline', sent: false })
  const text = JSON.stringify(body)
  // The same again after a lost answer is the same attempt.
  if (unsure !== text) attempt = crypto.getRandomValues(new Uint32Array(4)).join('-')
  unsure = text
  keep('sessionStorage', `cedi.${intent}`, attempt)
  isSending = true
  const { data, error, lost } = await send(body)
  isSending = false
  // It may have left: until the service can be asked, nothing must be paid again.
  if (lost) return change({ state: 'offline', sent: true })
  unsure = ''
  if (error) return refused(error, before)
  if ((data as CheckoutStatus).intent) return take(data, true)
  const payment = data as CheckoutPayment
  const { status } = model
  if (status && payment.status === 'pending' && payment.phone)
    return take({ ...status, payment, mine: true, now: payment.created_at }, true)
  // What is already final, or somebody else's, is asked for: there is more to know about it.
  return sync(true)
}

const wrong = (field: Problem['field'], word: Problem['word'], state = model.state): void =>
  change({ state, problem: { field, word } })

const refused = ({ code, field }: NonNullable<Reply['error']>, before: Model['state']): unknown => {
  if (code.endsWith('_api_key')) return over()
  if (code === 'out_of_stock') return wrong('', 'outOfStock', 'method')
  if (code === 'invalid_phone') return wrong('phone', 'badPhone', before)
  if (field?.startsWith('card') || code === 'network_mismatch') return wrong('number', 'badCard', before)
  wrong('', 'badRequest', before)
  return code === 'invalid_state' && sync(true)
}

const cancel = async (next: Partial<Model>): Promise<void> => {
  if (model.status?.payment?.status === 'pending') {
    const status = (await call('cancel', {})).data as CheckoutStatus | undefined
    if (!status) return wrong('', 'badRequest')
    if (status.payment?.status !== 'cancelled') return take(status, true)
    model = { ...model, status }
  }
  change(next)
}

const again = async (path: string, body: object): Promise<void> => {
  const { data, error, lost } = await call(path, body)
  if (lost) wrong('', 'badRequest')
  else if (error?.field === 'code') wrong('code', 'badCode')
  else if (data) {
    take(data, path === 'otp')
    if (path === 'resend' && moving.includes(model.state)) change({ note: 'sentAgain' })
  } else await sync(true)
}

const submit = (fields: FormData): unknown => {
  const text = (name: string): string => String(fields.get(name) ?? '').trim()
  const { choice, email, name } = model
  keep('localStorage', 'cedi.network', choice)
  if (choice !== 'card') {
    const phone = text('phone')
    return parsePhone(phone)
      ? pay({ method: 'mobile_money', network: choice, phone, email, name })
      : wrong('phone', 'badPhone')
  }
  const number = cardDigits(text('number'))
  const [, month, year] = /^(0?[1-9]|1[0-2])\s*\/?\s*(?:20)?(\d\d)$/.exec(text('expiry')) ?? []
  const cvc = text('cvc')
  if (!cardNetwork(number) || !hasCheckDigit(number)) return wrong('number', 'badCard')
  if (!year) return wrong('expiry', 'badExpiry')
  if (!/^\d{3,4}$/.test(cvc)) return wrong('cvc', 'badCvc')
  const card = { number, expiry_month: Number(month), expiry_year: 2000 + Number(year), cvc }
  return pay({ method: 'card', card, email, name })
}

const check = async (): Promise<void> => {
  const { state, sent, choice } = model
  if (state === 'offline' && !sent && choice) return change({ state: formOf(model) })
  const note = await sync(true)
  if (note && model.state === state) change({ note })
}

const step = async (name: string, fields: FormData): Promise<void> => {
  const payment = model.status?.payment
  const choice = (payment?.method === 'card' ? 'card' : (payment?.network ?? model.choice)) as Choice
  const form: Partial<Model> = { choice, state: formOf({ choice }) }
  if (name in mobileNetworks) change({ state: 'number', choice: name as Choice })
  else if (name === 'card') change({ state: name, choice: name })
  else if (name === 'pay') await submit(fields)
  else if (name === 'check') await check()
  else if (name === 'resend') await again(name, {})
  else if (name === 'code') change({ state: 'otp' })
  else if (name === 'back') change({ state: 'prompt' })
  else if (name === 'otp') await again(name, { code: fields.get('code') })
  else if (name === 'change') await cancel(form)
  else if (name === 'other') await cancel({ state: 'method' })
  else if (name === 'retry') change(form)
  else tell('cedi.close', { reason: model.state === 'expired' ? 'cancelled' : 'done' })
}

/** Does what a button is for. */
export function act(name: string, fields: FormData): void {
  const phone = fields.get('phone')
  if (phone !== null) model = { ...model, phone: String(phone) }
  // Names of languages have two letters, and names of what buttons do have more.
  if (name.length === 2) void speak(name)
  else if (busy) wake()
  else {
    busy = true
    // What is said once more is news once more.
    change({ problem: undefined, note: undefined })
    void step(name, fields).finally(() => {
      busy = false
    })
  }
}

/** Asks how it stands, because the buyer is back. */
export const resume = (): unknown => (isSending ? wake() : model.state === 'offline' ? check() : sync())

/** Starts with a token: in the frame of an origin, or with the attempt that the address of the full page names. */
export async function start(given: string, origin?: string, named?: string | null): Promise<void> {
  if (token) return
  token = given
  const claims = readClaims(given)
  if (!claims) return over()
  const { i, n, a, o, e } = claims
  intent = i
  const fullPage = `/pay/${given}`
  const name = { merchant: n, pesewas: a, fullPage }
  if (origin !== undefined && !o.includes(origin)) {
    change({ ...name, state: 'blocked' })
    return tell('ec.error', { code: 'origin_not_allowed', continue_url: location.origin + fullPage })
  }
  attempt = keep('sessionStorage', `cedi.${i}`, named ?? '') ?? ''
  tell('ec.start', { ref: null, amount: a / 100, currency: 'GHS', expires_at: new Date(e).toISOString() })
  // Name and amount are in the token: they are shown before the service is asked.
  change({ ...name, lastUsed: model.lastUsed ?? keep('localStorage', 'cedi.network') })
  if (model.state === 'loading') await sync(true)
}

/** The buyer wants to close. */
export function leave(): void {
  // The shop page has asked the buyer. What is on its way may still arrive: it is pending, and never cancelled.
  const ref = model.status?.payment?.ref
  if (moving.includes(model.state) && ref) tell('cedi.pending', { ref })
  tell('cedi.close', { reason: choosing.includes(model.state) || !(ref || unsure) ? 'cancelled' : 'done' })
}

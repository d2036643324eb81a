import { cardDigits, cardNetwork, hasCheckDigit } from '../../../card.js'
import { mobileNetworks } from '../../../networks.js'
import { parsePhone } from '../../../phone.js'
import { checkoutLanguages } from '../../languages/words.js'
import {
  type CheckoutPayment,
  type CheckoutStatus,
  type Choice,
  type IntentClaims,
  type Model,
  type Problem,
  readClaims,
  stateOf,
} from '../model.js'
import { keep } from './dom.js'
import type { Tell } from './host.js'
import { ask, follow, type Reply } from './service.js'

/** States in which the answer comes from elsewhere. */
const waiting: ReadonlySet<string> = new Set(['prompt', 'otp', 'redirect', 'pending', 'offline'])
/** States that are the buyer's own: a status that says nothing new does not end them. */
const choosing: ReadonlySet<string> = new Set(['method', 'number', 'card'])
/** States in which money may be moving. */
const moving: ReadonlySet<string> = new Set(['sending', 'prompt', 'otp', 'redirect'])

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** What a checkout needs from the page that it is on. */
export interface Page {
  readonly tell: Tell
  /** Shows a model. */
  readonly show: (model: Model) => void
}

/** A checkout: what the buyer does and what the service says, as models to show. @decision 0029 */
export interface Checkout {
  readonly model: () => Model
  /** The time of the server. */
  now(): number
  /** Starts with a token. */
  start(token: string, origin?: string): Promise<void>
  /** Does what a button is for. */
  act(name: string, fields: FormData): void
  /** Asks how it stands. */
  sync(): Promise<void>
  /** The buyer wants to close. */
  leave(): void
  /** Changes what is shown. */
  change(part: Partial<Model>): void
}

/** Makes a checkout. */
export function createCheckout(first: Model, { tell, show }: Page): Checkout {
  let model = first
  let token = ''
  let claims: IntentClaims | undefined
  let attempt = ''
  let told = ''
  let skewMs = 0
  /** What was sent and never answered. */
  let unsure = ''
  let watching: AbortController | undefined

  const change = (part: Partial<Model>): void => {
    model = { ...model, nowMs: Date.now() + skewMs, ...part }
    show(model)
    report()
    if (!waiting.has(model.state)) watching?.abort()
    else if (!watching) void watch()
  }

  /** Tells the shop page where it stands, each thing once. */
  const report = (): void => {
    const { state, status, choice } = model
    const payment = status?.payment
    const now = `${state} ${payment?.ref} ${payment?.status}`
    if (now === told || token === '') return
    told = now
    const ref = payment?.ref ?? null
    tell('cedi.state', {
      state,
      ...(payment && { ref: payment.ref, method: payment.method as 'card', network: payment.network }),
      ...(!payment && choice && { method: choice === 'card' ? 'card' : 'mobile_money' }),
      ...(payment?.phone && { phone_masked: payment.phone }),
      ...(payment?.expires_at && { expires_at: payment.expires_at }),
    })
    if (state === 'success' && ref) tell('ec.complete', { ref, status: 'succeeded' })
    if (state === 'pending' && ref) tell('cedi.pending', { ref })
    if (state === 'failed')
      tell('cedi.failed', { ref, code: payment?.failure?.code ?? 'provider_error', retryable: true })
    if (state === 'expired') tell('cedi.expired', { ref })
    const url = payment?.next_action?.url
    if (state === 'redirect' && url?.startsWith('https:')) tell('ec.window.open_request', { url })
  }

  const take = (status: CheckoutStatus, mustFollow = false): void => {
    skewMs = Date.parse(status.now) - Date.now()
    const nowMs = Date.parse(status.now)
    const next = stateOf(status, nowMs)
    const isOld = choosing.has(model.state) && (next === 'method' || next === 'failed') && !mustFollow
    const isTyping = !mustFollow && model.state === 'otp' && next === 'prompt'
    const state = isOld || isTyping ? model.state : next
    const moved = state !== model.state
    change({ status, state, nowMs, pesewas: Math.round(status.intent.amount * 100), ...(moved && calm) })
  }
  const calm = { problem: undefined, note: undefined }

  const over = (): void => change({ state: 'expired', ...calm })

  const call = (path: string, body?: object): Promise<Reply> => ask(token, attempt, path, body)

  const sync = async (mustFollow = false): Promise<void> => {
    if (!token || model.state === 'sending' || model.state === 'blocked') return
    const { data, error, lost } = await call('status')
    if (data) take(data as CheckoutStatus, mustFollow || model.state === 'offline' || model.state === 'loading')
    else if (lost && (model.state === 'loading' || !navigator.onLine))
      change({ state: 'offline', sent: moving.has(model.state) })
    else if (error && !lost) over()
  }

  /** Follows the payment while the answer comes from elsewhere: by events, and by asking less and less often. */
  const watch = async (): Promise<void> => {
    watching = new AbortController()
    const { signal } = watching
    let delayMs = 2000
    while (!signal.aborted) {
      await follow(token, attempt, signal, (data) => take(data as CheckoutStatus))
      await sleep(document.hidden ? 2 * delayMs : delayMs)
      delayMs = Math.min(15_000, delayMs * 1.5)
      if (!signal.aborted) await sync()
    }
    watching = undefined
    // The state may have changed back while this came to its end.
    if (waiting.has(model.state)) void watch()
  }

  /** Sends a payment. A lost answer is asked for before anything is sent again, with the same key. */
  const pay = async (body: object): Promise<void> => {
    const { state: before } = model
    if (!navigator.onLine) {
      change({ state: 'offline', sent: false, ...calm })
      return
    }
    // The same again after a lost answer is the same attempt.
    if (unsure !== JSON.stringify(body)) attempt = crypto.randomUUID()
    unsure = JSON.stringify(body)
    keep('sessionStorage', `cedi.${claims?.i}`, attempt)
    change({ state: 'sending', ...calm })
    for (let tries = 0; tries < 5; tries++) {
      const { data, error, lost } = await call('payments', body)
      if (!lost) unsure = ''
      if (data) return paid(data as CheckoutPayment)
      if (error && !lost) {
        refused(error, before)
        return
      }
      if (!navigator.onLine) change({ state: 'offline', sent: true })
      await sleep(1000 * 2 ** tries)
      const { data: status } = await call('status')
      if ((status as CheckoutStatus | undefined)?.payment && (status as CheckoutStatus).mine)
        return take(status as CheckoutStatus, true)
    }
    change({ state: before, problem: { field: '', word: 'badRequest' } })
  }

  const paid = async (payment: CheckoutPayment): Promise<void> => {
    const { status } = model
    // What is already final, or somebody else's, is asked for: there is more to know about it.
    if (!status || payment.status !== 'pending' || payment.phone === null) {
      model = { ...model, state: 'loading' }
      return sync(true)
    }
    take({ ...status, payment, mine: true, now: payment.created_at }, true)
  }

  const refused = ({ code, field }: NonNullable<Reply['error']>, before: Model['state']): void => {
    const problem = (of: Problem['field'], word: Problem['word'], state = before) =>
      change({ state, problem: { field: of, word } })
    if (code === 'invalid_api_key' || code === 'missing_api_key') over()
    else if (code === 'out_of_stock') problem('', 'outOfStock', 'method')
    else if (code === 'invalid_phone') problem('phone', 'badPhone')
    else if (field?.startsWith('card') || code === 'network_mismatch') problem('number', 'badCard')
    else {
      problem('', 'badRequest')
      if (code === 'invalid_state') void sync(true)
    }
  }

  const cancel = async (next: Partial<Model>): Promise<void> => {
    if (model.status?.payment?.status === 'pending') {
      const { data } = await call('cancel', {})
      const status = data as CheckoutStatus | undefined
      if (!status) return change({ problem: { field: '', word: 'badRequest' } })
      if (status.payment?.status !== 'cancelled') return take(status, true)
      model = { ...model, status }
    }
    change({ ...calm, ...next })
  }

  const again = async (path: string, body: object): Promise<void> => {
    const { data, error } = await call(path, body)
    if (data) {
      take(data as CheckoutStatus, true)
      if (path === 'resend' && model.state === 'prompt') change({ note: 'sentAgain' })
    } else if (error?.field === 'code') change({ problem: { field: 'code', word: 'badCode' } })
    else await sync(true)
  }

  const text = (fields: FormData, name: string): string => String(fields.get(name) ?? '').trim()

  const submit = (fields: FormData): Promise<void> | void => {
    const wrong = (field: Problem['field'], word: Problem['word']) => change({ problem: { field, word } })
    const { choice } = model
    if (model.state === 'number') {
      const phone = text(fields, 'phone')
      model = { ...model, phone }
      if (!parsePhone(phone)) return wrong('phone', 'badPhone')
      keep('localStorage', 'cedi.network', choice)
      return pay({ method: 'mobile_money', network: choice, phone, ...contact() })
    }
    const number = cardDigits(text(fields, 'number'))
    if (!cardNetwork(number) || !hasCheckDigit(number)) return wrong('number', 'badCard')
    const expiry = /^(\d{1,2})\s*\/?\s*(?:20)?(\d\d)$/.exec(text(fields, 'expiry'))
    const [, month = '', year = ''] = expiry ?? []
    if (Number(month) < 1 || Number(month) > 12) return wrong('expiry', 'badExpiry')
    const cvc = text(fields, 'cvc')
    if (!/^\d{3,4}$/.test(cvc)) return wrong('cvc', 'badCvc')
    keep('localStorage', 'cedi.network', 'card')
    const card = { number, expiry_month: Number(month), expiry_year: 2000 + Number(year), cvc }
    return pay({ method: 'card', card, ...contact() })
  }

  const contact = () => ({ ...(model.email && { email: model.email }) })

  let busy = false
  const once = async (work: Promise<void> | void): Promise<void> => {
    busy = true
    try {
      await work
    } finally {
      busy = false
    }
  }

  const act = (name: string, fields: FormData): void => {
    if (Object.hasOwn(checkoutLanguages, name)) change({ language: name })
    else if (!busy) step(name, fields)
  }

  const step = (name: string, fields: FormData): void => {
    const phone = fields.get('phone')
    if (typeof phone === 'string') model = { ...model, phone }
    const payment = model.status?.payment
    const back =
      payment?.method === 'mobile_money' ? ({ state: 'number', choice: payment.network as Choice } as const) : undefined
    if (Object.hasOwn(mobileNetworks, name)) change({ ...calm, state: 'number', choice: name as Choice })
    else if (name === 'card') change({ ...calm, state: 'card', choice: 'card' })
    else if (name === 'pay') void once(submit(fields))
    else if (name === 'check') void once(check())
    else if (name === 'resend') void once(again('resend', {}))
    else if (name === 'code') change({ ...calm, state: 'otp' })
    else if (name === 'back') change({ ...calm, state: 'prompt' })
    else if (name === 'otp') void once(again('otp', { code: text(fields, 'code') }))
    else if (name === 'change') void once(cancel(back ?? { state: 'method' }))
    else if (name === 'other') void once(cancel({ state: 'method' }))
    else if (name === 'retry') change({ ...calm, ...(back ?? { state: 'card', choice: 'card' }) })
    else if (name === 'done' || name === 'close')
      tell('cedi.close', { reason: model.state === 'expired' ? 'cancelled' : 'done' })
  }

  const check = async (): Promise<void> => {
    if (model.state === 'offline' && !model.sent && model.choice)
      return change({ state: model.choice === 'card' ? 'card' : 'number' })
    const { state } = model
    if (state === 'failed') model = { ...model, state: 'loading' }
    await sync(true)
    if (state === 'prompt' && model.state === state) change({ note: 'stillWaiting' })
  }

  return {
    model: () => model,
    now: () => Date.now() + skewMs,
    act,
    change,
    sync: () => (model.state === 'offline' ? check() : sync()),
    async start(given, origin) {
      if (token) return
      claims = readClaims(given)
      token = given
      if (!claims) return over()
      const { i, n, a, o, e } = claims
      const name = { merchant: n, pesewas: a, fullPage: `/pay/${given}` }
      if (origin !== undefined && !o.includes(origin)) {
        change({ ...name, state: 'blocked' })
        return tell('ec.error', {
          code: 'origin_not_allowed',
          continue_url: new URL(`/pay/${given}`, location.href).href,
        })
      }
      const known = attempt || keep('sessionStorage', `cedi.${i}`)
      attempt = known ?? ''
      tell('ec.start', { ref: null, amount: a / 100, currency: 'GHS', expires_at: new Date(e).toISOString() })
      // Name and amount are in the token: they are shown before the service is asked.
      change({ ...name, lastUsed: model.lastUsed ?? keep('localStorage', 'cedi.network') })
      if (model.state === 'loading') await sync(true)
    },
    leave() {
      // The shop page has asked the buyer. What is on its way may still arrive: it is pending, and never cancelled.
      const ref = model.status?.payment?.ref
      if (moving.has(model.state) && ref) tell('cedi.pending', { ref })
      tell('cedi.close', { reason: choosing.has(model.state) || !ref ? 'cancelled' : 'done' })
    },
  }
}

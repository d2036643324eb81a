import { splitAttempts } from '../../src/checkout/attempts.js'
import type { ContactRequirement, Fields } from '../../src/checkout/form-input.js'
import { availableActions, isPolling, transition } from '../../src/checkout/machine.js'
import type { CheckoutEffect, CheckoutEvent, CheckoutModel, CheckoutResponse } from '../../src/checkout/model.js'
import type { CheckoutPayment, CheckoutStatus } from '../../src/checkout/session.js'

/** Valid values of all fields. */
export const validFields: Fields = {
  phone: '024 412 3789',
  number: '4242 4242 4242 4242',
  expiry: '08/29',
  cvc: '123',
  code: '123456',
  name: 'Kofi Boateng',
  place: 'Osu, Accra',
  reach: '020 412 3789',
  remark: 'At the gate',
  email: 'kofi@example.com',
}

type RequestEffect = Exclude<
  CheckoutEffect,
  { readonly type: 'notifyShop' | 'storeAttempts' | 'storeNetwork' | 'copyKeys' }
>

/** A payment in the service, and the attempt that created it. */
interface CreatedPayment {
  readonly attempt: string
  payment: CheckoutPayment
}

/** Result of a request: a response, none, or an error of a proxy before the service. */
export type Delivery = 'response' | 'lost' | 'rejected'

/** A sent request. The service may handle it before the response is delivered, or after the page has given it up. */
interface SentRequest {
  readonly effect: RequestEffect
  response?: CheckoutResponse
}

const errorCodes = ['out_of_stock', 'invalid_phone', 'network_mismatch', 'rate_limited', 'idempotency_in_progress']

/** A checkout, the service, and the network between them. */
export class World {
  model: CheckoutModel = {
    state: 'loading',
    merchant: '',
    pesewas: 0,
    nowMs: Date.UTC(2026, 0, 1),
    inFrame: true,
    isOnline: true,
    attempts: '',
  }
  /** Contact details that the seller needs. */
  readonly contactRequirement: ContactRequirement | null
  readonly payments: CreatedPayment[] = []
  /** Requests without a response. */
  readonly pending: SentRequest[] = []
  /** Requests that the page gave up, which may still reach the service. */
  readonly abandoned: SentRequest[] = []
  readonly notifications: Extract<CheckoutEffect, { readonly type: 'notifyShop' }>[] = []
  readonly sentAttempts: string[] = []
  hasIntentExpired = false
  #attempts = 0
  /** Whether the outcome of the last attempt is unknown. */
  isOutcomeUnknown = false

  constructor(contactRequirement: ContactRequirement | null = null) {
    this.contactRequirement = contactRequirement
    this.dispatch({
      type: 'checkoutOpened',
      claims: { i: 'int_1', m: 'demo', n: 'Ama', a: 12_000, o: [], r: null, e: this.model.nowMs + 1_800_000, c: [] },
      fullPage: '/pay/token',
      host: 'https://cedi.test',
      attempts: '',
    })
  }

  /** Applies an event, and checks the invariants. */
  dispatch(event: CheckoutEvent): void {
    const before = Object.freeze({ ...this.model, isOnline: this.model.isOnline })
    const { model, effects } = transition(before, event)
    this.model = model
    if (before.state === 'success' && model.state !== 'success') throw new Error('A paid checkout left its state.')
    for (const effect of effects) this.#applyEffect(effect, before)
    const latest = model.status?.payment
    if (latest?.status === 'pending' && ['method', 'number', 'card', 'failed'].includes(model.state))
      throw new Error(`${model.state} while a payment is known to be pending.`)
  }

  #applyEffect(effect: CheckoutEffect, before: CheckoutModel): void {
    if (effect.type === 'notifyShop') {
      this.notifications.push(effect)
      const isMoneyMoving = this.#isPending('createPayment') || before.status?.payment?.status === 'pending'
      if (effect.method === 'cedi.close' && effect.params.reason === 'cancelled' && isMoneyMoving)
        throw new Error('The shop was notified of a cancellation while money may be moving.')
    }
    if (
      effect.type === 'notifyShop' ||
      effect.type === 'storeAttempts' ||
      effect.type === 'storeNetwork' ||
      effect.type === 'copyKeys'
    )
      return
    if (effect.type === 'createPayment') {
      if (this.#isPending('createPayment')) throw new Error('Two payment requests are pending.')
      if (before.state === 'success') throw new Error('A paid checkout was paid again.')
      if (before.status?.payment?.status === 'pending') throw new Error('A second payment beside a pending one.')
      if (this.isOutcomeUnknown && effect.attempts !== this.sentAttempts.at(-1))
        throw new Error('Paid again before the outcome was known.')
      this.sentAttempts.push(effect.attempts)
      this.isOutcomeUnknown = true
    }
    if (effect.type === 'cancelPayment' || effect.type === 'resendPrompt' || effect.type === 'submitCode')
      if (this.#isPending('cancelPayment', 'resendPrompt', 'submitCode', 'createPayment'))
        throw new Error('Another action has no response yet.')
    this.pending.push({ effect })
  }

  #isPending(...names: RequestEffect['type'][]): boolean {
    return this.pending.some(({ effect }) => names.includes(effect.type))
  }

  click(action: string, fields: Fields = validFields): void {
    this.#attempts++
    this.dispatch({ type: 'actionClicked', action: action as 'pay', fields, attempt: `attempt-${this.#attempts}` })
  }

  setOnline(isOnline: boolean): void {
    this.model = { ...this.model, isOnline }
    this.dispatch({ type: isOnline ? 'pageResumed' : 'connectionLost' })
  }

  advanceTime(ms: number): void {
    this.model = { ...this.model, nowMs: this.model.nowMs + ms }
    this.dispatch({ type: 'clockTicked' })
  }

  status(): CheckoutStatus {
    const latest = this.payments.at(-1)
    const { nowMs, attempts = '' } = this.model
    return {
      intent: {
        id: 'int_1',
        status: latest?.payment.status === 'succeeded' ? 'completed' : this.hasIntentExpired ? 'expired' : 'open',
        amount: 120,
        currency: 'GHS',
        expires_at: new Date(nowMs + 1_000_000).toISOString(),
        merchant: 'Ama',
        product: null,
        channels: ['mobile_money', 'card'],
        asks: this.contactRequirement,
      },
      payment: latest?.payment ?? null,
      mine: !!latest && splitAttempts(attempts).includes(latest.attempt),
      licenses: [],
      return_url: null,
      home: null,
      receipt: null,
      now: new Date(nowMs).toISOString(),
    }
  }

  /** Pushes the status, if the page polls. */
  pushEvent(): void {
    if (isPolling(this.model)) {
      this.isOutcomeUnknown = false
      this.dispatch({ type: 'statusPushed', status: this.status() })
    }
  }

  /** Ends the latest payment, if it is pending. */
  end(status: 'succeeded' | 'failed' | 'expired'): void {
    const latest = this.payments.at(-1)
    if (latest?.payment.status === 'pending') latest.payment = { ...latest.payment, status, next_action: null }
  }

  /** The service handles a request. */
  serve(at: number, seed: number): void {
    const requests = [...this.pending, ...this.abandoned][at]
    if (!requests || requests.response || requests.effect.type === 'scheduleRetry') return
    requests.response = this.#serve(requests.effect, seed)
  }

  /** Delivers the response of a request, loses it, or rejects the request. */
  deliverResponse(at: number, delivery: Delivery, seed: number): void {
    const pendingEffect = this.pending[at]
    if (!pendingEffect) return
    const { effect } = pendingEffect
    if (delivery === 'response') this.serve(at, seed)
    this.pending.splice(at, 1)
    if (effect.type === 'scheduleRetry') {
      this.dispatch({ type: 'retryDelayElapsed', retries: effect.retries })
      return
    }
    if (delivery === 'lost') this.abandoned.push(pendingEffect)
    const code = errorCodes[seed % errorCodes.length] ?? ''
    const errorCode = effect.type === 'fetchStatus' && seed >= 17 ? 'invalid_api_key' : code
    this.#deliver(
      effect,
      (delivery === 'response' && pendingEffect.response) ||
        (delivery === 'rejected' ? { error: { code: errorCode } } : { isLost: true }),
    )
  }

  /** Loses requests until the page gives up the payment request. */
  blackOut(): void {
    for (let index = 0; index >= 0 && this.model.request; ) {
      index = this.pending.findIndex(({ effect }) => effect.type !== 'fetchStatus' || effect.purpose === 'resolve')
      this.deliverResponse(index, 'lost', 0)
    }
  }

  #deliver(effect: Exclude<RequestEffect, { readonly type: 'scheduleRetry' }>, response: CheckoutResponse): void {
    if (effect.type === 'fetchStatus') {
      // Only a status requested after the last payment request contains its result.
      if (response.data && effect.requestCount === this.model.requestCount) this.isOutcomeUnknown = false
      this.dispatch({ type: 'statusReceived', purpose: effect.purpose, requestCount: effect.requestCount, response })
    } else {
      const isResult =
        effect.type === 'createPayment' && !response.isLost && response.error?.code !== 'idempotency_in_progress'
      if (isResult) this.isOutcomeUnknown = false
      this.dispatch({ type: 'responseReceived', effect: effect.type, response })
    }
  }

  #serve(effect: Exclude<RequestEffect, { readonly type: 'scheduleRetry' }>, seed: number): CheckoutResponse {
    const latest = this.payments.at(-1)
    if (effect.type === 'createPayment') return this.#pay(effect, seed)
    if (effect.type !== 'fetchStatus' && !latest) return { error: { code: 'invalid_state' } }
    if (latest?.payment.status === 'pending') {
      if (effect.type === 'cancelPayment')
        latest.payment = { ...latest.payment, status: 'cancelled', next_action: null }
      if (effect.type === 'submitCode' && seed % 3 === 0) return { error: { code: 'invalid_request', field: 'code' } }
      if (effect.type === 'submitCode') latest.payment = { ...latest.payment, next_action: null }
    }
    return { data: this.status() }
  }

  #pay(
    { attempts, body }: Extract<CheckoutEffect, { readonly type: 'createPayment' }>,
    seed: number,
  ): CheckoutResponse {
    const [attempt = ''] = splitAttempts(attempts)
    const knownItem = this.payments.find((item) => item.attempt === attempt)
    if (knownItem) return { data: knownItem.payment }
    const latest = this.payments.at(-1)?.payment
    if (latest?.status === 'pending') return { data: { ...latest, phone: null, next_action: null } }
    if (latest?.status === 'succeeded' || this.hasIntentExpired) return { error: { code: 'invalid_state' } }
    const isCard = body.method === 'card'
    const actions = [null, { type: 'enter_code' }, { type: 'redirect', url: 'https://bank.test/' }]
    const payment = {
      ref: `pay_${this.payments.length}`,
      status: isCard && seed % 2 === 0 ? 'succeeded' : 'pending',
      method: body.method,
      network: isCard ? 'visa' : body.network,
      phone: isCard ? null : '+23324***3789',
      next_action: isCard ? actions[2] : actions[seed % 2],
      failure: null,
      // Two payments are never created at the same moment.
      created_at: new Date(this.model.nowMs + this.payments.length).toISOString(),
      expires_at: null,
    } as unknown as CheckoutPayment
    this.payments.push({ attempt, payment })
    return { data: payment }
  }

  /** Delivers all responses and clicks the visible buttons. Returns the final state. */
  runToCompletion(): string {
    if (!this.model.isOnline) this.setOnline(true)
    for (let steps = 0; steps < 100; steps++) {
      const { state } = this.model
      if (state === 'success' || state === 'expired' || state === 'blocked') return state
      if (this.pending.length > 0) this.deliverResponse(0, 'response', 1)
      else if (isPolling(this.model) && state !== 'offline' && this.payments.at(-1)?.payment.status === 'pending') {
        this.end('succeeded')
        this.pushEvent()
      } else if (availableActions(this.model).length > 0) this.click(availableActions(this.model)[0] ?? '')
      else break
    }
    return `stuck in ${this.model.state}`
  }
}

import { actsOf } from '../../src/checkout/draft.js'
import type { Checkout, CheckoutEvent, Effect, Reply } from '../../src/checkout/events.js'
import { isWaiting, next } from '../../src/checkout/machine.js'
import type { CheckoutPayment, CheckoutStatus } from '../../src/checkout/model.js'
import type { Asks, Fields } from '../../src/checkout/typed.js'

/** Correct values for every field of every form. */
export const rightFields: Fields = {
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

type Asked = Exclude<Effect, { readonly do: 'tell' | 'keep' | 'prefer' | 'copy' }>

/** A payment in the service, and the attempt that created it. */
interface Made {
  readonly attempt: string
  payment: CheckoutPayment
}

/** The result of a request: an answer, nothing, or a refusal by a proxy before the service. */
export type Delivery = 'answer' | 'lost' | 'refused'

/** A request that was sent. The service may handle it long before the answer arrives, or long after the page stops waiting. */
interface Question {
  readonly effect: Asked
  reply?: Reply
}

const refusals = ['out_of_stock', 'invalid_phone', 'network_mismatch', 'rate_limited', 'idempotency_in_progress']

/** A checkout, the service and the network between them. A walk applies one event after another. */
export class World {
  model: Checkout = {
    state: 'loading',
    merchant: '',
    pesewas: 0,
    nowMs: Date.UTC(2026, 0, 1),
    inFrame: true,
    isOnline: true,
    attempt: '',
  }
  /** The details that the seller needs besides the payment. */
  readonly asks: Asks | null
  readonly made: Made[] = []
  /** Requests without an answer yet. */
  readonly asked: Question[] = []
  /** Requests that the page gave up, which may still reach the service. */
  readonly adrift: Question[] = []
  readonly told: Extract<Effect, { readonly do: 'tell' }>[] = []
  readonly sent: string[] = []
  isOver = false
  #attempts = 0
  /** Whether the last attempt may have succeeded without an answer. */
  isFateOpen = false

  constructor(asks: Asks | null = null) {
    this.asks = asks
    this.happen({
      on: 'opened',
      claims: { i: 'int_1', m: 'demo', n: 'Ama', a: 12_000, o: [], r: null, e: this.model.nowMs + 1_800_000, c: [] },
      fullPage: '/pay/token',
      host: 'https://cedi.test',
      attempt: '',
    })
  }

  /** Applies an event, and checks the laws that must always hold. */
  happen(event: CheckoutEvent): void {
    const before = Object.freeze({ ...this.model, isOnline: this.model.isOnline })
    const { model, effects } = next(before, event)
    this.model = model
    if (before.state === 'success' && model.state !== 'success') throw new Error('Paid was left.')
    for (const effect of effects) this.#take(effect, before)
    const latest = model.status?.payment
    if (latest?.status === 'pending' && ['method', 'number', 'card', 'failed'].includes(model.state))
      throw new Error(`${model.state} while a payment is known to wait.`)
  }

  #take(effect: Effect, before: Checkout): void {
    if (effect.do === 'tell') {
      this.told.push(effect)
      const isMoving = this.#isAsked('pay') || before.status?.payment?.status === 'pending'
      if (effect.method === 'cedi.close' && effect.params.reason === 'cancelled' && isMoving)
        throw new Error('The shop was told that nothing was paid while money may be moving.')
    }
    if (effect.do === 'tell' || effect.do === 'keep' || effect.do === 'prefer' || effect.do === 'copy') return
    if (effect.do === 'pay') {
      if (this.#isAsked('pay')) throw new Error('Two payments are on their way.')
      if (before.state === 'success') throw new Error('What is paid was paid again.')
      if (before.status?.payment?.status === 'pending') throw new Error('A second payment beside one that waits.')
      if (this.isFateOpen && effect.attempt !== this.sent.at(-1))
        throw new Error('Paid anew before the fate was known.')
      this.sent.push(effect.attempt)
      this.isFateOpen = true
    }
    if (effect.do === 'cancel' || effect.do === 'resend' || effect.do === 'otp')
      if (this.#isAsked('cancel', 'resend', 'otp', 'pay'))
        throw new Error('Something else was pressed and has no answer yet.')
    this.asked.push({ effect })
  }

  #isAsked(...names: Asked['do'][]): boolean {
    return this.asked.some(({ effect }) => names.includes(effect.do))
  }

  press(act: string, fields: Fields = rightFields): void {
    this.#attempts++
    this.happen({ on: 'pressed', act: act as 'pay', fields, attempt: `attempt-${this.#attempts}` })
  }

  setOnline(isOnline: boolean): void {
    this.model = { ...this.model, isOnline }
    this.happen({ on: isOnline ? 'returned' : 'offline' })
  }

  pass(ms: number): void {
    this.model = { ...this.model, nowMs: this.model.nowMs + ms }
    this.happen({ on: 'second' })
  }

  status(): CheckoutStatus {
    const latest = this.made.at(-1)
    const { nowMs, attempt = '' } = this.model
    return {
      intent: {
        id: 'int_1',
        status: latest?.payment.status === 'succeeded' ? 'completed' : this.isOver ? 'expired' : 'open',
        amount: 120,
        currency: 'GHS',
        expires_at: new Date(nowMs + 1_000_000).toISOString(),
        merchant: 'Ama',
        product: null,
        channels: ['mobile_money', 'card'],
        asks: this.asks,
      },
      payment: latest?.payment ?? null,
      mine: latest?.attempt === attempt && attempt !== '',
      licenses: [],
      return_url: null,
      home: null,
      receipt: null,
      now: new Date(nowMs).toISOString(),
    }
  }

  /** The service sends an event, if the page listens. */
  tell(): void {
    if (isWaiting(this.model)) {
      this.isFateOpen = false
      this.happen({ on: 'told', status: this.status() })
    }
  }

  /** Ends the latest payment, if it waits. */
  end(status: 'succeeded' | 'failed' | 'expired'): void {
    const latest = this.made.at(-1)
    if (latest?.payment.status === 'pending') latest.payment = { ...latest.payment, status, next_action: null }
  }

  /** A request reaches the service, which carries it out. */
  serve(at: number, seed: number): void {
    const question = [...this.asked, ...this.adrift][at]
    if (!question || question.reply || question.effect.do === 'rest') return
    question.reply = this.#serve(question.effect, seed)
  }

  /** A request is answered, lost or refused. */
  arrive(at: number, how: Delivery, seed: number): void {
    const question = this.asked[at]
    if (!question) return
    const { effect } = question
    if (how === 'answer') this.serve(at, seed)
    this.asked.splice(at, 1)
    if (effect.do === 'rest') {
      this.happen({ on: 'rested', tries: effect.tries })
      return
    }
    if (how === 'lost') this.adrift.push(question)
    const code = refusals[seed % refusals.length] ?? ''
    const refusal = effect.do === 'ask' && seed >= 17 ? 'invalid_api_key' : code
    this.#hand(
      effect,
      (how === 'answer' && question.reply) || (how === 'refused' ? { error: { code: refusal } } : { lost: true }),
    )
  }

  /** The network is gone for so long that the page gives up the payment request. Earlier requests stay open. */
  blackOut(): void {
    for (let at = 0; at >= 0 && this.model.sending; ) {
      at = this.asked.findIndex(({ effect }) => effect.do !== 'ask' || effect.why === 'settle')
      this.arrive(at, 'lost', 0)
    }
  }

  #hand(effect: Exclude<Asked, { readonly do: 'rest' }>, reply: Reply): void {
    if (effect.do === 'ask') {
      // Only an answer to a request sent after the last payment can tell the result of that payment.
      if (reply.data && effect.round === this.model.round) this.isFateOpen = false
      this.happen({ on: 'status', why: effect.why, round: effect.round, reply })
    } else {
      const isAnswer = effect.do === 'pay' && !reply.lost && reply.error?.code !== 'idempotency_in_progress'
      if (isAnswer) this.isFateOpen = false
      this.happen({ on: 'answered', to: effect.do, reply })
    }
  }

  #serve(effect: Exclude<Asked, { readonly do: 'rest' }>, seed: number): Reply {
    const latest = this.made.at(-1)
    if (effect.do === 'pay') return this.#pay(effect, seed)
    if (effect.do !== 'ask' && !latest) return { error: { code: 'invalid_state' } }
    if (latest?.payment.status === 'pending') {
      if (effect.do === 'cancel') latest.payment = { ...latest.payment, status: 'cancelled', next_action: null }
      if (effect.do === 'otp' && seed % 3 === 0) return { error: { code: 'invalid_request', field: 'code' } }
      if (effect.do === 'otp') latest.payment = { ...latest.payment, next_action: null }
    }
    return { data: this.status() }
  }

  #pay({ attempt, body }: Extract<Effect, { readonly do: 'pay' }>, seed: number): Reply {
    const known = this.made.find((one) => one.attempt === attempt)
    if (known) return { data: known.payment }
    const latest = this.made.at(-1)?.payment
    if (latest?.status === 'pending') return { data: { ...latest, phone: null, next_action: null } }
    if (latest?.status === 'succeeded' || this.isOver) return { error: { code: 'invalid_state' } }
    const isCard = body.method === 'card'
    const actions = [null, { type: 'enter_code' }, { type: 'redirect', url: 'https://bank.test/' }]
    const payment = {
      ref: `pay_${this.made.length}`,
      status: isCard && seed % 2 === 0 ? 'succeeded' : 'pending',
      method: body.method,
      network: isCard ? 'visa' : body.network,
      phone: isCard ? null : '+23324***3789',
      next_action: isCard ? actions[2] : actions[seed % 2],
      failure: null,
      // Two payments are never created at the same moment.
      created_at: new Date(this.model.nowMs + this.made.length).toISOString(),
      expires_at: null,
    } as unknown as CheckoutPayment
    this.made.push({ attempt, payment })
    return { data: payment }
  }

  /** The state in which the checkout ends when nothing fails any more and the buyer presses the visible buttons. */
  cooperate(): string {
    if (!this.model.isOnline) this.setOnline(true)
    for (let steps = 0; steps < 100; steps++) {
      const { state } = this.model
      if (state === 'success' || state === 'expired' || state === 'blocked') return state
      if (this.asked.length > 0) this.arrive(0, 'answer', 1)
      else if (isWaiting(this.model) && state !== 'offline' && this.made.at(-1)?.payment.status === 'pending') {
        this.end('succeeded')
        this.tell()
      } else if (actsOf(this.model).length > 0) this.press(actsOf(this.model)[0] ?? '')
      else break
    }
    return `no way on from ${this.model.state}`
  }
}

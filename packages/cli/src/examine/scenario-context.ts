import { setTimeout } from 'node:timers/promises'
import type { LoggedRequest } from '@cedi/mock-server'
import { type ButtonPage, forgeSuccess, payOnPage } from './browser.js'
import { payCheckout } from './checkout.js'
import type { Examination } from './examination.js'
import { type InvariantName, InvariantViolation, NotApplicable } from './invariants.js'
import { MerchantAccess } from './merchant-access.js'
import type { PageTexts } from './page-texts.js'
import { checkReads, checkSameKeys } from './request-checks.js'
import { merchant, type Rewrite, type Service } from './service.js'
import {
  type Buyer,
  checkOrder,
  checkState,
  describeState,
  type Order,
  type OrderState,
  type Page,
  type Shop,
} from './shop.js'
import { findFreePort } from './shop-process.js'
import type { Timeline } from './timeline.js'
import { createFetch, createPerson } from './visitor.js'

/** Maximum wait for a delivery. Shops read at increasing intervals. */
const deliveryLimitMs = 45_000
/** Time to wait for a wrong delivery. */
const wrongDeliveryWaitMs = 2_500

/** Actions and assertions of a scenario. Each scenario has new buyers, and the service has no faults at its start. */
export class ScenarioContext extends MerchantAccess {
  /** Requests of the shop to the API during the scenario. */
  readonly requests: LoggedRequest[] = []

  private readonly examination: Examination
  private readonly timeline: Timeline
  /** Aborted when the scenario is interrupted or has ended. */
  private readonly signal: AbortSignal
  /** Cookies of the buyers by email. */
  private readonly cookies = new Map<string, Map<string, string>>()
  /** Paths of writes without an idempotency key. */
  private readonly missingKeys: string[] = []

  constructor(examination: Examination, timeline: Timeline, signal: AbortSignal) {
    super(examination.service)
    this.examination = examination
    this.timeline = timeline
    this.signal = signal
    examination.service.onRequest((request) => this.record(request))
  }

  private record(request: LoggedRequest): void {
    if (!request.path.startsWith('/api/')) return
    this.requests.push(request)
    const result = request.code ? `${request.status} ${request.code}` : request.status
    this.timeline.add('shop', `${request.method} ${request.path} → ${result}`)
    if (request.method === 'POST' && request.status < 500 && !request.headers['idempotency-key'])
      this.missingKeys.push(request.path)
  }

  get shop(): Shop {
    return this.examination.shop
  }

  /** Adds an entry to the timeline. */
  logEvent(text: string): void {
    this.timeline.add('service', text)
  }

  /** Creates a buyer with a new browser. */
  buyer(quantity = 1, url: string = this.examination.url): Buyer {
    this.requireQuantity(quantity)
    const person = createPerson(this.examination.nextBuyer++, { product: this.examination.productId, quantity })
    const cookies = new Map<string, string>()
    this.cookies.set(person.email, cookies)
    return { ...person, fetch: this.createFetch(url, cookies) }
  }

  /** Returns the same buyer with another quantity in the cart. */
  withQuantity(buyer: Buyer, quantity: number): Buyer {
    this.requireQuantity(quantity)
    return { ...buyer, quantity }
  }

  private requireQuantity(quantity: number): void {
    const { maxQuantity = quantity } = this.shop
    if (quantity > maxQuantity) throw new NotApplicable(`An order has at most ${maxQuantity} pieces.`)
  }

  /** Returns the same buyer at another process of the shop. */
  at(url: string, buyer: Buyer): Buyer {
    return { ...buyer, fetch: this.createFetch(url, this.cookies.get(buyer.email)) }
  }

  private createFetch(url: string, cookies?: Map<string, string>): Buyer['fetch'] {
    return createFetch(url, this.signal, (text) => this.timeline.add('buyer', text), cookies)
  }

  /** Places an order. Retries once after an error, like a buyer who clicks again. */
  async order(buyer: Buyer): Promise<Order> {
    try {
      return await this.orderOnce(buyer)
    } catch (error) {
      if (error instanceof InvariantViolation) throw error
      this.timeline.add('buyer', `sees an error and clicks again (${(error as Error).message.slice(0, 80)})`)
      await this.pause(1_000)
      return await this.orderOnce(buyer)
    }
  }

  /** Orders with a new buyer and begins to pay. */
  async startPayment(): Promise<{ readonly buyer: Buyer; readonly order: Order; readonly ref: string }> {
    const buyer = this.buyer()
    const order = await this.order(buyer)
    return { buyer, order, ref: await this.begin(order, buyer) }
  }

  private async orderOnce(buyer: Buyer): Promise<Order> {
    const order = checkOrder(await this.shop.order(buyer))
    const { owners } = this.examination
    const owner = owners.get(order.orderId) ?? buyer.email
    owners.set(order.orderId, owner)
    if (owner !== buyer.email)
      throw new InvariantViolation('private-orders', `Two buyers received the same order, ${order.orderId}.`)
    return order
  }

  /** Starts the payment of an order in the checkout, unless the shop has already requested it. Returns its ref. */
  async begin({ orderId, pay }: Order, buyer: Buyer): Promise<string> {
    if ('ref' in pay) return pay.ref
    if ('page' in pay) {
      this.timeline.add('buyer', `clicks the button of ${pay.page}`)
      return payOnPage(this.toButtonPage(pay, buyer), this.service.sandbox, merchant)
    }
    this.timeline.add('buyer', 'pays in the checkout')
    try {
      return await payCheckout(pay.checkoutUrl, buyer.phone, this.service.url)
    } catch (error) {
      if (!/invalid_state/.test((error as Error).message)) throw error
      throw new InvariantViolation(
        'own-payment',
        `The order ${orderId} has the checkout of another order, which has ended.`,
      )
    }
  }

  /** Sends the page of an order the messages of a succeeded payment. */
  async forgeMessages({ pay }: Order, buyer: Buyer, ref: string): Promise<void> {
    if (!('page' in pay)) throw new NotApplicable('The orders have no page with a button.')
    this.timeline.add('buyer', `a script of ${pay.page} pretends success`)
    await forgeSuccess(this.toButtonPage(pay, buyer), ref)
  }

  private toButtonPage({ page, button }: { page: string; button?: string }, buyer: Buyer): ButtonPage {
    return {
      url: new URL(page, this.examination.url).href,
      button,
      cookies: this.cookies.get(buyer.email) ?? new Map(),
    }
  }

  /** Resolves a payment, as the buyer on the phone or as the network. */
  async decide(ref: string, decision: 'approve' | 'decline' | 'expire' | 'cancel'): Promise<void> {
    this.signal.throwIfAborted()
    this.timeline.add('buyer', `${decision}s ${ref}`)
    await this.service.sandbox.control('POST', `payments/${ref}/${decision}`)
  }

  /** Opens the page to which the buyer returns. */
  async return(orderId: string, query: Record<string, string>, buyer: Buyer): Promise<Page> {
    if (!this.shop.return) throw new NotApplicable('The adapter has no return().')
    this.timeline.add('buyer', `returns to ${orderId} with ${new URLSearchParams(query)}`)
    return this.shop.return(orderId, new URLSearchParams(query), buyer)
  }

  async state(orderId: string): Promise<OrderState> {
    const fetchWithoutCookies = createFetch(
      this.examination.process?.url ?? this.examination.url,
      this.signal,
      () => {},
    )
    const state = checkState(await this.shop.state(orderId, { fetch: fetchWithoutCookies }))
    this.timeline.add('shop', `${orderId} is ${describeState(state)}`)
    return state
  }

  /**
   * Asserts that an order becomes paid and is delivered once.
   *
   * @param watchMs - Time to wait for a second delivery, in milliseconds.
   */
  async expectDelivered(orderId: string, reason: string, watchMs = 500): Promise<void> {
    let state = await this.tryState(orderId)
    for (const startMs = performance.now(); state?.delivered === 0 || !state; state = await this.tryState(orderId)) {
      if (performance.now() - startMs > deliveryLimitMs)
        this.fail('paid-delivered', `${reason}, but after ${deliveryLimitMs / 1_000} s it is ${describeState(state)}.`)
      await this.pause(300)
    }
    await this.pause(watchMs)
    state = await this.state(orderId)
    if (state.delivered > 1)
      throw new InvariantViolation('delivered-once', `${reason}, and it was delivered ${state.delivered} times.`)
    if (state.state !== 'paid' && state.state !== 'review')
      throw new InvariantViolation('told-the-truth', `${reason} and was delivered, but its state is ${state.state}.`)
  }

  /** Asserts that an order is not delivered. Reads its state several times. */
  async expectUndelivered(orderId: string, reason: string): Promise<void> {
    for (const startMs = performance.now(); performance.now() - startMs < wrongDeliveryWaitMs; await this.pause(400)) {
      const state = await this.tryState(orderId)
      if (state && (state.delivered > 0 || state.state === 'paid'))
        throw new InvariantViolation('unpaid-kept', `${reason}, but it is ${describeState(state)}.`)
    }
  }

  private async tryState(orderId: string): Promise<OrderState | undefined> {
    try {
      return await this.state(orderId)
    } catch (error) {
      if (error instanceof InvariantViolation || /returned (?:no|the state)/.test((error as Error).message)) throw error
      this.timeline.add('shop', `shows no state (${(error as Error).message.slice(0, 80)})`)
      return undefined
    }
  }

  /** Asserts that the phone shows at most one prompt. */
  async expectOneRequest(reason: string): Promise<void> {
    const { length } = await this.listPending()
    if (length > 1) throw new InvariantViolation('one-request', `${reason}, and the phone shows ${length} prompts.`)
  }

  /** Asserts that repeated writes have the same idempotency key. */
  async expectSameKeys(): Promise<void> {
    checkSameKeys(this.requests)
  }

  /** Asserts that the shop has read no record more often than a limit. */
  expectReads(limit: number, seconds: number): void {
    checkReads(this.requests, limit, seconds)
  }

  /** Reads the state of an order, and opens its return page. An error of the page does not fail the scenario. */
  async openReturnPage(orderId: string, buyer: Buyer, ref: string): Promise<void> {
    await this.tryState(orderId)
    if (!this.shop.return) return
    await this.return(orderId, { status: 'succeeded', ref, payment: ref }, buyer).catch((error: Error) => {
      if (error instanceof InvariantViolation) throw error
      this.timeline.add('buyer', `sees an error (${error.message.slice(0, 80)})`)
    })
  }

  /** Places an order without a retry. Returns undefined if the shop rejects it. */
  async tryOrder(buyer: Buyer): Promise<Order | undefined> {
    try {
      return await this.orderOnce(buyer)
    } catch (error) {
      if (error instanceof InvariantViolation) throw error
      return undefined
    }
  }

  pause(ms: number): Promise<void> {
    return setTimeout(ms, undefined, { signal: this.signal })
  }

  fail(invariant: InvariantName, message: string): never {
    throw new InvariantViolation(invariant, message)
  }

  /** Adds a fault to the service. */
  addFault(fault: Parameters<Service['sandbox']['faults']['add']>[0]): void {
    this.signal.throwIfAborted()
    this.logEvent(`fault ${JSON.stringify(fault)}`)
    this.service.sandbox.faults.add(fault)
  }

  endFaults(): void {
    this.signal.throwIfAborted()
    this.logEvent('the fault ends')
    this.service.sandbox.faults.clear()
    this.service.rewrite(undefined)
  }

  rewrite(text: string, change: Rewrite): void {
    this.signal.throwIfAborted()
    this.logEvent(text)
    this.service.rewrite(change)
  }

  async advance(duration: string): Promise<void> {
    this.signal.throwIfAborted()
    this.logEvent(`the clock advances by ${duration}`)
    await this.service.sandbox.clock.advance(duration)
  }

  /** Kills the shop and starts it again. */
  async restart(): Promise<void> {
    this.signal.throwIfAborted()
    const { process, start, url } = this.examination
    if (!process || !start) throw new NotApplicable('Restarts need --start.')
    this.logEvent('the shop is ended and started again')
    await process.kill()
    this.examination.process = await start(url)
  }

  /** Runs a second process of the shop with the same data. */
  async withSecondWorker(run: (url: string) => Promise<void>): Promise<void> {
    if (!this.examination.start) throw new NotApplicable('A second process needs --start.')
    const { hostname } = new URL(this.examination.url)
    const worker = await this.examination.start(`http://${hostname}:${await findFreePort()}`)
    try {
      await run(worker.url)
    } finally {
      await worker.kill()
    }
  }

  get texts(): PageTexts {
    return this.examination.texts
  }

  /** Checks invariants that must hold in every scenario. */
  checkCommonInvariants(): void {
    if (this.missingKeys.length > 0)
      this.fail('same-key', `POST ${this.missingKeys[0]} was sent without the header Idempotency-Key.`)
    if (this.examination.process?.hasEnded()) this.fail('stays-up', 'The process of the shop has ended.')
  }

  /** Removes faults, cancels pending payments, and restarts a shop that has ended, so that later scenarios are not affected. */
  async clear(): Promise<void> {
    this.service.onRequest(undefined)
    this.service.rewrite(undefined)
    this.service.sandbox.faults.clear()
    for (const { ref, status } of await this.readPayments())
      if (status === 'pending') await this.control('POST', `payments/${ref}/cancel`)
    const { process, start, url } = this.examination
    if (!start || !process?.hasEnded()) return
    try {
      this.examination.process = await start(url)
    } catch (error) {
      this.examination.goneReason = `The shop does not start again. ${(error as Error).message}`
    }
  }
}

// Exact results of single transitions. machine.test.ts checks invariants over random sequences of events.
import { describe, expect, test } from 'vitest'
import { availableActions, isPolling, transition } from '../../src/checkout/machine.js'
import {
  type CheckoutEffect,
  type CheckoutEvent,
  type CheckoutModel,
  isOtherBrowserPaying,
  pendingAfterMs,
  readClaims,
  requiredContact,
  toFormState,
  toState,
} from '../../src/checkout/model.js'
import type { CheckoutStatus } from '../../src/checkout/session.js'

const nowMs = Date.UTC(2026, 0, 1)
const at = (ms: number): string => new Date(nowMs + ms).toISOString()
const blank: CheckoutModel = { state: 'loading', merchant: '', pesewas: 0, nowMs, inFrame: true, isOnline: true }
const open: CheckoutModel = { ...blank, merchant: 'Ama', pesewas: 12_000, isOpen: true }
const claims = {
  i: 'int_1',
  m: 'demo',
  n: 'Ama',
  a: 12_050,
  o: ['https://shop.test'],
  r: null,
  e: nowMs + 1_800_000,
  c: [],
}

const paymentOf = (status: string, overrides: object = {}) => ({
  ref: 'pay_1',
  status,
  amount: 120,
  currency: 'GHS',
  method: 'mobile_money',
  network: 'telecel',
  phone: '+23320***3789',
  card_last4: null,
  next_action: null,
  failure: null,
  created_at: at(0),
  paid_at: null,
  expires_at: at(600_000),
  ...overrides,
})
const statusOf = (payment: object | null, overrides: object = {}, intent: object = {}): CheckoutStatus =>
  ({
    intent: {
      id: 'int_1',
      status: 'open',
      expires_at: at(1_800_000),
      channels: [],
      amount: 120,
      asks: null,
      ...intent,
    },
    payment,
    mine: true,
    licenses: [],
    return_url: null,
    home: null,
    receipt: null,
    now: at(1000),
    ...overrides,
  }) as unknown as CheckoutStatus
const pendingStatus = statusOf(paymentOf('pending'))
const paidStatus = statusOf(paymentOf('succeeded'))
const failed = statusOf(paymentOf('failed', { failure: { code: 'insufficient_funds' } }))
const nothing = statusOf(null)

/** Applies events one after another, and returns the last result. */
function after(before: CheckoutModel, ...events: readonly CheckoutEvent[]) {
  let [model, effects]: [CheckoutModel, readonly CheckoutEffect[]] = [before, []]
  for (const event of events) ({ model, effects } = transition(model, event))
  const notified = effects.flatMap((effect) => (effect.type === 'notifyShop' ? [[effect.method, effect.params]] : []))
  return { model, notified, requested: effects.filter((effect) => effect.type !== 'notifyShop') }
}
const click = (action: string, fields = {}, attempt = 'a1'): CheckoutEvent => ({
  type: 'actionClicked',
  action: action as 'pay',
  fields,
  attempt,
})
const respondTo = (
  effect: 'createPayment' | 'cancelPayment' | 'resendPrompt' | 'submitCode',
  response: object,
): CheckoutEvent => ({ type: 'responseReceived', effect, response })
const statusFor = (purpose: 'poll' | 'check' | 'resolve', response: object, requestCount = 0): CheckoutEvent => ({
  type: 'statusReceived',
  purpose,
  requestCount,
  response,
})
const lostReply = { isLost: true }
const openedEvent = {
  type: 'checkoutOpened',
  claims,
  fullPage: '/pay/t',
  host: 'https://cedi.test',
  attempts: 'a0',
} as const

describe('opening a checkout', () => {
  test('shows name and amount immediately, notifies the shop page, and fetches the status', () => {
    const { model, notified, requested } = after(blank, openedEvent)
    expect(model).toMatchObject({
      state: 'loading',
      merchant: 'Ama',
      pesewas: 12_050,
      fullPage: '/pay/t',
      attempts: 'a0',
    })
    expect(notified).toEqual([
      ['ec.start', { ref: null, amount: 120.5, currency: 'GHS', expires_at: at(1_800_000) }],
      ['cedi.state', { state: 'loading' }],
    ])
    expect(requested).toEqual([{ type: 'fetchStatus', purpose: 'check', requestCount: 0 }])
  })

  test('shows the checkout in a page that the seller allows, and a link to the full page in another', () => {
    expect(after(blank, { ...openedEvent, framedBy: 'https://shop.test' }).model.state).toBe('loading')
    const { model, notified, requested } = after(blank, { ...openedEvent, framedBy: 'https://other.test' })
    expect(model).toMatchObject({ state: 'blocked', merchant: 'Ama', pesewas: 12_050, fullPage: '/pay/t' })
    expect(notified).toEqual([
      ['cedi.state', { state: 'blocked' }],
      ['ec.error', { code: 'origin_not_allowed', continue_url: 'https://cedi.test/pay/t' }],
    ])
    expect(requested).toEqual([])
  })

  test('without claims shows the checkout as expired, and sends no request', () => {
    const { model, notified, requested } = after(blank, { ...openedEvent, claims: undefined })
    expect([model.state, model.merchant, notified, requested]).toEqual([
      'expired',
      '',
      [
        ['cedi.state', { state: 'expired' }],
        ['cedi.expired', { ref: null }],
      ],
      [],
    ])
    expect(after(model, openedEvent)).toMatchObject({ model: { state: 'expired' }, notified: [], requested: [] })
  })

  test('starts with the payment method of the shop page, otherwise with the stored one', () => {
    expect(after({ ...blank, lastUsed: 'mtn' }, { ...openedEvent, lastUsed: 'card' }).model.lastUsed).toBe('mtn')
    expect(after(blank, { ...openedEvent, lastUsed: 'card' }).model.lastUsed).toBe('card')
  })

  test('does not fetch a status that the page includes', () => {
    const { requested } = after({ ...blank, state: 'method' }, openedEvent)
    expect(requested).toEqual([])
  })

  test('outside a frame shows the checkout as blocked, and a paid one as paid', () => {
    expect(after(open, { type: 'frameMissing' }).model.state).toBe('blocked')
    expect(after({ ...open, state: 'success', status: paidStatus }, { type: 'frameMissing' }).model.state).toBe(
      'success',
    )
  })
})

describe('a notification of the shop page', () => {
  const extraModel = {
    ref: 'pay_1',
    method: 'mobile_money',
    network: 'telecel',
    phone_masked: '+23320***3789',
    expires_at: at(600_000),
  }
  const pushStatus = (status: CheckoutStatus, before: CheckoutModel = { ...open, state: 'method' }) =>
    after(before, { type: 'statusPushed', status }).notified

  test('contains the state, the payment and its outcome', () => {
    expect(pushStatus(pendingStatus)).toEqual([['cedi.state', { state: 'prompt', ...extraModel }]])
    expect(pushStatus(paidStatus)).toEqual([
      ['cedi.state', { state: 'success', ...extraModel }],
      ['ec.complete', { ref: 'pay_1', status: 'succeeded' }],
    ])
    expect(pushStatus(statusOf(paymentOf('held')))).toEqual([
      ['cedi.state', { state: 'pending', ...extraModel }],
      ['cedi.pending', { ref: 'pay_1' }],
    ])
    expect(pushStatus(failed, { ...open, state: 'prompt', status: pendingStatus })).toEqual([
      ['cedi.state', { state: 'failed', ...extraModel }],
      ['cedi.failed', { ref: 'pay_1', code: 'insufficient_funds', retryable: true }],
    ])
    expect(pushStatus(statusOf(paymentOf('expired')), { ...open, state: 'prompt', status: pendingStatus })).toEqual([
      ['cedi.state', { state: 'failed', ...extraModel }],
      ['cedi.failed', { ref: 'pay_1', code: 'provider_error', retryable: true }],
    ])
    expect(
      pushStatus(statusOf(paymentOf('failed'), {}, { status: 'expired' }), {
        ...open,
        state: 'prompt',
        status: pendingStatus,
      }),
    ).toEqual([
      ['cedi.state', { state: 'expired', ...extraModel }],
      ['cedi.expired', { ref: 'pay_1' }],
    ])
  })

  test("about a card contains no phone, and the bank's URL only if it is https", () => {
    const card = (url: string) => {
      const next_action = { type: 'redirect', url }
      return pushStatus(
        statusOf(paymentOf('pending', { method: 'card', network: 'visa', phone: null, expires_at: null, next_action })),
      )
    }
    const state = ['cedi.state', { state: 'redirect', ref: 'pay_1', method: 'card', network: 'visa' }]
    expect(card('https://bank.test/')).toEqual([state, ['ec.window.open_request', { url: 'https://bank.test/' }]])
    expect(card('http://127.0.0.1:23300/challenge/x')).toContainEqual([
      'ec.window.open_request',
      { url: 'http://127.0.0.1:23300/challenge/x' },
    ])
    for (const url of ['javascript:alert(1)', 'http://bank.test/', 'http://localhost.test/'])
      expect(card(url)).toEqual([state])
  })

  test('is sent once, and again only when something changed', () => {
    const firstModel = after({ ...open, state: 'method' }, { type: 'statusPushed', status: pendingStatus }).model
    expect(pushStatus(pendingStatus, firstModel)).toEqual([])
    expect(pushStatus(paidStatus, firstModel).length).toBe(2)
  })

  test('is not sent before the checkout knows what is for sale', () => {
    expect(pushStatus(pendingStatus, { ...blank, state: 'method' })).toEqual([])
  })

  test('contains the URL of the bank only in the state redirect', () => {
    const next_action = { type: 'redirect', url: 'https://bank.test/' }
    const status = statusOf(paymentOf('pending', { method: 'card', network: 'visa', next_action }))
    const cut = after({ ...open, state: 'redirect', status, isOnline: false }, statusFor('poll', lostReply))
    expect([cut.model.state, cut.notified.map(([method]) => method)]).toEqual(['offline', ['cedi.state']])
  })

  test('does not report a payment that had expired before as a new failure', () => {
    const { model, notified } = after(open, { type: 'statusPushed', status: statusOf(paymentOf('expired')) })
    expect([model.state, notified]).toEqual(['failed', [['cedi.state', { state: 'failed', ...extraModel }]]])
  })

  test('does not report a payment that had failed before as a new failure', () => {
    const { model, notified } = after(open, { type: 'statusPushed', status: failed })
    expect([model.state, model.earlierFailure, model.problem]).toEqual([
      'method',
      'pay_1',
      { field: '', text: 'failed' },
    ])
    expect(notified).toEqual([['cedi.state', { state: 'method', ...extraModel }]])
  })

  test('reports that a license key would be lost, until it is copied', () => {
    const soldStatus = { ...paidStatus, licenses: ['CEDI-1'] }
    const { notified, model } = after({ ...open, state: 'method' }, { type: 'statusPushed', status: soldStatus })
    expect(notified[0]).toEqual(['cedi.hold', { reason: 'key_not_kept' }])
    expect(after(model, { type: 'keysCopied', isCopied: true }).notified).toEqual([['cedi.hold', { reason: null }]])
    expect(pushStatus(paidStatus, { ...open, state: 'method' }).map(([method]) => method)).not.toContain('cedi.hold')
    expect(pushStatus({ ...pendingStatus, licenses: ['CEDI-1'] }).map(([method]) => method)).not.toContain('cedi.hold')
  })
})

describe('closing a checkout', () => {
  const close = (model: Partial<CheckoutModel>, by: 'shop' | 'button' = 'shop') =>
    after(
      { ...open, notifiedState: 'nothing new', ...model },
      by === 'shop' ? { type: 'closeRequested' } : click('close'),
    ).notified.filter(
      ([method]) =>
        method !== 'cedi.state' && method !== 'cedi.expired' && method !== 'ec.complete' && method !== 'cedi.failed',
    )
  const done = ['cedi.close', { reason: 'done' }]
  const cancelled = ['cedi.close', { reason: 'cancelled' }]

  test('is a cancellation only when no money can be moving', () => {
    expect(close({ state: 'method' })).toEqual([cancelled])
    expect(close({ state: 'card', unresolvedBody: '{}' })).toEqual([done])
    expect(close({ state: 'card', status: failed, unresolvedBody: '{}' })).toEqual([done])
    expect(close({ state: 'loading' })).toEqual([cancelled])
    expect(close({ state: 'sending', unresolvedBody: '{}' })).toEqual([done])
    expect(close({ state: 'offline', unresolvedBody: '{}' })).toEqual([done])
    expect(close({ state: 'expired' })).toEqual([cancelled])
    expect(close({ state: 'expired', unresolvedBody: '{}' })).toEqual([done])
    expect(close({ state: 'method', status: failed })).toEqual([cancelled])
    expect(close({ state: 'expired', status: failed })).toEqual([cancelled])
    expect(close({ state: 'expired', status: failed, unresolvedBody: '{}' })).toEqual([done])
    expect(close({ state: 'method', status: pendingStatus })).toEqual([done])
    expect(close({ state: 'failed', status: failed })).toEqual([done])
    expect(close({ state: 'success', status: paidStatus })).toEqual([done])
    expect(close({ state: 'expired' }, 'button')).toEqual([cancelled])
  })

  test('reports the payment as pending while money may be moving', () => {
    for (const state of ['sending', 'prompt', 'otp', 'redirect'] as const)
      expect(close({ state, status: pendingStatus })).toEqual([['cedi.pending', { ref: 'pay_1' }], done])
    expect(close({ state: 'method', status: pendingStatus })).toEqual([done])
    expect(close({ state: 'prompt' })).toEqual([cancelled])
  })
})

describe('sending a payment', () => {
  const form: CheckoutModel = { ...open, state: 'number', choice: 'mtn', status: nothing, attempts: 'a0' }
  const body = { method: 'mobile_money', network: 'mtn', phone: '024 412 3789', email: undefined, name: undefined }
  const fields = { phone: '024 412 3789' }
  const pays = (before: CheckoutModel = form, attempt = 'a1') => after(before, click('pay', fields, attempt))
  const startPayment = () => pays().model

  test('sends the typed details as a new attempt, and stores the attempt', () => {
    const { model, requested } = pays()
    expect(requested).toEqual([
      { type: 'storeNetwork', choice: 'mtn' },
      { type: 'storeAttempts', attempts: 'a1:a0' },
      { type: 'createPayment', body, attempts: 'a1:a0' },
    ])
    expect(model).toMatchObject({
      state: 'sending',
      phone: '024 412 3789',
      attempts: 'a1:a0',
      requestCount: 1,
      unresolvedBody: JSON.stringify(body),
    })
    expect(model.request).toEqual({
      phase: 'sending',
      body,
      formState: 'number',
      retries: 0,
      startedMs: nowMs,
    })
  })

  test('with invalid details shows the problem and sends nothing', () => {
    const wrongPhone = after(form, click('pay', { phone: '12' }))
    expect(wrongPhone.requested).toEqual([{ type: 'storeNetwork', choice: 'mtn' }])
    expect(wrongPhone.model).toMatchObject({
      state: 'number',
      problem: { field: 'phone', text: 'badPhone' },
      phone: '12',
    })
    const deliveryForm = { ...form, status: statusOf(null, {}, { asks: 'delivery' }) }
    const wrongName = after(deliveryForm, click('pay', fields))
    expect(wrongName.requested).toEqual([{ type: 'storeNetwork', choice: 'mtn' }])
    expect(wrongName.model).toMatchObject({ state: 'number', problem: { field: 'name', text: 'badName' } })
  })

  test('a number in pairs, as in Côte d’Ivoire, is confirmed once before it is sent', () => {
    const payPairs = (before: CheckoutModel, phone = '05 54 12 31 29') => after(before, click('pay', { phone }))
    const asked = payPairs(form)
    expect(asked.requested).toEqual([{ type: 'storeNetwork', choice: 'mtn' }])
    expect(asked.model).toMatchObject({
      state: 'number',
      phone: '05 54 12 31 29',
      problem: { field: 'phone', text: 'confirmGhana' },
    })
    expect(payPairs(asked.model).requested).toContainEqual({
      type: 'createPayment',
      body: { ...body, phone: '05 54 12 31 29' },
      attempts: 'a1:a0',
    })
    // Another number is another question.
    expect(payPairs(asked.model, '05 54 12 31 30').model.problem?.text).toBe('confirmGhana')
  })

  test('without a connection sends nothing, and shows the state offline', () => {
    const { model, requested } = pays({ ...form, isOnline: false })
    expect([model.state, model.mayBeSent, model.request, requested]).toEqual([
      'offline',
      false,
      undefined,
      [{ type: 'storeNetwork', choice: 'mtn' }],
    ])
    // When the connection is back, or after a check, the form returns unchanged.
    for (const event of [{ type: 'pageResumed' } as const, click('check')]) {
      const back = after({ ...model, isOnline: true }, event)
      expect([back.model.state, back.requested]).toEqual(['number', []])
    }
  })

  test('retries the same details with the same attempt, and sends other details as another attempt', () => {
    const retriedForm = { ...form, unresolvedBody: JSON.stringify(body), attempts: 'a1:a0' }
    expect(pays(retriedForm, 'a2').requested.at(-1)).toEqual({ type: 'createPayment', body, attempts: 'a1:a0' })
    expect(pays({ ...retriedForm, unresolvedBody: '{}' }, 'a2').requested.at(-1)).toEqual({
      type: 'createPayment',
      body,
      attempts: 'a2:a1:a0',
    })
  })

  test('stores the attempts of the last five clicks, because each request may still create the payment', () => {
    let model: CheckoutModel = { ...form, attempts: '' }
    for (const attempt of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'])
      model = { ...pays({ ...model, state: 'number', request: undefined, unresolvedBody: '{}' }, attempt).model }
    expect(model.attempts).toBe('a6:a5:a4:a3:a2')
  })

  test('is still open while a status contains only a payment of an earlier attempt that was known before', () => {
    const retried = pays({ ...form, status: failed }).model
    const { model, requested } = after(
      retried,
      respondTo('createPayment', lostReply),
      { type: 'retryDelayElapsed', retries: 0 },
      statusFor('resolve', { data: failed }),
    )
    expect([model.state, model.unresolvedBody]).toEqual(['sending', JSON.stringify(body)])
    expect(requested).toEqual([{ type: 'createPayment', body, attempts: 'a1:a0' }])
  })

  test('ends with a payment of a server whose clock is behind that of the failed payment', () => {
    const { model } = pays({ ...form, status: failed })
    const earlier = paymentOf('pending', { ref: 'pay_2', created_at: at(-60_000) })
    expect(after(model, respondTo('createPayment', { data: earlier })).model.state).toBe('prompt')
  })

  test('fetches the status after a lost response, with growing delays', () => {
    let model = startPayment()
    for (const [tries, ms] of [1000, 2000, 4000, 8000, 16_000].entries()) {
      const resting = after(model, respondTo('createPayment', lostReply))
      expect(resting.requested).toEqual([{ type: 'scheduleRetry', delayMs: ms, retries: tries }])
      expect([resting.model.state, resting.model.notice, resting.model.request?.phase]).toEqual([
        'sending',
        undefined,
        'delayed',
      ])
      const statusRequest = after(resting.model, { type: 'retryDelayElapsed', retries: tries })
      expect(statusRequest.requested).toEqual([{ type: 'fetchStatus', purpose: 'resolve', requestCount: tries + 1 }])
      expect(after(statusRequest.model, { type: 'retryDelayElapsed', retries: tries }).requested).toEqual([])
      const repeated = after(statusRequest.model, statusFor('resolve', { data: nothing }))
      if (tries < 4) expect(repeated.requested).toEqual([{ type: 'createPayment', body, attempts: 'a1:a0' }])
      else
        expect([repeated.requested, repeated.model.state, repeated.model.mayBeSent, repeated.model.request]).toEqual([
          [],
          'offline',
          true,
          undefined,
        ])
      model = repeated.model
    }
    expect(model.unresolvedBody).toBe(JSON.stringify(body))
  })

  test('applies a response that is received while the device is offline', () => {
    const cut: CheckoutModel = { ...startPayment(), state: 'offline', mayBeSent: true, isOnline: false }
    expect(after(cut, respondTo('createPayment', { data: paymentOf('pending') })).model.state).toBe('prompt')
    const resolving = after(cut, respondTo('createPayment', lostReply), { type: 'retryDelayElapsed', retries: 0 }).model
    expect([resolving.state, resolving.request?.phase]).toEqual(['offline', 'resolving'])
    expect(after(resolving, statusFor('resolve', { data: pendingStatus }, 1)).model.state).toBe('prompt')
  })

  test('ignores the delay of an earlier retry', () => {
    const model = after(startPayment(), respondTo('createPayment', lostReply)).model
    expect(after(model, { type: 'retryDelayElapsed', retries: 1 }).requested).toEqual([])
  })

  test('shows that the payment is slow after eight seconds, and sends no retry after twenty', () => {
    const lateBy = (ms: number): CheckoutModel => ({ ...startPayment(), nowMs: nowMs + ms })
    expect(after(lateBy(7_999), respondTo('createPayment', lostReply)).model.notice).toBeUndefined()
    expect(after(lateBy(8_000), respondTo('createPayment', lostReply)).model.notice).toBe('slow')
    const statusRequestsAt = (ms: number) =>
      after(
        lateBy(ms),
        respondTo('createPayment', lostReply),
        { type: 'retryDelayElapsed', retries: 0 },
        statusFor('resolve', { data: nothing }),
      )
    expect(statusRequestsAt(19_999).requested).toEqual([{ type: 'createPayment', body, attempts: 'a1:a0' }])
    expect([statusRequestsAt(20_000).requested, statusRequestsAt(20_000).model.state]).toEqual([[], 'offline'])
  })

  test('handles a payment that is still being created like a lost response', () => {
    const busy = after(startPayment(), respondTo('createPayment', { error: { code: 'idempotency_in_progress' } }))
    expect(busy.requested).toEqual([{ type: 'scheduleRetry', delayMs: 1000, retries: 0 }])
  })

  test('shows the state offline when the response is lost with the connection, and retries with the same attempt', () => {
    const { model } = after({ ...startPayment(), isOnline: false }, respondTo('createPayment', lostReply))
    expect([model.state, model.mayBeSent, model.request?.phase]).toEqual(['offline', true, 'delayed'])
    // A retry keeps the state offline.
    const repeated = after(model, { type: 'retryDelayElapsed', retries: 0 }, statusFor('resolve', {}))
    expect([repeated.model.state, repeated.requested]).toEqual([
      'offline',
      [{ type: 'createPayment', body, attempts: 'a1:a0' }],
    ])
  })

  test('shows a payment that the status contains, unless it belongs to another browser', () => {
    const resolving = after(startPayment(), respondTo('createPayment', lostReply), {
      type: 'retryDelayElapsed',
      retries: 0,
    }).model
    const found = after(resolving, statusFor('resolve', { data: pendingStatus }))
    expect([found.model.state, found.model.request, found.model.unresolvedBody]).toEqual([
      'prompt',
      undefined,
      undefined,
    ])
    expect(
      after(resolving, statusFor('resolve', { data: { ...pendingStatus, mine: false } })).requested.map(
        (effect) => effect.type,
      ),
    ).toEqual(['createPayment'])
  })

  test('after an error returns to the form, and shows the problem', () => {
    const { model, requested } = after(startPayment(), respondTo('createPayment', { error: { code: 'invalid_phone' } }))
    expect(requested).toEqual([])
    expect(model).toMatchObject({ state: 'number', attempts: 'a1:a0', problem: { field: 'phone', text: 'badPhone' } })
    expect([model.request, model.unresolvedBody]).toEqual([undefined, undefined])
  })

  test('returns to the methods when sold out, fetches the status when the intent has ended, and expires without a valid token', () => {
    const rejectWith = (code: string) => after(startPayment(), respondTo('createPayment', { error: { code } }))
    expect(rejectWith('out_of_stock').model).toMatchObject({
      state: 'method',
      problem: { field: '', text: 'outOfStock' },
    })
    expect(rejectWith('invalid_state').requested.at(-1)).toEqual({
      type: 'fetchStatus',
      purpose: 'check',
      requestCount: 1,
    })
    expect(rejectWith('rate_limited').requested).toEqual([])
    expect(rejectWith('invalid_api_key').model).toMatchObject({ state: 'expired', problem: undefined })
  })

  test('shows a pending payment immediately, and fetches the status of one that is final or belongs to another browser', () => {
    const follows = after(
      startPayment(),
      respondTo('createPayment', { data: paymentOf('pending', { created_at: at(5000) }) }),
    )
    expect(follows.model).toMatchObject({
      state: 'prompt',
      nowMs: nowMs + 5000,
      status: { mine: true, payment: { ref: 'pay_1' } },
    })
    expect(follows.requested).toEqual([])
    const statusRequest = [{ type: 'fetchStatus', purpose: 'check', requestCount: 1 }]
    const paid = after(startPayment(), respondTo('createPayment', { data: paymentOf('succeeded') }))
    expect(paid.requested).toEqual(statusRequest)
    const other = after(startPayment(), respondTo('createPayment', { data: paymentOf('pending', { phone: null }) }))
    expect(other.requested).toEqual(statusRequest)
    const noStatus = pays({ ...form, status: undefined }).model
    expect(after(noStatus, respondTo('createPayment', { data: paymentOf('pending') })).requested).toEqual(statusRequest)
  })

  test('ignores an unexpected response', () => {
    expect(after(form, respondTo('createPayment', { data: paymentOf('pending') })).model.state).toBe('number')
    expect(after(form, statusFor('resolve', { data: pendingStatus })).model.state).toBe('number')
    const model = after(startPayment(), respondTo('createPayment', lostReply)).model
    expect(after(model, statusFor('resolve', { data: pendingStatus })).model.state).toBe('sending')
  })

  test('resolves a pending payment request before any other action', () => {
    const model = after(startPayment(), respondTo('createPayment', lostReply)).model
    expect(after({ ...model, state: 'offline' }, click('check')).requested).toEqual([
      { type: 'fetchStatus', purpose: 'resolve', requestCount: 1 },
    ])
    expect(after(model, { type: 'pageResumed' }).requested).toEqual([
      { type: 'fetchStatus', purpose: 'resolve', requestCount: 1 },
    ])
    expect(after(model, { type: 'statusPushed', status: pendingStatus }).model.state).toBe('sending')
    expect(after(startPayment(), { type: 'pageResumed' }).requested).toEqual([])
  })
})

describe('an action of the buyer', () => {
  const prompt: CheckoutModel = { ...open, state: 'prompt', status: pendingStatus, choice: 'mtn' }

  test('cancels a pending payment first, and returns to the form of its network', () => {
    for (const [act, state] of [
      ['change', 'number'],
      ['other', 'method'],
    ] as const) {
      const before: CheckoutModel = act === 'change' ? prompt : { ...prompt, state: 'redirect' }
      const cancelling = after(before, click(act))
      expect([cancelling.requested, cancelling.model.busyAction]).toEqual([[{ type: 'cancelPayment' }], act])
      const off = after(cancelling.model, respondTo('cancelPayment', { data: statusOf(paymentOf('cancelled')) }))
      expect([off.model.state, off.model.busyAction, off.model.status?.payment?.status]).toEqual([
        state,
        undefined,
        'cancelled',
      ])
      if (act === 'change') expect(off.model.choice).toBe('telecel')
      const latePayment = after(cancelling.model, respondTo('cancelPayment', { data: paidStatus }))
      expect(latePayment.model.state).toBe('success')
      const rejection = after(cancelling.model, respondTo('cancelPayment', { error: { code: 'x' } }))
      expect([rejection.model.state, rejection.model.problem]).toEqual([
        before.state,
        { field: '', text: 'badRequest' },
      ])
      const lostResponse = after(cancelling.model, respondTo('cancelPayment', lostReply))
      expect([lostResponse.model.state, lostResponse.model.problem]).toEqual([
        before.state,
        { field: '', text: 'notAsked' },
      ])
      // A response to another request is ignored.
      expect(after(cancelling.model, respondTo('submitCode', { data: paidStatus })).model.busyAction).toBe(act)
    }
  })

  test('returns to the form of the failed payment after a failure', () => {
    const payAgainAfter = (payment: object) =>
      after({ ...open, state: 'failed', choice: 'mtn', status: statusOf(paymentOf('failed', payment)) }, click('retry'))
        .model
    expect(payAgainAfter({})).toMatchObject({ state: 'number', choice: 'telecel' })
    expect(payAgainAfter({ method: 'card', network: 'visa' })).toMatchObject({ state: 'card', choice: 'card' })
    expect(payAgainAfter({ network: 'unknown' })).toMatchObject({ state: 'number', choice: 'mtn' })
    expect(after({ ...open, state: 'failed', status: failed }, click('other')).model.state).toBe('method')
  })

  test('sends the digits of a code, and shows a problem for an invalid code', () => {
    const otp: CheckoutModel = { ...prompt, state: 'otp' }
    const sends = after(otp, click('otp', { code: '123-456' }))
    expect([sends.requested, sends.model.busyAction]).toEqual([[{ type: 'submitCode', code: '123456' }], 'otp'])
    const invalidCode = after(otp, click('otp', { code: 'x' }))
    expect([invalidCode.requested, invalidCode.model.busyAction, invalidCode.model.problem]).toEqual([
      [],
      undefined,
      { field: 'code', text: 'badCode' },
    ])
    const rejection = after(sends.model, respondTo('submitCode', { error: { code: 'invalid_request', field: 'code' } }))
    expect(rejection.model).toMatchObject({
      state: 'otp',
      busyAction: undefined,
      problem: { field: 'code', text: 'badCode' },
    })
    const lostResponse = after(sends.model, respondTo('submitCode', lostReply))
    expect([lostResponse.requested, lostResponse.model.state, lostResponse.model.problem]).toEqual([
      [],
      'otp',
      { field: '', text: 'notAsked' },
    ])
    const other = after(sends.model, respondTo('submitCode', { error: { code: 'invalid_state' } }))
    expect([other.requested, other.model.problem]).toEqual([
      [{ type: 'fetchStatus', purpose: 'check', requestCount: 1 }],
      undefined,
    ])
    // An accepted code continues, although the buyer is typing another.
    expect(after(sends.model, respondTo('submitCode', { data: pendingStatus })).model.state).toBe('prompt')
  })

  test('fetches the status when the response to a required code is lost', () => {
    const codeStatus = statusOf(paymentOf('pending', { next_action: { type: 'enter_code', message: '' } }))
    const sends = after({ ...prompt, state: 'otp', status: codeStatus }, click('otp', { code: '123456' }))
    const lostResponse = after(sends.model, respondTo('submitCode', lostReply))
    expect([lostResponse.requested, lostResponse.model.problem?.text]).toEqual([
      [{ type: 'fetchStatus', purpose: 'check', requestCount: 1 }],
      'notAsked',
    ])
    // The code was accepted, was not received, or the outcome is still unknown.
    expect(after(lostResponse.model, statusFor('check', { data: pendingStatus }, 1)).model).toMatchObject({
      state: 'prompt',
      problem: undefined,
    })
    for (const response of [{ data: codeStatus }, lostReply])
      expect(after(lostResponse.model, statusFor('check', response, 1)).model).toMatchObject({
        state: 'otp',
        problem: { text: 'notAsked' },
      })
  })

  test('does not fetch the status after a wrong code, a lost prompt, or without a known payment', () => {
    const codeStatus = statusOf(paymentOf('pending', { next_action: { type: 'enter_code', message: '' } }))
    const otp: CheckoutModel = { ...prompt, state: 'otp', status: codeStatus }
    const invalidCode = after(
      otp,
      click('otp', { code: '123456' }),
      respondTo('submitCode', { error: { code: 'x', field: 'code' } }),
    )
    expect([invalidCode.requested, invalidCode.model.problem]).toEqual([[], { field: 'code', text: 'badCode' }])
    const resent = after(otp, click('resend'), respondTo('resendPrompt', lostReply))
    expect([resent.requested, resent.model.problem?.text]).toEqual([[], 'notAsked'])
    const sends = after(otp, click('otp', { code: '123456' }))
    expect(after({ ...sends.model, status: nothing }, respondTo('submitCode', lostReply)).requested).toEqual([])
    expect(after({ ...sends.model, status: undefined }, respondTo('submitCode', lostReply)).requested).toEqual([])
  })

  test('opens the code form and returns without another change', () => {
    expect(after(prompt, click('code'))).toMatchObject({ model: { state: 'otp' }, requested: [] })
    expect(after({ ...prompt, state: 'otp' }, click('back'))).toMatchObject({
      model: { state: 'prompt' },
      requested: [],
    })
  })

  test('shows that the prompt was sent again while the payment is pending', () => {
    const resending = after(prompt, click('resend'))
    expect([resending.requested, resending.model.busyAction]).toEqual([[{ type: 'resendPrompt' }], 'resend'])
    expect(after(resending.model, respondTo('resendPrompt', { data: pendingStatus })).model).toMatchObject({
      state: 'prompt',
      notice: 'sentAgain',
    })
    expect(after(resending.model, respondTo('resendPrompt', { data: paidStatus })).model).toMatchObject({
      state: 'success',
      notice: undefined,
    })
    // A buyer who is typing a code is not disturbed.
    const typing = after({ ...resending.model, state: 'otp' }, respondTo('resendPrompt', { data: pendingStatus })).model
    expect(typing).toMatchObject({ state: 'otp', notice: 'sentAgain' })
  })

  test('shows that a status check found no change, or that the service is unreachable', () => {
    const checking = after(prompt, click('check'))
    expect([checking.requested, checking.model.busyAction]).toEqual([
      [{ type: 'fetchStatus', purpose: 'check', requestCount: 1 }],
      'check',
    ])
    expect(after(checking.model, statusFor('check', { data: pendingStatus }, 1)).model).toMatchObject({
      notice: 'stillWaiting',
      busyAction: undefined,
    })
    expect(after(checking.model, statusFor('check', lostReply, 1)).model).toMatchObject({
      notice: 'notAsked',
      busyAction: undefined,
      state: 'prompt',
    })
    expect(after(checking.model, statusFor('check', { data: paidStatus }, 1)).model.notice).toBeUndefined()
    expect(after(prompt, statusFor('poll', { data: pendingStatus })).model.notice).toBeUndefined()
    expect(after(checking.model, statusFor('poll', { data: pendingStatus }, 1)).model.busyAction).toBe('check')
    // A new check clears the previous notice.
    expect(
      after({ ...prompt, notice: 'stillWaiting', problem: { field: '', text: 'badRequest' } }, click('check')).model,
    ).toMatchObject({
      notice: undefined,
      problem: undefined,
    })
  })

  test('is ignored for the busy button, or a button that is not shown, while a response is pending', () => {
    const checkingModel = after(prompt, click('check')).model
    const secondClick = after(checkingModel, click('check'))
    expect([secondClick.requested, secondClick.model.busyAction, secondClick.model.queuedClick]).toEqual([
      [],
      'check',
      undefined,
    ])
    const resendingModel = after(prompt, click('resend')).model
    for (const act of ['resend', 'done', 'nonsense']) {
      const { requested, model } = after(resendingModel, click(act))
      expect([requested, model.busyAction, model.queuedClick]).toEqual([[], 'resend', undefined])
    }
  })

  test('keeps the typed fields when the buyer chooses another method', () => {
    const number: CheckoutModel = { ...open, state: 'number', choice: 'mtn', phone: '024', email: 'kofi@example.com' }
    expect(after(number, click('other', { phone: '0244' })).model).toMatchObject({
      phone: '0244',
      email: 'kofi@example.com',
    })
  })

  test('shows a payment that could not be cancelled, also in the code form', () => {
    const changes = after({ ...prompt, state: 'otp' }, click('change')).model
    expect(after(changes, respondTo('cancelPayment', { data: pendingStatus })).model.state).toBe('prompt')
    // A status without the payment is older than the payment.
    expect(after(changes, respondTo('cancelPayment', { data: nothing })).model.state).toBe('otp')
    // No cancellation is pending, so this response is unexpected.
    for (const busyAction of ['resend', undefined] as const) {
      const { model } = after({ ...prompt, busyAction }, respondTo('cancelPayment', { data: paidStatus }))
      expect([model.state, model.busyAction]).toEqual(['prompt', busyAction])
    }
  })

  test('is ignored for a button that is not shown', () => {
    for (const act of ['pay', 'done', 'mtn', 'nonsense']) expect(after(prompt, click(act)).requested).toEqual([])
    expect(after({ ...prompt, notice: 'slow' }, click('nonsense')).model.notice).toBe('slow')
  })

  test('opens the form of a payment method', () => {
    const method: CheckoutModel = { ...open, state: 'method', status: nothing }
    for (const [act, state] of [
      ['mtn', 'number'],
      ['telecel', 'number'],
      ['airteltigo', 'number'],
      ['card', 'card'],
    ] as const)
      expect(after(method, click(act)).model).toMatchObject({ state, choice: act })
    expect([
      toFormState({ choice: undefined }),
      toFormState({ choice: 'card' }),
      toFormState({ choice: 'mtn' }),
    ]).toEqual(['method', 'card', 'number'])
  })

  test('closes a paid checkout', () => {
    expect(after({ ...open, state: 'success', status: paidStatus }, click('done')).notified).toContainEqual([
      'cedi.close',
      { reason: 'done' },
    ])
  })
})

describe('the state of a checkout', () => {
  test('ignores an older status of the same payment', () => {
    const success: CheckoutModel = { ...open, state: 'success', status: paidStatus }
    expect(after(success, { type: 'statusPushed', status: pendingStatus }).model.status).toBe(paidStatus)
    const method: CheckoutModel = { ...open, state: 'method', status: statusOf(paymentOf('cancelled')) }
    expect(after(method, { type: 'statusPushed', status: pendingStatus }).model.state).toBe('method')
    expect(
      after(method, { type: 'statusPushed', status: statusOf(paymentOf('pending', { ref: 'pay_2' })) }).model.state,
    ).toBe('prompt')
  })

  test('stays pending or expired when the checkout opens so: only a failure lies in the past', () => {
    const long = statusOf(paymentOf('pending', { created_at: at(-pendingAfterMs) }))
    expect(after(open, { type: 'statusPushed', status: long }).model).toMatchObject({ state: 'pending' })
    const expiredStatus = statusOf(paymentOf('expired'), {}, { status: 'expired' })
    expect(after(open, { type: 'statusPushed', status: expiredStatus }).model).toMatchObject({ state: 'expired' })
  })

  test('clears notices and problems when it changes, and keeps them otherwise', () => {
    const prompt: CheckoutModel = {
      ...open,
      state: 'prompt',
      status: pendingStatus,
      notice: 'sentAgain',
      problem: { field: '', text: 'badRequest' },
    }
    const paidModel = after(prompt, { type: 'statusPushed', status: paidStatus }).model
    expect([paidModel.notice, paidModel.problem]).toEqual([undefined, undefined])
    const unchangedModel = after(prompt, { type: 'statusPushed', status: pendingStatus }).model
    expect([unchangedModel.notice, unchangedModel.problem?.text]).toEqual(['sentAgain', 'badRequest'])
  })

  test('returns from offline to the chosen form when nothing was paid', () => {
    const offline: CheckoutModel = { ...open, state: 'offline', mayBeSent: true, choice: 'mtn' }
    expect(after(offline, statusFor('check', { data: nothing })).model.state).toBe('number')
    expect(after({ ...offline, choice: undefined }, statusFor('check', { data: nothing })).model.state).toBe('method')
  })

  test('is not the failure of an older payment while the last request may still arrive', () => {
    const older = { ...failed, mine: false }
    const offline: CheckoutModel = {
      ...open,
      ...{ state: 'offline', mayBeSent: true, choice: 'mtn', attempts: 'a2', unresolvedBody: '{}', status: older },
      notifiedState: 'offline pay_1 failed',
    }
    for (const purpose of ['poll', 'check'] as const) {
      const { model, notified } = after(offline, statusFor(purpose, { data: older }))
      expect([model.state, model.unresolvedBody, notified]).toEqual(['number', '{}', []])
      const second = statusOf(paymentOf('failed', { ref: 'pay_2', created_at: at(1) }))
      const arrived = after(model, statusFor('check', { data: second }))
      expect([arrived.model.state, arrived.model.unresolvedBody]).toEqual(['failed', undefined])
      expect(arrived.notified.map(([method]) => method)).toEqual(['cedi.state', 'cedi.failed'])
    }
    expect(after({ ...offline, unresolvedBody: undefined }, statusFor('poll', { data: older })).model.state).toBe(
      'failed',
    )
  })

  test('ignores a status that was requested before the last payment request', () => {
    const prompt: CheckoutModel = {
      ...open,
      state: 'prompt',
      status: pendingStatus,
      requestCount: 2,
      busyAction: 'check',
    }
    const { model } = after(prompt, statusFor('check', { data: paidStatus }, 1))
    expect([model.state, model.busyAction, model.notice]).toEqual(['prompt', undefined, undefined])
    expect(after(prompt, statusFor('check', { data: paidStatus }, 2)).model.state).toBe('success')
  })

  test('keeps a form while the buyer types, unless money is moving or the buyer requested the status', () => {
    for (const state of ['method', 'number', 'card'] as const) {
      const typing: CheckoutModel = { ...open, state, choice: 'mtn', status: nothing }
      expect(after(typing, statusFor('poll', { data: nothing })).model.state).toBe(state)
      expect(after(typing, statusFor('poll', { data: failed })).model.state).toBe(state)
      expect(after(typing, statusFor('poll', { data: pendingStatus })).model.state).toBe('prompt')
      expect(after(typing, statusFor('check', { data: failed })).model.state).toBe('failed')
      expect(after(typing, statusFor('poll', { data: statusOf(null, {}, { status: 'expired' }) })).model.state).toBe(
        'expired',
      )
    }
    const code: CheckoutModel = { ...open, state: 'otp', status: pendingStatus }
    expect(after(code, statusFor('poll', { data: pendingStatus })).model.state).toBe('otp')
    expect(after(code, statusFor('check', { data: pendingStatus })).model.state).toBe('prompt')
    expect(after(code, statusFor('poll', { data: paidStatus })).model.state).toBe('success')
  })

  test('contains the time of the server', () => {
    expect(after(open, { type: 'statusPushed', status: nothing }).model.nowMs).toBe(nowMs + 1000)
  })

  test('becomes offline when the service is unreachable, unless the buyer types or the device is online', () => {
    const stateAfterLostPoll = (model: Partial<CheckoutModel>) => {
      const { state, mayBeSent } = after({ ...open, ...model }, statusFor('poll', lostReply)).model
      return [state, mayBeSent]
    }
    expect(stateAfterLostPoll({ state: 'loading' })).toEqual(['offline', false])
    expect(stateAfterLostPoll({ state: 'loading', attempts: 'a1' })).toEqual(['offline', true])
    expect(stateAfterLostPoll({ state: 'sending', attempts: 'a1' })).toEqual(['offline', true])
    for (const state of ['prompt', 'redirect', 'pending'] as const) {
      expect(stateAfterLostPoll({ state, status: pendingStatus })).toEqual([state, undefined])
      expect(stateAfterLostPoll({ state, status: pendingStatus, isOnline: false })).toEqual(['offline', true])
    }
    for (const state of ['method', 'number', 'card', 'otp', 'failed'] as const)
      expect(stateAfterLostPoll({ state, isOnline: false })).toEqual([state, undefined])
  })

  test('becomes expired for an invalid token', () => {
    for (const code of ['invalid_api_key', 'missing_api_key'])
      expect(after({ ...open, state: 'method' }, statusFor('poll', { error: { code } })).model.state).toBe('expired')
    expect(
      after({ ...open, state: 'method' }, statusFor('poll', { error: { code: 'rate_limited' } })).model.state,
    ).toBe('method')
  })

  test('is polled while money may be moving', () => {
    for (const state of ['prompt', 'otp', 'redirect', 'pending', 'offline'] as const) {
      expect(isPolling({ ...open, state })).toBe(true)
      expect(after({ ...open, state, status: pendingStatus }, { type: 'pollDelayElapsed' }).requested).toEqual([
        { type: 'fetchStatus', purpose: 'poll', requestCount: 0 },
      ])
    }
    for (const state of [
      'loading',
      'method',
      'number',
      'card',
      'sending',
      'success',
      'failed',
      'expired',
      'blocked',
    ] as const) {
      expect(isPolling({ ...open, state })).toBe(false)
      expect(after({ ...open, state }, { type: 'pollDelayElapsed' }).requested).toEqual([])
    }
    expect(isPolling({ ...open, state: 'offline', request: {} as never })).toBe(false)
  })

  test('is fetched when the buyer returns, unless the intent is unknown or a request is pending', () => {
    const back = (model: Partial<CheckoutModel>) => after({ ...open, ...model }, { type: 'pageResumed' }).requested
    expect(back({ state: 'method' })).toEqual([{ type: 'fetchStatus', purpose: 'poll', requestCount: 0 }])
    expect(back({ state: 'offline', mayBeSent: true, choice: 'mtn' })).toEqual([
      { type: 'fetchStatus', purpose: 'check', requestCount: 0 },
    ])
    expect(back({ state: 'offline', mayBeSent: false })).toEqual([
      { type: 'fetchStatus', purpose: 'check', requestCount: 0 },
    ])
    expect(back({ state: 'method', isOpen: false })).toEqual([])
    expect(back({ state: 'blocked' })).toEqual([])
    expect(back({ state: 'prompt', busyAction: 'resend' })).toEqual([])
  })

  test('becomes offline with a lost connection only while an approval is pending', () => {
    expect(after({ ...open, state: 'prompt', status: pendingStatus }, { type: 'connectionLost' }).model).toMatchObject({
      state: 'offline',
      mayBeSent: true,
    })
    for (const state of ['method', 'number', 'otp', 'redirect', 'success'] as const)
      expect(after({ ...open, state }, { type: 'connectionLost' }).model.state).toBe(state)
  })

  test('becomes pending five minutes after the prompt', () => {
    const prompt = (ms: number): CheckoutModel => ({
      ...open,
      state: 'prompt',
      status: pendingStatus,
      nowMs: nowMs + ms,
    })
    expect(after(prompt(pendingAfterMs - 1), { type: 'clockTicked' }).model.state).toBe('prompt')
    expect(after(prompt(pendingAfterMs), { type: 'clockTicked' }).model.state).toBe('pending')
    expect(after({ ...prompt(pendingAfterMs), state: 'otp' }, { type: 'clockTicked' }).model.state).toBe('otp')
    expect(after({ ...open, state: 'prompt' }, { type: 'clockTicked' }).model.state).toBe('prompt')
  })

  test('stays when a field is fixed or prefilled, or texts are unavailable', () => {
    const invalidModel: CheckoutModel = {
      ...open,
      state: 'number',
      choice: 'mtn',
      problem: { field: 'phone', text: 'badPhone' },
      notice: 'slow',
    }
    expect(after(invalidModel, { type: 'fieldFixed' }).model).toMatchObject({
      state: 'number',
      problem: undefined,
      notice: 'slow',
    })
    expect(after(invalidModel, { type: 'prefillReceived', details: { phone: '024' } }).model).toMatchObject({
      phone: '024',
      state: 'number',
    })
    expect(after({ ...open, state: 'method' }, { type: 'textsUnavailable' }).model).toMatchObject({
      state: 'method',
      problem: { field: '', text: 'badRequest' },
    })
  })

  test('is expired when the price has changed or the sale has ended, unless a payment is pending or paid', () => {
    for (const price of [150, null]) {
      const changed = (payment: object | null) => toState(statusOf(payment, {}, { price }), nowMs)
      expect(
        [null, 'failed', 'cancelled', 'pending', 'succeeded'].map((status) =>
          changed(status === null ? null : paymentOf(status)),
        ),
      ).toEqual(['expired', 'expired', 'expired', 'prompt', 'success'])
    }
    expect(toState(statusOf(null, {}, { price: 120 }), nowMs)).toBe('method')
  })

  test('is fetched after the service rejected the amount of a payment', () => {
    const form: CheckoutModel = { ...open, state: 'number', choice: 'mtn', status: nothing }
    const rejected = after(
      form,
      click('pay', { phone: '024 412 3789' }),
      respondTo('createPayment', { error: { code: 'invalid_amount' } }),
    )
    expect(rejected.requested).toEqual([{ type: 'fetchStatus', purpose: 'check', requestCount: 1 }])
  })

  test('follows from the latest payment and the intent', () => {
    const paymentPhase = (payment: object | null, intent: object = {}, ms = 0) =>
      toState(statusOf(payment, {}, intent), nowMs + ms)
    const endMs = 1_800_000
    expect([
      paymentPhase(null),
      paymentPhase(null, {}, endMs - 1),
      paymentPhase(null, {}, endMs),
      paymentPhase(null, { status: 'expired' }),
    ]).toEqual(['method', 'method', 'expired', 'expired'])
    for (const status of ['failed', 'expired']) {
      expect(paymentPhase(paymentOf(status))).toBe('failed')
      expect(paymentPhase(paymentOf(status), {}, endMs)).toBe('expired')
      expect(paymentPhase(paymentOf(status), { status: 'completed' })).toBe('expired')
    }
    expect([paymentPhase(paymentOf('cancelled')), paymentPhase(paymentOf('cancelled'), {}, endMs)]).toEqual([
      'method',
      'expired',
    ])
    expect(paymentPhase(paymentOf('succeeded'), { status: 'expired' }, endMs)).toBe('success')
    expect(paymentPhase(paymentOf('pending'), { status: 'expired' }, pendingAfterMs - 1)).toBe('prompt')
    expect(paymentPhase(paymentOf('pending'), {}, pendingAfterMs)).toBe('pending')
    expect(paymentPhase(paymentOf('pending', { next_action: { type: 'redirect' } }), {}, pendingAfterMs)).toBe(
      'redirect',
    )
    expect(paymentPhase(paymentOf('pending', { next_action: { type: 'enter_code' } }), {}, pendingAfterMs)).toBe('otp')
    expect(paymentPhase(paymentOf('pending', { next_action: { type: 'later' } }))).toBe('prompt')
  })
})

describe('a visitor who is not the buyer', () => {
  test('does not see a payment of another browser', () => {
    for (const state of ['prompt', 'otp', 'redirect'] as const) {
      expect(isOtherBrowserPaying({ state, status: { ...pendingStatus, mine: false } })).toBe(true)
      expect(isOtherBrowserPaying({ state, status: pendingStatus })).toBe(false)
      expect(isOtherBrowserPaying({ state, status: undefined })).toBe(true)
    }
    for (const state of ['method', 'success', 'pending'] as const)
      expect(isOtherBrowserPaying({ state, status: { ...pendingStatus, mine: false } })).toBe(false)
    expect(availableActions({ ...open, state: 'success', status: { ...paidStatus, mine: false } })).toEqual([
      'copy',
      'leave',
      'stay',
      'done',
    ])
  })

  test('types the contact details that the shop page did not supply', () => {
    const status = statusOf(null, {}, { asks: 'delivery' })
    expect(requiredContact({ status, supplied: undefined })).toBe('delivery')
    expect(requiredContact({ status, supplied: { delivery: true, email: false } })).toBeUndefined()
    expect(requiredContact({ status, supplied: { delivery: false, email: true } })).toBe('delivery')
    expect(requiredContact({ status: nothing, supplied: undefined })).toBeUndefined()
    expect(requiredContact({ status: undefined, supplied: undefined })).toBeUndefined()
  })
})

describe('the claims of a token', () => {
  const token = (value: unknown) => `${Buffer.from(JSON.stringify(value)).toString('base64url')}.signature`

  test('are read, with a name in any alphabet', () => {
    const claimsWithName = { ...claims, n: 'Ɛsi ƒrom Ɔdum 🧺 ÿÿÿ>>>???' }
    expect(readClaims(token(claimsWithName))).toEqual(claimsWithName)
  })

  test.each([
    ['a', 0],
    ['a', -1],
    ['a', undefined],
    ['e', 0],
    ['o', undefined],
    ['o', {}],
  ])('are undefined with %s: %j', (name, value) => {
    expect(readClaims(token({ ...claims, [name]: value }))).toBeUndefined()
  })

  test('are undefined for a malformed token', () => {
    for (const text of ['', '.', 'x', '%%%.x', token(null)]) expect(readClaims(text)).toBeUndefined()
    expect(readClaims(token({ ...claims, o: [] }))).toMatchObject({ o: [] })
  })
})

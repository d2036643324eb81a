// Checks the exact result of each single step. machine.test.ts checks laws over long random walks.
import { describe, expect, test } from 'vitest'
import { actsOf, formOf } from '../../src/checkout/draft.js'
import type { Checkout, CheckoutEvent, Effect } from '../../src/checkout/events.js'
import { isWaiting, next } from '../../src/checkout/machine.js'
import { asksOf, type CheckoutStatus, isElsewhere, patienceMs, readClaims, stateOf } from '../../src/checkout/model.js'

const nowMs = Date.UTC(2026, 0, 1)
const at = (ms: number): string => new Date(nowMs + ms).toISOString()
const blank: Checkout = { state: 'loading', merchant: '', pesewas: 0, nowMs, inFrame: true, isOnline: true }
const open: Checkout = { ...blank, merchant: 'Ama', pesewas: 12_000, isOpen: true }
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

const paymentOf = (status: string, more: object = {}) => ({
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
  ...more,
})
const statusOf = (payment: object | null, more: object = {}, intent: object = {}): CheckoutStatus =>
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
    ...more,
  }) as unknown as CheckoutStatus
const waits = statusOf(paymentOf('pending'))
const paid = statusOf(paymentOf('succeeded'))
const failed = statusOf(paymentOf('failed', { failure: { code: 'insufficient_funds' } }))
const nothing = statusOf(null)

/** Applies events one after another, and returns the last result. */
function after(before: Checkout, ...events: readonly CheckoutEvent[]) {
  let [model, effects]: [Checkout, readonly Effect[]] = [before, []]
  for (const event of events) ({ model, effects } = next(model, event))
  const told = effects.flatMap((effect) => (effect.do === 'tell' ? [[effect.method, effect.params]] : []))
  return { model, told, done: effects.filter((effect) => effect.do !== 'tell') }
}
const press = (act: string, fields = {}, attempt = 'a1'): CheckoutEvent => ({
  on: 'pressed',
  act: act as 'pay',
  fields,
  attempt,
})
const answered = (to: 'pay' | 'cancel' | 'resend' | 'otp', reply: object): CheckoutEvent => ({
  on: 'answered',
  to,
  reply,
})
const heard = (why: 'look' | 'check' | 'settle', reply: object, round = 0): CheckoutEvent => ({
  on: 'status',
  why,
  round,
  reply,
})
const lost = { lost: true }
const opened = { on: 'opened', claims, fullPage: '/pay/t', host: 'https://cedi.test', attempt: 'a0' } as const

describe('a checkout that is opened', () => {
  test('shows name and amount at once, tells the shop what is for sale, and asks the service for the status', () => {
    const { model, told, done } = after(blank, opened)
    expect(model).toMatchObject({
      state: 'loading',
      merchant: 'Ama',
      pesewas: 12_050,
      fullPage: '/pay/t',
      attempt: 'a0',
    })
    expect(told).toEqual([
      ['ec.start', { ref: null, amount: 120.5, currency: 'GHS', expires_at: at(1_800_000) }],
      ['cedi.state', { state: 'loading' }],
    ])
    expect(done).toEqual([{ do: 'ask', why: 'check', round: 0 }])
  })

  test('by a page that the seller allows is shown there, and by another page as a link to the full page', () => {
    expect(after(blank, { ...opened, framedBy: 'https://shop.test' }).model.state).toBe('loading')
    const { model, told, done } = after(blank, { ...opened, framedBy: 'https://other.test' })
    expect(model).toMatchObject({ state: 'blocked', merchant: 'Ama', pesewas: 12_050, fullPage: '/pay/t' })
    expect(told).toEqual([
      ['cedi.state', { state: 'blocked' }],
      ['ec.error', { code: 'origin_not_allowed', continue_url: 'https://cedi.test/pay/t' }],
    ])
    expect(done).toEqual([])
  })

  test('without claims is shown as unknown, and asks the service once', () => {
    const { model, told, done } = after(blank, { ...opened, claims: undefined })
    expect([model.state, model.merchant, told, done]).toEqual([
      'expired',
      '',
      [
        ['cedi.state', { state: 'expired' }],
        ['cedi.expired', { ref: null }],
      ],
      [],
    ])
    expect(after(model, opened)).toMatchObject({ model: { state: 'expired' }, told: [], done: [] })
  })

  test('starts with the way to pay from the shop page, or else with its own', () => {
    expect(after({ ...blank, lastUsed: 'mtn' }, { ...opened, lastUsed: 'card' }).model.lastUsed).toBe('mtn')
    expect(after(blank, { ...opened, lastUsed: 'card' }).model.lastUsed).toBe('card')
  })

  test('after the service has answered does not ask it again', () => {
    const { done } = after({ ...blank, state: 'method' }, opened)
    expect(done).toEqual([])
  })

  test('outside of its frame is blocked, but a paid one still shows as paid', () => {
    expect(after(open, { on: 'unframed' }).model.state).toBe('blocked')
    expect(after({ ...open, state: 'success', status: paid }, { on: 'unframed' }).model.state).toBe('success')
  })
})

describe('the message to the shop', () => {
  const more = {
    ref: 'pay_1',
    method: 'mobile_money',
    network: 'telecel',
    phone_masked: '+23320***3789',
    expires_at: at(600_000),
  }
  const tell = (status: CheckoutStatus, before: Checkout = { ...open, state: 'method' }) =>
    after(before, { on: 'told', status }).told

  test('has the state, the payment and its outcome', () => {
    expect(tell(waits)).toEqual([['cedi.state', { state: 'prompt', ...more }]])
    expect(tell(paid)).toEqual([
      ['cedi.state', { state: 'success', ...more }],
      ['ec.complete', { ref: 'pay_1', status: 'succeeded' }],
    ])
    expect(tell(statusOf(paymentOf('held')))).toEqual([
      ['cedi.state', { state: 'pending', ...more }],
      ['cedi.pending', { ref: 'pay_1' }],
    ])
    expect(tell(failed, { ...open, state: 'prompt', status: waits })).toEqual([
      ['cedi.state', { state: 'failed', ...more }],
      ['cedi.failed', { ref: 'pay_1', code: 'insufficient_funds', retryable: true }],
    ])
    expect(tell(statusOf(paymentOf('expired')), { ...open, state: 'prompt', status: waits })).toEqual([
      ['cedi.state', { state: 'failed', ...more }],
      ['cedi.failed', { ref: 'pay_1', code: 'provider_error', retryable: true }],
    ])
    expect(
      tell(statusOf(paymentOf('failed'), {}, { status: 'expired' }), { ...open, state: 'prompt', status: waits }),
    ).toEqual([
      ['cedi.state', { state: 'expired', ...more }],
      ['cedi.expired', { ref: 'pay_1' }],
    ])
  })

  test("about a card has no phone, and the bank's address only when that is safe", () => {
    const card = (url: string) => {
      const next_action = { type: 'redirect', url }
      return tell(
        statusOf(paymentOf('pending', { method: 'card', network: 'visa', phone: null, expires_at: null, next_action })),
      )
    }
    const state = ['cedi.state', { state: 'redirect', ref: 'pay_1', method: 'card', network: 'visa' }]
    expect(card('https://bank.test/')).toEqual([state, ['ec.window.open_request', { url: 'https://bank.test/' }]])
    expect(card('javascript:alert(1)')).toEqual([state])
  })

  test('is sent once, and again only when something changed', () => {
    const once = after({ ...open, state: 'method' }, { on: 'told', status: waits }).model
    expect(tell(waits, once)).toEqual([])
    expect(tell(paid, once).length).toBe(2)
  })

  test('is not sent before the checkout knows what is for sale', () => {
    expect(tell(waits, { ...blank, state: 'method' })).toEqual([])
  })

  test('names the bank only while the buyer is to go there', () => {
    const next_action = { type: 'redirect', url: 'https://bank.test/' }
    const status = statusOf(paymentOf('pending', { method: 'card', network: 'visa', next_action }))
    const cut = after({ ...open, state: 'redirect', status, isOnline: false }, heard('look', lost))
    expect([cut.model.state, cut.told.map(([method]) => method)]).toEqual(['offline', ['cedi.state']])
  })

  test('does not report a payment that had expired before as a new failure', () => {
    const { model, told } = after(open, { on: 'told', status: statusOf(paymentOf('expired')) })
    expect([model.state, told]).toEqual(['failed', [['cedi.state', { state: 'failed', ...more }]]])
  })

  test('does not report a payment that had failed before as a new failure', () => {
    const { model, told } = after(open, { on: 'told', status: failed })
    expect([model.state, model.past, model.problem]).toEqual(['method', 'pay_1', { field: '', word: 'failed' }])
    expect(told).toEqual([['cedi.state', { state: 'method', ...more }]])
  })

  test('says that a license key would be lost, until it is copied', () => {
    const sold = { ...paid, licenses: ['CEDI-1'] }
    const { told, model } = after({ ...open, state: 'method' }, { on: 'told', status: sold })
    expect(told[0]).toEqual(['cedi.hold', { reason: 'key_not_kept' }])
    expect(after(model, { on: 'copied', isCopied: true }).told).toEqual([['cedi.hold', { reason: null }]])
    expect(tell(paid, { ...open, state: 'method' }).map(([method]) => method)).not.toContain('cedi.hold')
    expect(tell({ ...waits, licenses: ['CEDI-1'] }).map(([method]) => method)).not.toContain('cedi.hold')
  })
})

describe('closing', () => {
  const close = (model: Partial<Checkout>, on: 'leaving' | 'pressed' = 'leaving') =>
    after({ ...open, told: 'nothing new', ...model }, on === 'leaving' ? { on } : press('close')).told.filter(
      ([method]) =>
        method !== 'cedi.state' && method !== 'cedi.expired' && method !== 'ec.complete' && method !== 'cedi.failed',
    )
  const done = ['cedi.close', { reason: 'done' }]
  const cancelled = ['cedi.close', { reason: 'cancelled' }]

  test('is a cancellation only when no money can be moving', () => {
    expect(close({ state: 'method' })).toEqual([cancelled])
    expect(close({ state: 'card', unsure: '{}' })).toEqual([cancelled])
    expect(close({ state: 'loading' })).toEqual([cancelled])
    expect(close({ state: 'sending', unsure: '{}' })).toEqual([done])
    expect(close({ state: 'offline', unsure: '{}' })).toEqual([done])
    expect(close({ state: 'expired' })).toEqual([cancelled])
    expect(close({ state: 'expired', unsure: '{}' })).toEqual([done])
    expect(close({ state: 'method', status: failed })).toEqual([cancelled])
    expect(close({ state: 'expired', status: failed })).toEqual([cancelled])
    expect(close({ state: 'expired', status: failed, unsure: '{}' })).toEqual([done])
    expect(close({ state: 'method', status: waits })).toEqual([done])
    expect(close({ state: 'failed', status: failed })).toEqual([done])
    expect(close({ state: 'success', status: paid })).toEqual([done])
    expect(close({ state: 'expired' }, 'pressed')).toEqual([cancelled])
  })

  test('while money may be moving reports the payment as pending', () => {
    for (const state of ['sending', 'prompt', 'otp', 'redirect'] as const)
      expect(close({ state, status: waits })).toEqual([['cedi.pending', { ref: 'pay_1' }], done])
    expect(close({ state: 'method', status: waits })).toEqual([done])
    expect(close({ state: 'prompt' })).toEqual([cancelled])
  })
})

describe('paying', () => {
  const form: Checkout = { ...open, state: 'number', choice: 'mtn', status: nothing, attempt: 'a0' }
  const body = { method: 'mobile_money', network: 'mtn', phone: '024 412 3789', email: undefined, name: undefined }
  const fields = { phone: '024 412 3789' }
  const pays = (before: Checkout = form, attempt = 'a1') => after(before, press('pay', fields, attempt))
  const sent = () => pays().model

  test('sends the typed details as a new attempt, and stores its name', () => {
    const { model, done } = pays()
    expect(done).toEqual([
      { do: 'prefer', choice: 'mtn' },
      { do: 'keep', attempt: 'a1' },
      { do: 'pay', body, attempt: 'a1' },
    ])
    expect(model).toMatchObject({
      state: 'sending',
      phone: '024 412 3789',
      attempt: 'a1',
      round: 1,
      unsure: JSON.stringify(body),
    })
    expect(model.sending).toEqual({ phase: 'paying', body, from: 'number', before: 'a0', tries: 0, sinceMs: nowMs })
  })

  test('with wrong details says what is wrong and sends nothing', () => {
    const wrongPhone = after(form, press('pay', { phone: '12' }))
    expect(wrongPhone.done).toEqual([{ do: 'prefer', choice: 'mtn' }])
    expect(wrongPhone.model).toMatchObject({
      state: 'number',
      problem: { field: 'phone', word: 'badPhone' },
      phone: '12',
    })
    const goods = { ...form, status: statusOf(null, {}, { asks: 'delivery' }) }
    const wrongName = after(goods, press('pay', fields))
    expect(wrongName.done).toEqual([{ do: 'prefer', choice: 'mtn' }])
    expect(wrongName.model).toMatchObject({ state: 'number', problem: { field: 'name', word: 'badName' } })
  })

  test('without a connection sends nothing, and says so', () => {
    const { model, done } = pays({ ...form, isOnline: false })
    expect([model.state, model.sent, model.sending, done]).toEqual([
      'offline',
      false,
      undefined,
      [{ do: 'prefer', choice: 'mtn' }],
    ])
    // When the connection is back, or after a check, the form returns unchanged.
    for (const event of [{ on: 'returned' } as const, press('check')]) {
      const back = after({ ...model, isOnline: true }, event)
      expect([back.model.state, back.done]).toEqual(['number', []])
    }
  })

  test('again after a lost answer is the same attempt, and with other details another attempt', () => {
    const again = { ...form, unsure: JSON.stringify(body), attempt: 'a1' }
    expect(pays(again, 'a2').done.at(-1)).toEqual({ do: 'pay', body, attempt: 'a1' })
    expect(pays({ ...again, unsure: '{}' }, 'a2').done.at(-1)).toEqual({ do: 'pay', body, attempt: 'a2' })
  })

  test('after a lost answer asks again after a pause, and each pause is longer', () => {
    let model = sent()
    for (const [tries, ms] of [1000, 2000, 4000, 8000, 16_000].entries()) {
      const rests = after(model, answered('pay', lost))
      expect(rests.done).toEqual([{ do: 'rest', ms, tries }])
      expect([rests.model.state, rests.model.note, rests.model.sending?.phase]).toEqual([
        'sending',
        undefined,
        'resting',
      ])
      const asks = after(rests.model, { on: 'rested', tries })
      expect(asks.done).toEqual([{ do: 'ask', why: 'settle', round: tries + 1 }])
      expect(after(asks.model, { on: 'rested', tries }).done).toEqual([])
      const again = after(asks.model, heard('settle', { data: nothing }))
      if (tries < 4) expect(again.done).toEqual([{ do: 'pay', body, attempt: 'a1' }])
      else
        expect([again.done, again.model.state, again.model.sent, again.model.sending]).toEqual([
          [],
          'offline',
          true,
          undefined,
        ])
      model = again.model
    }
    expect(model.unsure).toBe(JSON.stringify(body))
  })

  test('follows an answer that comes while there is no connection', () => {
    const cut: Checkout = { ...sent(), state: 'offline', sent: true, isOnline: false }
    expect(after(cut, answered('pay', { data: paymentOf('pending') })).model.state).toBe('prompt')
    const asks = after(cut, answered('pay', lost), { on: 'rested', tries: 0 }).model
    expect([asks.state, asks.sending?.phase]).toEqual(['offline', 'asking'])
    expect(after(asks, heard('settle', { data: waits }, 1)).model.state).toBe('prompt')
  })

  test('ignores the end of a pause that belongs to an earlier try', () => {
    const rests = after(sent(), answered('pay', lost)).model
    expect(after(rests, { on: 'rested', tries: 1 }).done).toEqual([])
  })

  test('says that it takes long after eight seconds, and gives up after twenty', () => {
    const lateBy = (ms: number): Checkout => ({ ...sent(), nowMs: nowMs + ms })
    expect(after(lateBy(7_999), answered('pay', lost)).model.note).toBeUndefined()
    expect(after(lateBy(8_000), answered('pay', lost)).model.note).toBe('slow')
    const asksAt = (ms: number) =>
      after(lateBy(ms), answered('pay', lost), { on: 'rested', tries: 0 }, heard('settle', { data: nothing }))
    expect(asksAt(19_999).done).toEqual([{ do: 'pay', body, attempt: 'a1' }])
    expect([asksAt(20_000).done, asksAt(20_000).model.state]).toEqual([[], 'offline'])
  })

  test('asks again for a payment that is still being created, as for a lost answer', () => {
    const busy = after(sent(), answered('pay', { error: { code: 'idempotency_in_progress' } }))
    expect(busy.done).toEqual([{ do: 'rest', ms: 1000, tries: 0 }])
  })

  test('is offline when the answer is lost with the connection, and remembers the attempt', () => {
    const { model } = after({ ...sent(), isOnline: false }, answered('pay', lost))
    expect([model.state, model.sent, model.sending?.phase]).toEqual(['offline', true, 'resting'])
    // Another try while offline keeps the offline message.
    const again = after(model, { on: 'rested', tries: 0 }, heard('settle', {}))
    expect([again.model.state, again.done]).toEqual(['offline', [{ do: 'pay', body, attempt: 'a1' }]])
  })

  test('follows a payment that was found, unless it belongs to somebody else', () => {
    const asks = after(sent(), answered('pay', lost), { on: 'rested', tries: 0 }).model
    const found = after(asks, heard('settle', { data: waits }))
    expect([found.model.state, found.model.sending, found.model.unsure]).toEqual(['prompt', undefined, undefined])
    expect(after(asks, heard('settle', { data: { ...waits, mine: false } })).done.map((effect) => effect.do)).toEqual([
      'pay',
    ])
  })

  test('after a refusal returns to the form with the attempt before, and says why', () => {
    const { model, done } = after(sent(), answered('pay', { error: { code: 'invalid_phone' } }))
    expect(done).toEqual([{ do: 'keep', attempt: 'a0' }])
    expect(model).toMatchObject({ state: 'number', attempt: 'a0', problem: { field: 'phone', word: 'badPhone' } })
    expect([model.sending, model.unsure]).toEqual([undefined, undefined])
    const first = after(
      pays({ ...form, attempt: undefined }).model,
      answered('pay', { error: { code: 'invalid_phone' } }),
    )
    expect([first.done, first.model.attempt]).toEqual([[], ''])
  })

  test('returns to the choice when sold out, checks again when the intent is over, and ends without a valid token', () => {
    const refused = (code: string) => after(sent(), answered('pay', { error: { code } }))
    expect(refused('out_of_stock').model).toMatchObject({ state: 'method', problem: { field: '', word: 'outOfStock' } })
    expect(refused('invalid_state').done.at(-1)).toEqual({ do: 'ask', why: 'check', round: 1 })
    expect(refused('rate_limited').done).toEqual([{ do: 'keep', attempt: 'a0' }])
    expect(refused('invalid_api_key').model).toMatchObject({ state: 'expired', problem: undefined })
  })

  test('follows a waiting payment at once, and asks about one that has ended or belongs to somebody else', () => {
    const follows = after(sent(), answered('pay', { data: paymentOf('pending', { created_at: at(5000) }) }))
    expect(follows.model).toMatchObject({
      state: 'prompt',
      nowMs: nowMs + 5000,
      status: { mine: true, payment: { ref: 'pay_1' } },
    })
    expect(follows.done).toEqual([])
    const ask = [{ do: 'ask', why: 'check', round: 1 }]
    for (const data of [paymentOf('succeeded'), paymentOf('pending', { phone: null })])
      expect(after(sent(), answered('pay', { data })).done).toEqual(ask)
    const noStatus = pays({ ...form, status: undefined }).model
    expect(after(noStatus, answered('pay', { data: paymentOf('pending') })).done).toEqual(ask)
  })

  test('ignores an answer that it does not wait for', () => {
    expect(after(form, answered('pay', { data: paymentOf('pending') })).model.state).toBe('number')
    expect(after(form, heard('settle', { data: waits })).model.state).toBe('number')
    const resting = after(sent(), answered('pay', lost)).model
    expect(after(resting, heard('settle', { data: waits })).model.state).toBe('sending')
  })

  test('delays everything else until the result is known', () => {
    const resting = after(sent(), answered('pay', lost)).model
    expect(after({ ...resting, state: 'offline' }, press('check')).done).toEqual([
      { do: 'ask', why: 'settle', round: 1 },
    ])
    expect(after(resting, { on: 'returned' }).done).toEqual([{ do: 'ask', why: 'settle', round: 1 }])
    expect(after(resting, { on: 'told', status: waits }).model.state).toBe('sending')
    expect(after(sent(), { on: 'returned' }).done).toEqual([])
  })
})

describe('continuing', () => {
  const prompt: Checkout = { ...open, state: 'prompt', status: waits, choice: 'mtn' }

  test('from a waiting payment cancels it first, and returns to the form of its network', () => {
    for (const [act, state] of [
      ['change', 'number'],
      ['other', 'method'],
    ] as const) {
      const before: Checkout = act === 'change' ? prompt : { ...prompt, state: 'redirect' }
      const asks = after(before, press(act))
      expect([asks.done, asks.model.busy]).toEqual([[{ do: 'cancel' }], act])
      const off = after(asks.model, answered('cancel', { data: statusOf(paymentOf('cancelled')) }))
      expect([off.model.state, off.model.busy, off.model.status?.payment?.status]).toEqual([
        state,
        undefined,
        'cancelled',
      ])
      if (act === 'change') expect(off.model.choice).toBe('telecel')
      const late = after(asks.model, answered('cancel', { data: paid }))
      expect(late.model.state).toBe('success')
      const refused = after(asks.model, answered('cancel', { error: { code: 'x' } }))
      expect([refused.model.state, refused.model.problem]).toEqual([before.state, { field: '', word: 'badRequest' }])
      const gone = after(asks.model, answered('cancel', lost))
      expect([gone.model.state, gone.model.problem]).toEqual([before.state, { field: '', word: 'notAsked' }])
      // An answer to another request does not count as the answer to this one.
      expect(after(asks.model, answered('otp', { data: paid })).model.busy).toBe(act)
    }
  })

  test('after a failure returns to the form of the failed payment', () => {
    const again = (payment: object) =>
      after({ ...open, state: 'failed', choice: 'mtn', status: statusOf(paymentOf('failed', payment)) }, press('retry'))
        .model
    expect(again({})).toMatchObject({ state: 'number', choice: 'telecel' })
    expect(again({ method: 'card', network: 'visa' })).toMatchObject({ state: 'card', choice: 'card' })
    expect(again({ network: 'unknown' })).toMatchObject({ state: 'number', choice: 'mtn' })
    expect(after({ ...open, state: 'failed', status: failed }, press('other')).model.state).toBe('method')
  })

  test('with a code sends its digits, and says when it is not a code', () => {
    const otp: Checkout = { ...prompt, state: 'otp' }
    const sends = after(otp, press('otp', { code: '123-456' }))
    expect([sends.done, sends.model.busy]).toEqual([[{ do: 'otp', code: '123456' }], 'otp'])
    const wrong = after(otp, press('otp', { code: 'x' }))
    expect([wrong.done, wrong.model.busy, wrong.model.problem]).toEqual([
      [],
      undefined,
      { field: 'code', word: 'badCode' },
    ])
    const refused = after(sends.model, answered('otp', { error: { code: 'invalid_request', field: 'code' } }))
    expect(refused.model).toMatchObject({ state: 'otp', busy: undefined, problem: { field: 'code', word: 'badCode' } })
    const gone = after(sends.model, answered('otp', lost))
    expect([gone.done, gone.model.state, gone.model.problem]).toEqual([[], 'otp', { field: '', word: 'notAsked' }])
    const other = after(sends.model, answered('otp', { error: { code: 'invalid_state' } }))
    expect([other.done, other.model.problem]).toEqual([[{ do: 'ask', why: 'check', round: 0 }], undefined])
    // The right code continues, although the buyer is typing another.
    expect(after(sends.model, answered('otp', { data: waits })).model.state).toBe('prompt')
  })

  test('with a code that the payment waits for asks how it stands when the answer is lost', () => {
    const asked = statusOf(paymentOf('pending', { next_action: { type: 'enter_code', message: '' } }))
    const sends = after({ ...prompt, state: 'otp', status: asked }, press('otp', { code: '123456' }))
    const gone = after(sends.model, answered('otp', lost))
    expect([gone.done, gone.model.problem?.word]).toEqual([[{ do: 'ask', why: 'check', round: 0 }], 'notAsked'])
    // It had arrived, or it had not, or nobody knows.
    expect(after(gone.model, heard('check', { data: waits })).model).toMatchObject({
      state: 'prompt',
      problem: undefined,
    })
    for (const reply of [{ data: asked }, lost])
      expect(after(gone.model, heard('check', reply)).model).toMatchObject({
        state: 'otp',
        problem: { word: 'notAsked' },
      })
  })

  test('asks only then: not after a wrong code, a prompt whose sending was lost, or for a payment it does not know', () => {
    const asked = statusOf(paymentOf('pending', { next_action: { type: 'enter_code', message: '' } }))
    const otp: Checkout = { ...prompt, state: 'otp', status: asked }
    const wrong = after(otp, press('otp', { code: '123456' }), answered('otp', { error: { code: 'x', field: 'code' } }))
    expect([wrong.done, wrong.model.problem]).toEqual([[], { field: 'code', word: 'badCode' }])
    const again = after(otp, press('resend'), answered('resend', lost))
    expect([again.done, again.model.problem?.word]).toEqual([[], 'notAsked'])
    const sends = after(otp, press('otp', { code: '123456' }))
    expect(after({ ...sends.model, status: nothing }, answered('otp', lost)).done).toEqual([])
    expect(after({ ...sends.model, status: undefined }, answered('otp', lost)).done).toEqual([])
  })

  test('to the code form and back changes nothing else', () => {
    expect(after(prompt, press('code'))).toMatchObject({ model: { state: 'otp' }, done: [] })
    expect(after({ ...prompt, state: 'otp' }, press('back'))).toMatchObject({ model: { state: 'prompt' }, done: [] })
  })

  test('confirms that the prompt was sent again, while the payment is still pending', () => {
    const asks = after(prompt, press('resend'))
    expect([asks.done, asks.model.busy]).toEqual([[{ do: 'resend' }], 'resend'])
    expect(after(asks.model, answered('resend', { data: waits })).model).toMatchObject({
      state: 'prompt',
      note: 'withRetry',
    })
    expect(after(asks.model, answered('resend', { data: paid })).model).toMatchObject({
      state: 'success',
      note: undefined,
    })
    // A buyer who is typing a code is not disturbed.
    const typing = after({ ...asks.model, state: 'otp' }, answered('resend', { data: waits })).model
    expect(typing).toMatchObject({ state: 'otp', note: 'withRetry' })
  })

  test('with a check says that nothing changed, or that the service could not be reached', () => {
    const looks = after(prompt, press('check'))
    expect([looks.done, looks.model.busy]).toEqual([[{ do: 'ask', why: 'check', round: 0 }], 'check'])
    expect(after(looks.model, heard('check', { data: waits })).model).toMatchObject({
      note: 'stillWaiting',
      busy: undefined,
    })
    expect(after(looks.model, heard('check', lost)).model).toMatchObject({
      note: 'notAsked',
      busy: undefined,
      state: 'prompt',
    })
    expect(after(looks.model, heard('check', { data: paid })).model.note).toBeUndefined()
    expect(after(prompt, heard('look', { data: waits })).model.note).toBeUndefined()
    expect(after(looks.model, heard('look', { data: waits })).model.busy).toBe('check')
    // A new check removes the message of the last one.
    expect(
      after({ ...prompt, note: 'stillWaiting', problem: { field: '', word: 'badRequest' } }, press('check')).model,
    ).toMatchObject({
      note: undefined,
      problem: undefined,
    })
  })

  test('does nothing when the same button, or one that is not shown, is pressed while an answer is awaited', () => {
    const looks = after(prompt, press('check')).model
    const twice = after(looks, press('check'))
    expect([twice.done, twice.model.busy, twice.model.next]).toEqual([[], 'check', undefined])
    const asks = after(prompt, press('resend')).model
    for (const act of ['resend', 'done', 'nonsense']) {
      const { done, model } = after(asks, press(act))
      expect([done, model.busy, model.next]).toEqual([[], 'resend', undefined])
    }
  })

  test('keeps the typed fields when another way to pay is chosen', () => {
    const number: Checkout = { ...open, state: 'number', choice: 'mtn', phone: '024', email: 'kofi@example.com' }
    expect(after(number, press('other', { phone: '0244' })).model).toMatchObject({
      phone: '0244',
      email: 'kofi@example.com',
    })
  })

  test('follows the payment when it could not be cancelled, also while a code is typed', () => {
    const changes = after({ ...prompt, state: 'otp' }, press('change')).model
    expect(after(changes, answered('cancel', { data: waits })).model.state).toBe('prompt')
    expect(after(changes, answered('cancel', { data: nothing })).model.state).toBe('method')
    // Nobody cancels here, so this is the answer to nothing.
    for (const busy of ['resend', undefined] as const) {
      const { model } = after({ ...prompt, busy }, answered('cancel', { data: paid }))
      expect([model.state, model.busy]).toEqual(['prompt', busy])
    }
  })

  test('does nothing for a button that is not on the screen', () => {
    for (const act of ['pay', 'done', 'mtn', 'nonsense']) expect(after(prompt, press(act)).done).toEqual([])
    expect(after({ ...prompt, note: 'slow' }, press('nonsense')).model.note).toBe('slow')
  })

  test('with a way to pay opens its form', () => {
    const method: Checkout = { ...open, state: 'method', status: nothing }
    for (const [act, state] of [
      ['mtn', 'number'],
      ['telecel', 'number'],
      ['airteltigo', 'number'],
      ['card', 'card'],
    ] as const)
      expect(after(method, press(act)).model).toMatchObject({ state, choice: act })
    expect([formOf({ choice: undefined }), formOf({ choice: 'card' }), formOf({ choice: 'mtn' })]).toEqual([
      'method',
      'card',
      'number',
    ])
  })

  test('from a paid checkout closes it', () => {
    expect(after({ ...open, state: 'success', status: paid }, press('done')).told).toContainEqual([
      'cedi.close',
      { reason: 'done' },
    ])
  })
})

describe('the status', () => {
  test('does not change by an older answer about the same payment', () => {
    const success: Checkout = { ...open, state: 'success', status: paid }
    expect(after(success, { on: 'told', status: waits }).model.status).toBe(paid)
    const method: Checkout = { ...open, state: 'method', status: statusOf(paymentOf('cancelled')) }
    expect(after(method, { on: 'told', status: waits }).model.state).toBe('method')
    expect(after(method, { on: 'told', status: statusOf(paymentOf('pending', { ref: 'pay_2' })) }).model.state).toBe(
      'prompt',
    )
  })

  test('stays pending or expired when the checkout opens so: only a failure lies in the past', () => {
    const long = statusOf(paymentOf('pending', { created_at: at(-patienceMs) }))
    expect(after(open, { on: 'told', status: long }).model).toMatchObject({ state: 'pending' })
    const over = statusOf(paymentOf('expired'), {}, { status: 'expired' })
    expect(after(open, { on: 'told', status: over }).model).toMatchObject({ state: 'expired' })
  })

  test('clears notes and problems when it changes, and keeps them while it is the same', () => {
    const prompt: Checkout = {
      ...open,
      state: 'prompt',
      status: waits,
      note: 'withRetry',
      problem: { field: '', word: 'badRequest' },
    }
    const changed = after(prompt, { on: 'told', status: paid }).model
    expect([changed.note, changed.problem]).toEqual([undefined, undefined])
    const same = after(prompt, { on: 'told', status: waits }).model
    expect([same.note, same.problem?.word]).toEqual(['withRetry', 'badRequest'])
  })

  test('leads from offline back to the chosen form when nothing was paid', () => {
    const offline: Checkout = { ...open, state: 'offline', sent: true, choice: 'mtn' }
    expect(after(offline, heard('check', { data: nothing })).model.state).toBe('number')
    expect(after({ ...offline, choice: undefined }, heard('check', { data: nothing })).model.state).toBe('method')
  })

  test('that was requested before the last payment was sent is ignored', () => {
    const prompt: Checkout = { ...open, state: 'prompt', status: waits, round: 2, busy: 'check' }
    const { model } = after(prompt, heard('check', { data: paid }, 1))
    expect([model.state, model.busy, model.note]).toEqual(['prompt', undefined, undefined])
    expect(after(prompt, heard('check', { data: paid }, 2)).model.state).toBe('success')
  })

  test('closes no form while a buyer types, unless money moves or the buyer asked for it', () => {
    for (const state of ['method', 'number', 'card'] as const) {
      const typing: Checkout = { ...open, state, choice: 'mtn', status: nothing }
      expect(after(typing, heard('look', { data: nothing })).model.state).toBe(state)
      expect(after(typing, heard('look', { data: failed })).model.state).toBe(state)
      expect(after(typing, heard('look', { data: waits })).model.state).toBe('prompt')
      expect(after(typing, heard('check', { data: failed })).model.state).toBe('failed')
      expect(after(typing, heard('look', { data: statusOf(null, {}, { status: 'expired' }) })).model.state).toBe(
        'expired',
      )
    }
    const code: Checkout = { ...open, state: 'otp', status: waits }
    expect(after(code, heard('look', { data: waits })).model.state).toBe('otp')
    expect(after(code, heard('check', { data: waits })).model.state).toBe('prompt')
    expect(after(code, heard('look', { data: paid })).model.state).toBe('success')
  })

  test('brings the time of the server', () => {
    expect(after(open, { on: 'told', status: nothing }).model.nowMs).toBe(nowMs + 1000)
  })

  test('is shown as offline when it cannot be read, unless a buyer types or waits with a connection', () => {
    const deaf = (model: Partial<Checkout>) => {
      const { state, sent } = after({ ...open, ...model }, heard('look', lost)).model
      return [state, sent]
    }
    expect(deaf({ state: 'loading' })).toEqual(['offline', false])
    expect(deaf({ state: 'loading', attempt: 'a1' })).toEqual(['offline', true])
    expect(deaf({ state: 'sending', attempt: 'a1' })).toEqual(['offline', true])
    for (const state of ['prompt', 'redirect', 'pending'] as const) {
      expect(deaf({ state, status: waits })).toEqual([state, undefined])
      expect(deaf({ state, status: waits, isOnline: false })).toEqual(['offline', true])
    }
    for (const state of ['method', 'number', 'card', 'otp', 'failed'] as const)
      expect(deaf({ state, isOnline: false })).toEqual([state, undefined])
  })

  test('is not given for an invalid token', () => {
    for (const code of ['invalid_api_key', 'missing_api_key'])
      expect(after({ ...open, state: 'method' }, heard('look', { error: { code } })).model.state).toBe('expired')
    expect(after({ ...open, state: 'method' }, heard('look', { error: { code: 'rate_limited' } })).model.state).toBe(
      'method',
    )
  })

  test('is requested in the background while money may be moving', () => {
    for (const state of ['prompt', 'otp', 'redirect', 'pending', 'offline'] as const) {
      expect(isWaiting({ ...open, state })).toBe(true)
      expect(after({ ...open, state, status: waits }, { on: 'waited' }).done).toEqual([
        { do: 'ask', why: 'look', round: 0 },
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
      expect(isWaiting({ ...open, state })).toBe(false)
      expect(after({ ...open, state }, { on: 'waited' }).done).toEqual([])
    }
    expect(isWaiting({ ...open, state: 'offline', sending: {} as never })).toBe(false)
  })

  test('is requested when the buyer returns, unless the sale is unknown or a request is running', () => {
    const back = (model: Partial<Checkout>) => after({ ...open, ...model }, { on: 'returned' }).done
    expect(back({ state: 'method' })).toEqual([{ do: 'ask', why: 'look', round: 0 }])
    expect(back({ state: 'offline', sent: true, choice: 'mtn' })).toEqual([{ do: 'ask', why: 'check', round: 0 }])
    expect(back({ state: 'offline', sent: false })).toEqual([{ do: 'ask', why: 'check', round: 0 }])
    expect(back({ state: 'method', isOpen: false })).toEqual([])
    expect(back({ state: 'blocked' })).toEqual([])
    expect(back({ state: 'prompt', busy: 'resend' })).toEqual([])
  })

  test('says that the connection is lost only where an approval is awaited', () => {
    expect(after({ ...open, state: 'prompt', status: waits }, { on: 'offline' }).model).toMatchObject({
      state: 'offline',
      sent: true,
    })
    for (const state of ['method', 'number', 'otp', 'redirect', 'success'] as const)
      expect(after({ ...open, state }, { on: 'offline' }).model.state).toBe(state)
  })

  test('is pending when nobody has approved for five minutes', () => {
    const prompt = (ms: number): Checkout => ({ ...open, state: 'prompt', status: waits, nowMs: nowMs + ms })
    expect(after(prompt(patienceMs - 1), { on: 'second' }).model.state).toBe('prompt')
    expect(after(prompt(patienceMs), { on: 'second' }).model.state).toBe('pending')
    expect(after({ ...prompt(patienceMs), state: 'otp' }, { on: 'second' }).model.state).toBe('otp')
    expect(after({ ...open, state: 'prompt' }, { on: 'second' }).model.state).toBe('prompt')
  })

  test('stays the same when a field is corrected or prefilled, or texts are missing', () => {
    const wrong: Checkout = {
      ...open,
      state: 'number',
      choice: 'mtn',
      problem: { field: 'phone', word: 'badPhone' },
      note: 'slow',
    }
    expect(after(wrong, { on: 'mended' }).model).toMatchObject({ state: 'number', problem: undefined, note: 'slow' })
    expect(after(wrong, { on: 'prefilled', known: { phone: '024' } }).model).toMatchObject({
      phone: '024',
      state: 'number',
    })
    expect(after({ ...open, state: 'method' }, { on: 'speechless' }).model).toMatchObject({
      state: 'method',
      problem: { field: '', word: 'badRequest' },
    })
  })

  test('follows from the latest payment and the intent', () => {
    const stands = (payment: object | null, intent: object = {}, ms = 0) =>
      stateOf(statusOf(payment, {}, intent), nowMs + ms)
    const endMs = 1_800_000
    expect([
      stands(null),
      stands(null, {}, endMs - 1),
      stands(null, {}, endMs),
      stands(null, { status: 'expired' }),
    ]).toEqual(['method', 'method', 'expired', 'expired'])
    for (const status of ['failed', 'expired']) {
      expect(stands(paymentOf(status))).toBe('failed')
      expect(stands(paymentOf(status), {}, endMs)).toBe('expired')
      expect(stands(paymentOf(status), { status: 'completed' })).toBe('expired')
    }
    expect([stands(paymentOf('cancelled')), stands(paymentOf('cancelled'), {}, endMs)]).toEqual(['method', 'expired'])
    expect(stands(paymentOf('succeeded'), { status: 'expired' }, endMs)).toBe('success')
    expect(stands(paymentOf('pending'), { status: 'expired' }, patienceMs - 1)).toBe('prompt')
    expect(stands(paymentOf('pending'), {}, patienceMs)).toBe('pending')
    expect(stands(paymentOf('pending', { next_action: { type: 'redirect' } }), {}, patienceMs)).toBe('redirect')
    expect(stands(paymentOf('pending', { next_action: { type: 'enter_code' } }), {}, patienceMs)).toBe('otp')
    expect(stands(paymentOf('pending', { next_action: { type: 'later' } }))).toBe('prompt')
  })
})

describe('for somebody who is not the buyer', () => {
  test('no payment of another browser is shown, and the rest is as usual', () => {
    for (const state of ['prompt', 'otp', 'redirect'] as const) {
      expect(isElsewhere({ state, status: { ...waits, mine: false } })).toBe(true)
      expect(isElsewhere({ state, status: waits })).toBe(false)
      expect(isElsewhere({ state, status: undefined })).toBe(true)
    }
    for (const state of ['method', 'success', 'pending'] as const)
      expect(isElsewhere({ state, status: { ...waits, mine: false } })).toBe(false)
    expect(actsOf({ ...open, state: 'success', status: { ...paid, mine: false } })).toEqual([
      'copy',
      'leave',
      'stay',
      'done',
    ])
  })

  test('the checkout asks for the details that the shop page did not have', () => {
    const status = statusOf(null, {}, { asks: 'delivery' })
    expect(asksOf({ status, given: undefined })).toBe('delivery')
    expect(asksOf({ status, given: { delivery: true, email: false } })).toBeUndefined()
    expect(asksOf({ status, given: { delivery: false, email: true } })).toBe('delivery')
    expect(asksOf({ status: nothing, given: undefined })).toBeUndefined()
    expect(asksOf({ status: undefined, given: undefined })).toBeUndefined()
  })
})

describe('the claims of a token', () => {
  const token = (value: unknown) => `${Buffer.from(JSON.stringify(value)).toString('base64url')}.signature`

  test('are read, with a name in any alphabet', () => {
    const named = { ...claims, n: 'Ɛsi ƒrom Ɔdum 🧺 ÿÿÿ>>>???' }
    expect(readClaims(token(named))).toEqual(named)
  })

  test.each([
    ['a', 0],
    ['a', -1],
    ['a', undefined],
    ['e', 0],
    ['o', undefined],
    ['o', {}],
  ])('are none with %s: %j', (name, value) => {
    expect(readClaims(token({ ...claims, [name]: value }))).toBeUndefined()
  })

  test('of a malformed token are empty', () => {
    for (const text of ['', '.', 'x', '%%%.x', token(null)]) expect(readClaims(text)).toBeUndefined()
    expect(readClaims(token({ ...claims, o: [] }))).toMatchObject({ o: [] })
  })
})

import type { CheckoutState } from '@cedi/contract/checkout-protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseMessage } from '../src/frame.js'
import { createPopupModel, transition } from '../src/popup-machine.js'
import type { PopupEffect, PopupEvent, PopupModel } from '../src/popup-model.js'
import { toPopupView } from '../src/popup-view.js'
import { getTranslations } from '../src/translations.js'

type Screen = PopupModel['screen']

const message = (method: string, params: object = {}): PopupEvent => ({
  type: 'messageReceived',
  message: parseMessage({ jsonrpc: '2.0', id: 1, method, params }),
})
const intent = (value: unknown, resume?: string): PopupEvent => ({ type: 'intentLoaded', value, resume })
const state = (name: CheckoutState, ref = 'PAY_1'): PopupEvent => message('cedi.state', { state: name, ref })
const paidMessage = message('ec.complete', { ref: 'PAY_1', status: 'succeeded' })

/** Applies events to a popup. @returns The model after the last event, and the effects of all events. */
function applyAll(
  events: readonly PopupEvent[],
  mode: PopupModel['mode'] = 'popup',
): [PopupModel, readonly PopupEffect[]] {
  let model = createPopupModel(mode)
  const all: PopupEffect[] = []
  for (const event of events) {
    const step = transition(model, event)
    model = step.model
    all.push(...step.effects)
  }
  return [model, all]
}
const openEvents: readonly PopupEvent[] = ['open', intent('some.token'), message('ec.ready')]
const emitted = (effects: readonly PopupEffect[]): string[] =>
  effects.flatMap((effect) => (effect.type === 'emit' ? [effect.event.type] : []))
const screenAfter = (...events: PopupEvent[]): Screen => applyAll(events)[0].screen

test('a timeout of a previous screen changes nothing', () => {
  expect(screenAfter('open', 'screenTimeout')).toBe('slow')
  expect(screenAfter('open', 'screenTimeout', 'screenTimeout')).toBe('unreachable')
  expect(screenAfter(...openEvents, 'screenTimeout')).toBe('checkout')
  expect(screenAfter(...openEvents, state('prompt'), 'closeRequested', 'screenTimeout')).toBe('confirmClose')
})

test('the checkout is shown when the token is loaded and the frame is ready, in any order', () => {
  expect(screenAfter('open', intent('some.token'))).toBe('opening')
  expect(screenAfter('open', message('ec.ready'))).toBe('opening')
  expect(screenAfter('open', message('ec.ready'), intent('some.token'))).toBe('checkout')
  expect(screenAfter(...openEvents)).toBe('checkout')
  // A page that is ready late replaces the message.
  expect(screenAfter('open', intent('some.token'), 'screenTimeout', 'screenTimeout', message('ec.ready'))).toBe(
    'checkout',
  )
})

test('closing asks the buyer in each money-moving state, and in no choosing state', () => {
  for (const name of ['sending', 'prompt', 'otp', 'redirect'] as const) {
    expect(screenAfter(...openEvents, state(name), 'closeRequested')).toBe('confirmClose')
    expect(applyAll([...openEvents, state(name), 'closeRequested', 'closeRequested'])[0].isClosed).toBe(true)
    for (const methodState of ['method', 'number', 'card'] as const)
      expect(applyAll([...openEvents, state(name), state(methodState), 'closeRequested'])[0].isClosed).toBe(true)
  }
})

test.each(['closed', 'moved', 'cancelling', 'notified', 'offline', 'success'])(
  'the state %s does not reset whether money is moving',
  (name) => {
    const [model] = applyAll([...openEvents, state('prompt'), state(name as CheckoutState)])
    expect([model.isMoneyMoving, model.state]).toEqual([true, name])
  },
)

test.each(['closed', 'moved', 'cancelling', 'notified'])(
  'closing asks the buyer in the state %s of a later version of the page',
  (name) => {
    expect(screenAfter(...openEvents, state('method'), state(name as CheckoutState), 'closeRequested')).toBe(
      'confirmClose',
    )
  },
)

test('the question before closing is shown again after "Keep waiting", and after the link to the bank replaced it', () => {
  expect(screenAfter(...openEvents, state('prompt'), 'closeRequested', 'resume', 'closeRequested')).toBe('confirmClose')
  const bank = message('ec.window.open_request', { url: 'https://bank.example/3ds' })
  expect(screenAfter(...openEvents, state('redirect'), 'closeRequested', bank, 'closeRequested')).toBe('confirmClose')
})

test('"Keep waiting" reloads a page that never became ready', () => {
  const [model, effects] = applyAll([
    ...openEvents,
    state('prompt'),
    message('ec.error', { code: 'x' }),
    'retry',
    'closeRequested',
    'resume',
  ])
  expect(model.screen).toBe('opening')
  expect(effects.filter((effect) => effect.type === 'loadFrame')).toHaveLength(3)
})

test('an invalid height or URL from the page is ignored, and nothing throws', () => {
  for (const value of [{ toString: 1, valueOf: 1 }, [7], 'a b', Number.NaN, 0, null]) {
    expect(applyAll([...openEvents, message('cedi.resize', { height: value })])[1]).toContainEqual({
      type: 'resize',
      height: 600,
    })
    expect(screenAfter(...openEvents, message('ec.window.open_request', { url: value }))).toBe('checkout')
    expect(applyAll([...openEvents, message('cedi.state', { state: value, ref: value })])[0]).toMatchObject({
      state: 'loading',
      ref: null,
    })
  }
})

const anyEvent: fc.Arbitrary<PopupEvent> = fc.oneof(
  fc.constantFrom<PopupEvent>(
    'retry',
    'screenTimeout',
    'offline',
    'connectionChanged',
    'pageResumed',
    'closeRequested',
    'resume',
    'leftPage',
    'close',
  ),
  fc.constantFrom<PopupEvent>(intent('some.token'), intent('other.token'), intent(undefined)),
  fc
    .constantFrom<CheckoutState>('method', 'number', 'card', 'sending', 'prompt', 'otp', 'redirect', 'offline')
    .map((name) => state(name)),
  fc.constantFrom<PopupEvent>(
    message('ec.ready'),
    paidMessage,
    message('cedi.pending', { ref: 'PAY_1' }),
    message('cedi.failed', { ref: 'PAY_1', code: 'pin', retryable: true }),
    message('cedi.failed', { ref: 'PAY_1', code: 'limit', retryable: false }),
    message('cedi.expired', { ref: null }),
    message('cedi.escape'),
    message('cedi.close'),
    message('ec.error', { code: 'x' }),
    message('ec.window.open_request', { url: 'https://bank.example/' }),
  ),
)

test('after any events, a paid outcome and the first token are unchanged, moving money is never cancelled, and the session ends once', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 40 }), fc.constantFrom('popup', 'link', 'redirect'), (events, mode) => {
      let model = createPopupModel(mode)
      for (const event of events) {
        const before = model
        const step = transition(before, event)
        model = step.model
        if (before.isClosed) expect([model, step.effects]).toEqual([before, []])
        if (before.outcome?.status === 'succeeded') expect(model.outcome).toEqual(before.outcome)
        if (before.token) expect(model.token).toBe(before.token)
        if (model.isClosed && !before.isClosed) expect(step.effects.at(-1)).toEqual({ type: 'removePopup' })
        // While money may be moving, only the shop page, the checkout, or a buyer who confirmed can close.
        if (model.isClosed && !before.isClosed && before.isMoneyMoving && event === 'closeRequested')
          expect(before.screen).toBe('confirmClose')
      }
      if (!model.isClosed) model = transition(model, 'close').model
      const last = model
      const { model: after, effects } = transition(model, 'removed')
      expect(effects.filter((effect) => effect.type === 'resolveResult').length).toBeGreaterThan(0)
      expect(emitted(effects).at(-1)).toBe('close')
      if (last.isMoneyMoving) expect(after.outcome?.status).not.toBe('cancelled')
    }),
    { numRuns: 2000 },
  )
})

const pendingPayment = intent({
  question: { text: 'A payment waits.', show: 'See that payment', pay_again: 'Start a new payment' },
})

test('the popup asks about a pending payment before it opens another, and leaving then has the outcome pending', () => {
  expect(screenAfter('open', message('ec.ready'), pendingPayment)).toBe('confirmPayAgain')
  // The frame is not ready yet.
  expect(screenAfter('open', pendingPayment, message('ec.ready'))).toBe('confirmPayAgain')
  expect(applyAll(['open', pendingPayment, 'closeRequested', 'removed'])[0].outcome?.status).toBe('pending')
  const [secondModel, effects] = applyAll([
    'open',
    message('ec.ready'),
    pendingPayment,
    'showPayment',
    intent('old.token', 'a-1'),
  ])
  expect([secondModel.token, secondModel.resume, secondModel.screen]).toEqual(['old.token', 'a-1', 'checkout'])
  expect(effects).toContainEqual({ type: 'loadStoredPayment' })
  const [payAgain] = applyAll(['open', message('ec.ready'), pendingPayment, 'payAgain'])
  expect([payAgain.payAgainCount, payAgain.screen]).toEqual([1, 'opening'])
  const [paidModel] = applyAll([
    'open',
    message('ec.ready'),
    pendingPayment,
    'payAgain',
    intent('new.token'),
    'closeRequested',
    'removed',
  ])
  expect(paidModel.outcome?.status).toBe('cancelled')
})

test('the value that the frame asks to store is stored until the payment has ended', () => {
  const effectTypes = (...events: PopupEvent[]) => applyAll([...openEvents, ...events])[1].map((effect) => effect.type)
  const keepMessage = message('cedi.keep', { resume: '1-2-3-4' })
  expect(applyAll([...openEvents, keepMessage])[0].resume).toBe('1-2-3-4')
  expect(effectTypes(keepMessage)).toContain('storePayment')
  expect(effectTypes(keepMessage, state('prompt'), message('cedi.pending', { ref: 'PAY_1' }))).not.toContain(
    'clearStoredPayment',
  )
  expect(effectTypes(keepMessage, state('prompt'), paidMessage)).toContain('clearStoredPayment')
  expect(effectTypes(keepMessage, state('prompt'), message('cedi.failed', { ref: 'PAY_1', code: 'pin' }))).toContain(
    'clearStoredPayment',
  )
  expect(effectTypes(keepMessage, state('sending'), state('number'))).toContain('clearStoredPayment')
  // The buyer may also pay on the full page.
  expect(effectTypes('leftPage')).toContain('storePayment')
  expect(applyAll([...openEvents, message('cedi.keep', { resume: '<b>' })])[0].resume).toBe('')
})

test('a stored payment has the outcome pending, never cancelled, if the checkout page does not load', () => {
  const back: readonly PopupEvent[] = ['open', intent('some.token', '1-2-3-4')]
  const outcomeOf = (...events: PopupEvent[]) => applyAll([...back, ...events, 'removed'])[0].outcome?.status
  expect(outcomeOf('unresponsive', 'close')).toBe('pending')
  expect(outcomeOf('screenTimeout', 'screenTimeout', 'closeRequested', 'closeRequested')).toBe('pending')
  expect(screenAfter(...back, 'unresponsive', 'closeRequested')).toBe('confirmClose')
  // The page finds no payment, but the request that was sent before the reload may still arrive.
  expect(outcomeOf(message('ec.ready'), state('number'), 'closeRequested')).toBe('pending')
  expect(outcomeOf(message('ec.ready'), paidMessage, 'closeRequested')).toBe('succeeded')
  // Nothing is stored, so nothing was paid.
  expect(applyAll(['open', intent('some.token'), 'unresponsive', 'close', 'removed'])[0].outcome?.status).toBe(
    'cancelled',
  )
})

test('each way to close asks the buyer while a license key is unsaved', () => {
  const keyPendingEvents = [
    ...openEvents,
    state('prompt'),
    paidMessage,
    message('cedi.hold', { reason: 'key_not_kept' }),
  ]
  for (const event of ['closeRequested', message('cedi.escape'), message('cedi.close', { reason: 'done' })] as const) {
    expect(screenAfter(...keyPendingEvents, event)).toBe('confirmClose')
    expect(applyAll([...keyPendingEvents, event, 'resume'])[0].screen).toBe('checkout')
    expect(applyAll([...keyPendingEvents, event, 'close'])[0].isClosed).toBe(true)
    expect(applyAll([...keyPendingEvents, message('cedi.hold', { reason: null }), event])[0].isClosed).toBe(true)
  }
})

test('an error message of the service is shown, and an unresponsive page is reported immediately', () => {
  const [model] = applyAll(['open', intent({ code: 'out_of_stock', message: 'Only 5 left.' })])
  expect([model.screen, model.errorMessage, model.outcome?.code]).toEqual(['rejected', 'Only 5 left.', 'out_of_stock'])
  expect(screenAfter('open', 'unresponsive')).toBe('unreachable')
  expect(screenAfter(...openEvents, 'unresponsive')).toBe('checkout')
  expect(screenAfter('open', pendingPayment, 'unresponsive')).toBe('confirmPayAgain')
})

const failure = (retryable: boolean) => message('cedi.failed', { ref: 'PAY_1', code: 'limit', retryable })
const pending = message('cedi.pending', { ref: 'PAY_1' })
const done = message('cedi.close', { reason: 'done' })
const cancelled = message('cedi.close', { reason: 'cancelled' })

test.each<[name: string, events: readonly PopupEvent[], emits: readonly string[], status: string]>([
  ['a later message does not undo a success', [paidMessage, failure(false), cancelled], ['success'], 'succeeded'],
  [
    'ec.complete without a valid ref, or with another status, is not a success',
    [
      message('ec.complete', { status: 'succeeded' }),
      message('ec.complete', { ref: 'PAY_1', status: 'pending' }),
      message('ec.complete', { ref: '<b>', status: 'succeeded' }),
      done,
    ],
    [],
    'cancelled',
  ],
  ['success is reported after a pending payment', [pending, paidMessage], ['pending', 'success'], 'succeeded'],
  [
    'a pending payment is reported once for each attempt',
    [pending, pending, state('sending'), pending, done],
    ['pending', 'pending'],
    'pending',
  ],
  ['a failure that can be retried is the outcome of a buyer who leaves', [failure(true), done], ['failed'], 'failed'],
  ['an expired intent is reported', [message('cedi.expired', { ref: null })], ['expired'], 'expired'],
  ['a buyer who closes before paying has cancelled', ['closeRequested'], [], 'cancelled'],
  [
    'a page that closes the popup while money may be moving has a pending payment',
    [state('prompt'), state('offline'), cancelled],
    ['pending'],
    'pending',
  ],
])('%s', (_, events, emits, status) => {
  const [model, effects] = applyAll([...openEvents, ...events, 'close', 'removed'])
  const outcomes = ['success', 'pending', 'failed', 'expired', 'cancelled']
  expect([emitted(effects).filter((type) => outcomes.includes(type)), model.outcome?.status]).toEqual([emits, status])
})

test('only a failure that cannot be retried resolves the result before the popup closes', () => {
  const isResolved = (...events: PopupEvent[]) =>
    applyAll([...openEvents, ...events])[1].some((effect) => effect.type === 'resolveResult')
  expect([isResolved(failure(true)), isResolved(failure(false)), isResolved(paidMessage)]).toEqual([false, true, true])
})

test('the question before closing and the link to the bank disappear when the payment ends', () => {
  const bank = message('ec.window.open_request', { url: 'https://bank.example/3ds' })
  expect(screenAfter(...openEvents, state('prompt'), 'closeRequested', paidMessage)).toBe('checkout')
  expect(screenAfter(...openEvents, state('redirect'), bank, state('offline'))).not.toBe('checkout')
  for (const end of [paidMessage, failure(true), pending])
    expect(screenAfter(...openEvents, state('redirect'), bank, end)).toBe('checkout')
})

test('a checkout that could not open stays unreachable after a later message', () => {
  const rejected = [...openEvents, message('ec.error', { code: 'origin_not_allowed' })]
  expect(screenAfter(...rejected, state('method'))).toBe(screenAfter(...rejected))
})

test('a bank over http is offered on localhost only', () => {
  const offer = (url: string) => screenAfter(...openEvents, message('ec.window.open_request', { url }))
  expect(offer('http://127.0.0.1:23300/challenge/x')).toBe('bankLink')
  expect(offer('http://localhost/challenge/x')).toBe('bankLink')
  for (const url of [
    'http://bank.example/',
    'http://localhost.example/',
    'http://127.0.0.1.example/',
    'ftp://localhost/',
  ])
    expect(offer(url)).toBe('checkout')
})

test('a slow popup offers the full page after eight seconds', () => {
  const [model] = applyAll(['open', intent('some.token'), 'screenTimeout'])
  const view = toPopupView(model, getTranslations('en'), 'https://pay.example/pay/some.token')
  expect([view.isLoading, view.choices.map(({ label }) => label)]).toEqual([true, ['Open the full page']])
})

import type { CheckoutState } from '@cedi/contract/checkout-messages'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readMessage } from '../src/message.js'
import { next } from '../src/session.js'
import { type Effect, newSession, type Screen, type SessionEvent, type SessionModel } from '../src/session-model.js'

const said = (method: string, params: object = {}): SessionEvent => ({
  message: readMessage({ jsonrpc: '2.0', id: 1, method, params }),
})
const state = (name: CheckoutState, ref = 'PAY_1'): SessionEvent => said('cedi.state', { state: name, ref })
const paid = said('ec.complete', { ref: 'PAY_1', status: 'succeeded' })

/** Applies events to a session. @returns Its state, and all instructions to the page. */
function walk(events: readonly SessionEvent[], way: SessionModel['way'] = 'here'): [SessionModel, readonly Effect[]] {
  let model = newSession(way)
  const all: Effect[] = []
  for (const event of events) {
    const step = next(model, event)
    model = step.model
    all.push(...step.effects)
  }
  return [model, all]
}
const opened: readonly SessionEvent[] = ['open', { intent: 'some.token' }, said('ec.ready')]
const told = (effects: readonly Effect[]): string[] =>
  effects.flatMap((effect) => (effect.do === 'emit' ? [effect.event.type] : []))
const screenAfter = (...events: SessionEvent[]): Screen => walk(events)[0].screen

test('a timer that ends after its screen is gone changes nothing', () => {
  expect(screenAfter('open', 'waited')).toBe('slow')
  expect(screenAfter('open', 'waited', 'waited')).toBe('unreachable')
  expect(screenAfter(...opened, 'waited')).toBe('frame')
  expect(screenAfter(...opened, state('prompt'), 'leave', 'waited')).toBe('question')
})

test('the frame is shown when there is a token and a page that got it, in any order', () => {
  expect(screenAfter('open', { intent: 'some.token' })).toBe('opening')
  expect(screenAfter('open', said('ec.ready'))).toBe('opening')
  expect(screenAfter('open', said('ec.ready'), { intent: 'some.token' })).toBe('frame')
  expect(screenAfter(...opened)).toBe('frame')
  // A page that answers late replaces the message.
  expect(screenAfter('open', { intent: 'some.token' }, 'waited', 'waited', said('ec.ready'))).toBe('frame')
})

test('closing asks in each state where money may be moving, and in no state where the buyer chooses', () => {
  for (const name of ['sending', 'prompt', 'otp', 'redirect'] as const) {
    expect(screenAfter(...opened, state(name), 'leave')).toBe('question')
    expect(walk([...opened, state(name), 'leave', 'leave'])[0].isClosed).toBe(true)
    for (const chosen of ['method', 'number', 'card'] as const)
      expect(walk([...opened, state(name), state(chosen), 'leave'])[0].isClosed).toBe(true)
  }
})

test.each(['closed', 'moved', 'cancelling', 'notified', 'offline', 'success'])(
  'the state %s says nothing about money, so the earlier answer stays',
  (name) => {
    const [model] = walk([...opened, state('prompt'), state(name as CheckoutState)])
    expect([model.isMoneyMoving, model.state]).toEqual([true, name])
  },
)

test.each(['closed', 'moved', 'cancelling', 'notified'])(
  'the state %s of a later version of the page may move money, so closing asks',
  (name) => {
    expect(screenAfter(...opened, state('method'), state(name as CheckoutState), 'leave')).toBe('question')
  },
)

test('the question is asked again after "Keep waiting", and after the link to the bank replaced it', () => {
  expect(screenAfter(...opened, state('prompt'), 'leave', 'stay', 'leave')).toBe('question')
  const bank = said('ec.window.open_request', { url: 'https://bank.example/3ds' })
  expect(screenAfter(...opened, state('redirect'), 'leave', bank, 'leave')).toBe('question')
})

test('"Keep waiting" requests a page again that never answered', () => {
  const [model, effects] = walk([...opened, state('prompt'), said('ec.error', { code: 'x' }), 'start', 'leave', 'stay'])
  expect(model.screen).toBe('opening')
  expect(effects.filter((effect) => effect.do === 'load')).toHaveLength(3)
})

test('an invalid height or address from the page is ignored, and nothing throws', () => {
  for (const value of [{ toString: 1, valueOf: 1 }, [7], 'a b', Number.NaN, 0, null]) {
    expect(walk([...opened, said('cedi.resize', { height: value })])[1]).toContainEqual({ do: 'resize', height: 600 })
    expect(screenAfter(...opened, said('ec.window.open_request', { url: value }))).toBe('frame')
    expect(walk([...opened, said('cedi.state', { state: value, ref: value })])[0]).toMatchObject({
      state: 'loading',
      ref: null,
    })
  }
})

const anyEvent: fc.Arbitrary<SessionEvent> = fc.oneof(
  fc.constantFrom<SessionEvent>('start', 'waited', 'offline', 'network', 'back', 'leave', 'stay', 'outside', 'close'),
  fc.constantFrom<SessionEvent>({ intent: 'some.token' }, { intent: 'other.token' }, { intent: undefined }),
  fc
    .constantFrom<CheckoutState>('method', 'number', 'card', 'sending', 'prompt', 'otp', 'redirect', 'offline')
    .map((name) => state(name)),
  fc.constantFrom<SessionEvent>(
    said('ec.ready'),
    paid,
    said('cedi.pending', { ref: 'PAY_1' }),
    said('cedi.failed', { ref: 'PAY_1', code: 'pin', retryable: true }),
    said('cedi.failed', { ref: 'PAY_1', code: 'limit', retryable: false }),
    said('cedi.expired', { ref: null }),
    said('cedi.escape'),
    said('cedi.close'),
    said('ec.error', { code: 'x' }),
    said('ec.window.open_request', { url: 'https://bank.example/' }),
  ),
)

test('after any events, paid stays paid, the first token stays, moving money is never cancelled, and the session ends once', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 40 }), fc.constantFrom('here', 'link', 'redirect'), (events, way) => {
      let model = newSession(way)
      for (const event of events) {
        const before = model
        const step = next(before, event)
        model = step.model
        if (before.isClosed) expect([model, step.effects]).toEqual([before, []])
        if (before.outcome?.status === 'succeeded') expect(model.outcome).toEqual(before.outcome)
        if (before.token) expect(model.token).toBe(before.token)
        if (model.isClosed && !before.isClosed) expect(step.effects.at(-1)).toEqual({ do: 'remove' })
        // While money may be moving, only a buyer who was asked, the shop page or the checkout can close.
        if (model.isClosed && !before.isClosed && before.isMoneyMoving && event === 'leave')
          expect(before.screen).toBe('question')
      }
      if (!model.isClosed) model = next(model, 'close').model
      const last = model
      const { model: after, effects } = next(model, 'removed')
      expect(effects.filter((effect) => effect.do === 'settle').length).toBeGreaterThan(0)
      expect(told(effects).at(-1)).toBe('close')
      if (last.isMoneyMoving) expect(after.outcome?.status).not.toBe('cancelled')
    }),
    { numRuns: 2000 },
  )
})

const asking: SessionEvent = {
  intent: { ask: { text: 'A payment waits.', again: 'See that payment', anew: 'Start a new payment' } },
}

test('the session asks about a waiting payment before it opens another, and leaving then gives pending', () => {
  expect(screenAfter('open', said('ec.ready'), asking)).toBe('ask')
  // The page in the frame has not answered yet.
  expect(screenAfter('open', asking, said('ec.ready'))).toBe('ask')
  expect(walk(['open', asking, 'leave', 'removed'])[0].outcome?.status).toBe('pending')
  const [again, effects] = walk(['open', said('ec.ready'), asking, 'look', { intent: 'old.token', resume: 'a-1' }])
  expect([again.token, again.resume, again.screen]).toEqual(['old.token', 'a-1', 'frame'])
  expect(effects).toContainEqual({ do: 'look' })
  const [anew] = walk(['open', said('ec.ready'), asking, 'anew'])
  expect([anew.anew, anew.screen]).toEqual([1, 'opening'])
  const [paid] = walk(['open', said('ec.ready'), asking, 'anew', { intent: 'new.token' }, 'leave', 'removed'])
  expect(paid.outcome?.status).toBe('cancelled')
})

test('the data that the frame asks to keep is remembered until the payment has ended', () => {
  const doings = (...events: SessionEvent[]) => walk([...opened, ...events])[1].map((effect) => effect.do)
  const kept = said('cedi.keep', { resume: '1-2-3-4' })
  expect(walk([...opened, kept])[0].resume).toBe('1-2-3-4')
  expect(doings(kept)).toContain('remember')
  expect(doings(kept, state('prompt'), said('cedi.pending', { ref: 'PAY_1' }))).not.toContain('forget')
  expect(doings(kept, state('prompt'), paid)).toContain('forget')
  expect(doings(kept, state('prompt'), said('cedi.failed', { ref: 'PAY_1', code: 'pin' }))).toContain('forget')
  expect(doings(kept, state('sending'), state('number'))).toContain('forget')
  // The buyer may also pay on the full page.
  expect(doings('outside')).toContain('remember')
  expect(walk([...opened, said('cedi.keep', { resume: '<b>' })])[0].resume).toBe('')
})

test('a buyer who returns to a remembered payment without a checkout page gets pending, never cancelled', () => {
  const back: readonly SessionEvent[] = ['open', { intent: 'some.token', resume: '1-2-3-4' }]
  const outcomeOf = (...events: SessionEvent[]) => walk([...back, ...events, 'removed'])[0].outcome?.status
  expect(outcomeOf('mute', 'close')).toBe('pending')
  expect(outcomeOf('waited', 'waited', 'leave', 'leave')).toBe('pending')
  expect(screenAfter(...back, 'mute', 'leave')).toBe('question')
  // When the page loads, its answer counts.
  expect(outcomeOf(said('ec.ready'), state('number'), 'leave')).toBe('cancelled')
  expect(outcomeOf(said('ec.ready'), paid, 'leave')).toBe('succeeded')
  // Nothing is remembered, so nothing was paid.
  expect(walk(['open', { intent: 'some.token', resume: '' }, 'mute', 'close', 'removed'])[0].outcome?.status).toBe(
    'cancelled',
  )
})

test('closing asks while a license key was neither copied nor sent, however it is closed', () => {
  const held = [...opened, state('prompt'), paid, said('cedi.hold', { reason: 'key_not_kept' })]
  for (const event of ['leave', said('cedi.escape'), said('cedi.close', { reason: 'done' })] as const) {
    expect(screenAfter(...held, event)).toBe('question')
    expect(walk([...held, event, 'stay'])[0].screen).toBe('frame')
    expect(walk([...held, event, 'close'])[0].isClosed).toBe(true)
    expect(walk([...held, said('cedi.hold', { reason: null }), event])[0].isClosed).toBe(true)
  }
})

test('an error text of the service is shown, and a page that sends nothing is given up at once', () => {
  const [model] = walk(['open', { intent: { code: 'out_of_stock', message: 'Only 5 left.' } }])
  expect([model.screen, model.refusal, model.outcome?.code]).toEqual(['refused', 'Only 5 left.', 'out_of_stock'])
  expect(screenAfter('open', 'mute')).toBe('unreachable')
  expect(screenAfter(...opened, 'mute')).toBe('frame')
  expect(screenAfter('open', asking, 'mute')).toBe('ask')
})

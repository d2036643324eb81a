import { choosingStates, moneyMovingStates, quietStates } from '@cedi/contract/checkout-messages'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { actsOf } from '../../src/checkout/draft.js'
import type { Checkout, CheckoutEvent } from '../../src/checkout/events.js'
import { next } from '../../src/checkout/machine.js'
import { type CheckoutStatus, stateOf } from '../../src/checkout/model.js'
import { viewOf } from '../../src/checkout/values.js'
import { wordingOf } from '../../src/checkout/views.js'
import type { Template } from '../../src/kit/template.js'
import { type Delivery, World } from './world.js'

const { views, suggest } = wordingOf('en')
const states = Object.keys(views).filter(
  (name) => !['goods', 'elsewhere', 'unknown', 'question'].includes(name),
) as Checkout['state'][]

type Step = (world: World) => void

const acts = [
  ...['mtn', 'telecel', 'airteltigo', 'card', 'pay', 'pay', 'check', 'resend', 'code', 'otp'],
  ...['back', 'change', 'other', 'retry', 'done', 'close', 'copy', 'leave', 'stay', 'nonsense'],
]
const wrongFields = { phone: '12', number: '42', expiry: '13/29', cvc: '1', code: 'x' }

/** One thing that can happen to a checkout, its service or its network. */
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(...acts).map(
      (act): Step =>
        (world) =>
          world.press(act),
    ),
  },
  // Visible buttons are pressed more often than buttons that are not on the screen.
  {
    weight: 8,
    arbitrary: fc.nat(9).map(
      (at): Step =>
        (world) => {
          const shown = actsOf(world.model)
          world.press(shown[at % (shown.length || 1)] ?? 'nonsense')
        },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...acts).map(
      (act): Step =>
        (world) =>
          world.press(act, wrongFields),
    ),
  },
  {
    weight: 6,
    arbitrary: fc.tuple(fc.nat(3), fc.nat(20)).map(
      ([at, seed]): Step =>
        (world) =>
          world.serve(at, seed),
    ),
  },
  {
    weight: 12,
    arbitrary: fc
      .tuple(fc.nat(2), fc.constantFrom<Delivery>('answer', 'answer', 'answer', 'lost', 'refused'), fc.nat(20))
      .map(
        ([at, how, seed]): Step =>
          (world) =>
            world.arrive(at, how, seed),
      ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('succeeded' as const, 'failed' as const, 'expired' as const).map(
      (status): Step =>
        (world) =>
          world.end(status),
    ),
  },
  { weight: 3, arbitrary: fc.constant<Step>((world) => world.tell()) },
  { weight: 3, arbitrary: fc.constant<Step>((world) => world.blackOut()) },
  {
    weight: 2,
    arbitrary: fc.boolean().map(
      (isOnline): Step =>
        (world) =>
          world.setOnline(isOnline),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.nat(400_000).map(
      (ms): Step =>
        (world) =>
          world.pass(ms),
    ),
  },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom<CheckoutEvent>({ on: 'returned' }, { on: 'waited' }, { on: 'leaving' }, { on: 'speechless' })
      .map(
        (event): Step =>
          (world) =>
            world.happen(event),
      ),
  },
)

/** The details that the seller needs besides the payment. */
const asks = fc.constantFrom(null, null, 'delivery' as const, 'email' as const)

describe('a checkout after any series of events', () => {
  test('sends no payment twice, never leaves the paid state, and always offers a way to continue', () => {
    const ends = new Map<string, number>()
    const seen = new Set<string>()
    fc.assert(
      fc.property(asks, fc.array(step, { maxLength: 60, size: 'max' }), (asked, steps) => {
        const world = new World(asked)
        for (const take of steps) {
          take(world)
          seen.add(world.model.state)
        }
        const end = world.cooperate()
        ends.set(end, (ends.get(end) ?? 0) + 1)
        expect(['success', 'expired']).toContain(end)
        const waiting = world.made.filter(({ payment }) => payment.status === 'pending')
        if (end === 'success') expect(waiting).toEqual([])
        expect(world.made.filter(({ payment }) => payment.status === 'succeeded').length).toBeLessThan(2)
        const completed = world.told.filter(({ method }) => method === 'ec.complete')
        expect(completed.length).toBe(end === 'success' ? 1 : 0)
      }),
      { numRuns: 4000 },
    )
    // The walks reached every state that the service can cause.
    expect([...states].filter((state) => !seen.has(state))).toEqual(['blocked'])
    expect(ends.get('success')).toBeGreaterThan(2000)
  })

  test('does not go back to a form when the service reports a waiting payment after a refusal', () => {
    const world = new World()
    world.arrive(0, 'answer', 0)
    world.press('card')
    world.press('pay')
    // The payment reached the service, but a proxy before the service answered with a refusal.
    world.serve(0, 1)
    world.arrive(0, 'refused', 0)
    world.setOnline(false)
    world.press('mtn')
    world.press('pay')
    world.tell()
    world.press('check')
    world.arrive(0, 'refused', 0)
    world.setOnline(true)
    expect(world.model.state).toBe('offline')
    expect(world.cooperate()).toBe('success')
  })

  test('is over for good when its intent is over, and sends nothing more', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
        const world = new World()
        world.isOver = true
        for (const take of steps) take(world)
        expect(world.cooperate()).toBe('expired')
        expect(world.made).toEqual([])
      }),
      { numRuns: 500 },
    )
  })
})

const model: Checkout = {
  state: 'loading',
  merchant: 'Ama',
  pesewas: 12_000,
  nowMs: Date.UTC(2026, 0, 1),
  inFrame: true,
  isOnline: true,
}

const statusWith = (status: string, more: object = {}): CheckoutStatus =>
  ({
    intent: { id: 'int_1', status: 'open', expires_at: '2026-01-01T00:30:00Z', channels: [], amount: 120 },
    payment: { ref: 'pay_1', status, created_at: '2026-01-01T00:00:00.000Z', next_action: null, ...more },
    mine: true,
    licenses: [],
    return_url: null,
    now: '2026-01-01T00:00:01.000Z',
  }) as unknown as CheckoutStatus

/** Every kind of event, at least once. */
const events: readonly CheckoutEvent[] = [
  { on: 'opened', claims: undefined, fullPage: '', host: '', attempt: '' },
  { on: 'unframed' },
  { on: 'prefilled', known: { phone: '0244123789' } },
  ...acts.map((act) => ({ on: 'pressed', act: act as 'pay', fields: {}, attempt: 'a' }) as const),
  ...(['pay', 'cancel', 'resend', 'otp'] as const).flatMap((to) =>
    [{ lost: true }, { error: { code: 'x' } }, { data: statusWith('pending') }].map(
      (reply) => ({ on: 'answered', to, reply }) as const,
    ),
  ),
  ...(['look', 'check', 'settle'] as const).map(
    (why) => ({ on: 'status', why, round: 0, reply: { data: statusWith('failed') } }) as const,
  ),
  { on: 'told', status: statusWith('pending') },
  { on: 'rested', tries: 0 },
  { on: 'waited' },
  { on: 'second' },
  { on: 'offline' },
  { on: 'returned' },
  { on: 'speechless' },
  { on: 'leaving' },
  { on: 'mended' },
  { on: 'copied', isCopied: true },
]

test.each(states)(
  'every event has a defined result in the state %s, and does not change the state before it',
  (state) => {
    for (const status of [undefined, statusWith('pending'), statusWith('succeeded')])
      for (const event of events) {
        const before = Object.freeze({ ...model, state, status, choice: 'mtn' as const })
        expect(states).toContain(next(before, event).model.state)
      }
  },
)

/** The values of the buttons in a template. */
function buttons(template: Template): string[] {
  if (typeof template === 'string') return []
  const [tag, { value = '' }, ...children] = template
  return [...(tag === 'button' ? [value] : []), ...children.flatMap(buttons)]
}

test('every state has a defined answer to whether money is moving', () => {
  expect([...moneyMovingStates, ...choosingStates, ...quietStates].sort()).toEqual([...states].sort())
})

describe('the buttons', () => {
  test.each(states)('in the state %s are exactly those that the machine accepts', (state) => {
    const shown = new Set((views[state] ?? []).flatMap(buttons))
    // The button that suggests another network is shown beside the number.
    if (state === 'number') for (const name of ['mtn', 'telecel', 'airteltigo']) shown.add(name)
    // A link leads away from the checkout, so the machine is asked first.
    if (state === 'success') for (const name of ['leave', ...(views.question ?? []).flatMap(buttons)]) shown.add(name)
    const taken = actsOf({ ...model, state, status: statusWith('pending') })
    expect([...shown].sort()).toEqual([...taken].sort())
  })

  test('while another browser pays offer only to check again', () => {
    const status = { ...statusWith('pending'), mine: false }
    expect([...new Set((views.elsewhere ?? []).flatMap(buttons))]).toEqual(['check'])
    expect(actsOf({ ...model, state: 'prompt', status })).toEqual(['check'])
    expect((views.unknown ?? []).flatMap(buttons)).toEqual(['close'])
    expect((views.question ?? []).flatMap(buttons)).toEqual(['copy', 'stay'])
    expect(suggest.flatMap(buttons)).toEqual(['{to}'])
  })
})

describe('an answer of a later version of the service', () => {
  test.each(['processing', 'held', 'closed', 'refunded', 'constructor'])(
    'about a payment that is %s is read as money that may be moving',
    (status) => {
      expect(stateOf(statusWith(status), model.nowMs)).toBe('pending')
      const { model: after } = next(model, {
        on: 'status',
        why: 'check',
        round: 0,
        reply: { data: statusWith(status) },
      })
      expect([after.state, actsOf(after)]).toEqual(['pending', ['check', 'close']])
      // A buyer who closes the popup must not be told that nothing was paid.
      const { effects } = next({ ...after, isOpen: true }, { on: 'leaving' })
      expect(effects).toContainEqual({ do: 'tell', method: 'cedi.close', params: { reason: 'done' } })
    },
  )

  test('with an unknown state lets the buyer check again, and not pay', () => {
    for (const state of ['closed', 'constructor', '__proto__'])
      expect(actsOf({ ...model, state: state as 'method' })).toEqual(['check'])
  })
})

describe('a button pressed while an answer is awaited', () => {
  const press = (before: Checkout, act: string) =>
    next(before, { on: 'pressed', act: act as 'pay', fields: { code: '123456' }, attempt: 'a' })
  const waiting: Checkout = { ...model, isOpen: true, state: 'prompt', status: statusWith('pending') }

  test('replaces a check, whose answer then changes nothing', () => {
    const looks = press(waiting, 'check')
    expect(looks.effects).toMatchObject([{ do: 'ask', why: 'check' }, { do: 'tell' }])
    const changes = press(looks.model, 'change')
    expect(changes.effects).toEqual([{ do: 'cancel' }])
    const reply = { data: statusWith('pending') }
    const late = next(changes.model, { on: 'status', why: 'check', round: 0, reply })
    expect(late.model).toMatchObject({ state: 'prompt', busy: 'change' })
    expect(late.model.note).toBeUndefined()
  })

  test('waits for a request that changes something, and only the last press is kept', () => {
    const asks = press(waiting, 'resend')
    const presses = press(press(press(asks.model, 'code').model, 'resend').model, 'change')
    expect([presses.effects, presses.model.busy, presses.model.next?.act]).toEqual([[], 'resend', 'change'])
    const sent = next(presses.model, { on: 'answered', to: 'resend', reply: { data: statusWith('pending') } })
    expect(sent.effects).toEqual([{ do: 'cancel' }])
    expect([sent.model.busy, sent.model.next]).toEqual(['change', undefined])
  })

  test('is forgotten when the button is gone after the answer', () => {
    const asks = press(press({ ...waiting, state: 'otp' }, 'otp').model, 'change')
    const paid = next(asks.model, { on: 'answered', to: 'otp', reply: { data: statusWith('succeeded') } })
    expect(paid.effects).not.toContainEqual({ do: 'cancel' })
    expect([paid.model.state, paid.model.next, paid.model.busy]).toEqual(['success', undefined, undefined])
  })
})

describe('a license key that is shown only here', () => {
  const sold = { ...statusWith('succeeded'), licenses: ['CEDI-1'] }
  const shown = () => next({ ...model, isOpen: true }, { on: 'told', status: sold })
  const hold = (reason: string | null) => ({ do: 'tell', method: 'cedi.hold', params: { reason } })

  test('keeps the popup open until it is copied', () => {
    expect(shown().effects).toContainEqual(hold('key_not_kept'))
    const asked = next(shown().model, { on: 'pressed', act: 'copy', fields: {}, attempt: 'a' })
    expect(asked.effects).toEqual([{ do: 'copy' }])
    const failed = next(asked.model, { on: 'copied', isCopied: false })
    expect([failed.effects, failed.model.note]).toEqual([[], 'notCopied'])
    const copied = next(failed.model, { on: 'copied', isCopied: true })
    expect([copied.effects, copied.model.note]).toEqual([[hold(null)], 'copied'])
    expect(next(copied.model, { on: 'copied', isCopied: false }).effects).toEqual([])
  })

  const press = (before: Checkout, act: 'leave' | 'stay') =>
    next(before, { on: 'pressed', act, fields: {}, attempt: 'a' }).model

  test('causes a question before a link leads away, and the buyer may still leave', () => {
    const asked = press(shown().model, 'leave')
    expect([viewOf(asked), asked.isHeld]).toEqual(['question', true])
    expect([viewOf(press(asked, 'stay')), press(asked, 'stay').isHeld]).toEqual(['success', true])
    expect(viewOf(press(press(asked, 'stay'), 'leave'))).toBe('question')
    expect(press(asked, 'leave').isHeld).toBe(false)
    // A copy that failed answers no question.
    const failed = next(asked, { on: 'copied', isCopied: false }).model
    expect([viewOf(failed), failed.isHeld]).toEqual(['question', true])
    const copied = next(asked, { on: 'copied', isCopied: true }).model
    expect([viewOf(copied), copied.isHeld]).toEqual(['success', false])
    expect(viewOf(press(copied, 'leave'))).toBe('success')
  })

  test('is the only reason to keep the popup open', () => {
    const paid = next({ ...model, isOpen: true }, { on: 'told', status: statusWith('succeeded') })
    expect(JSON.stringify(paid.effects)).not.toContain('hold')
  })
})

test('an answer that arrives after the connection is lost does not hide the loss', () => {
  const waiting: Checkout = { ...model, isOpen: true, state: 'prompt', status: statusWith('pending') }
  const cut = next({ ...waiting, isOnline: false }, { on: 'offline' }).model
  const told = next(cut, { on: 'told', status: statusWith('pending') }).model
  expect([cut.state, told.state]).toEqual(['offline', 'offline'])
  // When the connection is back, such an answer counts.
  expect(next({ ...told, isOnline: true }, { on: 'told', status: statusWith('pending') }).model.state).toBe('prompt')
})

test('an expired card is not sent, and one that expires this month is', () => {
  const pay = (expiry: string) =>
    next(
      { ...model, isOpen: true, state: 'card', choice: 'card' },
      { on: 'pressed', act: 'pay', fields: { number: '4242424242424242', expiry, cvc: '123' }, attempt: 'a' },
    )
  const late = pay('12/25')
  expect(late.model).toMatchObject({ state: 'card', problem: { field: 'expiry', word: 'expired_card' } })
  expect(late.effects.map((effect) => effect.do)).not.toContain('pay')
  expect(pay('01/26').effects.map((effect) => effect.do)).toContain('pay')
})

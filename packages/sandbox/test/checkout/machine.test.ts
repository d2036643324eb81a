import { choosingStates, moneyMovingStates, quietStates } from '@cedi/contract/checkout-messages'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { actsOf } from '../../src/checkout/draft.js'
import type { Checkout, CheckoutEvent } from '../../src/checkout/events.js'
import { next } from '../../src/checkout/machine.js'
import { type CheckoutStatus, stateOf } from '../../src/checkout/model.js'
import { wordingOf } from '../../src/checkout/views.js'
import type { Template } from '../../src/kit/template.js'
import { type Delivery, World } from './world.js'

const { views, suggest } = wordingOf('en')
const states = Object.keys(views).filter((name) => name !== 'elsewhere' && name !== 'unknown') as Checkout['state'][]

type Step = (world: World) => void

const acts = [
  ...['mtn', 'telecel', 'airteltigo', 'card', 'pay', 'pay', 'check', 'resend', 'code', 'otp'],
  ...['back', 'change', 'other', 'retry', 'done', 'close', 'nonsense'],
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
  // What the buyer sees is pressed more often than what is not there.
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

describe('a checkout that anything may happen to', () => {
  test('sends no payment twice, never leaves what is paid, and always has a way on', () => {
    const ends = new Map<string, number>()
    const seen = new Set<string>()
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
        const world = new World()
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
    // The walks came everywhere that the service leads to.
    expect([...states].filter((state) => !seen.has(state))).toEqual(['blocked'])
    expect(ends.get('success')).toBeGreaterThan(2000)
  })

  test('is over for good when the intent is, and nothing more is sent', () => {
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

/** Each thing that can happen, in at least one form. */
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
]

test.each(states)('every event is defined in the state %s, and changes nothing of what was before', (state) => {
  for (const status of [undefined, statusWith('pending'), statusWith('succeeded')])
    for (const event of events) {
      const before = Object.freeze({ ...model, state, status, choice: 'mtn' as const })
      expect(states).toContain(next(before, event).model.state)
    }
})

/** The values of the buttons in a template. */
function buttons(template: Template): string[] {
  if (typeof template === 'string') return []
  const [tag, { value = '' }, ...children] = template
  return [...(tag === 'button' ? [value] : []), ...children.flatMap(buttons)]
}

test('every state says that money moves, that none does, or nothing about it', () => {
  expect([...moneyMovingStates, ...choosingStates, ...quietStates].sort()).toEqual([...states].sort())
})

describe('what can be pressed', () => {
  test.each(states)('in the state %s is what the machine takes there', (state) => {
    const shown = new Set((views[state] ?? []).flatMap(buttons))
    // The suggestion of another network stands beside the number.
    if (state === 'number') for (const name of ['mtn', 'telecel', 'airteltigo']) shown.add(name)
    const taken = actsOf({ ...model, state, status: statusWith('pending') })
    expect([...shown].sort()).toEqual([...taken].sort())
  })

  test('while another browser pays is to look', () => {
    const status = { ...statusWith('pending'), mine: false }
    expect([...new Set((views.elsewhere ?? []).flatMap(buttons))]).toEqual(['check'])
    expect(actsOf({ ...model, state: 'prompt', status })).toEqual(['check'])
    expect((views.unknown ?? []).flatMap(buttons)).toEqual(['close'])
    expect(suggest.flatMap(buttons)).toEqual(['{to}'])
  })
})

describe('what a later version of the service says', () => {
  test.each(['processing', 'held', 'closed', 'refunded', 'constructor'])(
    'of a payment that is %s is read as money that may be moving',
    (status) => {
      expect(stateOf(statusWith(status), model.nowMs)).toBe('pending')
      const { model: after } = next(model, {
        on: 'status',
        why: 'check',
        round: 0,
        reply: { data: statusWith(status) },
      })
      expect([after.state, actsOf(after)]).toEqual(['pending', ['check', 'close']])
      // Whoever closes it is not told that nothing was paid.
      const { effects } = next({ ...after, isOpen: true }, { on: 'leaving' })
      expect(effects).toContainEqual({ do: 'tell', method: 'cedi.close', params: { reason: 'done' } })
    },
  )

  test('of a state that nobody knows yet lets the buyer look, and pay nothing', () => {
    for (const state of ['closed', 'constructor', '__proto__'])
      expect(actsOf({ ...model, state: state as 'method' })).toEqual(['check'])
  })
})

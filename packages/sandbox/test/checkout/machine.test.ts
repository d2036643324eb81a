import { choosingStates, moneyMovingStates, neutralStates } from '@cedi/contract/checkout-protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { availableActions, isPolling, transition } from '../../src/checkout/machine.js'
import { type CheckoutEvent, type CheckoutModel, toState } from '../../src/checkout/model.js'
import type { CheckoutStatus } from '../../src/checkout/session.js'
import { toViewName } from '../../src/checkout/values.js'
import { wordingOf } from '../../src/checkout/views.js'
import type { Template } from '../../src/kit/template.js'
import { type Delivery, World } from './world.js'

const { views, suggestion } = wordingOf('en')
const states = Object.keys(views).filter(
  (name) => !['contact', 'otherBrowser', 'unknown', 'confirmLeave'].includes(name),
) as CheckoutModel['state'][]

type Step = (world: World) => void

const actions = [
  ...['mtn', 'telecel', 'airteltigo', 'card', 'pay', 'pay', 'check', 'resend', 'code', 'otp'],
  ...['back', 'change', 'other', 'retry', 'done', 'close', 'copy', 'leave', 'stay', 'nonsense'],
]
const invalidFields = { phone: '12', number: '42', expiry: '13/29', cvc: '1', code: 'x' }

/** An event of the checkout, its service or its network. */
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(...actions).map(
      (action): Step =>
        (world) =>
          world.click(action),
    ),
  },
  // Visible buttons are clicked more often than others.
  {
    weight: 8,
    arbitrary: fc.nat(9).map(
      (at): Step =>
        (world) => {
          const actions = availableActions(world.model)
          world.click(actions[at % (actions.length || 1)] ?? 'nonsense')
        },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...actions).map(
      (action): Step =>
        (world) =>
          world.click(action, invalidFields),
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
      .tuple(fc.nat(2), fc.constantFrom<Delivery>('response', 'response', 'response', 'lost', 'rejected'), fc.nat(20))
      .map(
        ([at, delivery, seed]): Step =>
          (world) =>
            world.deliverResponse(at, delivery, seed),
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
  { weight: 3, arbitrary: fc.constant<Step>((world) => world.pushEvent()) },
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
          world.advanceTime(ms),
    ),
  },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom<CheckoutEvent>(
        { type: 'pageResumed' },
        { type: 'pollDelayElapsed' },
        { type: 'closeRequested' },
        { type: 'textsUnavailable' },
      )
      .map(
        (event): Step =>
          (world) =>
            world.dispatch(event),
      ),
  },
)

/** Contact details that the seller needs. */
const requirements = fc.constantFrom(null, null, 'delivery' as const, 'email' as const)

describe('a checkout after any series of events', () => {
  test('sends no payment twice, never leaves the paid state, and can always be continued', () => {
    const ends = new Map<string, number>()
    const seen = new Set<string>()
    fc.assert(
      fc.property(requirements, fc.array(step, { maxLength: 60, size: 'max' }), (requirement, steps) => {
        const world = new World(requirement)
        for (const take of steps) {
          take(world)
          seen.add(world.model.state)
        }
        const end = world.runToCompletion()
        ends.set(end, (ends.get(end) ?? 0) + 1)
        expect(['success', 'expired']).toContain(end)
        const pendingPayments = world.payments.filter(({ payment }) => payment.status === 'pending')
        if (end === 'success') expect(pendingPayments).toEqual([])
        expect(world.payments.filter(({ payment }) => payment.status === 'succeeded').length).toBeLessThan(2)
        const completeMessages = world.notifications.filter(({ method }) => method === 'ec.complete')
        expect(completeMessages.length).toBe(end === 'success' ? 1 : 0)
      }),
    )
    // The events reached every state that the service can cause.
    expect([...states].filter((state) => !seen.has(state))).toEqual(['blocked'])
    expect(ends.get('success')).toBeGreaterThan(2000)
  })

  test('does not return to a form when the service reports a pending payment after an error', () => {
    const world = new World()
    world.deliverResponse(0, 'response', 0)
    world.click('card')
    world.click('pay')
    // The service created the payment, but a proxy responded with an error.
    world.serve(0, 1)
    world.deliverResponse(0, 'rejected', 0)
    world.setOnline(false)
    world.click('mtn')
    world.click('pay')
    world.pushEvent()
    world.click('check')
    world.deliverResponse(0, 'rejected', 0)
    world.setOnline(true)
    expect(world.model.state).toBe('offline')
    expect(world.runToCompletion()).toBe('success')
  })

  test('keeps the payment when an older status without one is received after it', () => {
    const world = new World()
    world.deliverResponse(0, 'response', 0)
    const older = world.status()
    world.click('card')
    world.click('pay')
    world.deliverResponse(0, 'response', 0)
    world.end('succeeded')
    world.deliverResponse(0, 'response', 0)
    const { model } = world
    expect(model.state).toBe('success')
    world.dispatch({ type: 'statusPushed', status: older })
    expect(world.model).toEqual(model)
  })

  test('stays expired and sends no payment when its intent has expired', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
        const world = new World()
        world.hasIntentExpired = true
        for (const take of steps) take(world)
        expect(world.runToCompletion()).toBe('expired')
        expect(world.payments).toEqual([])
      }),
      { numRuns: 500 },
    )
  })
})

const model: CheckoutModel = {
  state: 'loading',
  merchant: 'Ama',
  pesewas: 12_000,
  nowMs: Date.UTC(2026, 0, 1),
  inFrame: true,
  isOnline: true,
}

const statusWith = (status: string, overrides: object = {}): CheckoutStatus =>
  ({
    intent: { id: 'int_1', status: 'open', expires_at: '2026-01-01T00:30:00Z', channels: [], amount: 120 },
    payment: { ref: 'pay_1', status, created_at: '2026-01-01T00:00:00.000Z', next_action: null, ...overrides },
    mine: true,
    licenses: [],
    return_url: null,
    now: '2026-01-01T00:00:01.000Z',
  }) as unknown as CheckoutStatus

/** Every kind of event, at least once. */
const events: readonly CheckoutEvent[] = [
  { type: 'checkoutOpened', claims: undefined, fullPage: '', host: '', attempts: '' },
  { type: 'frameMissing' },
  { type: 'prefillReceived', details: { phone: '0244123789' } },
  ...actions.map((action) => ({ type: 'actionClicked', action: action as 'pay', fields: {}, attempt: 'a' }) as const),
  ...(['createPayment', 'cancelPayment', 'resendPrompt', 'submitCode'] as const).flatMap((effect) =>
    [{ isLost: true }, { error: { code: 'x' } }, { data: statusWith('pending') }].map(
      (response) => ({ type: 'responseReceived', effect, response }) as const,
    ),
  ),
  ...(['poll', 'check', 'resolve'] as const).map(
    (purpose) =>
      ({ type: 'statusReceived', purpose, requestCount: 0, response: { data: statusWith('failed') } }) as const,
  ),
  { type: 'statusPushed', status: statusWith('pending') },
  { type: 'retryDelayElapsed', retries: 0 },
  { type: 'pollDelayElapsed' },
  { type: 'clockTicked' },
  { type: 'connectionLost' },
  { type: 'pageResumed' },
  { type: 'textsUnavailable' },
  { type: 'closeRequested' },
  { type: 'fieldFixed' },
  { type: 'keysCopied', isCopied: true },
]

test.each(states)('every event has a defined result in the state %s, and does not mutate the model', (state) => {
  for (const status of [undefined, statusWith('pending'), statusWith('succeeded')])
    for (const event of events) {
      const before = Object.freeze({ ...model, state, status, choice: 'mtn' as const })
      expect(states).toContain(transition(before, event).model.state)
    }
})

/** The values of the buttons in a template. */
function buttons(template: Template): string[] {
  if (typeof template === 'string') return []
  const [tag, { value = '' }, ...children] = template
  return [...(tag === 'button' ? [value] : []), ...children.flatMap(buttons)]
}

test('every state is a money-moving, choosing or neutral state', () => {
  expect([...moneyMovingStates, ...choosingStates, ...neutralStates].sort()).toEqual([...states].sort())
})

describe('the available actions', () => {
  test.each(states)('in the state %s are exactly the visible buttons', (state) => {
    const buttonNames = new Set((views[state] ?? []).flatMap(buttons))
    // The page suggests another network for a number.
    if (state === 'number') for (const name of ['mtn', 'telecel', 'airteltigo']) buttonNames.add(name)
    // A link that leaves the page dispatches `leave`.
    if (state === 'success')
      for (const name of ['leave', ...(views.confirmLeave ?? []).flatMap(buttons)]) buttonNames.add(name)
    const actions = availableActions({ ...model, state, status: statusWith('pending') })
    expect([...buttonNames].sort()).toEqual([...actions].sort())
  })

  test('are only a status check while another browser pays', () => {
    const status = { ...statusWith('pending'), mine: false }
    expect([...new Set((views.otherBrowser ?? []).flatMap(buttons))]).toEqual(['check'])
    expect(availableActions({ ...model, state: 'prompt', status })).toEqual(['check'])
    expect((views.unknown ?? []).flatMap(buttons)).toEqual(['close'])
    expect((views.confirmLeave ?? []).flatMap(buttons)).toEqual(['copy', 'stay'])
    expect(suggestion.flatMap(buttons)).toEqual(['{to}'])
  })
})

describe('a later version of the service', () => {
  test.each(['processing', 'held', 'closed', 'refunded', 'constructor'])(
    'with a payment that is %s is handled as money that may be moving',
    (status) => {
      expect(toState(statusWith(status), model.nowMs)).toBe('pending')
      const { model: after } = transition(model, {
        type: 'statusReceived',
        purpose: 'check',
        requestCount: 0,
        response: { data: statusWith(status) },
      })
      expect([after.state, availableActions(after)]).toEqual(['pending', ['check', 'close']])
      // Closing must not report a cancellation.
      const { effects } = transition({ ...after, isOpen: true }, { type: 'closeRequested' })
      expect(effects).toContainEqual({ type: 'notifyShop', method: 'cedi.close', params: { reason: 'done' } })
    },
  )

  test('with an unknown state lets the buyer check the status, but not pay', () => {
    for (const state of ['closed', 'constructor', '__proto__'])
      expect(availableActions({ ...model, state: state as 'method' })).toEqual(['check'])
  })
})

describe('a click while a response is pending', () => {
  const click = (before: CheckoutModel, action: string) =>
    transition(before, { type: 'actionClicked', action: action as 'pay', fields: { code: '123456' }, attempt: 'a' })
  const pendingModel: CheckoutModel = { ...model, isOpen: true, state: 'prompt', status: statusWith('pending') }

  test('replaces a status check, whose response is then ignored', () => {
    const checking = click(pendingModel, 'check')
    expect(checking.effects).toMatchObject([{ type: 'fetchStatus', purpose: 'check' }, { type: 'notifyShop' }])
    const changes = click(checking.model, 'change')
    expect(changes.effects).toEqual([{ type: 'cancelPayment' }])
    const response = { data: statusWith('pending') }
    const lateResponse = transition(changes.model, {
      type: 'statusReceived',
      purpose: 'check',
      requestCount: 0,
      response,
    })
    expect(lateResponse.model).toMatchObject({ state: 'prompt', busyAction: 'change' })
    expect(lateResponse.model.notice).toBeUndefined()
  })

  test('opens a form that the late response to an earlier check does not replace', () => {
    const checked = click(pendingModel, 'check')
    const [check] = checked.effects
    const changing = click(checked.model, 'change')
    const form = transition(changing.model, {
      type: 'responseReceived',
      effect: 'cancelPayment',
      response: { data: statusWith('cancelled', { network: 'mtn', method: 'mobile_money' }) },
    })
    expect(form.model.state).toBe('number')
    const requestCount = check?.type === 'fetchStatus' ? check.requestCount : Number.NaN
    for (const status of ['pending', 'cancelled', 'failed']) {
      const response = { data: statusWith(status) }
      const lateResponse = transition(form.model, { type: 'statusReceived', purpose: 'check', requestCount, response })
      expect(lateResponse.model).toEqual(form.model)
    }
  })

  test('is queued behind a request that changes something, and replaces an earlier queued click', () => {
    const resending = click(pendingModel, 'resend')
    const clicks = click(click(click(resending.model, 'code').model, 'resend').model, 'change')
    expect([clicks.effects, clicks.model.busyAction, clicks.model.queuedClick?.action]).toEqual([
      [],
      'resend',
      'change',
    ])
    const resent = transition(clicks.model, {
      type: 'responseReceived',
      effect: 'resendPrompt',
      response: { data: statusWith('pending') },
    })
    expect(resent.effects).toEqual([{ type: 'cancelPayment' }])
    expect([resent.model.busyAction, resent.model.queuedClick]).toEqual(['change', undefined])
  })

  test('is dropped when its button is not available after the response', () => {
    const changing = click(click({ ...pendingModel, state: 'otp' }, 'otp').model, 'change')
    const paidModel = transition(changing.model, {
      type: 'responseReceived',
      effect: 'submitCode',
      response: { data: statusWith('succeeded') },
    })
    expect(paidModel.effects).not.toContainEqual({ type: 'cancelPayment' })
    expect([paidModel.model.state, paidModel.model.queuedClick, paidModel.model.busyAction]).toEqual([
      'success',
      undefined,
      undefined,
    ])
  })
})

test('a number and a network that the shop knows lead to the form with the number', () => {
  const loading: CheckoutModel = {
    ...model,
    isOpen: true,
    state: 'loading',
    phone: '0244123789',
    suppliedNetwork: 'mtn',
  }
  const open = (channels: string[]) => {
    const { intent, ...status } = statusWith('pending')
    return transition(loading, {
      type: 'statusReceived',
      purpose: 'check',
      requestCount: 0,
      response: { data: { ...status, intent: { ...intent, channels }, payment: null } },
    }).model
  }
  expect(open(['mobile_money', 'card'])).toMatchObject({ state: 'number', choice: 'mtn' })
  expect(open(['card'])).toMatchObject({ state: 'method' })
})

describe('a payment that another window of the buyer cancels', () => {
  const pendingModel: CheckoutModel = { ...model, isOpen: true, state: 'prompt', status: statusWith('pending') }
  const cancelled = () => transition(pendingModel, { type: 'statusPushed', status: statusWith('cancelled') }).model

  test('leads to the payment methods with a notice, and the status is still polled', () => {
    expect(cancelled()).toMatchObject({ state: 'method', notice: 'cancelledElsewhere' })
    expect(isPolling(cancelled())).toBe(true)
    expect(transition(cancelled(), { type: 'pollDelayElapsed' }).effects).toMatchObject([
      { type: 'fetchStatus', purpose: 'poll' },
    ])
    expect(isPolling({ ...cancelled(), isPaidElsewhere: undefined })).toBe(false)
  })

  test('is shown as paid when the other window pays', () => {
    const other = (status: string) => ({ ...statusWith(status, { ref: 'pay_2' }), mine: false })
    const pending = transition(cancelled(), { type: 'statusPushed', status: other('pending') }).model
    expect(toViewName(pending)).toBe('otherBrowser')
    expect(transition(pending, { type: 'statusPushed', status: other('succeeded') }).model.state).toBe('success')
    expect(transition(cancelled(), { type: 'statusPushed', status: other('succeeded') }).model.state).toBe('success')
  })

  test('does not replace a form that the buyer fills in', () => {
    const form = transition(cancelled(), { type: 'actionClicked', action: 'mtn', fields: {}, attempt: 'a' }).model
    const polled = transition(form, { type: 'statusPushed', status: statusWith('cancelled') }).model
    expect(polled.state).toBe('number')
  })
})

describe('a license key that is shown only here', () => {
  const soldStatus = { ...statusWith('succeeded'), licenses: ['CEDI-1'] }
  const showSuccess = () => transition({ ...model, isOpen: true }, { type: 'statusPushed', status: soldStatus })
  const hold = (reason: string | null) => ({ type: 'notifyShop', method: 'cedi.hold', params: { reason } })

  test('keeps the popup open until it is copied', () => {
    expect(showSuccess().effects).toContainEqual(hold('key_not_kept'))
    const copying = transition(showSuccess().model, { type: 'actionClicked', action: 'copy', fields: {}, attempt: 'a' })
    expect(copying.effects).toEqual([{ type: 'copyKeys' }])
    const failed = transition(copying.model, { type: 'keysCopied', isCopied: false })
    expect([failed.effects, failed.model.notice]).toEqual([[], 'notCopied'])
    const copiedKeys = transition(failed.model, { type: 'keysCopied', isCopied: true })
    expect([copiedKeys.effects, copiedKeys.model.notice]).toEqual([[hold(null)], 'copied'])
    expect(transition(copiedKeys.model, { type: 'keysCopied', isCopied: false }).effects).toEqual([])
  })

  const click = (before: CheckoutModel, action: 'leave' | 'stay') =>
    transition(before, { type: 'actionClicked', action, fields: {}, attempt: 'a' }).model

  test('shows a question before a link leaves the page, and the buyer may still leave', () => {
    const leaving = click(showSuccess().model, 'leave')
    expect([toViewName(leaving), leaving.hasUnsavedKey]).toEqual(['confirmLeave', true])
    expect([toViewName(click(leaving, 'stay')), click(leaving, 'stay').hasUnsavedKey]).toEqual(['success', true])
    expect(toViewName(click(click(leaving, 'stay'), 'leave'))).toBe('confirmLeave')
    expect(click(leaving, 'leave').hasUnsavedKey).toBe(false)
    // A failed copy keeps the question.
    const failed = transition(leaving, { type: 'keysCopied', isCopied: false }).model
    expect([toViewName(failed), failed.hasUnsavedKey]).toEqual(['confirmLeave', true])
    const copiedKeys = transition(leaving, { type: 'keysCopied', isCopied: true }).model
    expect([toViewName(copiedKeys), copiedKeys.hasUnsavedKey]).toEqual(['success', false])
    expect(toViewName(click(copiedKeys, 'leave'))).toBe('success')
  })

  test('is the only reason to keep the popup open', () => {
    const paidChange = transition({ ...model, isOpen: true }, { type: 'statusPushed', status: statusWith('succeeded') })
    expect(JSON.stringify(paidChange.effects)).not.toContain('hold')
  })
})

test('a status that is received after the connection is lost keeps the state offline', () => {
  const pendingModel: CheckoutModel = { ...model, isOpen: true, state: 'prompt', status: statusWith('pending') }
  const cut = transition({ ...pendingModel, isOnline: false }, { type: 'connectionLost' }).model
  const pushed = transition(cut, { type: 'statusPushed', status: statusWith('pending') }).model
  expect([cut.state, pushed.state]).toEqual(['offline', 'offline'])
  // When the connection is back, the status is applied.
  expect(
    transition({ ...pushed, isOnline: true }, { type: 'statusPushed', status: statusWith('pending') }).model.state,
  ).toBe('prompt')
})

test('an expired card is not sent, and a card that expires this month is sent', () => {
  const pay = (expiry: string) =>
    transition(
      { ...model, isOpen: true, state: 'card', choice: 'card' },
      {
        type: 'actionClicked',
        action: 'pay',
        fields: { number: '4242424242424242', expiry, cvc: '123' },
        attempt: 'a',
      },
    )
  const expiredCard = pay('12/25')
  expect(expiredCard.model).toMatchObject({ state: 'card', problem: { field: 'expiry', text: 'expired_card' } })
  expect(expiredCard.effects.map((effect) => effect.type)).not.toContain('createPayment')
  expect(pay('01/26').effects.map((effect) => effect.type)).toContain('createPayment')
})

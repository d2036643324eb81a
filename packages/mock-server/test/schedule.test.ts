import { describe, expect, it } from 'vitest'
import { createMemoryStore, makePlan, scheduleEvents } from '../src/ledger/index.js'
import { simulatedIds } from '../src/service/context.js'
import type { Scenario } from '../src/service/outcomes/scenarios.js'
import {
  createFailure,
  listScheduledEvents,
  toEventRows,
  toPaymentScript,
  toVoucherScript,
} from '../src/service/outcomes/schedule.js'

const minute = 60_000
const createdMs = Date.UTC(2026, 0, 5, 9)
const after = (ms: number) => createdMs + ms
const declined = createFailure('card_declined')
const notApproved = createFailure('payment_not_approved')
const baseScript = { expiresMs: null, challenge: false, later: [] }

describe('a payment', () => {
  it('with a card is resolved immediately, or on the page of the bank within 15 minutes', () => {
    const expire = { kind: 'expire', dueMs: after(15 * minute) }
    const pendingScript = { expiresMs: after(15 * minute), now: undefined, challenge: true }
    const scripts: [Scenario, object][] = [
      ['succeed', { ...baseScript, now: 'confirm' }],
      ['fail', { ...baseScript, now: declined }],
      ['card_declined', { ...baseScript, now: declined }],
      ['pending', { ...baseScript, now: undefined }],
      ['expire', { ...pendingScript, later: [expire] }],
      ['challenge', { ...pendingScript, later: [expire] }],
      ['late_money', { ...pendingScript, later: [expire, { kind: 'confirm', dueMs: after(16 * minute) }] }],
      ['double_confirmation', { ...baseScript, now: 'confirm', later: [{ kind: 'confirm', dueMs: after(1000) }] }],
    ]
    for (const [scenario, script] of scripts)
      expect(toPaymentScript(scenario, 'card', createdMs, 2000), scenario).toStrictEqual(script)
  })

  it('by mobile money is resolved on the phone within five minutes', () => {
    const expire = { kind: 'expire', dueMs: after(5 * minute) }
    const confirm = { kind: 'confirm', dueMs: after(2000) }
    const pendingScript = { expiresMs: after(5 * minute), now: undefined, challenge: false }
    const failed = { ...pendingScript, later: [{ kind: 'fail', dueMs: after(2000), data: notApproved }] }
    const scripts: [Scenario, object][] = [
      ['succeed', { ...pendingScript, later: [confirm] }],
      ['fail', failed],
      ['payment_not_approved', failed],
      ['pending', { ...baseScript, now: undefined }],
      ['expire', { ...pendingScript, later: [expire] }],
      ['challenge', { ...pendingScript, later: [expire] }],
      ['late_money', { ...pendingScript, later: [expire, { kind: 'confirm', dueMs: after(6 * minute) }] }],
      ['double_confirmation', { ...pendingScript, later: [confirm, { kind: 'confirm', dueMs: after(3000) }] }],
    ]
    for (const [scenario, script] of scripts)
      expect(toPaymentScript(scenario, 'mobile_money', createdMs, 2000), scenario).toStrictEqual(script)
  })

  it.each([
    [5 * minute, ['confirm']],
    [5 * minute + 1, ['expire', 'confirm']],
  ])('expires only if the buyer takes longer than five minutes: %i ms', (approvalDelayMs, kinds) => {
    const { later } = toPaymentScript('succeed', 'mobile_money', createdMs, approvalDelayMs)
    expect(later.map(({ kind }) => kind)).toEqual(kinds)
  })

  it('with a voucher waits until it expires; the expiry event contains the scenario to run after the voucher', () => {
    expect(toVoucherScript('late_money', createdMs)).toEqual({
      expiresMs: after(5 * minute),
      now: undefined,
      challenge: false,
      voucher: true,
      later: [{ kind: 'expire', dueMs: after(5 * minute), data: { scenario: 'late_money' } }],
    })
  })
})

it('lists the scheduled events of a payment, without the release of its money', async () => {
  const store = createMemoryStore()
  const ids = simulatedIds()
  const rows = [
    ...toEventRows(
      'demo',
      'pay_1',
      [
        { kind: 'confirm', dueMs: 3 },
        { kind: 'available', dueMs: 9 },
      ],
      ids,
    ),
    ...toEventRows('demo', 'pay_2', [{ kind: 'expire', dueMs: 5, data: { scenario: 'fail' } }], ids),
  ]
  await store.commit(makePlan('demo', scheduleEvents(...rows)))
  expect(await listScheduledEvents(store, 'demo', 'pay_1')).toEqual([
    { merchant: 'demo', id: 'evt_simulated1', due_ms: 3, kind: 'confirm', ref: 'pay_1', data: {} },
  ])
  expect(await listScheduledEvents(store, 'demo', 'pay_2')).toEqual([
    { merchant: 'demo', id: 'evt_simulated3', due_ms: 5, kind: 'expire', ref: 'pay_2', data: { scenario: 'fail' } },
  ])
})

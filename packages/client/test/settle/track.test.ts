import { expirySeconds } from '@cedi/contract/fixtures/settle-schedule.json'
import { expect, test } from 'vitest'
import { checkDelaysMs, clockSkewMs, dailyMs, nextCheckMs } from '../../src/settle/schedule.js'
import { applyChange, emptyOrder } from '../../src/settle/track.js'
import { trackedOrder } from './tracked-order.js'

const order = '1042'
const nowMs = Date.UTC(2026, 0, 1, 0, 0, 0, 774)
const share = 0.774
const delays = checkDelaysMs(share)
const first = trackedOrder({ order, amount: '45.50' }, undefined, nowMs)

test('a new order has its amount in GH₵, and is due at the first check', () => {
  expect(first).toEqual({
    order,
    version: 1,
    dueMs: nowMs + (delays[0] as number),
    amounts: [45.5],
    sinceMs: nowMs,
    untilMs: nowMs + dailyMs - clockSkewMs,
    searchedMs: nowMs,
    buyerChecks: 0,
    buyerCheckedMs: 0,
    expiresMs: 0,
    isClosed: false,
    payments: {},
  })
})

test('the later end of two checkouts applies', () => {
  const expiresAt = new Date(nowMs + 60_000).toISOString()
  const short = trackedOrder({ order, amount: 1, expiresAt }, undefined, nowMs)
  expect(short.untilMs).toBe(nowMs + 60_000)
  expect(trackedOrder({ order, amount: 1, expiresAt }, first, nowMs).untilMs).toBe(first.untilMs)
  expect(trackedOrder({ order, amount: 1, expiresAt: null }, short, nowMs).untilMs).toBe(first.untilMs)
})

test('an order that is tracked again retains its amounts and payments, and restarts its schedule', () => {
  const before = {
    ...first,
    version: 7,
    buyerChecks: 3,
    buyerCheckedMs: 5,
    isClosed: true,
    searchedMs: nowMs + 1,
    payments: { pay_1: 'failed' as const },
  }
  const laterMs = nowMs + 3_600_000
  const retracked = trackedOrder({ order, amount: 60 }, before, laterMs)
  expect(retracked).toMatchObject({
    version: 8,
    amounts: [45.5, 60],
    sinceMs: laterMs,
    buyerChecks: 0,
    buyerCheckedMs: 5,
    searchedMs: nowMs + 1,
    isClosed: false,
    payments: before.payments,
  })
  expect(trackedOrder({ order, amount: 45.5 }, retracked, laterMs).amounts).toEqual([45.5, 60])
})

test('the next check is always later than now', () => {
  for (const [index, delayMs] of delays.entries()) {
    expect(nextCheckMs(first, nowMs + delayMs - 1)).toBe(nowMs + delayMs)
    expect(nextCheckMs(first, nowMs + delayMs)).toBe(
      index + 1 < delays.length ? nowMs + (delays[index + 1] as number) : null,
    )
  }
})

test('a closed order is checked once more, at the last check', () => {
  const closedOrder = { ...first, isClosed: true }
  const lastMs = nowMs + (delays.at(-1) as number)
  expect(nextCheckMs(closedOrder, nowMs)).toBe(lastMs)
  expect(nextCheckMs(closedOrder, lastMs)).toBeNull()
})

test('a pending payment is checked soon after it expires, and a failed one is not', () => {
  const expiresMs = nowMs + 600_000
  const afterMs = expiresMs + expirySeconds * 1000 * (1 + share)
  const pending = { ...first, expiresMs, payments: { pay_1: 'pending' as const } }
  expect(nextCheckMs({ ...pending, isClosed: true }, nowMs)).toBe(afterMs)
  expect(nextCheckMs({ ...pending, isClosed: true }, afterMs)).toBe(nowMs + (delays.at(-1) as number))
  expect(nextCheckMs({ ...pending, isClosed: true, payments: { pay_1: 'failed' } }, nowMs)).toBe(
    nowMs + (delays.at(-1) as number),
  )
})

test('an update increments the version and sets dueMs by the schedule', () => {
  const next = applyChange(first, { searchedMs: 9 }, nowMs)
  expect([next.version, next.searchedMs, next.dueMs]).toEqual([2, 9, first.dueMs])
  const lateMs = nowMs + (delays.at(-1) as number)
  expect(applyChange(first, {}, lateMs).dueMs).toBe(lateMs + dailyMs)
  expect(applyChange(first, { payments: { pay_1: 'paid' } }, nowMs).dueMs).toBeNull()
  expect(applyChange(first, { payments: { pay_1: 'paid', pay_2: 'pending' } }, nowMs).dueMs).not.toBeNull()
  expect(applyChange(first, { payments: { pay_1: 'review' } }, nowMs).dueMs).not.toBeNull()
  expect(applyChange(first, { dueMs: 17 }, nowMs).dueMs).toBe(17)
  expect(applyChange(first, { dueMs: null }, nowMs).dueMs).toBeNull()
})

test('an order that is not stored is not due', () => {
  expect(emptyOrder('x', 5)).toMatchObject({
    order: 'x',
    version: 0,
    dueMs: null,
    sinceMs: 5,
    searchedMs: 5,
    isClosed: false,
  })
})

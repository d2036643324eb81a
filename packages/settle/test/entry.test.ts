import { expirySeconds } from '@cedi/contract/fixtures/settle-schedule.json'
import { expect, test } from 'vitest'
import { blank, changed } from '../src/entry.js'
import { dailyMs, delaysMs, nextLookMs, skewMs } from '../src/schedule.js'
import { followed } from './followed.js'

const order = '1042'
const nowMs = Date.UTC(2026, 0, 1, 0, 0, 0, 774)
const share = 0.774
const looks = delaysMs(share)
const first = followed({ order, amount: '45.50' }, undefined, nowMs)

test('a new order has its amount in GH₵, and is due at the first look', () => {
  expect(first).toEqual({
    order,
    version: 1,
    dueMs: nowMs + (looks[0] as number),
    amounts: [45.5],
    sinceMs: nowMs,
    untilMs: nowMs + dailyMs - skewMs,
    searchedMs: nowMs,
    returns: 0,
    returnedMs: 0,
    expiresMs: 0,
    isOver: false,
    payments: {},
  })
})

test('a checkout has the end that it was given, and the later of two ends counts', () => {
  const expiresAt = new Date(nowMs + 60_000).toISOString()
  const short = followed({ order, amount: 1, expiresAt }, undefined, nowMs)
  expect(short.untilMs).toBe(nowMs + 60_000)
  expect(followed({ order, amount: 1, expiresAt }, first, nowMs).untilMs).toBe(first.untilMs)
  expect(followed({ order, amount: 1, expiresAt: null }, short, nowMs).untilMs).toBe(first.untilMs)
})

test('an order that is followed again keeps its amounts and payments, and its schedule starts again', () => {
  const before = {
    ...first,
    version: 7,
    returns: 3,
    returnedMs: 5,
    isOver: true,
    searchedMs: nowMs + 1,
    payments: { pay_1: 'failed' as const },
  }
  const later = nowMs + 3_600_000
  const anew = followed({ order, amount: 60 }, before, later)
  expect(anew).toMatchObject({
    version: 8,
    amounts: [45.5, 60],
    sinceMs: later,
    returns: 0,
    returnedMs: 5,
    searchedMs: nowMs + 1,
    isOver: false,
    payments: before.payments,
  })
  expect(followed({ order, amount: 45.5 }, anew, later).amounts).toEqual([45.5, 60])
})

test('the next look is always later than now', () => {
  for (const [index, delayMs] of looks.entries()) {
    expect(nextLookMs(first, nowMs + delayMs - 1)).toBe(nowMs + delayMs)
    expect(nextLookMs(first, nowMs + delayMs)).toBe(
      index + 1 < looks.length ? nowMs + (looks[index + 1] as number) : null,
    )
  }
})

test('an ended order is looked at once more, at the last look', () => {
  const over = { ...first, isOver: true }
  const lastMs = nowMs + (looks.at(-1) as number)
  expect(nextLookMs(over, nowMs)).toBe(lastMs)
  expect(nextLookMs(over, lastMs)).toBeNull()
})

test('a waiting payment is looked at soon after it expires, and one that no longer waits is not', () => {
  const expiresMs = nowMs + 600_000
  const afterMs = expiresMs + expirySeconds * 1000 * (1 + share)
  const waiting = { ...first, expiresMs, payments: { pay_1: 'pending' as const } }
  expect(nextLookMs({ ...waiting, isOver: true }, nowMs)).toBe(afterMs)
  expect(nextLookMs({ ...waiting, isOver: true }, afterMs)).toBe(nowMs + (looks.at(-1) as number))
  expect(nextLookMs({ ...waiting, isOver: true, payments: { pay_1: 'failed' } }, nowMs)).toBe(
    nowMs + (looks.at(-1) as number),
  )
})

test('a changed order has the next version and is due by the schedule, then daily, and never when only paid', () => {
  const next = changed(first, { searchedMs: 9 }, nowMs)
  expect([next.version, next.searchedMs, next.dueMs]).toEqual([2, 9, first.dueMs])
  const late = nowMs + (looks.at(-1) as number)
  expect(changed(first, {}, late).dueMs).toBe(late + dailyMs)
  expect(changed(first, { payments: { pay_1: 'paid' } }, nowMs).dueMs).toBeNull()
  expect(changed(first, { payments: { pay_1: 'paid', pay_2: 'pending' } }, nowMs).dueMs).not.toBeNull()
  expect(changed(first, { payments: { pay_1: 'review' } }, nowMs).dueMs).not.toBeNull()
  expect(changed(first, { dueMs: 17 }, nowMs).dueMs).toBe(17)
  expect(changed(first, { dueMs: null }, nowMs).dueMs).toBeNull()
})

test('an order that is not stored is not due', () => {
  expect(blank('x', 5)).toMatchObject({ order: 'x', version: 0, dueMs: null, sinceMs: 5, searchedMs: 5, isOver: false })
})

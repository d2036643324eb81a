import type { Payment } from '@cedi/client'
import { fixture } from '@cedi/client/testing'
import { expect, test } from 'vitest'
import { openBook } from '../src/book.js'
import { followed } from '../src/entry.js'
import { delaysMs, shareOf } from '../src/schedule.js'
import { memoryStore } from '../src/stores/memory.js'
import type { Waiting } from '../src/waiting.js'

const order = '1042'
const startMs = Date.UTC(2026, 0, 1)
const paymentOf = (status: Payment['status'], more: Partial<Payment> = {}): Payment => ({
  ...fixture('readPayment', 'succeeded'),
  ref: 'pay_1' as Payment['ref'],
  status,
  amount: 45.5,
  refunded_amount: 0,
  ...more,
})

/** A book with one order, and the calls of the shop's handlers. */
async function open() {
  const clock = { nowMs: startMs }
  const told: string[] = []
  const store = memoryStore()
  const tell = (what: string) => (settled: { order: string; key: string; reason?: string }) =>
    void told.push([what, settled.order, settled.key, settled.reason].filter(Boolean).join(' '))
  const on = {
    paid: tell('paid'),
    failed: tell('failed'),
    expired: tell('expired'),
    review: tell('review'),
    unpaid: tell('unpaid'),
  }
  const book = openBook({ store, on, nowMs: () => clock.nowMs })
  await store.claim(followed({ order, amount: 45.5 }, undefined, startMs))
  const read = async (name = order) => (await book.read(name)) as Waiting
  return { book, store, told, clock, read }
}

test('the result of a payment is stored, and the handler gets it with its own key', async () => {
  for (const [status, more, line] of [
    ['succeeded', {}, 'paid 1042 paid:pay_1'],
    ['failed', {}, 'failed 1042 failed:pay_1'],
    ['expired', {}, 'expired 1042 expired:pay_1'],
    ['succeeded', { amount: 1 }, 'review 1042 review:pay_1 mismatch'],
  ] as const) {
    const { book, told, read } = await open()
    const entry = await book.note(await read(), paymentOf(status, more))
    expect(told).toEqual([line])
    expect(entry).toEqual(await read())
    expect(entry.payments).toEqual({ pay_1: line.split(' ')[0] })
    // The same result again calls no handler.
    expect(await book.note(entry, paymentOf(status, more))).toBe(entry)
    expect(told.length).toBe(1)
  }
})

test('a shop with only a handler for paid gets no other call', async () => {
  const store = memoryStore()
  const paid: string[] = []
  const book = openBook({ store, on: { paid: ({ key }) => void paid.push(key) }, nowMs: () => startMs })
  await store.claim(followed({ order, amount: 45.5 }, undefined, startMs))
  let entry = (await book.read(order)) as Waiting
  entry = await book.note(entry, paymentOf('failed'))
  entry = await book.note(entry, paymentOf('succeeded', { ref: 'pay_2' as Payment['ref'], amount: 1 }))
  await book.end(entry, {})
  entry = (await book.read(order)) as Waiting
  await book.note(entry, paymentOf('succeeded', { ref: 'pay_3' as Payment['ref'] }))
  expect(paid).toEqual(['paid:pay_3'])
})

test('a waiting payment calls no handler, and its expiry is stored', async () => {
  const { book, told, read } = await open()
  const expires_at = new Date(startMs + 600_000).toISOString()
  const waits = await book.note(await read(), paymentOf('pending', { expires_at }))
  expect([waits.expiresMs, waits.payments, told]).toEqual([startMs + 600_000, { pay_1: 'pending' }, []])
  const paid = await book.note(waits, paymentOf('succeeded', { expires_at: null }))
  expect([paid.expiresMs, told]).toEqual([startMs + 600_000, ['paid 1042 paid:pay_1']])
  const other = await open()
  expect((await other.book.note(await other.read(), paymentOf('pending', { expires_at: null }))).expiresMs).toBe(0)
})

test('when another worker has changed the order, the payment is judged again', async () => {
  const { book, told, read } = await open()
  const old = await read()
  await book.note(old, paymentOf('succeeded'))
  const entry = await book.note(old, paymentOf('succeeded', { ref: 'pay_2' as Payment['ref'] }))
  expect(told).toEqual(['paid 1042 paid:pay_1', 'review 1042 review:pay_2 paid_twice'])
  expect(entry.payments).toEqual({ pay_1: 'paid', pay_2: 'review' })
  expect(await book.change(old, { searchedMs: 1 })).toBeUndefined()
  expect((await book.change(entry, { searchedMs: 1 }))?.version).toBe(entry.version + 1)
})

test('an order that is no longer in the book is returned unchanged', async () => {
  const { book, told } = await open()
  const gone = { ...followed({ order: 'gone', amount: 45.5 }, undefined, startMs), version: 7 }
  expect(await book.note(gone, paymentOf('succeeded'))).toBe(gone)
  expect(told).toEqual([])
})

test('a noted payment needs no search, and only one worker holds a payment that is searched for', async () => {
  const { book, read, clock } = await open()
  await book.note(await read(), paymentOf('failed'))
  expect(await book.take('pay_1')).toBe('noted')
  const line = (await book.take('pay_2')) as Waiting
  expect([line.order, line.version, line.dueMs]).toEqual(['payment:pay_2', 1, null])
  expect(await book.take('pay_2')).toBe('held')
  // The worker that held it has died, so another takes it, after a time that grows.
  clock.nowMs += 299_999
  expect(await book.take('pay_2')).toBe('held')
  clock.nowMs += 1
  expect(((await book.take('pay_2')) as Waiting).version).toBe(2)
  clock.nowMs += 599_999
  expect(await book.take('pay_2')).toBe('held')
  clock.nowMs += 1
  const last = (await book.take('pay_2')) as Waiting
  expect(last.version).toBe(3)
  await book.change(last, { isOver: true, dueMs: null })
  expect(await book.take('pay_2')).toBe('noted')
})

test('of two workers that take a payment at once, one gets it', async () => {
  const { book } = await open()
  const both = await Promise.all([book.take('pay_2'), book.take('pay_2')])
  expect(both.filter((line) => line === 'held').length).toBe(1)
})

test('a payment that was noted is never due', async () => {
  const { book, read, clock } = await open()
  await book.note(await read(), paymentOf('succeeded'))
  await book.take('pay_2')
  clock.nowMs += 1e10
  expect(await book.due(10)).toEqual([])
})

test('orders are due when the schedule says, up to the requested number', async () => {
  const { book, store, clock } = await open()
  await store.claim(followed({ order: '2', amount: 1 }, undefined, startMs))
  const firstMs = delaysMs(shareOf(order))[0] as number
  clock.nowMs += firstMs - 1
  expect((await book.due(10)).map((entry) => entry.order)).not.toContain(order)
  clock.nowMs += 1
  expect((await book.due(10)).map((entry) => entry.order)).toContain(order)
  clock.nowMs += 60_000
  expect((await book.due(10)).length).toBe(2)
  expect((await book.due(1)).length).toBe(1)
})

test('an unpaid order ends once and calls its handler, and one that a person must review ends without a call', async () => {
  const { book, told, read } = await open()
  const entry = await read()
  await book.end(entry, { dueMs: null })
  expect(told).toEqual(['unpaid 1042 unpaid:1042'])
  expect(await read()).toMatchObject({ isOver: true, dueMs: null, version: entry.version + 1 })
  await book.end(entry, {})
  expect(told.length).toBe(1)
  const other = await open()
  const reviewed = await other.book.note(await other.read(), paymentOf('succeeded', { amount: 1 }))
  await other.book.end(reviewed, {})
  expect(other.told).toEqual(['review 1042 review:pay_1 mismatch'])
  expect((await other.read()).isOver).toBe(true)
})

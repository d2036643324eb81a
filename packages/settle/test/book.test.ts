import type { Payment } from '@cedi/client'
import { expect, test } from 'vitest'
import { note, read, write } from '../src/book.js'
import { openDesk, order, paymentOf, startMs } from './desk.js'

const succeeded = (ref: string): Payment => paymentOf(ref)

test('the result of a payment is stored, and the handler gets it with its own key', async () => {
  for (const [status, more, line] of [
    ['succeeded', {}, 'paid 1042 paid:pay_1'],
    ['failed', {}, 'failed 1042 failed:pay_1'],
    ['expired', {}, 'expired 1042 expired:pay_1'],
    ['succeeded', { amount: 1 }, 'review 1042 review:pay_1 mismatch'],
  ] as const) {
    const { shop, told, read } = await openDesk()
    await note(shop, paymentOf('pay_1', { status, ...more }))
    expect(told).toEqual([line])
    const entry = await read()
    expect(entry.payments).toEqual({ pay_1: line.split(' ')[0] })
    // The same result again calls no handler and writes nothing.
    await note(shop, paymentOf('pay_1', { status, ...more }))
    expect([told.length, await read()]).toEqual([1, entry])
  }
})

test('a shop with only a handler for paid gets no other call', async () => {
  const paid: string[] = []
  const { shop } = await openDesk({}, { on: { paid: ({ key }) => void paid.push(key) } })
  await note(shop, paymentOf('pay_1', { status: 'failed' }))
  await note(shop, paymentOf('pay_2', { amount: 1 }))
  await note(shop, paymentOf('pay_3', { status: 'pending' }))
  await note(shop, succeeded('pay_4'))
  expect(paid).toEqual(['paid:pay_4'])
})

test('a handler gets the payment, and the transaction that records it', async () => {
  const got: unknown[] = []
  const { shop } = await openDesk({}, { on: { paid: (settled) => void got.push(settled) } })
  const tx = { name: 'the transaction' }
  const store = {
    ...shop.store,
    done: async (_: unknown, effect: (tx: unknown) => unknown) => {
      await effect(tx)
      return true
    },
  }
  await note({ ...shop, store }, succeeded('pay_1'))
  expect(got).toEqual([{ order, payment: succeeded('pay_1'), tx, reason: undefined, key: 'paid:pay_1' }])
})

test('a waiting payment calls no handler, and the latest expiry is stored', async () => {
  const { shop, told, read } = await openDesk()
  const at = (ms: number) => new Date(startMs + ms).toISOString()
  await note(shop, paymentOf('pay_1', { status: 'pending', expires_at: at(600_000) }))
  await note(shop, paymentOf('pay_2', { status: 'pending', expires_at: at(300_000) }))
  expect([(await read()).expiresMs, told]).toEqual([startMs + 600_000, []])
  expect((await read()).payments).toEqual({ pay_1: 'pending', pay_2: 'pending' })
  await note(shop, paymentOf('pay_1', { expires_at: null }))
  expect([(await read()).expiresMs, told]).toEqual([startMs + 600_000, ['paid 1042 paid:pay_1']])
  const other = await openDesk()
  await note(other.shop, paymentOf('pay_1', { status: 'pending', expires_at: null }))
  expect((await other.read()).expiresMs).toBe(0)
})

test('when another worker has changed the order, the payment is judged again', async () => {
  const { shop, told, read } = await openDesk()
  const store = {
    ...shop.store,
    async done(...[entry, effect]: Parameters<typeof shop.store.done>) {
      // Another worker is faster, once.
      store.done = shop.store.done
      await note(shop, succeeded('pay_1'))
      return shop.store.done(entry, effect)
    },
  }
  await note({ ...shop, store }, succeeded('pay_2'))
  expect(told).toEqual(['paid 1042 paid:pay_1', 'review 1042 review:pay_2 paid_twice'])
  expect((await read()).payments).toEqual({ pay_1: 'paid', pay_2: 'review' })
})

test('a change counts only over the version that was read', async () => {
  const { shop, read } = await openDesk()
  const entry = await read()
  const effects: string[] = []
  const changes = [1, 2].map((searchedMs) => write(shop, entry, { searchedMs }, () => effects.push(`${searchedMs}`)))
  expect((await Promise.all(changes)).map((next) => next?.version)).toEqual([entry.version + 1, undefined])
  expect([(await read()).searchedMs, effects]).toEqual([1, ['1']])
  expect(await write(shop, entry, { searchedMs: 3 })).toBeUndefined()
})

test('a payment of an order that nobody follows is not recorded, nor one that names the entry of a payment', async () => {
  const { shop, told } = await openDesk()
  await note(shop, succeeded('pay_1'))
  const before = await read(shop, 'payment:pay_1')
  for (const name of ['another', 'payment:pay_1', ''])
    await note(shop, paymentOf('pay_2', { metadata: { order: name } }))
  await note(shop, paymentOf('pay_2', { metadata: {} }))
  expect(told).toEqual(['paid 1042 paid:pay_1'])
  expect(await read(shop, 'payment:pay_1')).toEqual(before)
  expect(await read(shop, 'another')).toMatchObject({ version: 0, amounts: [], payments: {} })
})

test('a payment that was noted needs no search, and is never due', async () => {
  const { shop, clock, read } = await openDesk()
  await note(shop, succeeded('pay_1'))
  expect(await read('payment:pay_1')).toMatchObject({ version: 1, isOver: true, dueMs: null })
  clock.nowMs += 1e10
  expect(await shop.store.waiting({ dueMs: clock.nowMs, limit: 10 })).toEqual([])
})

test('only at the last check a payment that nobody approves is left to a person', async () => {
  const { shop, told } = await openDesk()
  const pending = paymentOf('pay_1', { status: 'pending' })
  await note(shop, pending)
  await note(shop, pending)
  expect(told).toEqual([])
  await note(shop, pending, order, true)
  expect(told).toEqual(['review 1042 review:pay_1 unresolved'])
})

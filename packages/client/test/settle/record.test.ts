import type { Payment } from '@cedi/client'
import { expect, test } from 'vitest'
import { readOrder, recordPayment, updateOrder } from '../../src/settle/record.js'
import { buildPayment, createHarness, order, startMs } from './harness.js'

const succeeded = (ref: string): Payment => buildPayment(ref)

test('the state of a payment is stored, and its handler receives the key', async () => {
  for (const [status, overrides, line] of [
    ['succeeded', {}, 'paid 1042 paid:pay_1'],
    ['failed', {}, 'failed 1042 failed:pay_1'],
    ['expired', {}, 'expired 1042 expired:pay_1'],
    ['succeeded', { amount: 1 }, 'review 1042 review:pay_1 mismatch'],
  ] as const) {
    const { context, calls, read } = await createHarness()
    await recordPayment(context, buildPayment('pay_1', { status, ...overrides }))
    expect(calls).toEqual([line])
    const tracked = await read()
    expect(tracked.payments).toEqual({ pay_1: line.split(' ')[0] })
    // The same state again calls no handler and writes nothing.
    await recordPayment(context, buildPayment('pay_1', { status, ...overrides }))
    expect([calls.length, await read()]).toEqual([1, tracked])
  }
})

test('a context that handles only paid receives no other call', async () => {
  const paidOrders: string[] = []
  const { context } = await createHarness({}, { on: { paid: ({ key }) => void paidOrders.push(key) } })
  await recordPayment(context, buildPayment('pay_1', { status: 'failed' }))
  await recordPayment(context, buildPayment('pay_2', { amount: 1 }))
  await recordPayment(context, buildPayment('pay_3', { status: 'pending' }))
  await recordPayment(context, succeeded('pay_4'))
  expect(paidOrders).toEqual(['paid:pay_4'])
})

test('a handler receives the payment and the transaction', async () => {
  const events: unknown[] = []
  const { context } = await createHarness({}, { on: { paid: (event) => void events.push(event) } })
  const tx = { name: 'the transaction' }
  const store = {
    ...context.store,
    save: async (_: unknown, effect?: (tx: unknown) => unknown) => {
      await effect?.(tx)
      return true
    },
  }
  await recordPayment({ ...context, store }, succeeded('pay_1'))
  expect(events).toEqual([{ order, payment: succeeded('pay_1'), tx, reason: undefined, key: 'paid:pay_1' }])
})

test('a pending payment calls no handler, and the latest expiry is stored', async () => {
  const { context, calls, read } = await createHarness()
  const at = (ms: number) => new Date(startMs + ms).toISOString()
  await recordPayment(context, buildPayment('pay_1', { status: 'pending', expires_at: at(600_000) }))
  await recordPayment(context, buildPayment('pay_2', { status: 'pending', expires_at: at(300_000) }))
  expect([(await read()).expiresMs, calls]).toEqual([startMs + 600_000, []])
  expect((await read()).payments).toEqual({ pay_1: 'pending', pay_2: 'pending' })
  await recordPayment(context, buildPayment('pay_1', { expires_at: null }))
  expect([(await read()).expiresMs, calls]).toEqual([startMs + 600_000, ['paid 1042 paid:pay_1']])
  const other = await createHarness()
  await recordPayment(other.context, buildPayment('pay_1', { status: 'pending', expires_at: null }))
  expect((await other.read()).expiresMs).toBe(0)
})

test('a payment is assessed again after another worker has updated the order', async () => {
  const { context, calls, read } = await createHarness()
  const store = {
    ...context.store,
    async save(...[tracked, effect]: Parameters<typeof context.store.save>) {
      // Another worker updates the order first, once.
      store.save = context.store.save
      await recordPayment(context, succeeded('pay_1'))
      return context.store.save(tracked, effect)
    },
  }
  await recordPayment({ ...context, store }, succeeded('pay_2'))
  expect(calls).toEqual(['paid 1042 paid:pay_1', 'review 1042 review:pay_2 paid_twice'])
  expect((await read()).payments).toEqual({ pay_1: 'paid', pay_2: 'review' })
})

test('an update requires the version that was read', async () => {
  const { context, read } = await createHarness()
  const tracked = await read()
  const effects: string[] = []
  const changes = [1, 2].map((searchedMs) =>
    updateOrder(context, tracked, { searchedMs }, () => effects.push(`${searchedMs}`)),
  )
  expect((await Promise.all(changes)).map((next) => next?.version)).toEqual([tracked.version + 1, undefined])
  expect([(await read()).searchedMs, effects]).toEqual([1, ['1']])
  expect(await updateOrder(context, tracked, { searchedMs: 3 })).toBeUndefined()
})

test('a payment of an untracked order or of a payment row is not recorded', async () => {
  const { context, calls } = await createHarness()
  await recordPayment(context, succeeded('pay_1'))
  const before = await readOrder(context, 'payment:pay_1')
  for (const name of ['another', 'payment:pay_1', ''])
    await recordPayment(context, buildPayment('pay_2', { metadata: { order: name } }))
  await recordPayment(context, buildPayment('pay_2', { metadata: {} }))
  expect(calls).toEqual(['paid 1042 paid:pay_1'])
  expect(await readOrder(context, 'payment:pay_1')).toEqual(before)
  expect(await readOrder(context, 'another')).toMatchObject({ version: 0, amounts: [], payments: {} })
})

test('the row of a recorded payment is closed, and never due', async () => {
  const { context, clock, read } = await createHarness()
  await recordPayment(context, succeeded('pay_1'))
  expect(await read('payment:pay_1')).toMatchObject({ version: 1, isClosed: true, dueMs: null })
  clock.nowMs += 1e10
  expect(await context.store.find({ dueMs: clock.nowMs, limit: 10 })).toEqual([])
})

test('a pending payment needs a review only at the last check', async () => {
  const { context, calls } = await createHarness()
  const pending = buildPayment('pay_1', { status: 'pending' })
  await recordPayment(context, pending)
  await recordPayment(context, pending)
  expect(calls).toEqual([])
  await recordPayment(context, pending, order, true)
  expect(calls).toEqual(['review 1042 review:pay_1 unresolved'])
})

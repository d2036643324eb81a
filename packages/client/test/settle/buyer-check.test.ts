import { expect, test } from 'vitest'
import { checkForBuyer } from '../../src/settle/check-orders.js'
import { toOrderState } from '../../src/settle/tracked-order.js'
import { apiError, buildRow, createHarness, type Harness, order, startMs } from './harness.js'

const check = async ({ context, read }: Harness, ref = '', name = order) => {
  await checkForBuyer(context, await read(name), ref)
  return toOrderState(await read(name))
}
const reads = ({ requests }: Harness): string[] => requests.filter((line) => line.startsWith('pay'))

test('checkForBuyer reads a new ref immediately, and records it at the order in its metadata', async () => {
  const harness = await createHarness()
  harness.payments['pay_2'] = { metadata: { order: 'another' } }
  harness.payments['pay_1'] = {}
  expect(await check(harness, 'pay_2')).toBe('open')
  expect(harness.requests).toEqual(['pay_2 now', 'orders'])
  expect(await check(harness, 'pay_1')).toBe('paid')
  expect(harness.requests.slice(2)).toEqual(['pay_1 now'])
  expect((await harness.read()).payments).toEqual({ pay_1: 'paid' })
})

test('a ref of another order pays that order only if the amount matches', async () => {
  const harness = await createHarness()
  await harness.put({ order: 'other', amounts: [60] })
  harness.payments['pay_1'] = { metadata: { order: 'other' } }
  harness.payments['pay_2'] = { metadata: { order: 'other' }, amount: 60 }
  expect([await check(harness, 'pay_1'), await check(harness, 'pay_2')]).toEqual(['open', 'open'])
  expect(harness.calls).toEqual(['review other review:pay_1 mismatch', 'paid other paid:pay_2'])
})

test('checkForBuyer sends no request for a string that cannot be a ref', async () => {
  const invalidRefs = ['../balance', 'a b', '', 'x'.repeat(65), ' pay_1', 'pay_1\n']
  for (const ref of invalidRefs) {
    const harness = await createHarness()
    expect(await check(harness, ref)).toBe('open')
    expect(harness.requests).toEqual(['orders'])
  }
  const harness = await createHarness()
  await check(harness, 'x'.repeat(64))
  expect(harness.requests[0]).toBe(`${'x'.repeat(64)} now`)
})

test('an unknown ref changes nothing, and the orders are still searched', async () => {
  const harness = await createHarness()
  expect(await check(harness, 'pay_9')).toBe('open')
  expect(harness.requests).toEqual(['pay_9 now', 'orders'])
})

test('a buyer causes checks after 0, 3 and 15 seconds, and no more', async () => {
  const harness = await createHarness({ payments: { pay_1: 'pending' } })
  harness.payments['pay_1'] = { status: 'pending' }
  const counts: number[] = []
  for (const ms of [0, 2_999, 3_000, 17_999, 18_000, 1e9]) {
    harness.clock.nowMs = startMs + ms
    await check(harness)
    counts.push(harness.requests.length)
  }
  expect(counts).toEqual([1, 1, 2, 2, 3, 3])
  expect(await harness.read()).toMatchObject({ buyerChecks: 3, buyerCheckedMs: startMs + 18_000 })
})

test('a new ref is checked without a pause up to three times', async () => {
  const harness = await createHarness()
  const refs = ['pay_1', 'pay_2', 'pay_3', 'pay_4']
  for (const ref of refs) harness.payments[ref] = { status: 'failed' }
  for (const ref of refs) await check(harness, ref)
  expect(reads(harness)).toEqual(['pay_1 now', 'pay_2 now', 'pay_3 now'])
  expect((await harness.read()).buyerChecks).toBe(3)
  // A known ref is not new.
  const other = await createHarness()
  other.payments['pay_1'] = { status: 'failed' }
  for (let times = 0; times < 2; times++) await check(other, 'pay_1')
  expect(reads(other)).toEqual(['pay_1 now'])
})

test('checkForBuyer sends no request while the client is paused', async () => {
  const harness = await createHarness()
  harness.payments['pay_1'] = {}
  harness.clock.pausedUntilMs = startMs + 1
  expect(await check(harness, 'pay_1')).toBe('open')
  expect([harness.requests, (await harness.read()).buyerChecks]).toEqual([[], 0])
  harness.clock.nowMs = startMs + 1
  expect(await check(harness, 'pay_1')).toBe('paid')
})

test('a paid order is checked only for a new ref', async () => {
  const harness = await createHarness({ payments: { pay_1: 'paid' } })
  harness.payments['pay_2'] = {}
  for (const ref of ['', 'pay_1']) expect(await check(harness, ref)).toBe('paid')
  expect(harness.requests).toEqual([])
  expect(await check(harness, 'pay_2')).toBe('paid')
  expect([harness.requests, harness.calls]).toEqual([['pay_2 now'], ['review 1042 review:pay_2 paid_twice']])
  // A pending payment of a paid order is checked, so that a second payment is detected.
  const both = await createHarness({ payments: { pay_1: 'paid', pay_2: 'pending' } })
  both.payments['pay_2'] = { status: 'pending' }
  expect(await check(both)).toBe('paid')
  expect(both.requests).toEqual(['pay_2'])
})

test('a check is stored before the request, and does not change when the order is due', async () => {
  const harness = await createHarness()
  const before = await harness.read()
  const states: unknown[] = []
  const context = { ...harness.context, readPayment: async () => Promise.reject(states.push(await harness.read())) }
  await check({ ...harness, context }, 'pay_1').catch(() => {})
  expect(states).toMatchObject([{ buyerChecks: 1, buyerCheckedMs: startMs, dueMs: before.dueMs }])
})

test('a check without a response does not count, and one with another error does', async () => {
  const busy = apiError(503, 'internal_error')
  const paused = await createHarness()
  paused.payments['pay_1'] = busy
  const before = await paused.read()
  await expect(check(paused, 'pay_1')).rejects.toBe(busy)
  expect(await paused.read()).toEqual({ ...before, version: before.version + 2 })
  const bug = new Error('The printer is on fire.')
  const broken = await createHarness()
  broken.payments['pay_1'] = bug
  await expect(check(broken, 'pay_1')).rejects.toBe(bug)
  expect((await broken.read()).buyerChecks).toBe(1)
})

test('a check without a response does not make a paid order due', async () => {
  const harness = await createHarness({ payments: { pay_1: 'paid' }, dueMs: null })
  harness.payments['pay_2'] = apiError(503, 'internal_error')
  await check(harness, 'pay_2').catch(() => {})
  expect(await harness.read()).toMatchObject({ buyerChecks: 0, dueMs: null })
})

test('of two concurrent checks, one sends a request', async () => {
  const harness = await createHarness({ payments: { pay_1: 'pending' } })
  harness.payments['pay_1'] = { status: 'pending' }
  expect(await Promise.all([check(harness), check(harness)])).toEqual(['pending', 'pending'])
  expect(harness.requests).toEqual(['pay_1'])
})

test('an order that is not tracked is open, and is not stored', async () => {
  const harness = await createHarness()
  harness.payments['pay_1'] = {}
  expect(await check(harness, 'pay_1', 'unknown')).toBe('open')
  expect([harness.requests, (await harness.read('unknown')).version]).toEqual([[], 0])
})

test('a search for a buyer records completed and pending payments', async () => {
  for (const status of ['pending', 'succeeded'] as const) {
    const harness = await createHarness()
    harness.rows.push(buildRow('pay_7', { status: status === 'pending' ? 'pending' : 'paid' }))
    harness.payments['pay_7'] = { status }
    expect(await check(harness)).toBe(status === 'pending' ? 'pending' : 'paid')
  }
})

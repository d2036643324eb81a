import { expect, test } from 'vitest'
import { checkDueOrders } from '../../src/settle/check-orders.js'
import { clockSkewMs, dailyMs } from '../../src/settle/schedule.js'
import type { TrackedOrder } from '../../src/settle/tracked-order.js'
import { apiError, buildRow, createHarness, type Harness, order, startMs } from './harness.js'

// The checkout of the order ends after a minute.
const untilMs = startMs + 60_000
const laterMs = startMs + 3_600_000
const lastMs = startMs + dailyMs
const always = () => true

/** Checks the orders that are due at a time. */
async function run(harness: Harness, nowMs: number, canContinue = always): Promise<number> {
  harness.clock.nowMs = nowMs
  return checkDueOrders(harness.context, await harness.context.store.find({ dueMs: nowMs, limit: 100 }), canContinue)
}

test('an order without a known payment is searched for, and stays due', async () => {
  const harness = await createHarness()
  expect(await run(harness, untilMs)).toBe(1)
  expect([harness.requests, harness.calls]).toEqual([['orders'], []])
  expect(await harness.read()).toMatchObject({ searchedMs: untilMs, dueMs: startMs + 120_000, isClosed: false })
})

test('a search does not move the search time of an order back', async () => {
  const harness = await createHarness({ searchedMs: startMs + 50_000 })
  harness.rows.push(buildRow('pay_1', { status: 'pending' }))
  await run(harness, untilMs)
  expect((await harness.read()).searchedMs).toBe(startMs + 50_000)
})

test('an order without a payment is closed after its checkout, and checked once more', async () => {
  const harness = await createHarness()
  await run(harness, laterMs)
  expect([harness.requests, harness.calls]).toEqual([['orders'], ['unpaid 1042 unpaid:1042']])
  expect(await harness.read()).toMatchObject({ searchedMs: laterMs, isClosed: true, dueMs: lastMs })
  expect(await run(harness, lastMs)).toBe(1)
  expect([harness.requests, harness.calls.length, (await harness.read()).dueMs]).toEqual([['orders'], 1, null])
})

test('an order is closed in a shop without an unpaid handler', async () => {
  const harness = await createHarness({}, { on: { paid: () => {} } })
  await run(harness, laterMs)
  expect(await harness.read()).toMatchObject({ isClosed: true, dueMs: lastMs })
  expect(harness.errors).toEqual([])
})

test('an order with a failed payment is closed, and that payment is read once more', async () => {
  const harness = await createHarness({ payments: { pay_1: 'failed' } })
  harness.payments['pay_1'] = { status: 'failed' }
  await run(harness, laterMs)
  expect([harness.requests, harness.calls]).toEqual([['orders'], ['unpaid 1042 unpaid:1042']])
  await run(harness, lastMs)
  expect([harness.requests, (await harness.read()).dueMs]).toEqual([['orders', 'pay_1'], null])
  expect(harness.calls.length).toBe(1)
})

test('the last check detects a failed payment that has succeeded', async () => {
  const harness = await createHarness({ payments: { pay_1: 'failed' }, isClosed: true, dueMs: lastMs })
  harness.payments['pay_1'] = { status: 'succeeded' }
  await run(harness, lastMs)
  expect([harness.calls, (await harness.read()).dueMs]).toEqual([['paid 1042 paid:pay_1'], null])
})

test('after a worker dies in the last check of a closed order, the order is due again a day later', async () => {
  const harness = await createHarness({ payments: { pay_1: 'failed' }, isClosed: true, dueMs: lastMs })
  harness.payments['pay_1'] = new Error('The worker dies.')
  await run(harness, lastMs)
  expect(await harness.read()).toMatchObject({ dueMs: lastMs + dailyMs, payments: { pay_1: 'failed' } })
})

test('an order is not closed before the clock skew has passed after its checkout', async () => {
  const edge = await createHarness()
  await run(edge, untilMs + clockSkewMs)
  expect([edge.calls, (await edge.read()).isClosed]).toEqual([[], false])
  const harness = await createHarness()
  await run(harness, untilMs + clockSkewMs + 1)
  expect([harness.calls.length, (await harness.read()).isClosed]).toEqual([1, true])
})

test('an order whose checkout has not ended is not closed before the last check', async () => {
  const harness = await createHarness({ untilMs: startMs + 1e10 })
  await run(harness, laterMs)
  expect([harness.calls, (await harness.read()).isClosed]).toEqual([[], false])
  await run(harness, lastMs)
  expect([harness.calls.length, (await harness.read()).dueMs]).toEqual([1, null])
})

test('an order is not closed while another worker holds the claim on a listed payment', async () => {
  for (const nowMs of [laterMs, lastMs]) {
    const harness = await createHarness()
    harness.rows.push(buildRow('pay_1'))
    await harness.put({ order: 'payment:pay_1', untilMs: nowMs + 1, dueMs: null })
    await run(harness, nowMs)
    expect([harness.requests, harness.calls]).toEqual([['orders', 'row pay_1'], []])
    expect(await harness.read()).toMatchObject({ isClosed: false, searchedMs: startMs })
    expect((await harness.read()).dueMs).toBeGreaterThan(nowMs)
  }
})

test('a completed search is not repeated', async () => {
  const harness = await createHarness({ searchedMs: untilMs + clockSkewMs + 1 })
  await run(harness, laterMs)
  expect([harness.requests, harness.calls]).toEqual([[], ['unpaid 1042 unpaid:1042']])
})

test('an order under review is closed without a call, and a closed order is not closed again', async () => {
  const harness = await createHarness({ payments: { pay_1: 'review' } })
  await run(harness, laterMs)
  expect([harness.calls, (await harness.read()).isClosed]).toEqual([[], true])
  const closedHarness = await createHarness({
    isClosed: true,
    dueMs: laterMs,
    payments: { pay_1: 'pending' },
    expiresMs: laterMs,
  })
  closedHarness.payments['pay_1'] = { status: 'expired' }
  await run(closedHarness, laterMs)
  expect(closedHarness.calls).toEqual(['expired 1042 expired:pay_1'])
  expect(await closedHarness.read()).toMatchObject({ isClosed: true, dueMs: lastMs })
})

test('an order that is paid or pending is neither searched for nor closed', async () => {
  for (const state of ['pending', 'paid'] as const) {
    const harness = await createHarness({ payments: { pay_1: 'pending' } })
    harness.payments['pay_1'] = { status: state === 'paid' ? 'succeeded' : 'pending' }
    await run(harness, laterMs)
    expect(harness.requests).toEqual(['pay_1'])
    expect((await harness.read()).isClosed).toBe(false)
    expect((await harness.read()).dueMs === null).toBe(state === 'paid')
  }
})

test('an order whose last payment has just failed is searched for in the same check', async () => {
  const harness = await createHarness({ payments: { pay_1: 'pending' }, amounts: [7] })
  harness.payments['pay_1'] = { status: 'failed' }
  harness.payments['pay_2'] = { amount: 7 }
  await harness.put({ order: 'other', dueMs: 1, untilMs: 1e15, amounts: [9] })
  // It may still be paid, and no buyer waits for it.
  harness.rows.push(buildRow('pay_2', { total: 7 }), buildRow('pay_3', { total: 7, status: 'pending' }))
  expect(await run(harness, lastMs)).toBe(2)
  const rows = ['orders', 'row pay_2', 'row pay_3']
  expect(harness.requests).toEqual([...rows, 'pay_1', 'orders', 'row pay_2', 'pay_2', 'row pay_3'])
  expect(harness.calls).toContain('paid 1042 paid:pay_2')
})

test('a check reads pending payments, and the last check also failed and expired ones', async () => {
  const payments = { a: 'pending', b: 'failed', c: 'expired', d: 'paid', e: 'review' } as const
  for (const nowMs of [laterMs, lastMs]) {
    const harness = await createHarness({ payments })
    for (const ref of 'abcde') harness.payments[ref] = { status: 'pending' }
    await run(harness, nowMs)
    expect(harness.requests).toEqual(nowMs === laterMs ? ['a'] : ['a', 'b', 'c'])
  }
})

test('a check without a response is due again after the pause, and one with another error is not', async () => {
  const changes: Partial<TrackedOrder> = { payments: { pay_1: 'pending' } }
  const failing = async (error: Error) => {
    const harness = await createHarness(changes)
    harness.payments['pay_1'] = error
    const before = await harness.read()
    await run(harness, laterMs)
    expect(harness.errors).toEqual([error])
    return { before, after: await harness.read() }
  }
  const busy = await failing(apiError(503, 'internal_error'))
  expect(busy.after).toEqual({ ...busy.before, version: busy.before.version + 2, dueMs: laterMs + 1000 })
  for (const error of [apiError(404, 'not_found'), new Error('The printer is on fire.')])
    expect((await failing(error)).after.dueMs).toBeGreaterThan(laterMs)
})

test('an order whose handler threw an API error is not checked again immediately', async () => {
  const busy = apiError(503, 'internal_error')
  const failToFulfil = (): never => {
    throw busy
  }
  const harness = await createHarness({ payments: { pay_1: 'pending' } }, { on: { paid: failToFulfil } })
  harness.payments['pay_1'] = {}
  await run(harness, laterMs)
  expect(harness.errors).toEqual([busy])
  expect(await run(harness, laterMs)).toBe(0)
})

test('after a failed search, every order is due at the end of the pause', async () => {
  const harness = await createHarness()
  await harness.put({ ...(await harness.read()), order: 'other', version: 0 })
  harness.rows.push(apiError(503, 'internal_error'))
  expect(await run(harness, untilMs, () => !harness.context.isPaused())).toBe(1)
  expect(harness.errors.length).toBe(1)
  harness.rows.length = 0
  expect(await run(harness, untilMs + 1000)).toBe(2)
  expect(harness.requests).toEqual(['orders', 'orders'])
})

test('a payment that the service cannot return does not block other orders', async () => {
  const harness = await createHarness({ payments: { pay_1: 'pending' }, dueMs: 1 })
  harness.payments['pay_1'] = apiError(500, 'internal_error')
  for (const name of ['2', '3']) {
    await harness.put({ order: name, amounts: [45.5], dueMs: untilMs, payments: { [`pay_${name}`]: 'pending' } })
    harness.payments[`pay_${name}`] = { metadata: { order: name } }
  }
  const canContinue = () => !harness.context.isPaused()
  expect(await run(harness, laterMs, canContinue)).toBe(1)
  expect(harness.calls).toEqual([])
  // After the pause, the failed order is checked last.
  expect(await run(harness, laterMs + 2_000, canContinue)).toBe(3)
  expect(harness.calls).toEqual(['paid 2 paid:pay_2', 'paid 3 paid:pay_3'])
  expect(harness.requests).toEqual(['pay_1', 'pay_2', 'pay_3', 'pay_1'])
})

test('if the service does not list orders, known payments are still checked', async () => {
  const harness = await createHarness({ payments: { pay_1: 'pending' }, dueMs: 9 })
  harness.payments['pay_1'] = {}
  harness.rows.push(apiError(403, 'insufficient_scope'))
  for (let index = 0; index < 150; index++)
    await harness.put({ order: `${index}`, amounts: [1], untilMs: 1e15, dueMs: 1 })
  const canContinue = () => !harness.context.isPaused()
  // A run reads a hundred orders at a time, and none of these is the one with the payment.
  for (const ms of [0, 2_000, 4_000]) await run(harness, laterMs + ms, canContinue)
  expect(harness.calls).toEqual(['paid 1042 paid:pay_1'])
  expect([harness.requests.filter((line) => line === 'orders').length, harness.errors.length]).toEqual([3, 3])
})

test('a payment that cannot be recorded does not block another payment of its order', async () => {
  const failed = (): never => {
    throw new Error('The printer is on fire.')
  }
  for (const missing of [false, true]) {
    const paidOrders: string[] = []
    const on = { failed, paid: ({ key }: { key: string }) => void paidOrders.push(key) }
    const harness = await createHarness({ payments: { pay_1: 'pending', pay_2: 'pending' } }, { on })
    if (!missing) harness.payments['pay_1'] = { status: 'failed' }
    harness.payments['pay_2'] = {}
    await run(harness, laterMs)
    expect([paidOrders, harness.errors.length]).toEqual([['paid:pay_2'], 1])
    // The other payment is still checked.
    expect(await harness.read()).toMatchObject({ payments: { pay_1: 'pending', pay_2: 'paid' } })
    expect((await harness.read()).dueMs).toBeGreaterThan(laterMs)
  }
})

test('after a payment without a response, the other payments of the order wait for the pause', async () => {
  const harness = await createHarness({ payments: { pay_1: 'pending', pay_2: 'pending' } })
  harness.payments['pay_1'] = apiError(503, 'internal_error')
  await run(harness, laterMs)
  expect(harness.requests).toEqual(['pay_1'])
})

test('an error of one order does not stop the others', async () => {
  const harness = await createHarness({ payments: { pay_1: 'pending' } })
  harness.payments['pay_1'] = new Error('The printer is on fire.')
  for (const name of ['2', '3']) {
    await harness.put({ order: name, amounts: [45.5], dueMs: laterMs, payments: { [`pay_${name}`]: 'pending' } })
    harness.payments[`pay_${name}`] = { metadata: { order: name } }
  }
  expect(await run(harness, laterMs)).toBe(3)
  expect(harness.calls).toEqual(['paid 2 paid:pay_2', 'paid 3 paid:pay_3'])
  expect(harness.errors.length).toBe(1)
})

test('checkDueOrders starts no order after canContinue returns false', async () => {
  const harness = await createHarness()
  for (let index = 0; index < 9; index++)
    await harness.put({ order: `${index}`, dueMs: laterMs, payments: { a: 'pending' } })
  let left = 6
  expect(await run(harness, laterMs, () => left-- > 0)).toBe(6)
})

test('an order that another worker has claimed is neither checked nor counted', async () => {
  const harness = await createHarness()
  const due = [await harness.read()]
  await harness.put({})
  harness.clock.nowMs = laterMs
  expect(await checkDueOrders(harness.context, due, always)).toBe(0)
  expect(harness.requests).toEqual([])
  expect(due[0]?.order).toBe(order)
})

import { expect, test } from 'vitest'
import { round } from '../src/check.js'
import { dailyMs, skewMs } from '../src/schedule.js'
import type { Waiting } from '../src/waiting.js'
import { apiError, type Desk, openDesk, order, rowOf, startMs } from './desk.js'

// The checkout of the order lasts a minute.
const untilMs = startMs + 60_000
const laterMs = startMs + 3_600_000
const lastMs = startMs + dailyMs
const always = () => true

/** Checks the orders that are due at this time. */
async function run(desk: Desk, nowMs: number, mayGoOn = always): Promise<number> {
  desk.clock.nowMs = nowMs
  return round(desk.shop, await desk.shop.store.waiting({ dueMs: nowMs, limit: 100 }), mayGoOn)
}

test('an order without a known payment is searched for, and followed further', async () => {
  const desk = await openDesk()
  expect(await run(desk, untilMs)).toBe(1)
  expect([desk.asked, desk.told]).toEqual([['orders'], []])
  expect(await desk.read()).toMatchObject({ searchedMs: untilMs, dueMs: startMs + 120_000, isOver: false })
})

test('a search never goes further back than the search before', async () => {
  const desk = await openDesk({ searchedMs: startMs + 50_000 })
  desk.rows.push(rowOf('pay_1', { status: 'pending' }))
  await run(desk, untilMs)
  expect((await desk.read()).searchedMs).toBe(startMs + 50_000)
})

test('after its checkout an order without a payment ends, and is looked at once more', async () => {
  const desk = await openDesk()
  await run(desk, laterMs)
  expect([desk.asked, desk.told]).toEqual([['orders'], ['unpaid 1042 unpaid:1042']])
  expect(await desk.read()).toMatchObject({ searchedMs: laterMs, isOver: true, dueMs: lastMs })
  expect(await run(desk, lastMs)).toBe(1)
  expect([desk.asked, desk.told.length, (await desk.read()).dueMs]).toEqual([['orders'], 1, null])
})

test('an order ends too in a shop that does not want to know', async () => {
  const desk = await openDesk({}, { on: { paid: () => {} } })
  await run(desk, laterMs)
  expect(await desk.read()).toMatchObject({ isOver: true, dueMs: lastMs })
  expect(desk.errors).toEqual([])
})

test('an order with a failed payment ends too, and that payment is read once more', async () => {
  const desk = await openDesk({ payments: { pay_1: 'failed' } })
  desk.payments['pay_1'] = { status: 'failed' }
  await run(desk, laterMs)
  expect([desk.asked, desk.told]).toEqual([['orders'], ['unpaid 1042 unpaid:1042']])
  await run(desk, lastMs)
  expect([desk.asked, (await desk.read()).dueMs]).toEqual([['orders', 'pay_1'], null])
  expect(desk.told.length).toBe(1)
})

test('a failure that has turned into success is found at the last look', async () => {
  const desk = await openDesk({ payments: { pay_1: 'failed' }, isOver: true, dueMs: lastMs })
  desk.payments['pay_1'] = { status: 'succeeded' }
  await run(desk, lastMs)
  expect([desk.told, (await desk.read()).dueMs]).toEqual([['paid 1042 paid:pay_1'], null])
})

test('a worker that dies at the last look of an ended order loses nothing: it is due again in a day', async () => {
  const desk = await openDesk({ payments: { pay_1: 'failed' }, isOver: true, dueMs: lastMs })
  desk.payments['pay_1'] = new Error('The worker dies.')
  await run(desk, lastMs)
  expect(await desk.read()).toMatchObject({ dueMs: lastMs + dailyMs, payments: { pay_1: 'failed' } })
})

test('an order ends only some time after its checkout, because clocks may differ', async () => {
  const edge = await openDesk()
  await run(edge, untilMs + skewMs)
  expect([edge.told, (await edge.read()).isOver]).toEqual([[], false])
  const over = await openDesk()
  await run(over, untilMs + skewMs + 1)
  expect([over.told.length, (await over.read()).isOver]).toEqual([1, true])
})

test('an order whose checkout has not ended is not ended before the last look', async () => {
  const desk = await openDesk({ untilMs: startMs + 1e10 })
  await run(desk, laterMs)
  expect([desk.told, (await desk.read()).isOver]).toEqual([[], false])
  await run(desk, lastMs)
  expect([desk.told.length, (await desk.read()).dueMs]).toEqual([1, null])
})

test('an order does not end while another worker holds a payment that may belong to it', async () => {
  for (const nowMs of [laterMs, lastMs]) {
    const desk = await openDesk()
    desk.rows.push(rowOf('pay_1'))
    await desk.put({ order: 'payment:pay_1', untilMs: nowMs + 1, dueMs: null })
    await run(desk, nowMs)
    expect([desk.asked, desk.told]).toEqual([['orders', 'row pay_1'], []])
    expect(await desk.read()).toMatchObject({ isOver: false, searchedMs: startMs })
    expect((await desk.read()).dueMs).toBeGreaterThan(nowMs)
  }
})

test('a completed search is not repeated', async () => {
  const desk = await openDesk({ searchedMs: untilMs + skewMs + 1 })
  await run(desk, laterMs)
  expect([desk.asked, desk.told]).toEqual([[], ['unpaid 1042 unpaid:1042']])
})

test('an order that a person looks at ends without a call, and one that is over does not end twice', async () => {
  const desk = await openDesk({ payments: { pay_1: 'review' } })
  await run(desk, laterMs)
  expect([desk.told, (await desk.read()).isOver]).toEqual([[], true])
  const over = await openDesk({ isOver: true, dueMs: laterMs, payments: { pay_1: 'pending' }, expiresMs: laterMs })
  over.payments['pay_1'] = { status: 'expired' }
  await run(over, laterMs)
  expect(over.told).toEqual(['expired 1042 expired:pay_1'])
  expect(await over.read()).toMatchObject({ isOver: true, dueMs: lastMs })
})

test('an order that is paid or waits for approval is neither searched for nor ended', async () => {
  for (const state of ['pending', 'paid'] as const) {
    const desk = await openDesk({ payments: { pay_1: 'pending' } })
    desk.payments['pay_1'] = { status: state === 'paid' ? 'succeeded' : 'pending' }
    await run(desk, laterMs)
    expect(desk.asked).toEqual(['pay_1'])
    expect((await desk.read()).isOver).toBe(false)
    expect((await desk.read()).dueMs === null).toBe(state === 'paid')
  }
})

test('an order whose last payment has just failed is searched for in the same look, even with others', async () => {
  const desk = await openDesk({ payments: { pay_1: 'pending' }, amounts: [7] })
  desk.payments['pay_1'] = { status: 'failed' }
  desk.payments['pay_2'] = { amount: 7 }
  await desk.put({ order: 'other', dueMs: 1, untilMs: 1e15, amounts: [9] })
  // It may still be paid, and no buyer waits for it here.
  desk.rows.push(rowOf('pay_2', { total: 7 }), rowOf('pay_3', { total: 7, status: 'pending' }))
  expect(await run(desk, lastMs)).toBe(2)
  const rows = ['orders', 'row pay_2', 'row pay_3']
  expect(desk.asked).toEqual([...rows, 'pay_1', 'orders', 'row pay_2', 'pay_2', 'row pay_3'])
  expect(desk.told).toContain('paid 1042 paid:pay_2')
})

test('only waiting payments are read, and at the last look also failed ones', async () => {
  const payments = { a: 'pending', b: 'failed', c: 'expired', d: 'paid', e: 'review' } as const
  for (const nowMs of [laterMs, lastMs]) {
    const desk = await openDesk({ payments })
    for (const ref of 'abcde') desk.payments[ref] = { status: 'pending' }
    await run(desk, nowMs)
    expect(desk.asked).toEqual(nowMs === laterMs ? ['a'] : ['a', 'b', 'c'])
  }
})

test('a look without an answer is due again after the pause, and one with an error answer is not', async () => {
  const waits: Partial<Waiting> = { payments: { pay_1: 'pending' } }
  const failing = async (error: Error) => {
    const desk = await openDesk(waits)
    desk.payments['pay_1'] = error
    const before = await desk.read()
    await run(desk, laterMs)
    expect(desk.errors).toEqual([error])
    return { before, after: await desk.read() }
  }
  const busy = await failing(apiError(503, 'internal_error'))
  expect(busy.after).toEqual({ ...busy.before, version: busy.before.version + 2, dueMs: laterMs + 1000 })
  for (const error of [apiError(404, 'not_found'), new Error('The printer is on fire.')])
    expect((await failing(error)).after.dueMs).toBeGreaterThan(laterMs)
})

test('after a handler has failed, even with the error of a request of its own, the order is not asked about at once', async () => {
  const busy = apiError(503, 'internal_error')
  const paid = (): never => {
    throw busy
  }
  const desk = await openDesk({ payments: { pay_1: 'pending' } }, { on: { paid } })
  desk.payments['pay_1'] = {}
  await run(desk, laterMs)
  expect(desk.errors).toEqual([busy])
  expect(await run(desk, laterMs)).toBe(0)
})

test('a search without an answer leaves every order due after the pause, and the next one finds all', async () => {
  const desk = await openDesk()
  await desk.put({ ...(await desk.read()), order: 'other', version: 0 })
  desk.rows.push(apiError(503, 'internal_error'))
  expect(await run(desk, untilMs, () => !desk.shop.isQuiet())).toBe(1)
  expect(desk.errors.length).toBe(1)
  desk.rows.length = 0
  expect(await run(desk, untilMs + 1000)).toBe(2)
  expect(desk.asked).toEqual(['orders', 'orders'])
})

test('a payment that the service cannot show stops no order but its own', async () => {
  const desk = await openDesk({ payments: { pay_1: 'pending' }, dueMs: 1 })
  desk.payments['pay_1'] = apiError(500, 'internal_error')
  for (const name of ['2', '3']) {
    await desk.put({ order: name, amounts: [45.5], dueMs: untilMs, payments: { [`pay_${name}`]: 'pending' } })
    desk.payments[`pay_${name}`] = { metadata: { order: name } }
  }
  const mayGoOn = () => !desk.shop.isQuiet()
  expect(await run(desk, laterMs, mayGoOn)).toBe(1)
  expect(desk.told).toEqual([])
  // After the pause it is the last, and not the first again.
  expect(await run(desk, laterMs + 2_000, mayGoOn)).toBe(3)
  expect(desk.told).toEqual(['paid 2 paid:pay_2', 'paid 3 paid:pay_3'])
  expect(desk.asked).toEqual(['pay_1', 'pay_2', 'pay_3', 'pay_1'])
})

test('if the service shows no orders, the orders with known payments are checked all the same, however many are searched for', async () => {
  const desk = await openDesk({ payments: { pay_1: 'pending' }, dueMs: 9 })
  desk.payments['pay_1'] = {}
  desk.rows.push(apiError(403, 'insufficient_scope'))
  for (let index = 0; index < 150; index++) await desk.put({ order: `${index}`, amounts: [1], untilMs: 1e15, dueMs: 1 })
  const mayGoOn = () => !desk.shop.isQuiet()
  // A run reads a hundred orders at a time, and none of these is the one with the payment.
  for (const ms of [0, 2_000, 4_000]) await run(desk, laterMs + ms, mayGoOn)
  expect(desk.told).toEqual(['paid 1042 paid:pay_1'])
  expect([desk.asked.filter((line) => line === 'orders').length, desk.errors.length]).toEqual([3, 3])
})

test('a payment whose handler always throws, or that the service does not know, does not keep another from paying its order', async () => {
  const failed = (): never => {
    throw new Error('The printer is on fire.')
  }
  for (const missing of [false, true]) {
    const paid: string[] = []
    const on = { failed, paid: ({ key }: { key: string }) => void paid.push(key) }
    const desk = await openDesk({ payments: { pay_1: 'pending', pay_2: 'pending' } }, { on })
    if (!missing) desk.payments['pay_1'] = { status: 'failed' }
    desk.payments['pay_2'] = {}
    await run(desk, laterMs)
    expect([paid, desk.errors.length]).toEqual([['paid:pay_2'], 1])
    // The other one is still checked.
    expect(await desk.read()).toMatchObject({ payments: { pay_1: 'pending', pay_2: 'paid' } })
    expect((await desk.read()).dueMs).toBeGreaterThan(laterMs)
  }
})

test('after a payment without an answer, the others of its order are not read before the pause is over', async () => {
  const desk = await openDesk({ payments: { pay_1: 'pending', pay_2: 'pending' } })
  desk.payments['pay_1'] = apiError(503, 'internal_error')
  await run(desk, laterMs)
  expect(desk.asked).toEqual(['pay_1'])
})

test('an error with one order does not stop the others', async () => {
  const desk = await openDesk({ payments: { pay_1: 'pending' } })
  desk.payments['pay_1'] = new Error('The printer is on fire.')
  for (const name of ['2', '3']) {
    await desk.put({ order: name, amounts: [45.5], dueMs: laterMs, payments: { [`pay_${name}`]: 'pending' } })
    desk.payments[`pay_${name}`] = { metadata: { order: name } }
  }
  expect(await run(desk, laterMs)).toBe(3)
  expect(desk.told).toEqual(['paid 2 paid:pay_2', 'paid 3 paid:pay_3'])
  expect(desk.errors.length).toBe(1)
})

test('none is started after the deadline', async () => {
  const desk = await openDesk()
  for (let index = 0; index < 9; index++)
    await desk.put({ order: `${index}`, dueMs: laterMs, payments: { a: 'pending' } })
  let left = 6
  expect(await run(desk, laterMs, () => left-- > 0)).toBe(6)
})

test('an order that another worker has taken is neither looked at nor counted', async () => {
  const desk = await openDesk()
  const due = [await desk.read()]
  await desk.put({})
  desk.clock.nowMs = laterMs
  expect(await round(desk.shop, due, always)).toBe(0)
  expect(desk.asked).toEqual([])
  expect(due[0]?.order).toBe(order)
})

import { expect, test } from 'vitest'
import { look as check } from '../src/check.js'
import { stateOf } from '../src/waiting.js'
import { apiError, type Desk, openDesk, order, rowOf, startMs } from './desk.js'

const look = async ({ shop, read }: Desk, ref = '', name = order) => {
  await check(shop, await read(name), ref)
  return stateOf(await read(name))
}
const reads = ({ asked }: Desk): string[] => asked.filter((line) => line.startsWith('pay'))

test('a ref from a browser is read at once, and counts only for the order that its payment names', async () => {
  const desk = await openDesk()
  desk.payments['pay_2'] = { metadata: { order: 'another' } }
  desk.payments['pay_1'] = {}
  expect(await look(desk, 'pay_2')).toBe('open')
  expect(desk.asked).toEqual(['pay_2 at once', 'orders'])
  expect(await look(desk, 'pay_1')).toBe('paid')
  expect(desk.asked.slice(2)).toEqual(['pay_1 at once'])
  expect((await desk.read()).payments).toEqual({ pay_1: 'paid' })
})

test('the ref of another order of the shop pays that order, and only if it has its amount', async () => {
  const desk = await openDesk()
  await desk.put({ order: 'other', amounts: [60] })
  desk.payments['pay_1'] = { metadata: { order: 'other' } }
  desk.payments['pay_2'] = { metadata: { order: 'other' }, amount: 60 }
  expect([await look(desk, 'pay_1'), await look(desk, 'pay_2')]).toEqual(['open', 'open'])
  expect(desk.told).toEqual(['review other review:pay_1 mismatch', 'paid other paid:pay_2'])
})

test('a text that cannot be a ref is not requested', async () => {
  const noRefs = ['../balance', 'a b', '', 'x'.repeat(65), ' pay_1', 'pay_1\n', '__proto__', 'constructor']
  for (const ref of noRefs) {
    const desk = await openDesk()
    expect(await look(desk, ref)).toBe('open')
    expect(desk.asked).toEqual(['orders'])
  }
  const desk = await openDesk()
  await look(desk, 'x'.repeat(64))
  expect(desk.asked[0]).toBe(`${'x'.repeat(64)} at once`)
})

test('an unknown ref changes nothing, and the orders are still searched', async () => {
  const desk = await openDesk()
  expect(await look(desk, 'pay_9')).toBe('open')
  expect(desk.asked).toEqual(['pay_9 at once', 'orders'])
})

test('a buyer causes looks after 0, 3 and 15 seconds, and no more', async () => {
  const desk = await openDesk({ payments: { pay_1: 'pending' } })
  desk.payments['pay_1'] = { status: 'pending' }
  const counts: number[] = []
  for (const ms of [0, 2_999, 3_000, 17_999, 18_000, 1e9]) {
    desk.clock.nowMs = startMs + ms
    await look(desk)
    counts.push(desk.asked.length)
  }
  expect(counts).toEqual([1, 1, 2, 2, 3, 3])
  expect(await desk.read()).toMatchObject({ returns: 3, returnedMs: startMs + 18_000 })
})

test('a new ref is looked at without waiting, but counts as a look, and after three it waits for the schedule', async () => {
  const desk = await openDesk()
  const refs = ['pay_1', 'pay_2', 'pay_3', 'pay_4']
  for (const ref of refs) desk.payments[ref] = { status: 'failed' }
  for (const ref of refs) await look(desk, ref)
  expect(reads(desk)).toEqual(['pay_1 at once', 'pay_2 at once', 'pay_3 at once'])
  expect((await desk.read()).returns).toBe(3)
  // A known ref is not new.
  const other = await openDesk()
  other.payments['pay_1'] = { status: 'failed' }
  for (let times = 0; times < 2; times++) await look(other, 'pay_1')
  expect(reads(other)).toEqual(['pay_1 at once'])
})

test('nothing is asked while the service wants a pause', async () => {
  const desk = await openDesk()
  desk.payments['pay_1'] = {}
  desk.clock.quietMs = startMs + 1
  expect(await look(desk, 'pay_1')).toBe('open')
  expect([desk.asked, (await desk.read()).returns]).toEqual([[], 0])
  desk.clock.nowMs = startMs + 1
  expect(await look(desk, 'pay_1')).toBe('paid')
})

test('a paid order is asked about only when there is a new ref', async () => {
  const desk = await openDesk({ payments: { pay_1: 'paid' } })
  desk.payments['pay_2'] = {}
  for (const ref of ['', 'pay_1']) expect(await look(desk, ref)).toBe('paid')
  expect(desk.asked).toEqual([])
  expect(await look(desk, 'pay_2')).toBe('paid')
  expect([desk.asked, desk.told]).toEqual([['pay_2 at once'], ['review 1042 review:pay_2 paid_twice']])
  // A paid order with another waiting payment is looked at, so that a second payment is noticed.
  const both = await openDesk({ payments: { pay_1: 'paid', pay_2: 'pending' } })
  both.payments['pay_2'] = { status: 'pending' }
  expect(await look(both)).toBe('paid')
  expect(both.asked).toEqual(['pay_2'])
})

test('a look is stored before it is made, and does not change when the order is due', async () => {
  const desk = await openDesk()
  const before = await desk.read()
  const lookedAt: unknown[] = []
  const shop = { ...desk.shop, readPayment: async () => Promise.reject(lookedAt.push(await desk.read())) }
  await look({ ...desk, shop }, 'pay_1').catch(() => {})
  expect(lookedAt).toMatchObject([{ returns: 1, returnedMs: startMs, dueMs: before.dueMs }])
})

test('a look without an answer does not count, and a refused one does', async () => {
  const busy = apiError(503, 'internal_error')
  const silent = await openDesk()
  silent.payments['pay_1'] = busy
  const before = await silent.read()
  await expect(look(silent, 'pay_1')).rejects.toBe(busy)
  expect(await silent.read()).toEqual({ ...before, version: before.version + 2 })
  const bug = new Error('The printer is on fire.')
  const broken = await openDesk()
  broken.payments['pay_1'] = bug
  await expect(look(broken, 'pay_1')).rejects.toBe(bug)
  expect((await broken.read()).returns).toBe(1)
})

test('a look without an answer does not make a paid order due', async () => {
  const desk = await openDesk({ payments: { pay_1: 'paid' }, dueMs: null })
  desk.payments['pay_2'] = apiError(503, 'internal_error')
  await look(desk, 'pay_2').catch(() => {})
  expect(await desk.read()).toMatchObject({ returns: 0, dueMs: null })
})

test('of two looks at the same time, only one asks the service', async () => {
  const desk = await openDesk({ payments: { pay_1: 'pending' } })
  desk.payments['pay_1'] = { status: 'pending' }
  expect(await Promise.all([look(desk), look(desk)])).toEqual(['pending', 'pending'])
  expect(desk.asked).toEqual(['pay_1'])
})

test('an order that is not followed is open, and is not written', async () => {
  const desk = await openDesk()
  desk.payments['pay_1'] = {}
  expect(await look(desk, 'pay_1', 'unknown')).toBe('open')
  expect([desk.asked, (await desk.read('unknown')).version]).toEqual([[], 0])
})

test('a payment found by the search for a buyer is reported at once, also one that waits for approval', async () => {
  for (const status of ['pending', 'succeeded'] as const) {
    const desk = await openDesk()
    desk.rows.push(rowOf('pay_7', { status: status === 'pending' ? 'pending' : 'paid' }))
    desk.payments['pay_7'] = { status }
    expect(await look(desk)).toBe(status === 'pending' ? 'pending' : 'paid')
  }
})

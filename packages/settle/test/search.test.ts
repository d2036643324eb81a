import type { Order } from '@cedi/client'
import { expect, test } from 'vitest'
import { note } from '../src/book.js'
import { skewMs } from '../src/schedule.js'
import { search } from '../src/search.js'
import { apiError, type Desk, openDesk, paymentOf, rowOf, startMs } from './desk.js'

const hour = 3_600_000
const nowMs = startMs + hour
const at = (ms: number) => ({ created_at: new Date(nowMs + ms).toISOString() })

/** A shop whose service has these orders, an hour after its order was followed. */
async function open(rows: readonly Order[], more: Parameters<typeof openDesk> = []): Promise<Desk> {
  const desk = await openDesk(...more)
  desk.clock.nowMs = nowMs
  desk.rows.push(...rows)
  for (const { payment_ref: ref } of rows)
    desk.payments[ref as string] = { metadata: { order: ref === 'pay_other' ? 'another' : '1042' } }
  return desk
}
const reads = ({ asked }: Desk): string[] => asked.filter((line) => line.startsWith('pay'))
const run = async ({ shop, read }: Desk, isForBuyer = false) => search(shop, [await read()], isForBuyer)

test('a payment with the right amount is read, noted on its order, and not searched for again', async () => {
  const desk = await open([rowOf('pay_1', at(-60_000)), rowOf('pay_other', at(-60_000))])
  expect(await run(desk)).toBe(nowMs)
  expect([reads(desk), desk.told]).toEqual([['pay_1', 'pay_other'], ['paid 1042 paid:pay_1']])
  for (const ref of ['pay_1', 'pay_other'])
    expect(await desk.read(`payment:${ref}`)).toMatchObject({ isOver: true, dueMs: null })
  // Another worker knows it too.
  expect(await search({ ...desk.shop, seen: new Set() }, [await desk.read()], true)).toBe(nowMs)
  expect(reads(desk).length).toBe(2)
})

test('a payment with another amount, or noted, or seen before is not read', async () => {
  const rows = ['pay_1', 'pay_2', 'pay_3'].map((ref) => rowOf(ref, at(0)))
  const desk = await open([rowOf('pay_0', { ...at(0), total: 45.49 }), ...rows])
  await note(desk.shop, paymentOf('pay_2', { status: 'failed' }))
  desk.shop.seen.add('pay_3')
  for (let times = 0; times < 2; times++) expect(await run(desk, true)).toBe(nowMs)
  expect(reads(desk)).toEqual(['pay_1'])
})

test('the amounts of all orders count, and the order searched longest ago decides how far back to search', async () => {
  const desk = await open([rowOf('pay_1', at(0)), rowOf('pay_9', { ...at(-hour - 500_000), total: 9 })])
  const entry = await desk.read()
  const other = { ...entry, order: '2', amounts: [9, 7] }
  await search(desk.shop, [{ ...entry, searchedMs: nowMs }, other], false)
  expect(reads(desk)).toEqual(['pay_1', 'pay_9'])
})

test('a payment that may still be approved is read for a buyer, and otherwise left for the next search', async () => {
  const pending = rowOf('pay_1', { status: 'pending', ...at(-120_000) })
  const cancelled = rowOf('pay_2', { status: 'cancelled', ...at(-240_000) })
  const quiet = await open([rowOf('pay_0', at(-60_000)), pending, cancelled])
  expect(await run(quiet)).toBe(nowMs - 120_000)
  expect(reads(quiet)).toEqual(['pay_0', 'pay_2'])
  const here = await open([pending, cancelled])
  expect(await run(here, true)).toBe(nowMs)
  expect(reads(here)).toEqual(['pay_1', 'pay_2'])
})

test('a payment that waits, with a time that cannot be read, is searched for again', async () => {
  const desk = await open([rowOf('pay_1', { status: 'pending', created_at: 'yesterday' })])
  expect(await run(desk)).toBe(0)
})

test('only one worker reads a payment; if it dies, another does later, after a time that grows', async () => {
  const desk = await open([rowOf('pay_1', at(-60_000))])
  desk.payments['pay_1'] = new Error('The worker dies.')
  const lastReadMs: number[] = []
  for (let minutes = 0; minutes < 31; minutes++) {
    const before = reads(desk).length
    const searched = await search(desk.shop, [await desk.read()], false).catch(() => 'died')
    expect(searched).toBe(reads(desk).length > before ? 'died' : 0)
    if (searched === 'died') lastReadMs.push(minutes)
    desk.clock.nowMs += 60_000
  }
  // It is held for 5, 10 and 15 minutes.
  expect(lastReadMs).toEqual([0, 5, 15, 30])
  desk.payments['pay_1'] = {}
  desk.clock.nowMs += 20 * 60_000
  expect(await run(desk)).toBe(desk.clock.nowMs)
  expect(desk.told).toEqual(['paid 1042 paid:pay_1'])
})

test('of two workers that find a payment at once, one reads it', async () => {
  const desk = await open([rowOf('pay_1', at(-60_000))])
  const other = { ...desk, shop: { ...desk.shop, seen: new Set<string>() } }
  const both = await Promise.all([run(desk), run(other)])
  expect(both.toSorted()).toEqual([0, nowMs])
  expect([reads(desk), desk.told]).toEqual([['pay_1'], ['paid 1042 paid:pay_1']])
})

test('the search stops at the first order that is too old', async () => {
  const edge = -hour - skewMs
  const desk = await open([rowOf('pay_1', at(edge)), rowOf('pay_2', at(edge - 1)), rowOf('pay_3', at(edge))])
  await run(desk)
  expect(desk.asked).toEqual(['orders', 'row pay_1', 'pay_1', 'row pay_2'])
})

test('ten thousand refs are remembered, and then the memory is cleared', async () => {
  const desk = await open([rowOf('pay_1', at(0)), rowOf('pay_0', at(0))])
  for (let index = 0; index < 9_999; index++) desk.shop.seen.add(`pay_x${index}`)
  await search(desk.shop, [await desk.read()], false)
  expect([...desk.shop.seen]).toEqual(['pay_0'])
})

test('an error of the service ends the search, and what was found is kept', async () => {
  const desk = await open([rowOf('pay_1', at(0))])
  const busy = apiError(503, 'internal_error')
  desk.rows.push(busy as never)
  await expect(run(desk)).rejects.toBe(busy)
  expect(desk.told).toEqual(['paid 1042 paid:pay_1'])
})

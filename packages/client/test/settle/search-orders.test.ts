import type { Order } from '@cedi/client'
import { expect, test } from 'vitest'
import { recordPayment } from '../../src/settle/record.js'
import { clockSkewMs } from '../../src/settle/schedule.js'
import { searchOrders } from '../../src/settle/search-orders.js'
import { apiError, buildPayment, buildRow, createHarness, type Harness, startMs } from './harness.js'

const hour = 3_600_000
const nowMs = startMs + hour
const at = (ms: number) => ({ created_at: new Date(nowMs + ms).toISOString() })

/** Creates a harness whose service lists these orders, with the clock one hour after the tracked order was created. */
async function open(rows: readonly Order[], options: Parameters<typeof createHarness> = []): Promise<Harness> {
  const harness = await createHarness(...options)
  harness.clock.nowMs = nowMs
  harness.rows.push(...rows)
  for (const { payment_ref: ref } of rows)
    harness.payments[ref as string] = { metadata: { order: ref === 'pay_other' ? 'another' : '1042' } }
  return harness
}
const reads = ({ requests }: Harness): string[] => requests.filter((line) => line.startsWith('pay'))
const run = async ({ context, read }: Harness, isForBuyer = false) => searchOrders(context, [await read()], isForBuyer)

test('a payment with a matching amount is read, recorded, and not searched for again', async () => {
  const harness = await open([buildRow('pay_1', at(-60_000)), buildRow('pay_other', at(-60_000))])
  expect(await run(harness)).toBe(nowMs)
  expect([reads(harness), harness.calls]).toEqual([['pay_1', 'pay_other'], ['paid 1042 paid:pay_1']])
  for (const ref of ['pay_1', 'pay_other'])
    expect(await harness.read(`payment:${ref}`)).toMatchObject({ isClosed: true, dueMs: null })
  // Another worker skips it too.
  expect(await searchOrders({ ...harness.context, recordedRefs: new Set() }, [await harness.read()], true)).toBe(nowMs)
  expect(reads(harness).length).toBe(2)
})

test('a payment with a different amount, or already recorded, is not read', async () => {
  const rows = ['pay_1', 'pay_2', 'pay_3'].map((ref) => buildRow(ref, at(0)))
  const harness = await open([buildRow('pay_0', { ...at(0), total: 45.49 }), ...rows])
  await recordPayment(harness.context, buildPayment('pay_2', { status: 'failed' }))
  harness.context.recordedRefs.add('pay_3')
  for (let times = 0; times < 2; times++) expect(await run(harness, true)).toBe(nowMs)
  expect(reads(harness)).toEqual(['pay_1'])
})

test('a search uses the amounts of all orders and the oldest search time', async () => {
  const harness = await open([buildRow('pay_1', at(0)), buildRow('pay_9', { ...at(-hour - 500_000), total: 9 })])
  const tracked = await harness.read()
  const other = { ...tracked, order: '2', amounts: [9, 7] }
  await searchOrders(harness.context, [{ ...tracked, searchedMs: nowMs }, other], false)
  expect(reads(harness)).toEqual(['pay_1', 'pay_9'])
})

test('a pending payment is read for a buyer, and otherwise left for the next search', async () => {
  const pending = buildRow('pay_1', { status: 'pending', ...at(-120_000) })
  const cancelled = buildRow('pay_2', { status: 'cancelled', ...at(-240_000) })
  const background = await open([buildRow('pay_0', at(-60_000)), pending, cancelled])
  expect(await run(background)).toBe(nowMs - 120_000)
  expect(reads(background)).toEqual(['pay_0', 'pay_2'])
  const forBuyer = await open([pending, cancelled])
  expect(await run(forBuyer, true)).toBe(nowMs)
  expect(reads(forBuyer)).toEqual(['pay_1', 'pay_2'])
})

test('a pending payment with an invalid time is searched for again', async () => {
  const harness = await open([buildRow('pay_1', { status: 'pending', created_at: 'yesterday' })])
  expect(await run(harness)).toBe(0)
})

test('only one worker reads a payment until its claim expires', async () => {
  const harness = await open([buildRow('pay_1', at(-60_000))])
  harness.payments['pay_1'] = new Error('The worker dies.')
  const readMinutes: number[] = []
  for (let minutes = 0; minutes < 31; minutes++) {
    const before = reads(harness).length
    const searched = await searchOrders(harness.context, [await harness.read()], false).catch(() => 'died')
    expect(searched).toBe(reads(harness).length > before ? 'died' : 0)
    if (searched === 'died') readMinutes.push(minutes)
    harness.clock.nowMs += 60_000
  }
  // The claim lasts 5, 10 and 15 minutes.
  expect(readMinutes).toEqual([0, 5, 15, 30])
  harness.payments['pay_1'] = {}
  harness.clock.nowMs += 20 * 60_000
  expect(await run(harness)).toBe(harness.clock.nowMs)
  expect(harness.calls).toEqual(['paid 1042 paid:pay_1'])
})

test('only one of two concurrent searches reads the payment', async () => {
  const harness = await open([buildRow('pay_1', at(-60_000))])
  const other = { ...harness, context: { ...harness.context, recordedRefs: new Set<string>() } }
  const both = await Promise.all([run(harness), run(other)])
  expect(both.toSorted()).toEqual([0, nowMs])
  expect([reads(harness), harness.calls]).toEqual([['pay_1'], ['paid 1042 paid:pay_1']])
})

test('the search stops at the first order that is too old', async () => {
  const edge = -hour - clockSkewMs
  const harness = await open([
    buildRow('pay_1', at(edge)),
    buildRow('pay_2', at(edge - 1)),
    buildRow('pay_3', at(edge)),
  ])
  await run(harness)
  expect(harness.requests).toEqual(['orders', 'row pay_1', 'pay_1', 'row pay_2'])
})

test('the cache of recorded refs is cleared after ten thousand entries', async () => {
  const harness = await open([buildRow('pay_1', at(0)), buildRow('pay_0', at(0))])
  for (let index = 0; index < 9_999; index++) harness.context.recordedRefs.add(`pay_x${index}`)
  await searchOrders(harness.context, [await harness.read()], false)
  expect([...harness.context.recordedRefs]).toEqual(['pay_0'])
})

test('an error ends the search, and recorded payments stay recorded', async () => {
  const harness = await open([buildRow('pay_1', at(0))])
  const busy = apiError(503, 'internal_error')
  harness.rows.push(busy as never)
  await expect(run(harness)).rejects.toBe(busy)
  expect(harness.calls).toEqual(['paid 1042 paid:pay_1'])
})

import type { Payment } from '@cedi/client'
import { createClient, decode } from '@cedi/client'
import { fixture } from '@cedi/client/testing'
import { expect, test } from 'vitest'
import { openBook } from '../src/book.js'
import { createLook } from '../src/buyer.js'
import { followed } from '../src/entry.js'
import { memoryStore } from '../src/stores/memory.js'
import type { PaymentState, Waiting } from '../src/waiting.js'

const order = '1042'
const startMs = Date.UTC(2026, 0, 1)
const cedi = createClient({ baseUrl: 'https://pay.example', apiKey: 'k' })
const apiError = (status: number, code: string): Error => {
  const result = decode(
    cedi.balance.read(),
    status,
    JSON.stringify({ success: false, data: null, error: { code, message: 'no' } }),
  )
  return result.success ? new Error('it was a success') : result.error
}

/** A buyer of one order, and a service with these payments. */
async function open(
  payments: Readonly<Record<string, Partial<Payment> | Error>> = {},
  known: Record<string, PaymentState> = {},
  found?: string,
) {
  const clock = { nowMs: startMs, quietMs: 0 }
  const asked: string[] = []
  const store = memoryStore()
  const book = openBook({ store, on: { paid: () => {} }, nowMs: () => clock.nowMs })
  await store.claim({ ...followed({ order, amount: 45.5 }, undefined, startMs), payments: known })
  const look = createLook({
    service: {
      async read(ref, isPaced = true) {
        asked.push(`${ref}${isPaced ? '' : ' at once'}`)
        const found = payments[ref] ?? apiError(404, 'not_found')
        if (found instanceof Error) throw found
        const blank = { ...fixture('readPayment', 'succeeded'), amount: 45.5, refunded_amount: 0, metadata: { order } }
        return { ...blank, ref, ...found } as Payment
      },
      async *orders() {},
      quietUntilMs: () => clock.quietMs,
    },
    book,
    search: async (entries, isForBuyer) => {
      asked.push(`search ${entries.map((entry) => entry.order)}${isForBuyer ? ' for a buyer' : ''}`)
      const paid = {
        ...fixture('readPayment', 'succeeded'),
        ref: found as Payment['ref'],
        amount: 45.5,
        refunded_amount: 0,
      }
      if (found) await book.note((await book.read(order)) as Waiting, paid)
      return { searchedMs: 0, isWhole: true }
    },
    nowMs: () => clock.nowMs,
    onError: () => {},
    orderOf: (payment) => payment.metadata['order'],
  })
  const read = async () => (await book.read(order)) as Waiting
  return { look, asked, clock, read }
}

test('a ref from a browser is read at once, and counts only if its payment names the order', async () => {
  const { look, asked, read } = await open({ pay_1: {}, pay_2: { metadata: { order: 'another' } } })
  expect(await look(order, 'pay_2')).toBe('open')
  expect(asked).toEqual(['pay_2 at once', 'search 1042 for a buyer'])
  expect(await look(order, 'pay_1')).toBe('paid')
  expect(asked.slice(2)).toEqual(['pay_1 at once'])
  expect((await read()).payments).toEqual({ pay_1: 'paid' })
})

test('a text that cannot be a ref is not requested', async () => {
  for (const ref of ['../balance', 'a b', '', 'x'.repeat(65), ' pay_1', 'pay_1\n']) {
    const { look, asked } = await open()
    expect(await look(order, ref)).toBe('open')
    expect(asked).toEqual(['search 1042 for a buyer'])
  }
  const { look, asked } = await open()
  await look(order, 'x'.repeat(64))
  expect(asked[0]).toBe(`${'x'.repeat(64)} at once`)
})

test('an unknown ref changes nothing, and the orders are still searched', async () => {
  const { look, asked } = await open()
  expect(await look(order, 'pay_9')).toBe('open')
  expect(asked).toEqual(['pay_9 at once', 'search 1042 for a buyer'])
})

test('a buyer causes looks after 0, 3 and 15 seconds, and no more', async () => {
  const { look, asked, clock, read } = await open({ pay_1: { status: 'pending' } }, { pay_1: 'pending' })
  const at = async (ms: number) => {
    clock.nowMs = startMs + ms
    await look(order)
    return asked.length
  }
  const counts: number[] = []
  for (const ms of [0, 2_999, 3_000, 17_999, 18_000, 1e9]) counts.push(await at(ms))
  expect(counts).toEqual([1, 1, 2, 2, 3, 3])
  expect((await read()).returns).toBe(3)
  expect((await read()).returnedMs).toBe(startMs + 18_000)
})

test('a new ref is looked at without waiting, but counts as a look, and after three it waits for the schedule', async () => {
  const payments = Object.fromEntries([1, 2, 3, 4].map((index) => [`pay_${index}`, { status: 'failed' as const }]))
  const { look, asked, read } = await open(payments)
  for (const ref of ['pay_1', 'pay_2', 'pay_3', 'pay_4']) await look(order, ref)
  expect(asked.filter((line) => line.startsWith('pay'))).toEqual(['pay_1 at once', 'pay_2 at once', 'pay_3 at once'])
  expect((await read()).returns).toBe(3)
  // A known ref is not new.
  const other = await open({ pay_1: { status: 'failed' } })
  await other.look(order, 'pay_1')
  await other.look(order, 'pay_1')
  expect(other.asked.filter((line) => line.startsWith('pay'))).toEqual(['pay_1 at once'])
})

test('nothing is asked while the service wants a pause', async () => {
  const { look, asked, clock } = await open({ pay_1: {} })
  clock.quietMs = startMs + 1
  expect(await look(order, 'pay_1')).toBe('open')
  expect(asked).toEqual([])
  clock.nowMs = startMs + 1
  expect(await look(order, 'pay_1')).toBe('paid')
})

test('a paid order is asked about only when there is a new ref', async () => {
  const { look, asked } = await open({ pay_2: {} }, { pay_1: 'paid' })
  expect(await look(order)).toBe('paid')
  expect(await look(order, 'pay_1')).toBe('paid')
  expect(asked).toEqual([])
  expect(await look(order, 'pay_2')).toBe('paid')
  expect(asked).toEqual(['pay_2 at once'])
  // A paid order with another waiting payment is looked at, so that a second payment is noticed.
  const both = await open({ pay_2: { status: 'pending' } }, { pay_1: 'paid', pay_2: 'pending' })
  expect(await both.look(order)).toBe('paid')
  expect(both.asked).toEqual(['pay_2'])
})

test('a look is stored before it is made, and does not change when the order is due', async () => {
  const { look, read } = await open()
  const before = await read()
  await look(order)
  expect(await read()).toMatchObject({ returns: 1, returnedMs: startMs, dueMs: before.dueMs })
})

test('a look without an answer does not count, and a refused one does', async () => {
  const busy = apiError(503, 'internal_error')
  const silent = await open({ pay_1: busy })
  const before = await silent.read()
  await expect(silent.look(order, 'pay_1')).rejects.toBe(busy)
  expect(await silent.read()).toMatchObject({ returns: 0, returnedMs: 0, dueMs: before.dueMs })
  const bug = new Error('The printer is on fire.')
  const broken = await open({ pay_1: bug })
  await expect(broken.look(order, 'pay_1')).rejects.toBe(bug)
  expect((await broken.read()).returns).toBe(1)
})

test('of two looks at the same time, only one asks the service', async () => {
  const { look, asked } = await open({ pay_1: { status: 'pending' } }, { pay_1: 'pending' })
  expect(await Promise.all([look(order), look(order)])).toEqual(['pending', 'pending'])
  expect(asked).toEqual(['pay_1'])
})

test('an order that is not followed is open', async () => {
  const { look, asked } = await open({ pay_1: {} })
  expect(await look('unknown', 'pay_1')).toBe('open')
  expect(asked).toEqual([])
})

test('a payment found by the search for a buyer is reported at once', async () => {
  const { look } = await open({}, {}, 'pay_7')
  expect(await look(order)).toBe('paid')
})

import type { Order, Payment } from '@cedi/client'
import { expect, test } from 'vitest'
import { blank } from '../src/entry.js'
import { skewMs } from '../src/schedule.js'
import { createSearch } from '../src/search.js'
import type { Waiting } from '../src/waiting.js'

const nowMs = Date.UTC(2026, 0, 2)
const sinceMs = nowMs - 3_600_000
const row = (ref: string, more: object = {}): Order =>
  ({
    payment_ref: ref,
    total: 45.5,
    status: 'paid',
    created_at: new Date(nowMs - 60_000).toISOString(),
    ...more,
  }) as Order
const entryOf = (more: Partial<Waiting> = {}): Waiting => ({ ...blank('1042', sinceMs), amounts: [45.5], ...more })

/** A service with these pages of orders, and a book with one order and some payments. */
function open(pages: readonly (readonly Order[])[], taken: Readonly<Record<string, 'noted' | 'held'>> = {}) {
  const done: string[] = []
  const search = createSearch({
    service: {
      async read(ref, isPaced) {
        done.push(`read ${ref}${isPaced === false ? ' at once' : ''}`)
        return { ref, metadata: { order: ref === 'pay_other' ? 'another' : '1042' } } as unknown as Payment
      },
      async *orders() {
        for (const page of pages) {
          done.push('page')
          yield page
        }
      },
      quietUntilMs: () => 0,
    },
    book: {
      read: async (order) => (order === '1042' ? entryOf() : undefined),
      due: async () => [],
      async change(entry, change) {
        done.push(`write ${entry.order} ${JSON.stringify(change)}`)
        return entry
      },
      async note(entry, payment) {
        done.push(`note ${payment.ref} at ${entry.order}`)
        return entry
      },
      take: async (ref) => taken[ref] ?? blank(`payment:${ref}`, 0),
      end: async () => {},
    },
    nowMs: () => nowMs,
    orderOf: (payment) => payment.metadata['order'],
  })
  return { search, done }
}
const written = (ref: string) => `write payment:${ref} {"isOver":true,"dueMs":null}`

test('a payment with the right amount is read, noted on its order, and not searched for again', async () => {
  const { search, done } = open([[row('pay_1'), row('pay_other')]])
  expect(await search([entryOf()], false)).toEqual({ searchedMs: nowMs, isWhole: true })
  const mine = ['read pay_1', 'note pay_1 at 1042', written('pay_1')]
  expect(done).toEqual(['page', ...mine, 'read pay_other', written('pay_other')])
})

test('a payment with another amount, or known, or seen before is not read', async () => {
  const { search, done } = open([[row('pay_1'), row('pay_2', { total: 45.49 }), row('pay_3'), row('pay_4')]], {
    pay_4: 'noted',
  })
  const entry = entryOf({ payments: { pay_3: 'failed' } })
  for (let times = 0; times < 2; times++)
    expect(await search([entry], true)).toEqual({ searchedMs: nowMs, isWhole: true })
  expect(done.filter((line) => line.startsWith('read'))).toEqual(['read pay_1'])
})

test('the amounts and payments of all orders count, and the order searched longest ago decides how far back to search', async () => {
  const old = row('pay_9', { total: 9, created_at: new Date(sinceMs - 500_000).toISOString() })
  const { search, done } = open([[row('pay_1'), old]])
  await search([entryOf({ searchedMs: nowMs }), entryOf({ order: '2', amounts: [9, 7], searchedMs: sinceMs })], false)
  expect(done.filter((line) => line.startsWith('read'))).toEqual(['read pay_1', 'read pay_9'])
})

test('an unpaid payment is read for a buyer, and otherwise left for the next search', async () => {
  const created_at = new Date(nowMs - 120_000).toISOString()
  const pending = row('pay_1', { status: 'pending', created_at })
  const cancelled = row('pay_2', { status: 'cancelled', created_at: new Date(nowMs - 240_000).toISOString() })
  const quiet = open([[row('pay_0'), pending, cancelled]])
  expect(await quiet.search([entryOf()], false)).toEqual({ searchedMs: nowMs - 120_000, isWhole: true })
  expect(quiet.done.filter((line) => line.startsWith('read'))).toEqual(['read pay_0'])
  const here = open([[pending, cancelled]])
  expect(await here.search([entryOf()], true)).toEqual({ searchedMs: nowMs, isWhole: true })
  expect(here.done.filter((line) => line.startsWith('read'))).toEqual(['read pay_1', 'read pay_2'])
})

test('a payment held by another worker is left for the next search', async () => {
  const { search, done } = open([[row('pay_1')]], { pay_1: 'held' })
  for (let times = 0; times < 2; times++)
    expect(await search([entryOf()], false)).toEqual({ searchedMs: nowMs - 60_000, isWhole: false })
  expect(done).toEqual(['page', 'page'])
})

test('the search stops at the first order that is too old', async () => {
  const at = (ms: number) => ({ created_at: new Date(sinceMs - skewMs + ms).toISOString() })
  const whole = open([[row('pay_1', at(0))], [row('pay_2', at(0)), row('pay_3', at(-1))], [row('pay_4')]])
  await whole.search([entryOf()], false)
  expect(whole.done.filter((line) => !line.startsWith('note') && !line.startsWith('write'))).toEqual([
    'page',
    'read pay_1',
    'page',
    'read pay_2',
  ])
})

test('ten thousand refs are remembered, and then the memory is cleared', async () => {
  const refs = Array.from({ length: 10_000 }, (_, index) => `pay_${index}`)
  const noted = Object.fromEntries(refs.map((ref) => [ref, 'noted' as const]))
  const { search, done } = open([[...refs, 'pay_0', 'pay_last', 'pay_0'].map((ref) => row(ref))], {
    ...noted,
    get pay_0() {
      done.push('asked for pay_0')
      return 'noted' as const
    },
  })
  done.length = 0
  await search([entryOf()], false)
  expect(done.filter((line) => line.startsWith('asked')).length).toBe(2)
})

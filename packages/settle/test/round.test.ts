import { createClient, decode, type Payment } from '@cedi/client'
import { expect, test } from 'vitest'
import { blank, followed } from '../src/entry.js'
import { createRound, isUnknown, readPayments } from '../src/round.js'
import { lastLookMs, nextLookMs, skewMs } from '../src/schedule.js'
import type { Waiting } from '../src/waiting.js'

const startMs = Date.UTC(2026, 0, 1)
const cedi = createClient({ baseUrl: 'https://pay.example', apiKey: 'k' })
const apiError = (status: number, code: string): Error => {
  const text = JSON.stringify({ success: false, data: null, error: { code, message: 'no' } })
  const result = decode(cedi.balance.read(), status, text)
  return result.success ? new Error('it was a success') : result.error
}
const first = followed(
  { order: '1042', amount: 45.5, expiresAt: new Date(startMs + 60_000).toISOString() },
  undefined,
  startMs,
)
const laterMs = startMs + 3_600_000
const lastMs = startMs + 2 * lastLookMs
const searched = { searchedMs: first.untilMs + skewMs + 1 }

/** A round, and a book that records its calls. */
function open(
  nowMs: number,
  more: { read?: (ref: string) => Promise<object>; taken?: boolean; searched?: object } = {},
) {
  const done: string[] = []
  const errors: unknown[] = []
  const running = { now: 0, most: 0 }
  const going = {
    service: {
      read: async (ref: string) => {
        done.push(`read ${ref}`)
        running.most = Math.max(running.most, ++running.now)
        for (let turns = 0; turns < 20; turns++) await Promise.resolve()
        running.now--
        return (await more.read?.(ref)) as Payment
      },
      async *orders() {},
      quietUntilMs: () => nowMs + 7,
    },
    book: {
      read: async () => undefined,
      due: async () => [],
      async change(entry: Waiting, change: Partial<Waiting>) {
        done.push(`change ${entry.order} ${JSON.stringify(change)}`)
        return more.taken === false ? undefined : { ...entry, ...change }
      },
      async note(entry: Waiting, payment: Payment, isLast?: boolean) {
        done.push(`note ${payment.ref}${isLast ? ' at last' : ''}`)
        return { ...entry, payments: { ...entry.payments, [payment.ref]: payment.status as 'paid' } }
      },
      take: async () => 'noted' as const,
      async end(entry: Waiting, change: Partial<Waiting>) {
        done.push(`end ${entry.order} ${JSON.stringify(change)}`)
      },
    },
    search: async (entries: readonly Waiting[], isForBuyer: boolean) => {
      done.push(`search ${entries.map(({ order }) => order)}${isForBuyer ? ' for a buyer' : ''}`)
      return { searchedMs: nowMs, isWhole: true, ...more.searched }
    },
    nowMs: () => nowMs,
    onError: (error: unknown) => void errors.push(error),
  }
  return { round: createRound(going), going, done, errors, running }
}
const always = () => true
const pass = async (entry: Waiting, ...rest: Parameters<typeof open>) => {
  const { round, done, errors } = open(...rest)
  expect(await round([entry], always)).toBe(1)
  return { done: done.slice(1), errors, taken: done[0] }
}

test('an order without a known payment is searched for, and followed further', async () => {
  const { done, taken } = await pass(first, startMs + 120_000)
  expect(taken).toBe('change 1042 {}')
  expect(done).toEqual(['search 1042', `change 1042 {"searchedMs":${startMs + 120_000}}`])
})

test('a search never goes further back than the search before', async () => {
  const { done } = await pass({ ...first, searchedMs: startMs + 90_000 }, startMs + 120_000, {
    searched: { searchedMs: startMs + 30_000 },
  })
  expect(done.at(-1)).toBe(`change 1042 {"searchedMs":${startMs + 90_000}}`)
})

test('after its checkout an order without a payment ends, and one with a failed payment is looked at once more', async () => {
  expect((await pass(first, laterMs)).done).toEqual([
    'search 1042',
    `change 1042 {"searchedMs":${laterMs}}`,
    'end 1042 {"dueMs":null}',
  ])
  const tried = { ...first, payments: { pay_1: 'failed' as const } }
  expect((await pass(tried, laterMs)).done.at(-1)).toBe('end 1042 {}')
  // The last look ends it for good.
  const { done } = await pass(tried, lastMs, { read: async () => ({ ref: 'pay_1', status: 'failed' }) })
  expect(done).toEqual([
    'read pay_1',
    'note pay_1 at last',
    'search 1042',
    `change 1042 {"searchedMs":${lastMs}}`,
    'end 1042 {"dueMs":null}',
  ])
})

test('an order ends only some time after its checkout, because clocks may differ', async () => {
  const edge = { searched: { searchedMs: first.untilMs + skewMs } }
  expect((await pass(first, startMs + 120_000, edge)).done.some((line) => line.startsWith('end'))).toBe(false)
  const over = { searched: { searchedMs: first.untilMs + skewMs + 1 } }
  expect((await pass(first, startMs + 120_000, over)).done.at(-1)).toBe('end 1042 {"dueMs":null}')
})

test('an order does not end while another worker holds a payment that may belong to it', async () => {
  const { done } = await pass(first, laterMs, { searched: { isWhole: false } })
  expect(done).toEqual(['search 1042', `change 1042 {"searchedMs":${laterMs}}`])
})

test('a completed search is not repeated', async () => {
  expect((await pass({ ...first, ...searched }, laterMs)).done).toEqual(['end 1042 {"dueMs":null}'])
})

test('an ended order is not searched again, and is finished at the last look', async () => {
  const over = { ...first, isOver: true, payments: { pay_1: 'failed' as const } }
  expect((await pass(over, laterMs)).done).toEqual([])
  const { done } = await pass(over, lastMs, { read: async () => ({ ref: 'pay_1', status: 'failed' }) })
  expect(done).toEqual(['read pay_1', 'note pay_1 at last', 'change 1042 {"dueMs":null}'])
})

test('an order that is paid or waits for approval is neither searched for nor ended', async () => {
  for (const state of ['paid', 'pending'] as const) {
    const entry = { ...first, payments: { pay_1: state } }
    expect(isUnknown(entry)).toBe(false)
    const { done } = await pass(entry, startMs + 120_000, { read: async () => ({ ref: 'pay_1', status: state }) })
    expect(done).toEqual(state === 'paid' ? [] : ['read pay_1', 'note pay_1'])
  }
  for (const state of ['failed', 'expired', 'review'] as const)
    expect(isUnknown({ ...first, payments: { pay_1: state } })).toBe(true)
  expect(isUnknown({ ...first, payments: { pay_1: 'paid', pay_2: 'pending' } })).toBe(false)
})

test('only waiting payments are read, and at the last look also failed ones', async () => {
  const payments = { a: 'pending', b: 'failed', c: 'expired', d: 'paid', e: 'review' } as const
  const read = async (isLast: boolean) => {
    const { going, done } = open(laterMs, { read: async () => ({ ref: 'x', status: 'pending' }) })
    await readPayments({ ...first, payments }, isLast, going)
    return done.filter((line) => line.startsWith('read'))
  }
  expect(await read(false)).toEqual(['read a'])
  expect(await read(true)).toEqual(['read a', 'read b', 'read c'])
})

test('a look without an answer is postponed until the service may be asked, and one with an error answer is not', async () => {
  const waits = { ...first, payments: { pay_1: 'pending' as const } }
  const fails = (error: unknown) => pass(waits, laterMs, { read: () => Promise.reject(error) })
  const busy = apiError(503, 'internal_error')
  expect(await fails(busy)).toMatchObject({
    done: ['read pay_1', `change 1042 {"dueMs":${laterMs + 7}}`],
    errors: [busy],
  })
  const missing = apiError(404, 'not_found')
  expect(await fails(missing)).toMatchObject({ done: ['read pay_1'], errors: [missing] })
  const bug = new Error('The printer is on fire.')
  expect(await fails(bug)).toMatchObject({ done: ['read pay_1'], errors: [bug] })
})

test('a search without an answer postpones every order that it was for', async () => {
  const { round, going, done, errors } = open(startMs + 120_000)
  going.search = () => Promise.reject(apiError(503, 'internal_error'))
  const again = createRound(going)
  expect(await again([first, { ...first, order: '2' }], always)).toBe(2)
  expect(done.slice(2)).toEqual([
    `change 1042 {"dueMs":${startMs + 120_007}}`,
    `change 2 {"dueMs":${startMs + 120_007}}`,
  ])
  expect(errors.length).toBe(1)
  expect(await round([], always)).toBe(0)
})

test('an error with one order does not stop the others', async () => {
  const waits = (order: string) => ({ ...first, order, payments: { [`pay_${order}`]: 'pending' as const } })
  const { round, done, errors } = open(laterMs, {
    read: async (ref) => {
      if (ref === 'pay_1') throw new Error('The printer is on fire.')
      return { ref, status: 'pending' }
    },
  })
  expect(await round(['1', '2', '3'].map(waits), always)).toBe(3)
  expect(done.filter((line) => line.startsWith('note')).sort()).toEqual(['note pay_2', 'note pay_3'])
  expect(errors.length).toBe(1)
})

test('four orders are asked about at a time, and none is started after the deadline', async () => {
  const waits = Array.from({ length: 20 }, (_, index) => ({
    ...first,
    order: `${index}`,
    payments: { [`pay_${index}`]: 'pending' as const },
  }))
  const { round, running } = open(laterMs, { read: async (ref) => ({ ref, status: 'pending' }) })
  expect(await round(waits, always)).toBe(20)
  expect(running.most).toBe(4)
  let left = 6
  expect(
    await open(laterMs, { read: async (ref) => ({ ref, status: 'pending' }) }).round(waits, () => left-- > 0),
  ).toBe(6)
})

test('an order that another worker has taken is neither looked at nor counted', async () => {
  const { round, done } = open(laterMs, { taken: false })
  expect(await round([first], always)).toBe(0)
  expect(done).toEqual(['change 1042 {}'])
})

test('the last look is the one with no look after it', () => {
  expect(nextLookMs(blank('1042', startMs), lastMs)).toBeNull()
  expect(nextLookMs(blank('1042', startMs), laterMs)).not.toBeNull()
})

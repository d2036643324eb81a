import { send } from '@cedi/client/fetch'
import { expect, onTestFinished, test, vi } from 'vitest'
import { settle, waitForPayment } from '../../src/settle/index.js'
import { d1Store } from '../../src/settle/stores/d1.js'
import { memoryStore } from '../../src/settle/stores/memory.js'
import { pgStore } from '../../src/settle/stores/pg.js'
import { sqliteStore } from '../../src/settle/stores/sqlite.js'
import { openShop, waitOptions } from './shop.js'

const amount = 45.5
const orderMessage = 'order must be a non-empty string without control characters and surrounding spaces that does'
const invalidOrders = [
  '',
  undefined,
  null,
  true,
  42,
  42n,
  ['42'],
  { toString: () => '42' },
  ' 42',
  '42 ',
  '\n',
  'a\0b',
  '\ud800',
  'payment:pay_1',
]

test('an order is tracked although another worker updates it concurrently', async () => {
  const store = memoryStore()
  let conflicts = 2
  const shop = openShop({ store: { ...store, save: async (...update) => conflicts-- <= 0 && store.save(...update) } })
  await shop.settlement.track({ order: '1042', amount })
  expect((await store.find({ order: '1042' }))[0]).toMatchObject({ order: '1042', version: 1 })
})

test('track rejects an invalid order, amount or time, and stores nothing', async () => {
  const store = memoryStore()
  const { settlement } = openShop({ store })
  for (const order of invalidOrders)
    await expect(settlement.track({ order: order as string, amount })).rejects.toThrow(orderMessage)
  await expect(settlement.track({ order: 42 as never, amount })).rejects.toThrow(
    'that does not start with payment:. Got 42. Use String(order).',
  )
  for (const [expiresAt, text] of [
    ['tomorrow', '"tomorrow"'],
    [1_767_603_600_000, '1767603600000'],
    [new Date(0), 'an object of the class Date'],
    ['2026-13-45T00:00:00Z', '"2026-13-45T00:00:00Z"'],
    ['2026-02-30T00:00:00Z', '"2026-02-30T00:00:00Z"'],
    ['2026-02-29T23:30:00-05:00', '"2026-02-29T23:30:00-05:00"'],
    ['2026-04-31T09:30+0530', '"2026-04-31T09:30+0530"'],
    ['2026-03-06T09:30:00', '"2026-03-06T09:30:00"'],
    ['', '""'],
  ])
    await expect(settlement.track({ order: '1042', amount, expiresAt: expiresAt as never })).rejects.toThrow(
      new TypeError(
        `expiresAt must be an ISO 8601 string with a time zone, such as 2026-03-06T09:30:00Z. Got ${text}.`,
      ),
    )
  await expect(settlement.track({ order: '1042', amount: '45,50' })).rejects.toThrow('amount must be GH₵')
  for (const order of ['', 'payment:pay_1', '1042', '42']) expect(await store.find({ order })).toEqual([])
  // Any other id is valid.
  for (const order of ['__proto__', 'payment', '0', '₵', 'a payment:', 'a b', '😀'])
    await expect(settlement.track({ order, amount })).resolves.toBeUndefined()
})

test.each(['2028-02-29T00:00:00Z', '2026-02-28T24:00:00Z', '2026-12-31T23:30:00-05:00', '2026-03-01T00:30+0530'])(
  'track accepts the time %s',
  async (expiresAt) => {
    const store = memoryStore()
    await openShop({ store }).settlement.track({ order: '1042', amount, expiresAt })
    expect((await store.find({ order: '1042' }))[0]?.untilMs).toBe(Date.parse(expiresAt))
  },
)

test('check rejects an order and a ref that are not strings, and returns open for an impossible order', async () => {
  const shop = openShop()
  for (const order of invalidOrders)
    if (typeof order === 'string') expect(await shop.settlement.check(order, 'pay_1')).toBe('open')
    else await expect(shop.settlement.check(order as never)).rejects.toThrow(orderMessage)
  for (const ref of [['pay_1'], 5, {}, true])
    await expect(shop.settlement.check('1042', ref as never)).rejects.toThrow(/^ref must be a string\. Got /)
  // A browser that sends no ref.
  expect(await shop.settlement.check('1042', null)).toBe('open')
  expect(shop.requests).toEqual([])
})

test.each([42, 42n, true, ['1042'], {}])(
  'a getOrder that returns %s causes an error in every function',
  async (order) => {
    const shop = openShop({ getOrder: () => order as never })
    await shop.settlement.track({ order: '1042', amount })
    const payment = await shop.pay({})
    await expect(shop.settlement.record(payment)).rejects.toThrow(/^getOrder must return a string or undefined\. Got /)
    await expect(shop.settlement.check('1042', payment.ref)).rejects.toThrow(/^getOrder must return a string/)
  },
)

test.each(['payment:pay_1', ' 1042', '', '1042\n'])(
  'a payment with the order %j in its metadata belongs to no order',
  async (order) => {
    const shop = openShop()
    await shop.settlement.track({ order: '1042', amount })
    const payment = { ...(await shop.pay({})), metadata: { order } }
    expect(await shop.settlement.record(payment)).toBe('open')
    expect(shop.calls).toEqual([])
  },
)

test.each([undefined, null, 'pay_1', {}, { ref: 'pay_1' }, { ref: 5, metadata: {} }])(
  'record and waitForPayment reject %j in place of a payment',
  async (payment) => {
    const shop = openShop()
    const message = /^payment must be a payment of the service, with ref and metadata\. Got /
    await expect(shop.settlement.record(payment as never)).rejects.toThrow(message)
    await expect(waitForPayment(payment as never, waitOptions(shop, 1000))).rejects.toThrow(message)
  },
)

test('record and waitForPayment reject a simulated payment', async () => {
  const shop = openShop()
  await shop.settlement.track({ order: '1042', amount })
  const input = { amount, method: 'mobile_money', phone: '0244123789', metadata: { order: '1042' } } as const
  const simulated = await send(shop.client.payments.create(input, { simulate: true }), { fetch: shop.mock.fetch })
  // A card payment succeeds immediately.
  const payment = { ...simulated, status: 'succeeded' as const }
  const message = 'payment must exist. pay_simulated1 is the ref of a simulated payment. Create it without simulate.'
  await expect(shop.settlement.record(payment)).rejects.toThrow(new TypeError(message))
  await expect(waitForPayment(payment, waitOptions(shop, 1000))).rejects.toThrow(new TypeError(message))
  expect([shop.calls, shop.requests]).toEqual([[], []])
  expect(await shop.settlement.record(await shop.pay({}))).toBe('pending')
})

test('a payment whose status is not a string is not paid', async () => {
  const shop = openShop()
  await shop.settlement.track({ order: '1042', amount })
  const payment = await shop.pay({})
  for (const status of [['succeeded'], { toString: () => 'succeeded' }, 'constructor', 'toString', '__proto__', null])
    expect(await shop.settlement.record({ ...payment, status: status as never })).toBe('pending')
  expect(shop.calls).toEqual([])
  expect(await shop.settlement.record({ ...payment, ref: 'constructor' as never, status: 'succeeded' })).toBe('paid')
})

const { client, settlement: _, ...rest } = { ...openShop(), store: memoryStore(), on: { paid: () => {} } }
test.each<[object, string]>([
  [{ handlers: {} }, 'settle has no option handlers. Use one of: client,'],
  [{ onerror: () => {} }, 'settle has no option onerror. Did you mean onError?'],
  [{ client: undefined }, 'settle needs the option client.'],
  [{ client: { licenses: {} } }, 'client must be a client with a key'],
  [{ store: undefined }, 'settle needs the option store.'],
  [{ store: {} }, 'store must be a store with find and save'],
  [{ on: undefined }, 'settle needs the option on.'],
  [{ on: {} }, 'on needs the option paid.'],
  [{ on: { paid: 'deliver' } }, 'paid must be a function. Got a string.'],
  [{ on: { paid: () => {}, payed: () => {} } }, 'on has no option payed. Use one of: paid,'],
  [{ getOrder: 'order' }, 'getOrder must be a function. Got a string.'],
  [{ timeoutMs: '5000' }, 'timeoutMs must be a whole number of ms from 0 to 2147483647. Got a string.'],
  [{ maxRequestsPerSecond: 0 }, 'maxRequestsPerSecond must be a number above 0. Got 0.'],
  [{ nowMs: 5 }, 'nowMs must be a function. Got 5.'],
])('settle rejects the options %j', (options, message) => {
  const { store, on } = rest
  expect(() => settle({ client, store, on, ...options } as never)).toThrow(message)
})

test.each([undefined, null, 1, 0, 'written'])('a store whose save returns %j causes an error', async (result) => {
  const store = memoryStore()
  await openShop({ store }).settlement.track({ order: '1042', amount })
  let saves = 0
  const save = async () => {
    if (saves++ > 20) throw new Error('The update is repeated.')
    return result as never
  }
  const { settlement, pay } = openShop({ store: { ...store, save } })
  const message = 'save of the store must return true or false. Got '
  await expect(settlement.track({ order: '1042', amount })).rejects.toThrow(message)
  await expect(settlement.record(await pay({}))).rejects.toThrow(message)
  await expect(settlement.check('1042', 'pay_1')).rejects.toThrow(message)
})

test.each([undefined, null, {}])('a store whose find returns %j causes an error', async (result) => {
  const store = { ...memoryStore(), find: async () => result as never }
  const { settlement, pay } = openShop({ store })
  const message = 'find of the store must return an array of tracked orders. Got '
  await expect(settlement.track({ order: '1042', amount })).rejects.toThrow(message)
  await expect(settlement.record(await pay({}))).rejects.toThrow(message)
  await expect(settlement.check('1042', 'pay_1')).rejects.toThrow(message)
  await expect(settlement.runOnce()).rejects.toThrow(message)
})

test.each([{ deadlineMs: '20000' }, { deadlineMs: Number.NaN }, { deadline: 5 }, 5, null])(
  'runOnce and waitForPayment reject the options %j',
  async (options) => {
    const shop = openShop()
    await expect(shop.settlement.runOnce(options as never)).rejects.toThrow(TypeError)
    const payment = await shop.pay({})
    await expect(waitForPayment(payment, { client, ...(options as object) } as never)).rejects.toThrow(TypeError)
    expect(shop.requests).toEqual([])
  },
)

test('track rejects unknown members', async () => {
  const { settlement } = openShop()
  await expect(settlement.track({ orderId: '1', amount } as never)).rejects.toThrow(
    'track has no option orderId. Use one of: order, amount, expiresAt.',
  )
  await expect(settlement.track({ order: '1' } as never)).rejects.toThrow('track needs the option amount.')
  await expect(settlement.track({ order: '1', amount, expires_at: 'x' } as never)).rejects.toThrow(
    'track has no option expires_at. Did you mean expiresAt?',
  )
})

test.each([
  ['pgStore', () => pgStore({} as never, { tabel: 'a' } as never)],
  ['sqliteStore', () => sqliteStore({} as never, { tabel: 'a' } as never)],
  ['d1Store', () => d1Store({} as never, { tabel: 'a' } as never)],
])('%s rejects an unknown option', (name, create) => {
  expect(create).toThrow(`${name} has no option tabel. Did you mean table?`)
})

test.each([
  ['pgStore', 'connect', (value: never) => pgStore(value)],
  ['sqliteStore', 'exec', (value: never) => sqliteStore(value)],
  ['d1Store', 'prepare', (value: never) => d1Store(value)],
])('%s rejects a value without the method %s', (name, method, create) => {
  for (const value of [undefined, null, {}, 'postgres://localhost/shop'])
    expect(() => create(value as never)).toThrow(`${name} needs an object with the method ${method}. Got `)
})

test('record returns open for a payment of an untracked order, and calls no handler', async () => {
  const shop = openShop()
  expect(await shop.settlement.record(await shop.pay({}))).toBe('open')
  expect(await shop.settlement.record({ ...(await shop.pay({})), metadata: {} })).toBe('open')
  expect(shop.calls).toEqual([])
})

test('getOrder selects the order of a payment', async () => {
  const shop = openShop({ getOrder: ({ metadata }) => metadata['shop_order'] })
  await shop.settlement.track({ order: 'a1', amount })
  const payment = await shop.pay({ metadata: { shop_order: 'a1' } })
  expect(await shop.settlement.record(payment)).toBe('pending')
  await shop.wait('PT5S')
  expect(await shop.settlement.check('a1', payment.ref)).toBe('paid')
})

test('a recorded payment stays with its order after getOrder has changed', async () => {
  const store = memoryStore()
  const before = openShop({ store })
  await before.settlement.track({ order: '1042', amount })
  await before.settlement.record(await before.pay({}))
  const { mock, calls } = before
  await mock.clock.advance('PT2M')
  const after = openShop({
    store,
    nowMs: () => mock.clock.now().getTime(),
    fetch: (url, init) => mock.fetch(url, init),
    getOrder: ({ metadata }) => metadata['shop_order'],
  })
  await after.settlement.runOnce()
  expect([calls, after.calls]).toEqual([[], ['paid 1042']])
})

test('a run checks all due orders, and reports that it is done', async () => {
  const shop = openShop()
  for (let index = 0; index < 250; index++) await shop.settlement.track({ order: `o${index}`, amount })
  expect(await shop.settlement.runOnce()).toEqual({ checked: 0, isDone: true })
  await shop.wait('PT2M')
  expect(await shop.settlement.runOnce()).toEqual({ checked: 250, isDone: true })
  expect(await shop.settlement.runOnce()).toEqual({ checked: 0, isDone: true })
})

test('a run without time checks no order, and is not done', async () => {
  const shop = openShop()
  await shop.settlement.track({ order: '1042', amount })
  await shop.wait('PT2M')
  expect(await shop.settlement.runOnce({ deadlineMs: 0 })).toEqual({ checked: 0, isDone: false })
})

test('a run sends no request during a pause, and is not done', async () => {
  const shop = openShop()
  await shop.settlement.track({ order: '1042', amount })
  await shop.settlement.record(await shop.pay({}, 'pending'))
  shop.mock.faults.add({ match: { path: '/api/v1/payments/*' }, fault: { status: 503 } })
  await shop.wait('PT2M')
  expect((await shop.settlement.runOnce()).isDone).toBe(false)
  const requests = shop.requests.length
  expect(await shop.settlement.runOnce()).toEqual({ checked: 0, isDone: false })
  expect(shop.requests.length).toBe(requests)
})

test('a background error is logged to the console unless onError is set', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => error.mockRestore())
  const handlerError = new Error('The printer is on fire.')
  const shop = openShop({
    onError: undefined as never,
    on: {
      paid() {
        throw handlerError
      },
    },
  })
  await shop.settlement.track({ order: '1042', amount })
  await shop.settlement.record(await shop.pay({}))
  await shop.wait('PT2M')
  await shop.settlement.runOnce()
  expect(error.mock.calls).toEqual([[handlerError]])
})

test('the loop reports an error of the store, and continues', async () => {
  const failure = new Error('The disk is full.')
  const errors: unknown[] = []
  const shop = openShop({
    store: { ...memoryStore(), find: () => Promise.reject(failure) },
    onError: (error) => errors.push(error),
  })
  shop.settlement.start()
  await new Promise((resolve) => setTimeout(resolve, 20))
  await shop.settlement.stop()
  expect(errors).toEqual([failure])
  // A loop that was not started stops immediately.
  await openShop().settlement.stop()
})

test('the loop runs immediately and every five seconds, one run at a time', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  let runs = 0
  let end = (_: never[]): void => {}
  const find = (): Promise<never[]> => {
    runs++
    return new Promise((resolve) => {
      end = resolve
    })
  }
  const { settlement } = openShop({ store: { ...memoryStore(), find } })
  const advance = async (ms: number): Promise<number> => {
    await vi.advanceTimersByTimeAsync(ms)
    return runs
  }
  settlement.start()
  settlement.start()
  // The first run takes eight seconds.
  expect([runs, await advance(8_000)]).toEqual([1, 1])
  end([])
  expect([await advance(1_999), await advance(1), await advance(0)]).toEqual([1, 2, 2])
  let isStopped = false
  const stopping = settlement.stop().then(() => {
    isStopped = true
  })
  expect([await advance(20_000), isStopped]).toEqual([2, false])
  end([])
  await stopping
  expect(await advance(20_000)).toBe(2)
  settlement.start()
  expect(await advance(0)).toBe(3)
  end([])
  await settlement.stop()
})

test('a stopped loop starts no further order', async () => {
  const shop = openShop()
  const payment = await shop.pay({}, 'pending')
  for (let index = 0; index < 20; index++) {
    await shop.settlement.track({ order: `o${index}`, amount })
    await shop.settlement.record({ ...payment, ref: `pay_${index}` as never, metadata: { order: `o${index}` } })
  }
  await shop.wait('PT2M')
  let onRequest = () => {}
  const first = new Promise<void>((resolve) => {
    onRequest = resolve
  })
  const { fetch } = shop
  shop.fetch = (url, init) => {
    onRequest()
    return fetch(url, init)
  }
  shop.settlement.start()
  await first
  await shop.settlement.stop()
  expect(shop.requests.length).toBe(1)
  // The others are still due.
  expect((await shop.settlement.runOnce()).checked).toBe(19)
})

test('the loop continues if onError throws', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const unhandled: unknown[] = []
  const listen = (error: unknown) => void unhandled.push(error)
  process.on('unhandledRejection', listen)
  onTestFinished(() => void process.off('unhandledRejection', listen))
  let runs = 0
  const { settlement } = openShop({
    store: { ...memoryStore(), find: () => Promise.reject(new Error(`${++runs}`)) },
    onError: (error) => {
      throw error
    },
  })
  settlement.start()
  for (const count of [1, 2, 3]) {
    expect(runs).toBe(count)
    await vi.advanceTimersByTimeAsync(5_000)
  }
  await settlement.stop().catch(() => {})
  await new Promise((resolve) => setTimeout(resolve))
  expect(unhandled.length).toBe(runs)
})

test('waitForPayment sends no request for a final payment', async () => {
  const shop = openShop()
  const payment = await shop.pay({})
  for (const [status, outcome] of [
    ['succeeded', 'paid'],
    ['failed', 'failed'],
    ['expired', 'expired'],
    ['cancelled', 'expired'],
  ] as const)
    expect(await waitForPayment({ ...payment, status }, waitOptions(shop, 60_000))).toEqual({
      payment: { ...payment, status },
      outcome,
    })
  expect(shop.requests).toEqual([])
})

test('waitForPayment reads after three and eighteen seconds, then by the schedule', async () => {
  const shop = openShop()
  await waitForPayment(await shop.pay({}, 'pending'), waitOptions(shop, 700_000))
  expect(shop.requests.map(([second]) => second)).toEqual([3, 18, 60, 120, 300, 600, 700])
})

test('waitForPayment continues after an outage, and throws after a rejected request', async () => {
  for (const status of [429, 500, 503]) {
    const shop = openShop()
    const payment = await shop.pay({})
    shop.mock.faults.add({ match: { path: '/api/v1/payments/*' }, fault: { status }, times: 1 } as never)
    expect((await waitForPayment(payment, waitOptions(shop, 3_600_000))).outcome).toBe('paid')
  }
  const text = JSON.stringify({ success: false, data: null, error: { code: 'rejected', message: 'No.' } })
  for (const status of [400, 403, 428, 429]) {
    const shop = openShop()
    const result = waitForPayment(await shop.pay({}), {
      ...waitOptions(shop, 60_000),
      fetch: async () => {
        shop.requests.push([0, 'rejected'])
        return new Response(text, { status })
      },
    })
    if (status === 429) expect((await result).outcome).toBe('pending')
    else await expect(result).rejects.toMatchObject({ status, code: 'rejected' })
    expect(shop.requests.length).toBe(status === 429 ? 3 : 1)
  }
})

test('waitForPayment continues after a network error, and sends no request during a pause', async () => {
  const shop = openShop()
  const payment = await shop.pay({})
  const { fetch } = shop
  let times = 0
  shop.fetch = (url, init) => {
    if (times++ === 0) throw new TypeError('fetch failed')
    return fetch(url, init)
  }
  expect((await waitForPayment(payment, waitOptions(shop, 3_600_000))).outcome).toBe('paid')
  const busy = openShop()
  const slow = await busy.pay({}, 'pending')
  const { fetch: busyFetch } = busy
  let isFirst = true
  busy.fetch = async (url, init) => {
    const response = await busyFetch(url, init)
    if (!isFirst) return response
    isFirst = false
    return new Response('', { status: 503, headers: { 'Retry-After': '90' } })
  }
  await waitForPayment(slow, waitOptions(busy, 130_000))
  expect(busy.requests.map(([second]) => second)).toEqual([3, 120, 130])
})

test('track and waitForPayment use Date.now without a nowMs option', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 2, 3) })
  onTestFinished(() => void vi.useRealTimers())
  const store = memoryStore()
  const shop = openShop({ store, nowMs: undefined as never })
  await shop.settlement.track({ order: '1042', amount })
  expect((await store.find({ order: '1042' }))[0]?.sinceMs).toBe(Date.UTC(2026, 2, 3))
  const payment = await shop.pay({}, 'pending')
  const { nowMs: _, ...more } = waitOptions(shop, 0)
  expect((await waitForPayment(payment, more)).outcome).toBe('pending')
  expect(shop.requests.length).toBe(1)
})

test('waitForPayment returns the last known state at its deadline during an outage', async () => {
  const shop = openShop()
  const payment = await shop.pay({}, 'pending')
  shop.mock.faults.add({ match: { path: '/api/v1/payments/*' }, fault: { status: 503 } })
  expect(await waitForPayment(payment, waitOptions(shop, 100_000))).toEqual({ payment, outcome: 'pending' })
  expect(shop.requests.at(-1)?.[0]).toBe(100)
})

test('waitForPayment ends with the code aborted, and sends no request after the abort', async () => {
  for (const abortAt of ['before', 'during the sleep', 'during the request'] as const) {
    const shop = openShop()
    const payment = await shop.pay({}, 'pending')
    const controller = new AbortController()
    if (abortAt === 'before') controller.abort()
    const { fetch } = shop
    const result = waitForPayment(payment, {
      ...waitOptions(shop, 60_000),
      signal: controller.signal,
      sleep: async (ms) => {
        await shop.mock.clock.advance(ms)
        if (abortAt === 'during the sleep') controller.abort()
      },
      fetch: (url, init) => {
        controller.abort()
        return fetch(url, init)
      },
    })
    await expect(result).rejects.toMatchObject({ name: 'ApiError', code: 'aborted', operation: 'readPayment' })
    expect(shop.requests.length).toBe(abortAt === 'during the request' ? 1 : 0)
  }
})

test('an abort ends the default delay and leaves no listener on the signal', async () => {
  const { client: shopClient, pay } = openShop()
  const controller = new AbortController()
  const added = vi.spyOn(controller.signal, 'addEventListener')
  const removed = vi.spyOn(controller.signal, 'removeEventListener')
  const result = waitForPayment(await pay({}, 'pending'), {
    client: shopClient,
    deadlineMs: 3_600_000,
    signal: controller.signal,
  })
  controller.abort()
  await expect(result).rejects.toMatchObject({ code: 'aborted' })
  expect(removed).toHaveBeenCalledTimes(added.mock.calls.length)
})

test('an aborted signal stops the loop and ends a run', async () => {
  const shop = openShop()
  await shop.settlement.track({ order: '1042', amount })
  await shop.wait('PT2M')
  const aborted = AbortSignal.abort()
  shop.settlement.start({ signal: aborted })
  expect(await shop.settlement.runOnce({ signal: aborted })).toEqual({ checked: 0, isDone: false })
  expect(shop.requests).toEqual([])
  const controller = new AbortController()
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  shop.settlement.start({ signal: controller.signal })
  expect(vi.getTimerCount()).toBe(1)
  controller.abort()
  expect(vi.getTimerCount()).toBe(0)
  expect(() => shop.settlement.start({ signal: {} as never })).toThrow('signal must be an AbortSignal. Got an object.')
})

test('a settlement reads only, so it never repeats a write under an expired key', async () => {
  const methods = new Set<string>()
  const shop = openShop()
  const { fetch } = shop
  shop.fetch = (url, init) => {
    methods.add(init.method)
    expect(Object.keys(init.headers)).not.toContain('Idempotency-Key')
    return fetch(url, init)
  }
  await shop.settlement.track({ order: '1042', amount })
  await shop.settlement.record(await shop.pay({}, 'pending'))
  for (let hour = 0; hour < 50; hour++) {
    await shop.wait('PT1H')
    await shop.settlement.runOnce()
  }
  expect(methods).toEqual(new Set(['GET']))
})

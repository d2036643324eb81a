import { expect, onTestFinished, test, vi } from 'vitest'
import { waitForPayment } from '../src/index.js'
import { memoryStore } from '../src/stores/memory.js'
import { openShop, waitOptions } from './shop.js'

const amount = 45.5

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
  const message = 'order must be a non-empty string that does not start with payment:. Got '
  for (const order of ['', undefined as never, 'payment:pay_1'])
    await expect(settlement.track({ order, amount })).rejects.toThrow(message)
  for (const expiresAt of ['tomorrow', 1_767_603_600_000 as never, '2026-13-45'])
    await expect(settlement.track({ order: '1042', amount, expiresAt })).rejects.toThrow(
      new TypeError(`expiresAt must be an ISO 8601 time. Got ${expiresAt}.`),
    )
  await expect(settlement.track({ order: '1042', amount: '45,50' })).rejects.toThrow('amount must be GH₵')
  for (const order of ['', 'payment:pay_1', '1042']) expect(await store.find({ order })).toEqual([])
  // Any other id is valid.
  for (const order of ['__proto__', 'payment', '\n', ' ', '₵', 'a payment:'])
    await expect(settlement.track({ order, amount })).resolves.toBeUndefined()
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
  const thrown = new Error('The printer is on fire.')
  const shop = openShop({
    onError: undefined as never,
    on: {
      paid() {
        throw thrown
      },
    },
  })
  await shop.settlement.track({ order: '1042', amount })
  await shop.settlement.record(await shop.pay({}))
  await shop.wait('PT2M')
  await shop.settlement.runOnce()
  expect(error.mock.calls).toEqual([[thrown]])
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

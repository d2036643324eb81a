import { expect, onTestFinished, test, vi } from 'vitest'
import { until } from '../src/index.js'
import { memoryStore } from '../src/stores/memory.js'
import { openShop, waitFor } from './shop.js'

const amount = 45.5

test('an order is followed even if another worker writes it at the same moment', async () => {
  const store = memoryStore()
  let refusals = 2
  const shop = openShop({ store: { ...store, claim: async (entry) => refusals-- <= 0 && store.claim(entry) } })
  await shop.settlement.follow({ order: '1042', amount })
  expect((await store.waiting({ order: '1042' }))[0]).toMatchObject({ order: '1042', version: 1 })
})

test('an order that no payment can name is refused, and so is an end that is no time: nothing is stored', async () => {
  const store = memoryStore()
  const { settlement } = openShop({ store })
  const names = 'order must be text that does not begin with payment:'
  for (const order of ['', undefined as never, 'payment:pay_1'])
    await expect(settlement.follow({ order, amount })).rejects.toThrow(new TypeError(names))
  for (const expiresAt of ['tomorrow', 1_767_603_600_000 as never, '2026-13-45'])
    await expect(settlement.follow({ order: '1042', amount, expiresAt })).rejects.toThrow(
      new TypeError('expiresAt must be a time in ISO 8601'),
    )
  await expect(settlement.follow({ order: '1042', amount: '45,50' })).rejects.toThrow('amount must be GH₵')
  for (const order of ['', 'payment:pay_1', '1042']) expect(await store.waiting({ order })).toEqual([])
  // Any other name will do.
  for (const order of ['__proto__', 'payment', '\n', ' ', '₵', 'a payment:'])
    await expect(settlement.follow({ order, amount })).resolves.toBeUndefined()
})

test('a payment of an order that is not followed is open, and calls no handler', async () => {
  const shop = openShop()
  expect(await shop.settlement.note(await shop.pay({}))).toBe('open')
  expect(await shop.settlement.note({ ...(await shop.pay({})), metadata: {} })).toBe('open')
  expect(shop.told).toEqual([])
})

test('a shop can choose how a payment names its order', async () => {
  const shop = openShop({ orderOf: ({ metadata }) => metadata['shop_order'] })
  await shop.settlement.follow({ order: 'a1', amount })
  const payment = await shop.pay({ metadata: { shop_order: 'a1' } })
  expect(await shop.settlement.note(payment)).toBe('pending')
  await shop.wait('PT5S')
  expect(await shop.settlement.look('a1', payment.ref)).toBe('paid')
})

test('a payment that is recorded at an order stays its payment, also after the shop names its orders otherwise', async () => {
  const store = memoryStore()
  const before = openShop({ store })
  await before.settlement.follow({ order: '1042', amount })
  await before.settlement.note(await before.pay({}))
  const { mock, told } = before
  await mock.clock.advance('PT2M')
  const after = openShop({
    store,
    nowMs: () => mock.clock.now().getTime(),
    fetch: (url, init) => mock.fetch(url, init),
    orderOf: ({ metadata }) => metadata['shop_order'],
  })
  await after.settlement.runOnce()
  expect([told, after.told]).toEqual([[], ['paid 1042']])
})

test('a run looks at everything that is due, however much, and reports that it is done', async () => {
  const shop = openShop()
  for (let index = 0; index < 250; index++) await shop.settlement.follow({ order: `o${index}`, amount })
  expect(await shop.settlement.runOnce()).toEqual({ looked: 0, isDone: true })
  await shop.wait('PT2M')
  expect(await shop.settlement.runOnce()).toEqual({ looked: 250, isDone: true })
  expect(await shop.settlement.runOnce()).toEqual({ looked: 0, isDone: true })
})

test('a run without time starts nothing, and is not done', async () => {
  const shop = openShop()
  await shop.settlement.follow({ order: '1042', amount })
  await shop.wait('PT2M')
  expect(await shop.settlement.runOnce({ deadlineMs: 0 })).toEqual({ looked: 0, isDone: false })
})

test('a run asks nothing while the service wants a pause, and is not done', async () => {
  const shop = openShop()
  await shop.settlement.follow({ order: '1042', amount })
  await shop.settlement.note(await shop.pay({}, 'pending'))
  shop.mock.faults.add({ match: { path: '/api/v1/payments/*' }, fault: { status: 503 } })
  await shop.wait('PT2M')
  expect((await shop.settlement.runOnce()).isDone).toBe(false)
  const asked = shop.asked.length
  expect(await shop.settlement.runOnce()).toEqual({ looked: 0, isDone: false })
  expect(shop.asked.length).toBe(asked)
})

test('an error in the background goes to the console unless the shop has an error handler', async () => {
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
  await shop.settlement.follow({ order: '1042', amount })
  await shop.settlement.note(await shop.pay({}))
  await shop.wait('PT2M')
  await shop.settlement.runOnce()
  expect(error.mock.calls).toEqual([[thrown]])
})

test('a store that fails does not stop the loop: the error is reported, and the store is tried again', async () => {
  const failure = new Error('The disk is full.')
  const errors: unknown[] = []
  const shop = openShop({
    store: { ...memoryStore(), waiting: () => Promise.reject(failure) },
    onError: (error) => errors.push(error),
  })
  shop.settlement.start()
  await new Promise((resolve) => setTimeout(resolve, 20))
  await shop.settlement.stop()
  expect(errors).toEqual([failure])
  // Stopping a loop that never started ends at once.
  await openShop().settlement.stop()
})

test('the loop runs at once and every five seconds, once at a time, and stops', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  let runs = 0
  let end = (_: never[]): void => {}
  const waiting = (): Promise<never[]> => {
    runs++
    return new Promise((resolve) => {
      end = resolve
    })
  }
  const { settlement } = openShop({ store: { ...memoryStore(), waiting } })
  const pass = async (ms: number): Promise<number> => {
    await vi.advanceTimersByTimeAsync(ms)
    return runs
  }
  settlement.start()
  settlement.start()
  // The first run takes eight seconds.
  expect([runs, await pass(8_000)]).toEqual([1, 1])
  end([])
  expect([await pass(1_999), await pass(1), await pass(0)]).toEqual([1, 2, 2])
  let isStopped = false
  const stops = settlement.stop().then(() => {
    isStopped = true
  })
  expect([await pass(20_000), isStopped]).toEqual([2, false])
  end([])
  await stops
  expect(await pass(20_000)).toBe(2)
  settlement.start()
  expect(await pass(0)).toBe(3)
  end([])
  await settlement.stop()
})

test('a loop that is stopped in the middle of its work starts no other order', async () => {
  const shop = openShop()
  const payment = await shop.pay({}, 'pending')
  for (let index = 0; index < 20; index++) {
    await shop.settlement.follow({ order: `o${index}`, amount })
    await shop.settlement.note({ ...payment, ref: `pay_${index}` as never, metadata: { order: `o${index}` } })
  }
  await shop.wait('PT2M')
  let isAsked = () => {}
  const first = new Promise<void>((resolve) => {
    isAsked = resolve
  })
  const { fetch } = shop
  shop.fetch = (url, init) => {
    isAsked()
    return fetch(url, init)
  }
  shop.settlement.start()
  await first
  await shop.settlement.stop()
  expect(shop.asked.length).toBe(1)
  // The others are still due.
  expect((await shop.settlement.runOnce()).looked).toBe(19)
})

test('the loop goes on even if the error handler throws', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const unhandled: unknown[] = []
  const listen = (error: unknown) => void unhandled.push(error)
  process.on('unhandledRejection', listen)
  onTestFinished(() => void process.off('unhandledRejection', listen))
  let runs = 0
  const { settlement } = openShop({
    store: { ...memoryStore(), waiting: () => Promise.reject(new Error(`${++runs}`)) },
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

test('waiting for an ended order asks nothing', async () => {
  const shop = openShop()
  const payment = await shop.pay({})
  for (const [status, outcome] of [
    ['succeeded', 'paid'],
    ['failed', 'failed'],
    ['expired', 'expired'],
    ['cancelled', 'expired'],
  ] as const)
    expect(await until({ ...payment, status }, waitFor(shop, 60_000))).toEqual({
      payment: { ...payment, status },
      outcome,
    })
  expect(shop.asked).toEqual([])
})

test('waiting follows the schedule after three and eighteen seconds', async () => {
  const shop = openShop()
  await until(await shop.pay({}, 'pending'), waitFor(shop, 700_000))
  expect(shop.asked.map(([second]) => second)).toEqual([3, 18, 60, 120, 300, 600, 700])
})

test('waiting continues after an outage, and not after a refusal', async () => {
  for (const status of [429, 500, 503]) {
    const shop = openShop()
    const payment = await shop.pay({})
    shop.mock.faults.add({ match: { path: '/api/v1/payments/*' }, fault: { status }, times: 1 } as never)
    expect((await until(payment, waitFor(shop, 3_600_000))).outcome).toBe('paid')
  }
  const text = JSON.stringify({ success: false, data: null, error: { code: 'refused', message: 'No.' } })
  for (const status of [400, 403, 428, 429]) {
    const shop = openShop()
    const waits = until(await shop.pay({}), {
      ...waitFor(shop, 60_000),
      fetch: async () => {
        shop.asked.push([0, 'refused'])
        return new Response(text, { status })
      },
    })
    if (status === 429) expect((await waits).outcome).toBe('pending')
    else await expect(waits).rejects.toMatchObject({ status, code: 'refused' })
    expect(shop.asked.length).toBe(status === 429 ? 3 : 1)
  }
})

test('waiting goes on after a request that never arrived, and asks nothing while the service wants a pause', async () => {
  const shop = openShop()
  const payment = await shop.pay({})
  const ask = shop.fetch
  let times = 0
  shop.fetch = (url, init) => {
    if (times++ === 0) throw new TypeError('fetch failed')
    return ask(url, init)
  }
  expect((await until(payment, waitFor(shop, 3_600_000))).outcome).toBe('paid')
  const busy = openShop()
  const slow = await busy.pay({}, 'pending')
  const pass = busy.fetch
  let isFirst = true
  busy.fetch = async (url, init) => {
    const answer = await pass(url, init)
    if (!isFirst) return answer
    isFirst = false
    return new Response('', { status: 503, headers: { 'Retry-After': '90' } })
  }
  await until(slow, waitFor(busy, 130_000))
  expect(busy.asked.map(([second]) => second)).toEqual([3, 120, 130])
})

test('without a clock of its own, following and waiting go by the clock of the machine', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 2, 3) })
  onTestFinished(() => void vi.useRealTimers())
  const store = memoryStore()
  const shop = openShop({ store, nowMs: undefined as never })
  await shop.settlement.follow({ order: '1042', amount })
  expect((await store.waiting({ order: '1042' }))[0]?.sinceMs).toBe(Date.UTC(2026, 2, 3))
  const payment = await shop.pay({}, 'pending')
  const { nowMs: _, ...more } = waitFor(shop, 0)
  expect((await until(payment, more)).outcome).toBe('pending')
  expect(shop.asked.length).toBe(1)
})

test('waiting ends at its deadline while the service is down, and returns the last known state', async () => {
  const shop = openShop()
  const payment = await shop.pay({}, 'pending')
  shop.mock.faults.add({ match: { path: '/api/v1/payments/*' }, fault: { status: 503 } })
  expect(await until(payment, waitFor(shop, 100_000))).toEqual({ payment, outcome: 'pending' })
  expect(shop.asked.at(-1)?.[0]).toBe(100)
})

import { send } from '@cedi/client/fetch'
import { describe, expect, test } from 'vitest'
import { until } from '../src/index.js'
import { memoryStore } from '../src/stores/memory.js'
import { openShop, type Shop, waitFor } from './shop.js'

const order = '1042'
const amount = 45.5

/** Runs a shop for a time, minute by minute. */
async function live({ settlement, wait }: Shop, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    await wait('PT1M')
    await settlement.runOnce()
  }
}
const productOf = async ({ client, mock }: Shop, price: number) =>
  send(client.products.create({ name: 'Tote', type: 'service', price }), {
    fetch: (url, init) => mock.fetch(url, init),
  })

describe('a ref from a browser', () => {
  test('the payment of a returning buyer is read, and pays its order once', async () => {
    const shop = openShop()
    await shop.settlement.follow({ order, amount })
    const { ref } = await shop.pay({})
    await shop.wait('PT5S')
    expect(await shop.settlement.look(order, ref)).toBe('paid')
    expect(await shop.settlement.look(order, ref)).toBe('paid')
    await live(shop, 10)
    expect(shop.told).toEqual(['paid 1042'])
    expect(shop.asked).toEqual([[5, `payments/${ref}`]])
  })

  test('a ref of another order, an invented one and a malformed one change nothing', async () => {
    const shop = openShop()
    await shop.settlement.follow({ order, amount })
    const foreign = await shop.pay({ metadata: { order: 'another' } })
    await shop.wait('PT5S')
    for (const ref of [foreign.ref, 'pay_none', '../../balance', '__proto__', ''])
      expect(await shop.settlement.look(order, ref)).toBe('open')
    expect(shop.told).toEqual([])
    expect(await shop.settlement.look('unknown', foreign.ref)).toBe('open')
  })

  test('a payment of another amount does not pay the order, and a person must review it', async () => {
    const shop = openShop()
    await shop.settlement.follow({ order, amount })
    const { ref } = await shop.pay({ amount: 1 })
    await shop.wait('PT5S')
    expect(await shop.settlement.look(order, ref)).toBe('review')
    expect(shop.told).toEqual(['review 1042: mismatch'])
  })

  test('a buyer who reloads the page a hundred times causes three questions', async () => {
    const shop = openShop()
    await shop.settlement.follow({ order, amount })
    const { ref } = await shop.pay({}, 'pending')
    for (let times = 0; times < 100; times++) {
      await shop.wait('PT1S')
      await Promise.all([shop.settlement.look(order, ref), shop.settlement.look(order, ref)])
    }
    expect(shop.asked.filter(([, path]) => path === `payments/${ref}`).map(([second]) => second)).toEqual([1, 4, 19])
  })
})

describe('the result of payments', () => {
  test('a failed payment calls its handler, and a second try pays the order', async () => {
    const shop = openShop()
    await shop.settlement.follow({ order, amount })
    await shop.settlement.note(await shop.pay({}, 'fail'))
    await live(shop, 3)
    await shop.settlement.note(await shop.pay({}))
    await live(shop, 10)
    expect(shop.told).toEqual(['failed 1042', 'paid 1042'])
  })

  test('a failure that turns into success is found at the last look', async () => {
    const shop = openShop()
    await shop.settlement.follow({ order, amount })
    const payment = await shop.pay({}, 'expire')
    await shop.settlement.note(payment)
    await live(shop, 10)
    expect(shop.told).toEqual(['expired 1042'])
    // The service calls this result final. If it reports success later, that counts.
    shop.fetch = async (url, init) => {
      const answer = await shop.mock.fetch(url, init)
      const text = (await answer.text()).replace('"status":"expired"', '"status":"succeeded"')
      return new Response(text, answer)
    }
    await live(shop, 25 * 60)
    expect(shop.told).toEqual(['expired 1042', 'paid 1042'])
  })

  test('a second payment of one order calls no paid handler, and a person must review it', async () => {
    const shop = openShop()
    await shop.settlement.follow({ order, amount })
    for (const payment of [await shop.pay({}), await shop.pay({})]) await shop.settlement.note(payment)
    await live(shop, 2)
    expect(shop.told).toEqual(['paid 1042', 'review 1042: paid_twice'])
    const third = await shop.pay({})
    await shop.wait('PT5S')
    expect(await shop.settlement.look(order, third.ref)).toBe('paid')
    expect(shop.told).toEqual(['paid 1042', 'review 1042: paid_twice', 'review 1042: paid_twice'])
  })

  test('a payment refunded before the shop saw it does not pay the order', async () => {
    const shop = openShop()
    await shop.settlement.follow({ order, amount })
    const { ref } = await shop.pay({})
    await shop.wait('PT5S')
    const fetch: Shop['fetch'] = (url, init) => shop.mock.fetch(url, init)
    const refund = await send(shop.client.refunds.create({ payment_ref: ref, amount: 5 }), { fetch })
    await shop.mock.control('POST', `refunds/${refund.ref}/pay`)
    await shop.settlement.look(order, ref)
    expect(shop.told).toEqual(['review 1042: refunded'])
  })

  test('a payment that never ends is read at most twelve times, and then a person must review it', async () => {
    const shop = openShop()
    await shop.settlement.follow({ order, amount })
    const { ref } = await shop.pay({}, 'pending')
    for (let second = 0; second < 30; second++) {
      await shop.wait('PT1S')
      await shop.settlement.look(order, ref)
    }
    await live(shop, 3 * 24 * 60)
    const reads = shop.asked.filter(([, path]) => path === `payments/${ref}`)
    expect(reads.length).toBe(11)
    expect(shop.told).toEqual(['review 1042: unresolved'])
  })

  test('an unpaid order ends once, when its checkout is over', async () => {
    const shop = openShop()
    const expiresAt = new Date(shop.mock.clock.now().getTime() + 30 * 60_000).toISOString()
    await shop.settlement.follow({ order, amount, expiresAt })
    await live(shop, 27 * 60)
    expect(shop.told).toEqual(['unpaid 1042'])
    expect(shop.asked.filter(([, path]) => path.startsWith('orders')).length).toBe(6)
    const late = await shop.pay({})
    await shop.wait('PT5S')
    expect(await shop.settlement.look(order, late.ref)).toBe('paid')
    expect(shop.told).toEqual(['unpaid 1042', 'paid 1042'])
  })

  test('a handler that throws is called again with the same key, and its first writes are undone', async () => {
    const keys: string[] = []
    const shop = openShop({
      on: {
        paid({ key }) {
          keys.push(key)
          if (keys.length < 3) throw new Error('The printer is on fire.')
        },
      },
    })
    await shop.settlement.follow({ order, amount })
    const payment = await shop.pay({})
    await shop.settlement.note(payment)
    await live(shop, 30)
    expect(keys).toEqual(Array(3).fill(`paid:${payment.ref}`))
    expect(shop.errors.map(String)).toEqual(Array(2).fill('Error: The printer is on fire.'))
  })

  test('a new checkout with another amount keeps the earlier one valid', async () => {
    const shop = openShop()
    await shop.settlement.follow({ order, amount })
    await shop.settlement.follow({ order, amount: '60.00' })
    await shop.settlement.note(await shop.pay({}))
    await live(shop, 2)
    expect(shop.told).toEqual(['paid 1042'])
  })
})

describe('payments without a returning browser', () => {
  test('a payment is found in the list of orders, by its metadata', async () => {
    const shop = openShop()
    const product = await productOf(shop, amount)
    await shop.settlement.follow({ order, amount })
    const input = { method: 'mobile_money', phone: '0244123789', product_id: product.id } as const
    const request = shop.client.payments.create({ ...input, metadata: { order } })
    await send(request, { fetch: (url, init) => shop.mock.fetch(url, init) })
    await live(shop, 3)
    expect(shop.told).toEqual(['paid 1042'])
  })

  test('a payment that was unpaid at the first search is found after it is paid', async () => {
    const shop = openShop()
    const product = await productOf(shop, amount)
    await shop.settlement.follow({ order, amount })
    const input = { method: 'mobile_money', phone: '0244123789', product_id: product.id } as const
    const request = shop.client.payments.create({ ...input, metadata: { order, mock_scenario: 'pending' } })
    const { ref } = await send(request, { fetch: (url, init) => shop.mock.fetch(url, init) })
    await live(shop, 100)
    expect(shop.asked.filter(([, path]) => path.startsWith('payments'))).toEqual([])
    await shop.mock.control('POST', `payments/${ref}/approve`)
    await live(shop, 60)
    expect(shop.told).toEqual(['paid 1042'])
  })

  test('each of two shops of one merchant reads its own payments, those of the other once, and no unneeded page', async () => {
    const shop = openShop()
    const product = await productOf(shop, amount)
    const cheap = await productOf(shop, 7)
    const fetch: Shop['fetch'] = (url, init) => shop.mock.fetch(url, init)
    const sell = (id: string, to: string) =>
      send(
        shop.client.payments.create({
          product_id: id,
          method: 'card',
          card: { number: '4242424242424242', expiry_month: 12, expiry_year: 2035, cvc: '123' },
          metadata: { order: to },
        }),
        { fetch },
      )
    for (let times = 0; times < 250; times++) await sell(cheap.id, `old-${times}`)
    await shop.wait('PT1H')
    for (let times = 0; times < 150; times++) await sell(times % 50 ? cheap.id : product.id, `other-${times}`)
    await shop.settlement.follow({ order, amount })
    await live(shop, 60)
    const pages = shop.asked.filter(([, path]) => path.startsWith('orders'))
    const reads = shop.asked.filter(([, path]) => path.startsWith('payments'))
    expect(reads.length).toBe(3)
    expect(pages.length / 5).toBeLessThanOrEqual(2)
    await sell(product.id, order)
    await live(shop, 90)
    expect(shop.told).toEqual(['paid 1042'])
    expect(shop.asked.filter(([, path]) => path.startsWith('payments')).length).toBe(4)
  })
})

describe('questions to the service', () => {
  test('a service that answers 429 gets no question for as long as it says', async () => {
    const shop = openShop({}, { rateLimit: { requests: 2, seconds: 600 } })
    for (let index = 0; index < 5; index++) await shop.settlement.follow({ order: `${index}`, amount })
    for (let index = 0; index < 2; index++)
      await shop.settlement.note(await shop.pay({ metadata: { order: `${index}` } }))
    await live(shop, 60)
    expect(shop.errors.length).toBeGreaterThan(0)
    // Two are answered in ten minutes. The four parallel questions may all be refused, and then none is sent until the time is over.
    const windows = new Map<number, number>()
    for (const [second] of shop.asked) {
      const window = Math.floor(second / 600)
      windows.set(window, (windows.get(window) ?? 0) + 1)
    }
    for (const asked of windows.values()) expect(asked).toBeLessThanOrEqual(2 + 4)
    expect(shop.told.filter((line) => line.startsWith('paid')).length).toBe(2)
  })

  test('an outage causes few questions, and payments made meanwhile are found afterwards', async () => {
    const shop = openShop()
    await shop.settlement.follow({ order, amount })
    await shop.settlement.note(await shop.pay({}))
    shop.mock.faults.add({ match: { path: '/api/v1/payments/*' }, fault: { status: 503 } })
    await live(shop, 120)
    const during = shop.asked.length
    expect(during).toBeLessThan(20)
    await shop.mock.control('DELETE', 'faults')
    await live(shop, 11)
    expect(shop.told).toEqual(['paid 1042'])
  })

  test('for ten thousand waiting payments, ten questions are sent in a second', async () => {
    let passedMs = 0
    const shop = openShop({
      nowMs: () => Date.UTC(2026, 0, 1) + passedMs,
      sleep: async (ms) => {
        passedMs += ms
      },
      fetch: async () => {
        seconds.push(Math.floor(passedMs / 1000))
        const record = { ref: 'pay_1', status: 'pending', metadata: { order: 'none' }, expires_at: null }
        return new Response(JSON.stringify({ success: true, data: record }))
      },
    })
    const seconds: number[] = []
    const payment = await shop.pay({}, 'pending')
    for (let index = 0; index < 10_000; index++) {
      await shop.settlement.follow({ order: `o${index}`, amount })
      await shop.settlement.note({ ...payment, ref: `pay_${index}` as never, metadata: { order: `o${index}` } })
    }
    passedMs = 3 * 3_600_000
    await shop.settlement.runOnce({ deadlineMs: 60_000 })
    const inOne = new Map<number, number>()
    for (const second of seconds) inOne.set(second, (inOne.get(second) ?? 0) + 1)
    expect(Math.max(...inOne.values())).toBeLessThanOrEqual(11)
    expect(seconds.length).toBeGreaterThan(500)
    expect(seconds.length).toBeLessThan(620)
  })

  test('a run ends at its deadline and reports that more is due', async () => {
    let passedMs = 0
    const shop = openShop({
      nowMs: () => passedMs,
      sleep: async (ms) => {
        passedMs += ms
      },
      fetch: async () => {
        passedMs += 1_000
        return new Response('{"success":true,"data":[]}')
      },
    })
    for (let index = 0; index < 500; index++) await shop.settlement.follow({ order: `o${index}`, amount })
    passedMs = 3_600_000
    const first = await shop.settlement.runOnce({ deadlineMs: 1_500 })
    expect(first.isDone).toBe(false)
    const second = await shop.settlement.runOnce()
    expect(second.isDone).toBe(true)
    expect(first.looked + second.looked).toBe(500)
  })

  test('the background loop works until it is stopped, and can be started again', async () => {
    const shop = openShop()
    await shop.settlement.follow({ order, amount })
    await shop.settlement.note(await shop.pay({}))
    await shop.wait('PT5M')
    for (let times = 0; times < 2; times++) {
      shop.settlement.start()
      shop.settlement.start()
      await new Promise((resolve) => setTimeout(resolve, 50))
      await shop.settlement.stop()
    }
    expect(shop.told).toEqual(['paid 1042'])
  })
})

describe('until', () => {
  test('it waits for the end of the order, and returns it', async () => {
    const shop = openShop()
    const ends: string[] = []
    for (const outcome of ['succeed', 'fail', 'expire', 'pending'])
      ends.push((await until(await shop.pay({}, outcome), waitFor(shop, 3_600_000))).outcome)
    expect(ends).toEqual(['paid', 'failed', 'expired', 'pending'])
  })

  test('it ends at the deadline, with few questions', async () => {
    const shop = openShop()
    const payment = await shop.pay({}, 'pending')
    expect(await until(payment, waitFor(shop, 30_000))).toMatchObject({
      outcome: 'pending',
      payment: { ref: payment.ref },
    })
    expect(shop.asked.map(([second]) => second)).toEqual([3, 18, 30])
  })

  test('an error that no later question can change is thrown at once', async () => {
    const shop = openShop()
    const payment = { ...(await shop.pay({})), ref: 'pay_none' as never }
    await expect(until(payment, waitFor(shop, 60_000))).rejects.toMatchObject({ code: 'not_found' })
  })
})

test('in memory, two writers of one order at once write it once', async () => {
  const store = memoryStore()
  const shop = openShop({ store })
  await shop.settlement.follow({ order, amount })
  const [entry] = await store.waiting({ order })
  let effects = 0
  const effect = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    effects++
  }
  const next = { ...(entry as NonNullable<typeof entry>), version: 2 }
  expect(await Promise.all([store.done(next, effect), store.done(next, effect), store.claim(next)])).toEqual([
    true,
    false,
    false,
  ])
  expect(effects).toBe(1)
})

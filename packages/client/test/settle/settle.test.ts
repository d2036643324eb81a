import { send } from '@cedi/client/fetch'
import { describe, expect, test } from 'vitest'
import { waitForPayment } from '../../src/settle/index.js'
import { memoryStore } from '../../src/settle/stores/memory.js'
import { openShop, type Shop, waitOptions } from './shop.js'

const order = '1042'
const amount = 45.5

/** Runs a shop for some minutes. */
async function live({ settlement, wait }: Shop, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    await wait('PT1M')
    await settlement.runOnce()
  }
}
const createProduct = async ({ client, mock }: Shop, price: number) =>
  send(client.products.create({ name: 'Tote', type: 'service', price }), {
    fetch: (url, init) => mock.fetch(url, init),
  })

describe('a ref from a browser', () => {
  test('the payment of a returning buyer is read, and pays its order once', async () => {
    const shop = openShop()
    await shop.settlement.track({ order, amount })
    const { ref } = await shop.pay({})
    await shop.wait('PT5S')
    expect(await shop.settlement.check(order, ref)).toBe('paid')
    expect(await shop.settlement.check(order, ref)).toBe('paid')
    await live(shop, 10)
    expect(shop.calls).toEqual(['paid 1042'])
    expect(shop.requests).toEqual([[5, `payments/${ref}`]])
  })

  test('a ref of another order, an unknown ref and an invalid one change nothing', async () => {
    const shop = openShop()
    await shop.settlement.track({ order, amount })
    const foreign = await shop.pay({ metadata: { order: 'another' } })
    await shop.wait('PT5S')
    for (const ref of [foreign.ref, 'pay_none', '../../balance', '__proto__', ''])
      expect(await shop.settlement.check(order, ref)).toBe('open')
    expect(shop.calls).toEqual([])
    expect(await shop.settlement.check('unknown', foreign.ref)).toBe('open')
  })

  test('a payment with another amount needs a review', async () => {
    const shop = openShop()
    await shop.settlement.track({ order, amount })
    const { ref } = await shop.pay({ amount: 1 })
    await shop.wait('PT5S')
    expect(await shop.settlement.check(order, ref)).toBe('review')
    expect(shop.calls).toEqual(['review 1042: mismatch'])
  })

  test('a buyer who reloads the page a hundred times causes three reads', async () => {
    const shop = openShop()
    await shop.settlement.track({ order, amount })
    const { ref } = await shop.pay({}, 'pending')
    for (let times = 0; times < 100; times++) {
      await shop.wait('PT1S')
      await Promise.all([shop.settlement.check(order, ref), shop.settlement.check(order, ref)])
    }
    expect(shop.requests.filter(([, path]) => path === `payments/${ref}`).map(([second]) => second)).toEqual([1, 4, 19])
  })
})

describe('the outcome of payments', () => {
  test('a failed payment calls its handler, and a second attempt pays the order', async () => {
    const shop = openShop()
    await shop.settlement.track({ order, amount })
    await shop.settlement.record(await shop.pay({}, 'fail'))
    await live(shop, 3)
    await shop.settlement.record(await shop.pay({}))
    await live(shop, 10)
    expect(shop.calls).toEqual(['failed 1042', 'paid 1042'])
  })

  test('the last check detects an expired payment that has succeeded', async () => {
    const shop = openShop()
    await shop.settlement.track({ order, amount })
    const payment = await shop.pay({}, 'expire')
    await shop.settlement.record(payment)
    await live(shop, 10)
    expect(shop.calls).toEqual(['expired 1042'])
    // The service calls this state final. A later success still counts.
    shop.fetch = async (url, init) => {
      const response = await shop.mock.fetch(url, init)
      const text = (await response.text()).replace('"status":"expired"', '"status":"succeeded"')
      return new Response(text, response)
    }
    await live(shop, 25 * 60)
    expect(shop.calls).toEqual(['expired 1042', 'paid 1042'])
  })

  test('a second payment of an order needs a review, and does not call paid', async () => {
    const shop = openShop()
    await shop.settlement.track({ order, amount })
    for (const payment of [await shop.pay({}), await shop.pay({})]) await shop.settlement.record(payment)
    await live(shop, 2)
    expect(shop.calls).toEqual(['paid 1042', 'review 1042: paid_twice'])
    const third = await shop.pay({})
    await shop.wait('PT5S')
    expect(await shop.settlement.check(order, third.ref)).toBe('paid')
    expect(shop.calls).toEqual(['paid 1042', 'review 1042: paid_twice', 'review 1042: paid_twice'])
  })

  test('a payment that was refunded before the first check does not pay the order', async () => {
    const shop = openShop()
    await shop.settlement.track({ order, amount })
    const { ref } = await shop.pay({})
    await shop.wait('PT5S')
    const fetch: Shop['fetch'] = (url, init) => shop.mock.fetch(url, init)
    const refund = await send(shop.client.refunds.create({ payment_ref: ref, amount: 5 }), { fetch })
    await shop.mock.control('POST', `refunds/${refund.ref}/pay`)
    await shop.settlement.check(order, ref)
    expect(shop.calls).toEqual(['review 1042: refunded'])
  })

  test('a payment that stays pending is read at most twelve times, and then needs a review', async () => {
    const shop = openShop()
    await shop.settlement.track({ order, amount })
    const { ref } = await shop.pay({}, 'pending')
    for (let second = 0; second < 30; second++) {
      await shop.wait('PT1S')
      await shop.settlement.check(order, ref)
    }
    await live(shop, 3 * 24 * 60)
    const reads = shop.requests.filter(([, path]) => path === `payments/${ref}`)
    expect(reads.length).toBe(11)
    expect(shop.calls).toEqual(['review 1042: unresolved'])
  })

  test('an unpaid order is closed once, after its checkout', async () => {
    const shop = openShop()
    const expiresAt = new Date(shop.mock.clock.now().getTime() + 30 * 60_000).toISOString()
    await shop.settlement.track({ order, amount, expiresAt })
    await live(shop, 27 * 60)
    expect(shop.calls).toEqual(['unpaid 1042'])
    expect(shop.requests.filter(([, path]) => path.startsWith('orders')).length).toBe(6)
    const latePayment = await shop.pay({})
    await shop.wait('PT5S')
    expect(await shop.settlement.check(order, latePayment.ref)).toBe('paid')
    expect(shop.calls).toEqual(['unpaid 1042', 'paid 1042'])
  })

  test('a handler that throws is called again with the same key', async () => {
    const keys: string[] = []
    const shop = openShop({
      on: {
        paid({ key }) {
          keys.push(key)
          if (keys.length < 3) throw new Error('The printer is on fire.')
        },
      },
    })
    await shop.settlement.track({ order, amount })
    const payment = await shop.pay({})
    await shop.settlement.record(payment)
    await live(shop, 30)
    expect(keys).toEqual(Array(3).fill(`paid:${payment.ref}`))
    expect(shop.errors.map(String)).toEqual(Array(2).fill('Error: The printer is on fire.'))
  })

  test('an order can be paid with the amount of an earlier checkout', async () => {
    const shop = openShop()
    await shop.settlement.track({ order, amount })
    await shop.settlement.track({ order, amount: '60.00' })
    await shop.settlement.record(await shop.pay({}))
    await live(shop, 2)
    expect(shop.calls).toEqual(['paid 1042'])
  })
})

describe('payments that no browser reported', () => {
  test('a payment is found in the list of orders by its metadata', async () => {
    const shop = openShop()
    const product = await createProduct(shop, amount)
    await shop.settlement.track({ order, amount })
    const input = { method: 'mobile_money', phone: '0244123789', product_id: product.id } as const
    const request = shop.client.payments.create({ ...input, metadata: { order } })
    await send(request, { fetch: (url, init) => shop.mock.fetch(url, init) })
    await live(shop, 3)
    expect(shop.calls).toEqual(['paid 1042'])
  })

  test('a payment that was pending at the first search is found after it is paid', async () => {
    const shop = openShop()
    const product = await createProduct(shop, amount)
    await shop.settlement.track({ order, amount })
    const input = { method: 'mobile_money', phone: '0244123789', product_id: product.id } as const
    const request = shop.client.payments.create({ ...input, metadata: { order, mock_scenario: 'pending' } })
    const { ref } = await send(request, { fetch: (url, init) => shop.mock.fetch(url, init) })
    await live(shop, 100)
    expect(shop.requests.filter(([, path]) => path.startsWith('payments'))).toEqual([])
    await shop.mock.control('POST', `payments/${ref}/approve`)
    await live(shop, 60)
    expect(shop.calls).toEqual(['paid 1042'])
  })

  test('two shops of one merchant read the payments of the other shop at most once', async () => {
    const shop = openShop()
    const product = await createProduct(shop, amount)
    const cheap = await createProduct(shop, 7)
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
    await shop.settlement.track({ order, amount })
    await live(shop, 60)
    const pages = shop.requests.filter(([, path]) => path.startsWith('orders'))
    const reads = shop.requests.filter(([, path]) => path.startsWith('payments'))
    expect(reads.length).toBe(3)
    expect(pages.length / 5).toBeLessThanOrEqual(2)
    await sell(product.id, order)
    await live(shop, 90)
    expect(shop.calls).toEqual(['paid 1042'])
    expect(shop.requests.filter(([, path]) => path.startsWith('payments')).length).toBe(4)
  })
})

describe('requests to the service', () => {
  test('a service that responds 429 receives no request until Retry-After has passed', async () => {
    const shop = openShop({}, { rateLimit: { requests: 2, seconds: 600 } })
    for (let index = 0; index < 5; index++) await shop.settlement.track({ order: `${index}`, amount })
    for (let index = 0; index < 2; index++)
      await shop.settlement.record(await shop.pay({ metadata: { order: `${index}` } }))
    await live(shop, 60)
    expect(shop.errors.length).toBeGreaterThan(0)
    // The limit is two requests in ten minutes. Up to four concurrent requests may be rejected before the pause.
    const windows = new Map<number, number>()
    for (const [second] of shop.requests) {
      const window = Math.floor(second / 600)
      windows.set(window, (windows.get(window) ?? 0) + 1)
    }
    for (const requests of windows.values()) expect(requests).toBeLessThanOrEqual(2 + 4)
    expect(shop.calls.filter((line) => line.startsWith('paid')).length).toBe(2)
  })

  test('an outage causes few requests, and its payments are recorded afterwards', async () => {
    const shop = openShop()
    await shop.settlement.track({ order, amount })
    await shop.settlement.record(await shop.pay({}))
    shop.mock.faults.add({ match: { path: '/api/v1/payments/*' }, fault: { status: 503 } })
    await live(shop, 120)
    const during = shop.requests.length
    expect(during).toBeLessThan(20)
    await shop.mock.control('DELETE', 'faults')
    await live(shop, 11)
    expect(shop.calls).toEqual(['paid 1042'])
  })

  test('ten requests per second are sent for ten thousand pending payments', async () => {
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
      await shop.settlement.track({ order: `o${index}`, amount })
      await shop.settlement.record({ ...payment, ref: `pay_${index}` as never, metadata: { order: `o${index}` } })
    }
    passedMs = 3 * 3_600_000
    await shop.settlement.runOnce({ deadlineMs: 60_000 })
    const inOne = new Map<number, number>()
    for (const second of seconds) inOne.set(second, (inOne.get(second) ?? 0) + 1)
    expect(Math.max(...inOne.values())).toBeLessThanOrEqual(11)
    expect(seconds.length).toBeGreaterThan(500)
    expect(seconds.length).toBeLessThan(620)
  })

  test('a run stops at its deadline and reports that more orders are due', async () => {
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
    for (let index = 0; index < 500; index++) await shop.settlement.track({ order: `o${index}`, amount })
    passedMs = 3_600_000
    const first = await shop.settlement.runOnce({ deadlineMs: 1_500 })
    expect(first.isDone).toBe(false)
    const second = await shop.settlement.runOnce()
    expect(second.isDone).toBe(true)
    expect(first.checked + second.checked).toBe(500)
  })

  test('the background loop runs until stop, and can be started again', async () => {
    const shop = openShop()
    await shop.settlement.track({ order, amount })
    await shop.settlement.record(await shop.pay({}))
    await shop.wait('PT5M')
    for (let times = 0; times < 2; times++) {
      shop.settlement.start()
      shop.settlement.start()
      await new Promise((resolve) => setTimeout(resolve, 50))
      await shop.settlement.stop()
    }
    expect(shop.calls).toEqual(['paid 1042'])
  })
})

describe('waitForPayment', () => {
  test('waitForPayment returns the outcome of a payment', async () => {
    const shop = openShop()
    const ends: string[] = []
    for (const outcome of ['succeed', 'fail', 'expire', 'pending'])
      ends.push((await waitForPayment(await shop.pay({}, outcome), waitOptions(shop, 3_600_000))).outcome)
    expect(ends).toEqual(['paid', 'failed', 'expired', 'pending'])
  })

  test('waitForPayment ends at the deadline with few requests', async () => {
    const shop = openShop()
    const payment = await shop.pay({}, 'pending')
    expect(await waitForPayment(payment, waitOptions(shop, 30_000))).toMatchObject({
      outcome: 'pending',
      payment: { ref: payment.ref },
    })
    expect(shop.requests.map(([second]) => second)).toEqual([3, 18, 30])
  })

  test('waitForPayment throws an error that a retry cannot change', async () => {
    const shop = openShop()
    const payment = { ...(await shop.pay({})), ref: 'pay_none' as never }
    await expect(waitForPayment(payment, waitOptions(shop, 60_000))).rejects.toMatchObject({ code: 'not_found' })
  })
})

test('memoryStore writes one of two concurrent updates', async () => {
  const store = memoryStore()
  const shop = openShop({ store })
  await shop.settlement.track({ order, amount })
  const [tracked] = await store.find({ order })
  let effects = 0
  const effect = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    effects++
  }
  const next = { ...(tracked as NonNullable<typeof tracked>), version: 2 }
  expect(await Promise.all([store.save(next, effect), store.save(next, effect), store.save(next)])).toEqual([
    true,
    false,
    false,
  ])
  expect(effects).toBe(1)
})

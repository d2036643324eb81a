import { send } from '@cedi/client/fetch'
import { describe, expect, test } from 'vitest'
import { until } from '../src/index.js'
import { memoryStore } from '../src/stores/memory.js'
import { openShop, type Shop } from './shop.js'

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

describe('what a browser says', () => {
  test('a payment that the buyer comes back with is read, and its order paid once', async () => {
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

  test('a ref of another order, one that was made up and one that is none change nothing', async () => {
    const shop = openShop()
    await shop.settlement.follow({ order, amount })
    const foreign = await shop.pay({ metadata: { order: 'another' } })
    await shop.wait('PT5S')
    for (const ref of [foreign.ref, 'pay_none', '../../balance', '__proto__', ''])
      expect(await shop.settlement.look(order, ref)).toBe('open')
    expect(shop.told).toEqual([])
    expect(await shop.settlement.look('unknown', foreign.ref)).toBe('open')
  })

  test('a payment of another amount gives nothing, and a person looks at it', async () => {
    const shop = openShop()
    await shop.settlement.follow({ order, amount })
    const { ref } = await shop.pay({ amount: 1 })
    await shop.wait('PT5S')
    expect(await shop.settlement.look(order, ref)).toBe('review')
    expect(shop.told).toEqual(['review 1042: mismatch'])
  })

  test('a buyer who loads the page a hundred times causes three questions', async () => {
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

describe('what becomes of payments', () => {
  test('a failed payment is told, and a second try pays the order', async () => {
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
    // The service says that it ends so; one that changes its mind is believed.
    shop.fetch = async (url, init) => {
      const answer = await shop.mock.fetch(url, init)
      const text = (await answer.text()).replace('"status":"expired"', '"status":"succeeded"')
      return new Response(text, answer)
    }
    await live(shop, 25 * 60)
    expect(shop.told).toEqual(['expired 1042', 'paid 1042'])
  })

  test('a second payment of one order gives nothing, and a person looks at it', async () => {
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

  test('what was given back before the shop knew of it gives nothing', async () => {
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

  test('a payment that hangs for ever is read at most twelve times, and then a person looks at it', async () => {
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

  test('an order that nobody pays ends when its checkout is over, once', async () => {
    const shop = openShop()
    const expiresAt = new Date(shop.mock.clock.now().getTime() + 30 * 60_000).toISOString()
    await shop.settlement.follow({ order, amount, expiresAt })
    await live(shop, 27 * 60)
    expect(shop.told).toEqual(['unpaid 1042'])
    expect(shop.asked.filter(([, path]) => path.startsWith('orders')).length).toBe(5)
    const late = await shop.pay({})
    await shop.wait('PT5S')
    expect(await shop.settlement.look(order, late.ref)).toBe('paid')
    expect(shop.told).toEqual(['unpaid 1042', 'paid 1042'])
  })

  test('a handler that throws is called again with the same key, and keeps nothing of the first time', async () => {
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

  test('a checkout of another amount leaves the one before it good', async () => {
    const shop = openShop()
    await shop.settlement.follow({ order, amount })
    await shop.settlement.follow({ order, amount: '60.00' })
    await shop.settlement.note(await shop.pay({}))
    await live(shop, 2)
    expect(shop.told).toEqual(['paid 1042'])
  })
})

describe('payments that no browser tells of', () => {
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

  test('a payment that was not paid when it was passed by is found when it is', async () => {
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

  test('of two shops of one merchant each reads its own payments, foreign ones once, and no page too many', async () => {
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

describe('how it asks', () => {
  test('a service that says 429 is left alone as long as it says', async () => {
    const shop = openShop({}, { rateLimit: { requests: 2, seconds: 600 } })
    for (let index = 0; index < 5; index++) await shop.settlement.follow({ order: `${index}`, amount })
    for (let index = 0; index < 2; index++)
      await shop.settlement.note(await shop.pay({ metadata: { order: `${index}` } }))
    await live(shop, 60)
    expect(shop.errors.length).toBeGreaterThan(0)
    // Two are answered in ten minutes; the four lanes may be refused at once, and then all is quiet until the time is over.
    const windows = new Map<number, number>()
    for (const [second] of shop.asked) {
      const window = Math.floor(second / 600)
      windows.set(window, (windows.get(window) ?? 0) + 1)
    }
    for (const asked of windows.values()) expect(asked).toBeLessThanOrEqual(2 + 4)
    expect(shop.told.filter((line) => line.startsWith('paid')).length).toBe(2)
  })

  test('an outage costs few questions, and what came meanwhile is found when it is over', async () => {
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

  test('ten thousand payments that wait are asked about ten in a second', async () => {
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

  test('a run ends at its deadline and says that more is due', async () => {
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

  test('a server looks until it is stopped, and can be started again', async () => {
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
  const waitFor = (shop: Shop, deadlineMs: number) => ({
    client: shop.client,
    deadlineMs,
    fetch: shop.fetch,
    nowMs: () => shop.mock.clock.now().getTime(),
    sleep: (ms: number) => shop.mock.clock.advance(ms),
  })

  test('it waits for the end, and says how it ended', async () => {
    const shop = openShop()
    const ends: string[] = []
    for (const outcome of ['succeed', 'fail', 'expire', 'pending'])
      ends.push((await until(await shop.pay({}, outcome), waitFor(shop, 3_600_000))).outcome)
    expect(ends).toEqual(['paid', 'failed', 'expired', 'pending'])
  })

  test('it ends at the deadline, and asks little', async () => {
    const shop = openShop()
    const payment = await shop.pay({}, 'pending')
    expect(await until(payment, waitFor(shop, 30_000))).toMatchObject({
      outcome: 'pending',
      payment: { ref: payment.ref },
    })
    expect(shop.asked.map(([second]) => second)).toEqual([3, 18, 30])
  })

  test('what no later question changes is thrown at once', async () => {
    const shop = openShop()
    const payment = { ...(await shop.pay({})), ref: 'pay_none' as never }
    await expect(until(payment, waitFor(shop, 60_000))).rejects.toMatchObject({ code: 'not_found' })
  })
})

test('in memory, two that write one order at once write it once', async () => {
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

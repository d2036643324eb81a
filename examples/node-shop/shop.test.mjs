// Purchases without JavaScript: every step is a page with a form, over HTTP.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createClient } from '@cedi/client'
import { send } from '@cedi/client/fetch'
import { apiKey, createBuyer, openShop, toText } from './buyer.mjs'

/** @typedef {import('./buyer.mjs').OpenShop} OpenShop */
/** @typedef {import('./buyer.mjs').Page} Page */

/** @param {string} name @param {(shop: OpenShop) => Promise<void>} act */
const inShop = (name, act) =>
  test(name, async () => {
    const shop = await openShop()
    try {
      await act(shop)
    } finally {
      await shop.close()
    }
  })

/** Chooses a product and goes to the checkout. @param {OpenShop} shop @param {string} product @param {Record<string, string>} [fields] */
async function buy(shop, product, fields) {
  const buyer = createBuyer()
  const shopPage = await buyer.go(shop.url)
  const page = await buyer.follow(shopPage, product)
  const checkout = await buyer.press(page, 'Buy now', fields)
  return { buyer, page, checkout }
}

/** Delivery data. */
const delivery = { name: 'Kofi Boateng', place: 'Kumasi' }

/** Pays in the checkout by mobile money. @param {ReturnType<typeof createBuyer>} buyer @param {Page} checkout @param {string} phone */
async function pay(buyer, checkout, phone) {
  const form = await buyer.press(checkout, 'MTN MoMo')
  return buyer.press(form, 'Pay', { phone, ...delivery })
}

const toOrderPath = (/** @type {Page} */ page) => /orders\/[0-9a-f-]{36}/.exec(page.text)?.[0] ?? 'none'

inShop('a buyer without JavaScript pays, and the shop finds the payment without receiving its ref', async (shop) => {
  const { buyer, checkout } = await buy(shop, 'Kente tote', { quantity: '2', email: 'efua@example.com' })
  assert.match(toText(checkout.text), /GH₵ ?240\.00/)
  await pay(buyer, checkout, '024 412 3789')
  const order = `${shop.url}/${toOrderPath(checkout)}`
  assert.match(toText((await buyer.go(order)).text), /Waiting for your approval/)
  assert.deepEqual(shop.paid(), [])
  await shop.mock.clock.advance('PT5S')
  const page = toText((await buyer.go(order)).text)
  assert.match(page, /Paid\. Thank you! We pack it today.*2 × Total GH₵240\.00 Payment pay_/)
  await buyer.go(order)
  assert.equal(shop.paid().length, 1, 'the order is delivered once')
})

inShop('a declined payment can be repeated, and the second payment pays the order', async (shop) => {
  const { buyer, checkout } = await buy(shop, 'Shea butter')
  await pay(buyer, checkout, '0244123039')
  await shop.mock.clock.advance('PT5S')
  const order = await buyer.go(`${shop.url}/${toOrderPath(checkout)}`)
  assert.match(toText(order.text), /It was not paid.*Nothing was taken from you/)
  const secondResponse = await buyer.press(order, 'Try again')
  const form = await buyer.press(secondResponse, 'MTN MoMo')
  await buyer.press(form, 'Pay', { phone: '0244123789', ...delivery })
  await shop.mock.clock.advance('PT5S')
  assert.match(toText((await buyer.go(order.url)).text), /Paid\. Thank you!/)
  assert.equal(shop.paid().length, 1)
})

inShop('a payment without approval shows a waiting page without a payment button', async (shop) => {
  const { buyer, checkout } = await buy(shop, 'Shea butter')
  await pay(buyer, checkout, '0244123129')
  await shop.mock.clock.advance('PT10M')
  const order = await buyer.go(`${shop.url}/${toOrderPath(checkout)}`)
  assert.match(toText(order.text), /Waiting for your approval.*do not pay again/)
  assert.doesNotMatch(order.text, /Pay now|Try again/)
})

inShop('"Buy now" after a reload shows the order whose payment is pending', async (shop) => {
  const { buyer, page, checkout } = await buy(shop, 'Kente tote', { quantity: '1' })
  await pay(buyer, checkout, '0244123129')
  const reloaded = await buyer.go(page.url)
  const pending = await buyer.press(reloaded, 'Buy now', { quantity: '2' })
  assert.equal(pending.url, `${shop.url}/${toOrderPath(checkout)}`)
  assert.match(toText(pending.text), /Waiting for your approval.*If you approve both payments, you pay for both/)
  const other = await buyer.press(await buyer.follow(await buyer.go(shop.url), 'Shea butter'), 'Buy now')
  assert.match(other.url, /\/pay\//, 'another product has its own checkout')
})

inShop('a buyer with a pending payment can buy another one on purpose', async (shop) => {
  const { buyer, checkout } = await buy(shop, 'Kente tote')
  await pay(buyer, checkout, '0244123129')
  const order = await buyer.go(`${shop.url}/${toOrderPath(checkout)}`)
  const otherOrder = await buyer.press(order, 'Buy another one')
  assert.match(otherOrder.url, /\/pay\//)
  assert.notEqual(toOrderPath(otherOrder), toOrderPath(checkout))
})

inShop('the shop verifies a payment that a browser reports', async (shop) => {
  const cedi = createClient({ baseUrl: shop.service.url, apiKey })
  const { buyer, checkout } = await buy(shop, 'Kente tote')
  const order = toOrderPath(checkout)
  const id = order.split('/')[1] ?? ''
  const momo = /** @type {const} */ ({ method: 'mobile_money', phone: '0244123789' })
  const foreign = await send(cedi.payments.create({ ...momo, amount: 120, metadata: { order: 'another' } }))
  const small = await send(cedi.payments.create({ ...momo, amount: 1, metadata: { order: id } }))
  await shop.mock.clock.advance('PT5S')
  const reportPayment = async (/** @type {string} */ ref) =>
    toText((await buyer.go(`${shop.url}/${order}?payment=${encodeURIComponent(ref)}`)).text)
  for (const ref of [foreign.ref, 'pay_none', '../../balance', '<script>', ''])
    assert.match(await reportPayment(ref), /Not paid yet/, ref)
  // The payment belongs to the order, but its amount is too small: it needs a manual review.
  assert.match(await reportPayment(small.ref), /We are looking into your payment/)
  assert.deepEqual(shop.paid(), [])
})

inShop('a lost response and a double click create one checkout', async (shop) => {
  shop.mock.faults.add({
    match: { method: 'POST', path: '/api/v1/checkout/intent' },
    fault: { drop: 'after_commit' },
    times: 1,
  })
  const buyer = createBuyer()
  const page = await buyer.follow(await buyer.go(shop.url), 'Kente tote')
  const [first, second] = await Promise.all([buyer.press(page, 'Buy now'), buyer.press(page, 'Buy now')])
  const third = await buyer.press(page, 'Buy now')
  assert.match(first.url, /\/pay\//)
  assert.deepEqual([second.url, third.url], [first.url, first.url])
  const intents = JSON.stringify(shop.mock.snapshot()).match(/int_\w+/g)
  assert.equal(new Set(intents).size, 1)
})

inShop('another click during a pending payment, or after the payment, opens no second checkout', async (shop) => {
  const { buyer, page, checkout } = await buy(shop, 'Kente tote')
  await pay(buyer, checkout, '0244123789')
  assert.match((await buyer.press(page, 'Buy now')).url, /\/orders\//)
  await shop.mock.clock.advance('PT5S')
  await buyer.go(`${shop.url}/${toOrderPath(checkout)}`)
  const otherOrder = await buyer.press(page, 'Buy now')
  assert.match(otherOrder.url, /\/pay\//, 'a click after the payment creates a new order')
  assert.notEqual(toOrderPath(otherOrder), toOrderPath(checkout))
})

inShop('a delayed second click does not change an order that was paid in the meantime', async (shop) => {
  const buyer = createBuyer()
  const page = await buyer.follow(await buyer.go(shop.url), 'Kente tote')
  shop.mock.faults.add({
    match: { method: 'GET', path: '/api/v1/products/*', nth: 2 },
    fault: { latency_ms: 1_000 },
  })
  const clicks = [buyer.press(page, 'Buy now'), buyer.press(page, 'Buy now')]
  const checkout = await Promise.race(clicks)
  const order = `${shop.url}/${toOrderPath(checkout)}`
  await pay(buyer, checkout, '0244123789')
  await shop.mock.clock.advance('PT5S')
  assert.match(toText((await buyer.go(order)).text), /Paid\. Thank you!/)
  const urls = (await Promise.all(clicks)).map(({ url }) => url)
  assert.deepEqual(urls.sort(), [order, checkout.url].sort(), 'the delayed click redirects to the order')
  assert.match(toText((await buyer.go(order)).text), /Paid\. Thank you!/)
  await shop.sweep()
  assert.equal(shop.paid().length, 1, 'the order is delivered once')
})

inShop('an order with an expired checkout gets a new checkout', async (shop) => {
  const { buyer, checkout } = await buy(shop, 'Kente tote')
  await shop.mock.clock.advance('PT31M')
  const order = await buyer.go(`${shop.url}/${toOrderPath(checkout)}`)
  const secondResponse = await buyer.press(order, 'Pay now')
  assert.notEqual(secondResponse.url, checkout.url)
  await pay(buyer, secondResponse, '0244123789')
  await shop.mock.clock.advance('PT5S')
  assert.match(toText((await buyer.go(order.url)).text), /Paid\. Thank you!/)
})

inShop('a second payment of an order is reported to the merchant and delivers nothing twice', async (shop) => {
  const cedi = createClient({ baseUrl: shop.service.url, apiKey })
  const { buyer, checkout } = await buy(shop, 'Kente tote')
  await pay(buyer, checkout, '0244123789')
  const id = toOrderPath(checkout).split('/')[1] ?? ''
  const { ref } = await send(
    cedi.payments.create({ amount: 120, method: 'mobile_money', phone: '0244123789', metadata: { order: id } }),
  )
  await shop.mock.clock.advance('PT5S')
  await buyer.go(`${shop.url}/orders/${id}`)
  await buyer.go(`${shop.url}/orders/${id}?payment=${ref}`)
  assert.equal(shop.paid().length, 1)
  assert.deepEqual(
    shop.logged.filter((line) => line.includes('second time')),
    [`order ${id}: paid a second time by ${ref}. Refund that payment.`],
  )
})

inShop('a download is available only after the payment', async (shop) => {
  const { buyer, checkout } = await buy(shop, 'Highlife guitar')
  const file = `${shop.url}/${toOrderPath(checkout)}/download`
  assert.match(toText((await buyer.go(file)).text), /Not paid yet/)
  await pay(buyer, checkout, '0244123789')
  assert.doesNotMatch((await buyer.go(file)).text, /LESSON 1/)
  await shop.mock.clock.advance('PT5S')
  assert.match((await buyer.go(file)).text, /^HIGHLIFE GUITAR, LESSON 1/)
})

inShop('the last piece is sold once, and the next buyer sees that it is sold out', async (shop) => {
  const cedi = createClient({ baseUrl: shop.service.url, apiKey })
  await send(cedi.products.create({ name: 'One <b>drum</b>', type: 'physical', price: 300, stock: 1 }))
  const buyer = createBuyer()
  const shopPage = await buyer.go(shop.url)
  assert.match(shopPage.text, /One &lt;b&gt;drum&lt;\/b&gt;/)
  const page = await buyer.follow(shopPage, 'One <b>drum</b>')
  const { checkout } = await buy(shop, 'One <b>drum</b>')
  await pay(buyer, checkout, '0244123789')
  const lateOrder = await buyer.press(page, 'Buy now')
  assert.equal(lateOrder.status, 409)
  assert.match(toText(lateOrder.text), /The last one has just been sold/)
})

inShop('an unavailable service shows a message, and the order continues when it is available again', async (shop) => {
  const buyer = createBuyer()
  const page = await buyer.follow(await buyer.go(shop.url), 'Kente tote')
  shop.mock.faults.add({ match: { path: '/api/v1/*' }, fault: { status: 503 } })
  for (const errorPage of [await buyer.press(page, 'Buy now'), await buyer.go(shop.url)]) {
    assert.equal(errorPage.status, 503)
    assert.match(toText(errorPage.text), /We cannot reach the payment service just now\. Nothing was taken from you/)
  }
  await shop.mock.control('DELETE', 'faults')
  const checkout = await buyer.press(page, 'Buy now')
  await pay(buyer, checkout, '0244123789')
  await shop.mock.control('POST', 'faults', { match: { path: '/api/v1/*' }, fault: { status: 503 } })
  assert.match(toText((await buyer.go(`${shop.url}/${toOrderPath(checkout)}`)).text), /does not answer just now/)
})

inShop('the key is neither in a response to a buyer nor in the log', async (shop) => {
  const { buyer, checkout } = await buy(shop, 'Kente tote')
  await pay(buyer, checkout, '0244123039')
  await shop.mock.clock.advance('PT5S')
  await buyer.go(`${shop.url}/${toOrderPath(checkout)}`)
  for (const path of [
    '/browser.mjs',
    '/shop.css',
    '/pictures/kente-tote.svg',
    '/orders',
    '/shop.mjs',
    '/.env',
    '/pictures/..%2fshop.mjs',
  ])
    await buyer.go(shop.url + path)
  await shop.mock.control('POST', 'faults', { match: { path: '/api/v1/*' }, fault: { status: 500 } })
  await buyer.go(shop.url)
  for (const text of [...buyer.received, ...shop.logged]) assert.ok(!text.includes(apiKey))
})

inShop('a cross-site form post, an oversized body and an invalid order are rejected', async (shop) => {
  const buyer = createBuyer()
  const send = (/** @type {string} */ body, headers = {}) =>
    buyer.go(`${shop.url}/orders`, { method: 'POST', body, headers })
  assert.equal((await send('product=prd_1', { Origin: 'https://evil.example' })).status, 400)
  assert.equal((await send(`product=${'x'.repeat(5000)}`)).status, 400)
  for (const body of [
    '',
    'product=../x',
    'product=prd_1&quantity=0',
    'product=prd_1&quantity=1.5',
    'product=prd_1&quantity=1e9',
  ])
    assert.equal((await send(body)).status, 400, body)
  assert.equal((await send('product=prd_none')).status, 404)
  assert.equal((await buyer.go(`${shop.url}/orders/nothing`)).status, 404)
})

inShop('the browser script receives the token of the same order as JSON', async (shop) => {
  const { checkout, page } = await buy(shop, 'Kente tote')
  const body = new URLSearchParams({
    order: /name="order" value="([^"]+)"/.exec(page.text)?.[1] ?? '',
    product: /name="product" value="([^"]+)"/.exec(page.text)?.[1] ?? '',
  })
  const response = await fetch(`${shop.url}/orders`, { method: 'POST', body, headers: { Accept: 'application/json' } })
  const { order, token } = /** @type {{ order: string, token: string }} */ (await response.json())
  assert.equal(`${shop.service.url}/pay/${token}`, checkout.url)
  assert.deepEqual(await (await fetch(`${shop.url}${order}/status`)).json(), { state: 'open' })
})

inShop('a request to localhost is redirected to the public host name', async (shop) => {
  const page = await createBuyer().go(`${shop.url.replace('127.0.0.1', 'localhost')}/?from=mail`)
  assert.equal(page.url, `${shop.url}/?from=mail`)
})

inShop('no path causes a server error', async (shop) => {
  const buyer = createBuyer()
  for (const path of [
    '//',
    '//evil.example/',
    '/%',
    '/%00',
    '/orders//pay',
    '/products/%2e%2e',
    `/${'x'.repeat(4000)}`,
    '/__proto__',
    '/orders/__proto__',
  ])
    assert.ok((await buyer.go(shop.url + path)).status < 500, path)
  assert.equal((await buyer.go(shop.url)).status, 200)
})

inShop('a hundred concurrent checks by browsers and the shop deliver once', async (shop) => {
  const { buyer, checkout } = await buy(shop, 'Kente tote')
  await pay(buyer, checkout, '0244123149')
  const order = `${shop.url}/${toOrderPath(checkout)}`
  await buyer.go(order)
  await shop.mock.clock.advance('PT10S')
  const ref = /pay_\w+/.exec(JSON.stringify(shop.mock.snapshot()))?.[0]
  const checks = Array.from({ length: 100 }, (_, index) =>
    index % 2 ? buyer.go(`${order}?payment=${ref}`) : shop.sweep(),
  )
  await Promise.all(checks)
  assert.equal(shop.paid().length, 1)
})

test('orders survive a restart, and a payment during the restart is found', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'shop-'))
  const ordersFile = join(folder, 'orders.jsonl')
  const shop = await openShop({ ordersFile })
  try {
    const { buyer, checkout } = await buy(shop, 'Kente tote')
    await pay(buyer, checkout, '0244123789')
    await shop.mock.clock.advance('PT2M')
    const { createShop } = await import('./shop.mjs')
    /** @type {string[]} */
    const logLines = []
    const options = { serviceUrl: shop.service.url, apiKey, shopUrl: shop.url, ordersFile }
    const restarted = createShop({
      ...options,
      nowMs: () => shop.mock.clock.now().getTime(),
      log: (line) => logLines.push(line),
    })
    await restarted.settlement.runOnce()
    assert.match(logLines.join(), /paid by pay_\w+\. Deliver 1 × Kente tote/)
  } finally {
    await shop.close()
    rmSync(folder, { recursive: true })
  }
})

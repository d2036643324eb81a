import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSandbox } from '@cedi/sandbox'
import { createShop } from './shop.mjs'

/** @param {import('node:test').TestContext} context */
async function setUp(context) {
  const mock = createSandbox({ clock: 'real', approvalDelayMs: 1_500 })
  const { url, close } = await mock.listen(0)
  context.after(close)
  context.mock.method(console, 'error', () => {})
  /** @type {string[]} */
  const logLines = []
  const log = (/** @type {string} */ line) => logLines.push(line)
  const shop = createShop({ serviceUrl: url, apiKey: 'sk_test_all', shopUrl: 'https://market.example', log })
  return { mock, url, shop, logLines }
}

test('the page lists the products with the prices of the service, and allows scripts of the service only', async (context) => {
  const { url, shop } = await setUp(context)
  const response = await shop.request('/')
  const text = await response.text()
  assert.match(text, /Kente tote/)
  assert.match(text, /GH₵\d+\.\d\d/)
  const policy = response.headers.get('content-security-policy') ?? ''
  assert.ok(policy.includes(`script-src 'self' ${url}`))
  assert.doesNotMatch(policy, /unsafe/)
  assert.doesNotMatch(text, /sk_test/)
})

test('the popup receives a token that opens a checkout, and a page without scripts redirects to a checkout', async (context) => {
  const { url, shop } = await setUp(context)
  const [, product = ''] = /\/buy\/(prd_\w+)/.exec(await (await shop.request('/')).text()) ?? []
  const json = await shop.request(`/buy/${product}`, { method: 'POST', headers: { Accept: 'application/json' } })
  const { token } = await json.json()
  assert.equal((await fetch(`${url}/pay/${token}`)).status, 200)
  const form = await shop.request(`/buy/${product}`, { method: 'POST' })
  assert.equal(form.status, 303)
  assert.ok((form.headers.get('location') ?? '').startsWith(`${url}/pay/`))
})

test('"Buy" after a reload shows the order whose payment is pending, unless the buyer wants another one', async (context) => {
  const setting = await setUp(context)
  const { shop, url } = setting
  const { thanks } = await buy(setting, '0244123129')
  const order = new URL(thanks, url).searchParams.get('order') ?? ''
  const [, product = ''] = /\/buy\/(prd_\w+)/.exec(await (await shop.request('/')).text()) ?? []
  const headers = { Cookie: `${product}=${order}` }
  const page = `https://market.example/thanks?order=${order}&product=${product}`
  const form = await shop.request(`/buy/${product}`, { method: 'POST', headers })
  assert.deepEqual([form.status, form.headers.get('location')], [303, page])
  const json = await shop.request(`/buy/${product}`, {
    method: 'POST',
    headers: { ...headers, Accept: 'application/json' },
  })
  assert.deepEqual(await json.json(), { token: '', thanks: page })
  const text = await (await shop.request(page)).text()
  assert.match(text, /If you approve two payments, you pay for both/)
  const [, action = ''] = /action="([^"]+)"/.exec(text) ?? []
  const otherOrder = await shop.request(action, { method: 'POST', headers })
  assert.ok((otherOrder.headers.get('location') ?? '').startsWith(`${url}/pay/`))
  assert.match(otherOrder.headers.get('set-cookie') ?? '', new RegExp(`^${product}=(?!${order})`))
})

/** Buys the first product of the page and pays it like the checkout page. */
async function buy(/** @type {Awaited<ReturnType<typeof setUp>>} */ { url, shop }, phone = '0244123789') {
  const [, product = ''] = /\/buy\/(prd_\w+)/.exec(await (await shop.request('/')).text()) ?? []
  const json = await shop.request(`/buy/${product}`, { method: 'POST', headers: { Accept: 'application/json' } })
  const { token, thanks } = await json.json()
  const response = await fetch(`${url}/checkout/payments`, {
    method: 'POST',
    headers: {
      Authorization: `Intent ${token}`,
      'Content-Type': 'application/json',
      'X-Checkout-Attempt': token.slice(-20),
    },
    body: JSON.stringify({ method: 'mobile_money', network: 'mtn', phone }),
  })
  assert.equal(response.status, 201)
  const { ref } = (await response.json()).data
  return { ref, thanks: thanks.replace('https://market.example', '') }
}

test('a buyer who has paid sees a thank-you page, with or without a reference, and the order is packed once', async (context) => {
  const setting = await setUp(context)
  const { ref, thanks } = await buy(setting)
  assert.match(await (await setting.shop.request(thanks)).text(), /Approve the payment on your phone/)
  // A reload of the page checks again.
  await new Promise((resolve) => setTimeout(resolve, 3_100))
  for (const path of [`${thanks}&ref=${ref}`, thanks])
    assert.match(await (await setting.shop.request(path)).text(), /Thank you/)
  assert.equal(setting.logLines.length, 1)
  assert.match(setting.logLines[0] ?? '', new RegExp(`paid by ${ref}`))
})

test('a reference without a paid order shows no thank-you page', async (context) => {
  const setting = await setUp(context)
  const { shop, logLines } = setting
  const other = await buy(setting)
  const ownOrder = await buy(setting, '0244123049')
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  for (const path of ['/thanks?ref=pay_1%2F..%2Fbalance', `/thanks?ref=${other.ref}`, '/thanks?order=__proto__'])
    assert.equal((await shop.request(path)).status, 400)
  assert.match(await (await shop.request(`${ownOrder.thanks}&ref=${other.ref}`)).text(), /No money was taken/)
  const [, order = 'none'] = /order=([^&]+)/.exec(ownOrder.thanks) ?? []
  assert.deepEqual(
    logLines.filter((line) => line.includes(order)),
    [],
  )
})

test('an unavailable service shows an error page with status 502', async (context) => {
  const { mock, shop } = await setUp(context)
  mock.faults.add({ match: { path: '/api/v1/products' }, fault: { status: 500 } })
  const response = await shop.request('/')
  assert.equal(response.status, 502)
  assert.match(await response.text(), /Please try again/)
})

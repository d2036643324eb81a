import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSandbox } from '@cedi/sandbox'
import { createShop } from './shop.mjs'

/** @param {import('node:test').TestContext} context */
async function setUp(context) {
  const mock = createSandbox()
  const { url, close } = await mock.listen(0)
  context.after(close)
  context.mock.method(console, 'error', () => {})
  const shop = createShop({ serviceUrl: url, apiKey: 'sk_test_all', shopUrl: 'https://market.example' })
  return { mock, url, shop }
}

test('the page names the products at the prices of the service, and allows scripts of the service only', async (context) => {
  const { url, shop } = await setUp(context)
  const answer = await shop.request('/')
  const text = await answer.text()
  assert.match(text, /Kente tote/)
  assert.match(text, /GH₵\d+\.\d\d/)
  const policy = answer.headers.get('content-security-policy') ?? ''
  assert.ok(policy.includes(`script-src 'self' ${url}`))
  assert.doesNotMatch(policy, /unsafe/)
  assert.doesNotMatch(text, /sk_test/)
})

test('the popup gets a token that opens a checkout, and a page without a script goes to the same checkout', async (context) => {
  const { url, shop } = await setUp(context)
  const [, product = ''] = /\/buy\/(prd_\w+)/.exec(await (await shop.request('/')).text()) ?? []
  const json = await shop.request(`/buy/${product}`, { method: 'POST', headers: { Accept: 'application/json' } })
  const { token } = await json.json()
  assert.equal((await fetch(`${url}/pay/${token}`)).status, 200)
  const form = await shop.request(`/buy/${product}`, { method: 'POST' })
  assert.equal(form.status, 303)
  assert.ok((form.headers.get('location') ?? '').startsWith(`${url}/pay/`))
})

test('nobody is thanked by a reference alone', async (context) => {
  const { mock, url, shop } = await setUp(context)
  assert.equal((await shop.request('/thanks?ref=pay_1%2F..%2Fbalance')).status, 400)
  assert.equal((await shop.request('/thanks?ref=pay_unknown')).status, 404)
  const response = await fetch(`${url}/api/v1/payments`, {
    method: 'POST',
    headers: { Authorization: 'Bearer sk_test_all', 'Content-Type': 'application/json' },
    body: JSON.stringify({ amount: 12, method: 'mobile_money', phone: '0244123049' }),
  })
  const { ref } = (await response.json()).data
  await mock.clock.advance('PT5M')
  assert.match(await (await shop.request(`/thanks?ref=${ref}`)).text(), /No money was taken/)
})

test('a service that is down is an apology with the status 502', async (context) => {
  const { mock, shop } = await setUp(context)
  mock.faults.add({ match: { path: '/api/v1/products' }, fault: { status: 500 } })
  const answer = await shop.request('/')
  assert.equal(answer.status, 502)
  assert.match(await answer.text(), /Please try again/)
})

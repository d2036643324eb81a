import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSandbox } from '@cedi/sandbox'
import worker from './worker.mjs'

/** A Worker whose fetch is met by the service: no port. @param {import('node:test').TestContext} context @param {string} [key] */
function setUp(context, key = 'sk_test_all') {
  const mock = createSandbox()
  context.mock.method(globalThis, 'fetch', (/** @type {string} */ url, /** @type {RequestInit} */ init) =>
    mock.fetch(new Request(url, init)),
  )
  const said = context.mock.method(console, 'error', () => {})
  const env = { CEDI_URL: 'https://pay.example', CEDI_API_KEY: key }
  const ask = (/** @type {string} */ path, /** @type {RequestInit} */ init = {}) =>
    worker.fetch(new Request(`https://shop.example${path}`, init), env)
  return { mock, ask, said }
}

test('a buyer finds the goods, is sent to the checkout, and is thanked once the payment is read back as paid', async (context) => {
  const { mock, ask } = setUp(context)
  const shelf = await (await ask('/')).text()
  const [, product = ''] = /value="(prd_\w+)"/.exec(shelf) ?? []
  const sent = await ask('/buy', { method: 'POST', body: new URLSearchParams({ product }) })
  assert.equal(sent.status, 303)
  assert.match(sent.headers.get('location') ?? '', /^https:\/\/pay\.example\/pay\//)

  const payment = await mock.fetch('https://pay.example/api/v1/payments', {
    method: 'POST',
    headers: { Authorization: 'Bearer sk_test_all', 'Content-Type': 'application/json' },
    body: JSON.stringify({ product_id: product, method: 'mobile_money', phone: '0244123789' }),
  })
  const { ref } = (await payment.json()).data
  assert.match(await (await ask(`/thanks?ref=${ref}`)).text(), /Waiting for your approval/)
  await mock.clock.advance('PT2S')
  assert.match(await (await ask(`/thanks?ref=${ref}`)).text(), /Thank you/)
})

test('a reference that is none, and a product that is none, are refused before the service is asked', async (context) => {
  const { mock, ask } = setUp(context)
  assert.equal((await ask('/thanks?ref=../../balance')).status, 400)
  assert.equal((await ask('/buy', { method: 'POST', body: new URLSearchParams({ product: '<script>' }) })).status, 400)
  assert.equal(mock.requests.list().length, 0)
})

test('a key without the scope is said to the operator of the Worker and not to the buyer', async (context) => {
  const { ask, said } = setUp(context, 'sk_test_balance_read')
  const answer = await ask('/')
  assert.equal(answer.status, 502)
  assert.doesNotMatch(await answer.text(), /scope|sk_test/)
  assert.match(String(said.mock.calls[0]?.arguments[0]), /insufficient_scope/)
})

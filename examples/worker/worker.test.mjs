import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSandbox } from '@cedi/sandbox'
import worker from './worker.mjs'

let shops = 0
/** A Worker whose fetch is met by the service: no port. @param {import('node:test').TestContext} context @param {string} [key] */
function setUp(context, key = 'sk_test_all') {
  const mock = createSandbox({ clock: 'real', approvalDelayMs: 1_500 })
  context.mock.method(globalThis, 'fetch', (/** @type {string} */ url, /** @type {RequestInit} */ init) =>
    mock.fetch(new Request(url, init)),
  )
  const said = context.mock.method(console, 'error', () => {})
  const packed = context.mock.method(console, 'log', () => {})
  // A service of its own for each test, so that no test finds the orders of another.
  const env = { CEDI_URL: `https://pay-${++shops}.example`, CEDI_API_KEY: key }
  const ask = (/** @type {string} */ path, /** @type {RequestInit} */ init = {}) =>
    worker.fetch(new Request(`https://shop.example${path}`, init), env)
  return { mock, ask, said, packed, env }
}

test('a buyer finds the goods, is sent to the checkout, and is thanked once the payment is read back as paid', async (context) => {
  const { mock, ask, packed, env } = setUp(context)
  const shelf = await (await ask('/')).text()
  const [, product = ''] = /value="(prd_\w+)"/.exec(shelf) ?? []
  const sent = await ask('/buy', { method: 'POST', body: new URLSearchParams({ product }) })
  assert.equal(sent.status, 303)
  assert.match(sent.headers.get('location') ?? '', /^https:\/\/pay-1\.example\/pay\//)

  const order = orderOf(mock)
  const payment = await mock.fetch(`${env.CEDI_URL}/api/v1/payments`, {
    method: 'POST',
    headers: { Authorization: 'Bearer sk_test_all', 'Content-Type': 'application/json' },
    body: JSON.stringify({
      product_id: product,
      method: 'mobile_money',
      phone: '0244123789',
      metadata: { order },
    }),
  })
  const { ref } = (await payment.json()).data
  assert.match(await (await ask(`/thanks?order=${order}&ref=${ref}`)).text(), /Waiting for your approval/)
  // The same page a moment later asks again.
  await until(async () => /Thank you/.test(await (await ask(`/thanks?order=${order}`)).text()))
  assert.equal(packed.mock.callCount(), 1)
})

test('a payment that no browser tells of is found by the schedule', async (context) => {
  const { mock, ask, packed, said, env } = setUp(context)
  const [, product = ''] = /value="(prd_\w+)"/.exec(await (await ask('/')).text()) ?? []
  await ask('/buy', { method: 'POST', body: new URLSearchParams({ product }) })
  const headers = { Authorization: 'Bearer sk_test_all', 'Content-Type': 'application/json' }
  const payment = await mock.fetch(`${env.CEDI_URL}/api/v1/payments`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      product_id: product,
      method: 'mobile_money',
      phone: '0244123789',
      metadata: { order: orderOf(mock) },
    }),
  })
  const { ref } = (await payment.json()).data
  await until(async () => {
    const read = await mock.fetch(`${env.CEDI_URL}/api/v1/payments/${ref}`, { headers })
    return (await read.json()).data.status === 'succeeded'
  })
  const now = Date.now()
  context.mock.method(Date, 'now', () => now + 120_000)
  await worker.scheduled(undefined, env)
  assert.deepEqual(said.mock.calls.map(String), [])
  assert.equal(packed.mock.callCount(), 1)
})

/** Waits until something is so, for ten seconds at most. @param {() => Promise<boolean>} isSo */
async function until(isSo) {
  for (let tries = 0; !(await isSo()); tries++) {
    assert.ok(tries < 50, 'It did not become so within ten seconds.')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** The order that the last checkout names. @param {ReturnType<typeof createSandbox>} mock */
const orderOf = (mock) => {
  const bodies = mock.requests.list().map(({ body }) => /** @type {any} */ (body)?.metadata?.order)
  return String(bodies.filter(Boolean).at(-1))
}

test('a reference that is none, and a product that is none, are refused before the service is asked', async (context) => {
  const { mock, ask } = setUp(context)
  assert.equal((await ask('/thanks?ref=../../balance')).status, 400)
  assert.equal((await ask('/thanks?order=none&ref=pay_1')).status, 400)
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

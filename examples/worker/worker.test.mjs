import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSandbox } from '@cedi/sandbox'
import worker from './worker.mjs'

let shops = 0
/** Creates a Worker whose fetch calls the service in process. @param {import('node:test').TestContext} context @param {string} [key] */
function setUp(context, key = 'sk_test_all') {
  const mock = createSandbox({ clock: 'real', approvalDelayMs: 1_500 })
  context.mock.method(globalThis, 'fetch', (/** @type {string} */ url, /** @type {RequestInit} */ init) =>
    mock.fetch(new Request(url, init)),
  )
  const errors = context.mock.method(console, 'error', () => {})
  const logMock = context.mock.method(console, 'log', () => {})
  // A different URL for each test, so that tests do not share orders.
  const env = { CEDI_URL: `https://pay-${++shops}.example`, CEDI_API_KEY: key }
  const visit = (/** @type {string} */ path, /** @type {RequestInit} */ init = {}) =>
    worker.fetch(new Request(`https://shop.example${path}`, init), env)
  return { mock, visit, errors, logMock, env }
}

test('a buyer sees the products, is redirected to the checkout, and receives thanks after the payment is verified', async (context) => {
  const { mock, visit, logMock, env } = setUp(context)
  const shopPage = await (await visit('/')).text()
  const [, product = ''] = /value="(prd_\w+)"/.exec(shopPage) ?? []
  const response = await visit('/buy', { method: 'POST', body: new URLSearchParams({ product }) })
  assert.equal(response.status, 303)
  assert.match(response.headers.get('location') ?? '', /^https:\/\/pay-1\.example\/pay\//)

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
  assert.match(await (await visit(`/thanks?order=${order}&ref=${ref}`)).text(), /Waiting for your approval/)
  // A reload of the page checks again.
  await until(async () => /Thank you/.test(await (await visit(`/thanks?order=${order}`)).text()))
  assert.equal(logMock.mock.callCount(), 1)
})

test('the schedule finds a payment that no browser reports', async (context) => {
  const { mock, visit, logMock, errors, env } = setUp(context)
  const [, product = ''] = /value="(prd_\w+)"/.exec(await (await visit('/')).text()) ?? []
  await visit('/buy', { method: 'POST', body: new URLSearchParams({ product }) })
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
  assert.deepEqual(errors.mock.calls.map(String), [])
  assert.equal(logMock.mock.callCount(), 1)
})

test('"Buy" after a reload shows the order whose payment is pending, unless the buyer wants another one', async (context) => {
  const { mock, visit, env } = setUp(context)
  const [, product = ''] = /value="(prd_\w+)"/.exec(await (await visit('/')).text()) ?? []
  const buy = (/** @type {Record<string, string>} */ fields, Cookie = '') =>
    visit('/buy', { method: 'POST', body: new URLSearchParams({ product, ...fields }), headers: { Cookie } })
  const [cookie = ''] = ((await buy({})).headers.get('set-cookie') ?? '').split(';')
  const order = orderOf(mock)
  await mock.fetch(`${env.CEDI_URL}/api/v1/payments`, {
    method: 'POST',
    headers: { Authorization: 'Bearer sk_test_all', 'Content-Type': 'application/json' },
    body: JSON.stringify({ product_id: product, method: 'mobile_money', phone: '0244123129', metadata: { order } }),
  })
  const pending = await buy({}, cookie)
  assert.equal(pending.headers.get('location'), `/thanks?order=${order}&product=${product}`)
  assert.match(await (await visit(pending.headers.get('location') ?? '')).text(), /Buy another one/)
  assert.match((await buy({ again: 'yes' }, cookie)).headers.get('location') ?? '', /\/pay\//)
})

/** Polls a condition for at most ten seconds. @param {() => Promise<boolean>} isTrue */
async function until(isTrue) {
  for (let tries = 0; !(await isTrue()); tries++) {
    assert.ok(tries < 50, 'The condition was not met within ten seconds.')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** Returns the order of the last checkout. @param {ReturnType<typeof createSandbox>} mock */
const orderOf = (mock) => {
  const bodies = mock.requests.list().map(({ body }) => /** @type {any} */ (body)?.metadata?.order)
  return String(bodies.filter(Boolean).at(-1))
}

test('invalid references and products are rejected without a request to the service', async (context) => {
  const { mock, visit } = setUp(context)
  assert.equal((await visit('/thanks?ref=../../balance')).status, 400)
  assert.equal((await visit('/thanks?order=none&ref=pay_1')).status, 400)
  assert.equal(
    (await visit('/buy', { method: 'POST', body: new URLSearchParams({ product: '<script>' }) })).status,
    400,
  )
  assert.equal(mock.requests.list().length, 0)
})

test('a missing scope is logged for the operator and not shown to the buyer', async (context) => {
  const { visit, errors } = setUp(context, 'sk_test_balance_read')
  const response = await visit('/')
  assert.equal(response.status, 502)
  assert.doesNotMatch(await response.text(), /scope|sk_test/)
  assert.match(String(errors.mock.calls[0]?.arguments[0]), /insufficient_scope/)
})

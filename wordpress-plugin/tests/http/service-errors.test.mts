import type { Fault } from '@cedi/sandbox'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openCheckout } from './checkout.mjs'
import { openShop, type Shop } from './shop.mjs'

const buyerMessage =
  'The payment could not be started. No money was taken. Please try again, or choose another way to pay.'
let shop: Shop
let admin: { cookie: string; nonce: string }
let validKey = ''
beforeAll(async () => {
  shop = await openShop({ key: '' })
  admin = await shop.login('admin', 'password')
  validKey = await createKey(['payments:write', 'payments:read'])
})
afterAll(() => shop?.close())
beforeEach(async () => {
  shop.mock.faults.remove()
  await setKey(validKey)
})

async function createKey(scopes: readonly string[]): Promise<string> {
  return ((await shop.mock.control('POST', 'keys', { scopes, label: 'service-errors' })) as { key: string }).key
}

async function setKey(key: string) {
  const saved = await fetch(`${shop.url}/wp-json/cedi-commerce/v1/settings`, {
    method: 'POST',
    headers: { cookie: admin.cookie, 'x-wp-nonce': admin.nonce, 'content-type': 'application/json' },
    body: JSON.stringify({ api_key: key, gateway: { enabled: true, flow: 'redirect' } }),
  })
  expect(saved.status, `${await saved.text()}\n${shop.site.serverLog().slice(-2000)}`).toBe(200)
}

// WooCommerce sets this status, not the plugin. Before 8.9, the Checkout block receives 402.
const rejectedStatuses = { classic: [200], block: process.env.WC_DIR ? [400, 402] : [400] }
const intents = () => shop.mock.snapshot().ledger.merchants['demo']?.tables['intents']?.length ?? 0

const faults: Record<string, Fault> = {
  'drops the connection': { drop: 'before' },
  'drops the connection after the commit': { drop: 'after_commit' },
  'returns 429': { status: 429 },
  'returns 500': { status: 500 },
  'returns 502': { status: 502 },
  'returns 503': { status: 503 },
  'returns 504': { status: 504 },
  'returns 504 after the commit': { status: 504, after_commit: true },
  'returns invalid JSON': { malformed_json: true },
  'truncates the response': { truncate: true },
  'exceeds the time limit': { latency_ms: 30_000 },
}

describe.each(['classic', 'block'] as const)('the %s checkout, when the service', (checkoutType) => {
  it.each(Object.entries(faults))('%s, shows an error and accepts the order after the outage', async (_, fault) => {
    const before = intents()
    const placeOrder = await openCheckout(shop, checkoutType, '45.50')
    shop.mock.faults.add({ match: { method: 'POST', path: '/api/v1/checkout/intent' }, fault })
    const startMs = performance.now()
    const rejected = await placeOrder()
    // The plugin waits nine seconds for the service. The rest is for a busy machine.
    expect(performance.now() - startMs).toBeLessThan(20_000)
    expect(rejectedStatuses[checkoutType]).toContain(rejected.status)
    expect(rejected.text).toContain(buyerMessage)
    expect(rejected.redirect).toBe('')
    shop.mock.faults.remove()
    const accepted = await placeOrder()
    expect(accepted.redirect, `${accepted.status} ${accepted.text}`).toMatch(`${shop.service}/pay/`)
    expect(intents() - before).toBe(1)
  })

  it.each([
    ['rejects the key', () => Promise.resolve('an-unknown-api-key')],
    [
      'rejects the scope of the key',
      () => createKey(['payments:read', 'refunds:write', 'balance:read', 'products:read']),
    ],
  ])('%s, shows buyers no details and accepts the order with a valid key', async (_, key) => {
    await setKey(await key())
    const placeOrder = await openCheckout(shop, checkoutType, '46')
    const rejected = await placeOrder()
    expect(rejectedStatuses[checkoutType]).toContain(rejected.status)
    expect(rejected.text).toContain(buyerMessage)
    expect(rejected.text).not.toMatch(/scope|insufficient|invalid_api_key/)
    await setKey(validKey)
    expect((await placeOrder()).redirect).toMatch(`${shop.service}/pay/`)
  })

  it('has no key, does not offer the payment method', async () => {
    const placeOrder = await openCheckout(shop, checkoutType, '47')
    await fetch(`${shop.url}/wp-json/cedi-commerce/v1/settings`, {
      method: 'POST',
      headers: { cookie: admin.cookie, 'x-wp-nonce': admin.nonce, 'content-type': 'application/json' },
      body: JSON.stringify({ api_key: null }),
    })
    const rejected = await placeOrder()
    expect(rejectedStatuses[checkoutType]).toContain(rejected.status)
    expect(rejected.redirect).toBe('')
    expect(rejected.text).toMatch(/payment method/i)
  })
})

it('nothing is written to the PHP error log', () => {
  expect(shop.site.debugLog()).toBe('')
})

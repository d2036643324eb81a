import type { Fault } from '@cedi/sandbox'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openShop, type Shop } from './shop.mjs'

const words = 'The payment could not be started. No money was taken. Please try again, or choose another way to pay.'
let shop: Shop
let admin: { cookie: string; nonce: string }
let good = ''
beforeAll(async () => {
  shop = await openShop({ key: '' })
  admin = await shop.login('admin', 'password')
  good = await issue(['payments:write', 'payments:read'])
})
afterAll(() => shop?.close())
beforeEach(async () => {
  shop.mock.faults.remove()
  await setKey(good)
})

async function issue(scopes: readonly string[]): Promise<string> {
  return ((await shop.mock.control('POST', 'keys', { scopes, label: 'trouble' })) as { key: string }).key
}

async function setKey(key: string) {
  const saved = await fetch(`${shop.url}/wp-json/cedi-commerce/v1/settings`, {
    method: 'POST',
    headers: { cookie: admin.cookie, 'x-wp-nonce': admin.nonce, 'content-type': 'application/json' },
    body: JSON.stringify({ api_key: key, gateway: { enabled: true, flow: 'redirect' } }),
  })
  expect(saved.status, `${await saved.text()}\n${shop.site.serverLog().slice(-2000)}`).toBe(200)
}

/** Response to "Place order". */
interface Placed {
  readonly status: number
  readonly redirect: string
  readonly text: string
}

const address = {
  first_name: 'Kofi',
  last_name: 'Mensah',
  address_1: '12 Oxford Street',
  city: 'Accra',
  state: 'AA',
  country: 'GH',
  phone: '0244123789',
  email: 'kofi@example.com',
}

/** A buyer with a full cart, at one of the two checkouts. */
async function buyer(where: 'classic' | 'block', total: string): Promise<() => Promise<Placed>> {
  const cart = await fetch(`${shop.url}/checkout/?add=${total}`)
  await cart.text()
  const cookie = cart.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  if (where === 'block')
    return async () => {
      const { headers } = await fetch(`${shop.url}/wp-json/wc/store/v1/cart`, { headers: { cookie } })
      const response = await fetch(`${shop.url}/wp-json/wc/store/v1/checkout`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json', nonce: headers.get('nonce') ?? '' },
        body: JSON.stringify({ payment_method: 'cedi_commerce', billing_address: address }),
      })
      const answer = (await response.json()) as { message?: string; payment_result?: { redirect_url: string } }
      return {
        status: response.status,
        redirect: answer.payment_result?.redirect_url ?? '',
        text: answer.message ?? '',
      }
    }
  return async () => {
    const form = await (await fetch(`${shop.url}/checkout/`, { headers: { cookie } })).text()
    const name = 'woocommerce-process-checkout-nonce'
    const [, nonce = ''] = new RegExp(`name="${name}" value="(\\w+)"`).exec(form) ?? []
    const response = await fetch(`${shop.url}/checkout/`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie },
      body: new URLSearchParams({
        woocommerce_checkout_place_order: '1',
        payment_method: 'cedi_commerce',
        [name]: nonce,
        ...Object.fromEntries(Object.entries(address).map(([field, value]) => [`billing_${field}`, value])),
      }),
    })
    return { status: response.status, redirect: response.headers.get('location') ?? '', text: await response.text() }
  }
}

// WooCommerce sets this status, not the plugin. Before 8.9, the Checkout block receives 402.
const no = { classic: [200], block: process.env.WC_DIR ? [400, 402] : [400] }
const intents = () => shop.mock.snapshot().ledger.merchants['demo']?.tables['intents']?.length ?? 0

const troubles: Record<string, Fault> = {
  'cuts the connection': { drop: 'before' },
  'cuts the connection after it has taken the order': { drop: 'after_commit' },
  'says that it is asked too often': { status: 429 },
  'has an error': { status: 500 },
  'has an error behind it': { status: 502 },
  'is not there': { status: 503 },
  'is too slow for its own provider': { status: 504 },
  'answers 504 after it has taken the order': { status: 504, after_commit: true },
  'answers with something else than JSON': { malformed_json: true },
  'answers with half of its answer': { truncate: true },
  'does not answer in time': { latency_ms: 30_000 },
}

describe.each(['classic', 'block'] as const)('the %s checkout, when the service', (where) => {
  it.each(Object.entries(troubles))('%s, says so in words, and sells when it is over', async (_, fault) => {
    const before = intents()
    const place = await buyer(where, '45.50')
    shop.mock.faults.add({ match: { method: 'POST', path: '/api/v1/checkout/intent' }, fault })
    const startMs = performance.now()
    const refused = await place()
    // The plugin waits nine seconds for the service. The rest is for a busy machine.
    expect(performance.now() - startMs).toBeLessThan(20_000)
    expect(no[where]).toContain(refused.status)
    expect(refused.text).toContain(words)
    expect(refused.redirect).toBe('')
    shop.mock.faults.remove()
    const sold = await place()
    expect(sold.redirect, `${sold.status} ${sold.text}`).toMatch(`${shop.service}/pay/`)
    expect(intents() - before).toBe(1)
  })

  it.each([
    ['does not know the key', () => Promise.resolve('nobody-knows-this-key-at-all')],
    [
      'misses the scope to take payments',
      () => issue(['payments:read', 'refunds:write', 'balance:read', 'products:read']),
    ],
  ])('%s, says nothing of keys to buyers, and sells with another one', async (_, key) => {
    await setKey(await key())
    const place = await buyer(where, '46')
    const refused = await place()
    expect(no[where]).toContain(refused.status)
    expect(refused.text).toContain(words)
    expect(refused.text).not.toMatch(/scope|insufficient|invalid_api_key/)
    await setKey(good)
    expect((await place()).redirect).toMatch(`${shop.service}/pay/`)
  })

  it('has no key does not offer the payment method', async () => {
    const place = await buyer(where, '47')
    await fetch(`${shop.url}/wp-json/cedi-commerce/v1/settings`, {
      method: 'POST',
      headers: { cookie: admin.cookie, 'x-wp-nonce': admin.nonce, 'content-type': 'application/json' },
      body: JSON.stringify({ api_key: null }),
    })
    const refused = await place()
    expect(no[where]).toContain(refused.status)
    expect(refused.redirect).toBe('')
    expect(refused.text).toMatch(/payment method/i)
  })
})

it('none of that causes a PHP error', () => {
  expect(shop.site.debugLog()).toBe('')
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type Shop } from './shop.mjs'

const { WC_DIR } = process.env
const isVersion8 =
  WC_DIR !== undefined && / \* Version: 8\./.test(readFileSync(join(WC_DIR, 'woocommerce.php'), 'utf8'))

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop?.close())

/** An order whose buyer has used this card, and the page to which the buyer returns. */
async function payByCardAndReturn(number: string) {
  const order = await shop.order('45.50')
  await shop.pay(order.id)
  const [before] = await shop.readOrders([order.id])
  await shop.mock.handle({
    method: 'POST',
    url: `${shop.service}/checkout/payments`,
    headers: {
      authorization: `Intent ${before?.attempts[0]?.token}`,
      'content-type': 'application/json',
      'x-checkout-attempt': crypto.randomUUID(),
    },
    body: JSON.stringify({ method: 'card', card: { number, expiry_month: 12, expiry_year: 2039, cvc: '123' } }),
  })
  const load = async () => {
    const page = await fetch(`${shop.url}/checkout/order-received/${order.id}/?key=${order.key}`)
    const html = (await page.text()).replace(/<script[\s\S]*?<\/script>/g, '')
    expect(page.status).toBe(200)
    return {
      thanks: html.includes('Your order has been received'),
      ways: html.match(/pay_for_order=true/g)?.length ?? 0,
      html,
    }
  }
  return { order, load }
}

it('the order-received page offers a declined buyer to pay again', async () => {
  const { order, load } = await payByCardAndReturn('4000000000000002')
  const first = await load()
  expect(first.html).toContain('The payment did not succeed. No money was taken.')
  expect(first.html).toContain('This order is not paid yet.')
  expect(first).toMatchObject({ thanks: false, ways: 1 })
  expect((await shop.readOrders([order.id]))[0]?.status).toBe('failed')
  // From now on WooCommerce knows it too. On its block page, version 8 offers guests no way to pay, so only our first message did.
  const second = await load()
  expect(second.thanks).toBe(false)
  expect(second.ways).toBe(isVersion8 ? 0 : 1)
})

it('the order-received page thanks a buyer who has paid', async () => {
  const { order, load } = await payByCardAndReturn('4242424242424242')
  const page = await load()
  expect(page).toMatchObject({ thanks: true, ways: 0 })
  expect(page.html).not.toContain('not paid')
  // One text: the message of WooCommerce, and the state of the payment.
  const [, hasThanks = ''] = /<p[^>]*>([^<]*Your order has been received[\s\S]*?)<\/p>/.exec(page.html) ?? []
  expect(
    hasThanks
      .replace(/<[^>]*>/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
  ).toMatch(/Your order has been received\. The payment has arrived\.$/)
  expect(page.html.match(/The payment has arrived/g)).toHaveLength(1)
  expect((await shop.readOrders([order.id]))[0]?.status).toBe('processing')
})

it('the order-received page shows a pending payment after the thanks', async () => {
  const order = await shop.order('45.50')
  await shop.pay(order.id)
  const page = await (await fetch(`${shop.url}/checkout/order-received/${order.id}/?key=${order.key}`)).text()
  expect(page).toMatch(
    /<p[^>]*>[^<]*Your order has been received\.\s*<span data-cedi-payment[^>]*data-state="pending"[\s\S]*?We are checking your payment\./,
  )
})

it('nothing is written to the PHP error log', () => {
  expect(shop.site.debugLog()).toBe('')
})

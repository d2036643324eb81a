import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from './shop.mjs'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ muPlugins: [join(import.meta.dirname, 'mu-plugins/own-pages.php')] })
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

test('the order-received page offers a declined buyer to pay again', async () => {
  const { order, load } = await payByCardAndReturn('4000000000000002')
  const first = await load()
  expect(first.html).toContain('The payment did not succeed.')
  expect(first).toMatchObject({ thanks: false, ways: 1 })
  expect((await shop.readOrders([order.id]))[0]?.status).toBe('failed')
  const second = await load()
  expect(second.thanks).toBe(false)
  expect(second.ways).toBe(1)
})

test('the order-received page thanks a buyer who has paid', async () => {
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

test('the order-received page shows a pending payment after the thanks', async () => {
  const order = await shop.order('45.50')
  await shop.pay(order.id)
  const page = await (await fetch(`${shop.url}/checkout/order-received/${order.id}/?key=${order.key}`)).text()
  expect(page).toMatch(
    /<p[^>]*>[^<]*Your order has been received\.\s*<span data-cedi-payment[^>]*data-state="pending"[\s\S]*?We are checking your payment\./,
  )
})

test.each(['own-template', 'own-page'])(
  'the page of a theme or plugin (%s) shows the payment, and completes the order',
  async (kind) => {
    const { order } = await payByCardAndReturn('4242424242424242')
    const { redirect } = await shop.callLab<{ redirect: string }>('return-url', { id: order.id, kind })
    const page = await (await fetch(redirect)).text()
    expect(page.includes('Thanks from a template without hooks.')).toBe(true)
    expect(page.match(/The payment has arrived/g)).toHaveLength(1)
    expect((await shop.readOrders([order.id]))[0]?.status).toBe('processing')
  },
)

test('nothing is written to the PHP error log', () => {
  expect(shop.site.debugLog()).toBe('')
})

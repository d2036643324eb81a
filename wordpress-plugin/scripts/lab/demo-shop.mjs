// Orders of the demo shop: three paid ones, one of them with a requested refund, and one that waits for its payment.
import { join } from 'node:path'

/** Payments of the first three orders. */
const payments = [
  { method: 'card', card: { number: '4242424242424242', expiry_month: 12, expiry_year: 2039, cvc: '123' } },
  { method: 'mobile_money', network: 'mtn', phone: '0244123129' },
  { method: 'mobile_money', network: 'telecel', phone: '0201234129' },
]

/**
 * Creates the orders of the demo shop and pays for them at the mock service.
 *
 * @param {import('./site.mjs').Site} site
 * @param {import('@cedi/sandbox').MockServer} mock
 */
export async function createDemoOrders(site, mock) {
  const script = join(import.meta.dirname, 'demo-orders.php')
  const orders = JSON.parse(await site.php(script, site.core))
  for (const [index, payment] of payments.entries()) {
    const { token } = orders[index]
    const { status, body } = await mock.handle({
      method: 'POST',
      url: '/checkout/payments',
      headers: {
        authorization: `Intent ${token}`,
        'content-type': 'application/json',
        'x-checkout-attempt': `demo-${index}`,
      },
      body: JSON.stringify(payment),
    })
    if (status >= 400) throw new Error(`The demo payment ${index} was rejected with ${status}: ${body}`)
    const { ref, status: paymentStatus } = JSON.parse(body).data
    if (paymentStatus === 'pending') await mock.control('POST', `payments/${ref}/approve`)
  }
  await site.php(script, site.core, ...orders.slice(0, payments.length).map(({ id }) => String(id)))
}

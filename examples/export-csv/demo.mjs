import { createMockServer } from '@cedi/mock-server'

/** Starts a local service with orders to export. @param {number} [count] */
export async function openDemo(count = 250) {
  const mock = createMockServer({ rateLimit: { requests: 1_000_000, seconds: 1 } })
  const headers = { Authorization: 'Bearer sk_test_all', 'Content-Type': 'application/json' }
  const request = async (/** @type {string} */ method, /** @type {string} */ path, /** @type {object} */ body) =>
    JSON.parse(
      (await mock.handle({ method, url: `https://pay.example${path}`, headers, body: JSON.stringify(body) })).body,
    ).data
  const { id } = await request('POST', '/api/v1/products', {
    name: '=Cloth, "Gye Nyame"',
    price: '12.35',
    type: 'physical',
  })
  for (let index = 0; index < count; index++)
    await request('POST', '/api/v1/payments', { product_id: id, method: 'mobile_money', phone: '0244123789' })
  await mock.clock.advance('PT1M')
  const { url, close } = await mock.listen(0)
  return { mock, url, apiKey: 'sk_test_all', close }
}

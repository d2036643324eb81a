import { cardPayment, examples, paidPayment, products } from './contract-examples.mjs'

/**
 * Hand-written msw handlers of the nine paths. They check key and body, store payments and replay responses by
 * Idempotency-Key, but have no scopes, schema or ledger.
 */
export function handWrittenHandlers({ http, HttpResponse }, baseUrl) {
  const api = `${baseUrl}/api/v1`
  const payments = new Map()
  const storedResponses = new Map()

  const requireKey = (handler) => (info) => {
    if (info.request.headers.get('authorization')?.startsWith('Bearer sk_')) return handler(info)
    return HttpResponse.json({ success: false, data: null, error: { code: 'invalid_api_key' } }, { status: 401 })
  }
  const respondWith = (body, status) => requireKey(() => HttpResponse.json(body, { status: status ?? 200 }))

  const createPayment = async ({ request }) => {
    const key = request.headers.get('idempotency-key')
    const storedResponse = storedResponses.get(key)
    if (storedResponse) return HttpResponse.json(storedResponse, { status: 201 })
    const { amount, method } = await request.json()
    if (!(Number(amount) >= 1) || method !== cardPayment.method) {
      return HttpResponse.json({ success: false, data: null, error: { code: 'invalid_request' } }, { status: 422 })
    }
    const ref = `pay_${payments.size + 1}`
    const response = { success: true, data: { ...paidPayment.data, ref, amount: Number(amount) } }
    payments.set(ref, response)
    if (key) storedResponses.set(key, response)
    return HttpResponse.json(response, { status: 201 })
  }

  return [
    http.post(`${api}/payments`, requireKey(createPayment)),
    http.get(
      `${api}/payments/:ref`,
      requireKey(({ params }) => HttpResponse.json(payments.get(params.ref) ?? paidPayment)),
    ),
    http.post(`${api}/checkout/intent`, respondWith(examples.intent, 201)),
    http.get(`${api}/balance`, respondWith(examples.balance)),
    http.post(`${api}/refunds`, respondWith(examples.refund, 201)),
    http.get(`${api}/products`, respondWith(products)),
    http.post(`${api}/products`, respondWith(examples.product, 201)),
    http.get(`${api}/products/:id`, respondWith(examples.product)),
    http.get(`${api}/orders`, respondWith(examples.orders)),
    http.get(`${api}/orders/:ref`, respondWith({ ...examples.orders, data: examples.orders.data[0] })),
  ]
}

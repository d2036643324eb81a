import { cardPayment, examples, paid, products } from './contract-examples.mjs'

/**
 * The nine paths as a careful team would write them by hand: the key and the body are checked, payments are kept, a
 * repeated Idempotency-Key gets the first answer again. No scopes, no schema, no ledger.
 */
export function handWrittenHandlers({ http, HttpResponse }, baseUrl) {
  const api = `${baseUrl}/api/v1`
  const payments = new Map()
  const answered = new Map()

  const guarded = (act) => (info) => {
    if (info.request.headers.get('authorization')?.startsWith('Bearer sk_')) return act(info)
    return HttpResponse.json({ success: false, data: null, error: { code: 'invalid_api_key' } }, { status: 401 })
  }
  const give = (body, status) => guarded(() => HttpResponse.json(body, { status: status ?? 200 }))

  const createPayment = async ({ request }) => {
    const key = request.headers.get('idempotency-key')
    const first = answered.get(key)
    if (first) return HttpResponse.json(first, { status: 201 })
    const { amount, method } = await request.json()
    if (!(Number(amount) >= 1) || method !== cardPayment.method) {
      return HttpResponse.json({ success: false, data: null, error: { code: 'invalid_request' } }, { status: 422 })
    }
    const ref = `pay_${payments.size + 1}`
    const answer = { success: true, data: { ...paid.data, ref, amount: Number(amount) } }
    payments.set(ref, answer)
    if (key) answered.set(key, answer)
    return HttpResponse.json(answer, { status: 201 })
  }

  return [
    http.post(`${api}/payments`, guarded(createPayment)),
    http.get(
      `${api}/payments/:ref`,
      guarded(({ params }) => HttpResponse.json(payments.get(params.ref) ?? paid)),
    ),
    http.post(`${api}/checkout/intent`, give(examples.intent, 201)),
    http.get(`${api}/balance`, give(examples.balance)),
    http.post(`${api}/refunds`, give(examples.refund, 201)),
    http.get(`${api}/products`, give(products)),
    http.post(`${api}/products`, give(examples.product, 201)),
    http.get(`${api}/products/:id`, give(examples.product)),
    http.get(`${api}/orders`, give(examples.orders)),
    http.get(`${api}/orders/:ref`, give({ ...examples.orders, data: examples.orders.data[0] })),
  ]
}

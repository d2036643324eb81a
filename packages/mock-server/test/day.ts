import type { MockServer } from '../src/index.js'
import { card, describe as request, wallet } from './service.js'

/** Runs a day of a shop, with every operation, outcome, fault and rejection, and returns all responses. */
export async function day(mock: MockServer): Promise<string[]> {
  const log: string[] = []
  const send = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const response = await mock
      .handle(request(method, path, 'sk_test_all', headers, body))
      .catch((error) => ({ status: 0, headers: {}, body: String(error) }))
    log.push(JSON.stringify(response))
    return JSON.parse(response.status === 0 ? '{}' : response.body.replace(/,$/, '}'))?.data
  }
  mock.faults.add({ match: { probability: 0.1 }, fault: { status: 503, latency_ms: [1, 9] } })
  mock.faults.add({ match: { nth: 7 }, fault: { drop: 'after_commit' } })
  for (let index = 0; index < 40; index++) {
    const product = await send('POST', '/api/v1/products', {
      name: `P${index}`,
      price: 5 + index,
      stock: index,
      type: index % 2 ? 'license' : 'physical',
    })
    await send(
      'POST',
      '/api/v1/payments',
      index % 3 ? { ...wallet, phone: `02441231${String(index).padStart(2, '0')}` } : card(),
      { 'Idempotency-Key': `k${index % 30}` },
    )
    await send('POST', '/api/v1/checkout/intent', { amount: index }, { 'X-Service-Simulate': 'true' })
    if (product?.id)
      await send('POST', '/api/v1/payments', { method: 'mobile_money', phone: wallet.phone, product_id: product.id })
    await mock.clock.advance('PT1H')
    const list = await send('GET', '/api/v1/orders?limit=5')
    if (list?.[0]) await send('POST', '/api/v1/refunds', { payment_ref: list[0].payment_ref, amount: 1 })
    await send('GET', '/api/v1/balance')
  }
  log.push(JSON.stringify(await mock.control('GET', 'snapshot')))
  return log
}

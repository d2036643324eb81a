import { setupServer } from 'msw/node'
import { createMockServer } from '../src/index.js'
import { handlers } from '../src/msw.js'

const base = 'https://pay.example/shop/cedi'
const headers = { Authorization: 'Bearer sk_test_all', 'Content-Type': 'application/json' }
const wallet = { amount: 45.5, method: 'mobile_money', phone: '0244123789' }

/**
 * Tries the adapter with the version of msw that is installed.
 *
 * @returns The sentences that were found true.
 */
export async function tryAdapter(): Promise<Record<string, boolean>> {
  const mock = createMockServer()
  const server = setupServer(...handlers(mock, `${base}/`))
  const unhandled: string[] = []
  server.listen({
    onUnhandledRequest: ({ url }: Request) => void unhandled.push(url),
    // Only msw 3 reads this option.
    onUnhandledFrame: () => undefined,
  } as never)
  const post = (body: unknown, overrides = {}) =>
    fetch(`${base}/api/v1/payments`, {
      method: 'POST',
      headers: { ...headers, ...overrides },
      body: JSON.stringify(body),
    })
  try {
    const created = await post(wallet)
    const payment = (await created.json()) as { data: { ref: string } }
    await mock.clock.advance('PT2S')
    const read = await (await fetch(`${base}/api/v1/payments/${payment.data.ref}`, { headers })).json()
    const page = await fetch(`${base}/api/v1/products?limit=2`, { headers })
    const next = /^<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
    const second = await fetch(next, { headers })
    const challenge = await post({
      amount: 5,
      method: 'card',
      card: { number: '4000002500003155', expiry_month: 1, expiry_year: 2030, cvc: '123' },
    })
    const { next_action } = ((await challenge.json()) as { data: { next_action: { url: string } } }).data
    mock.faults.add({ fault: { status: 503 }, times: 1 })
    const unavailable = await post(wallet)
    mock.faults.add({ fault: { drop: 'after_commit' }, times: 1 })
    const dropped = await post(wallet, { 'Idempotency-Key': 'k' }).catch((error: unknown) => error)
    const retriedResponse = await post(wallet, { 'Idempotency-Key': 'k' })
    const control = await fetch(`${base}/__mock/clock`)
    const head = await fetch(`${base}/api/v1/openapi.json`, { method: 'HEAD' })
    return {
      'a payment is created and read back':
        created.status === 201 && (read as { data: { status: string } }).data.status === 'succeeded',
      'the next page is under the same base address':
        next.startsWith(`${base}/api/v1/products?`) && second.status === 200,
      'so is the page of the bank': next_action.url.startsWith(`${base}/challenge/`),
      'a fault is answered': unavailable.status === 503,
      'a connection is cut': dropped instanceof TypeError,
      'and the retry finds what was done': retriedResponse.headers.get('idempotency-hit') === 'true',
      'the control API is there': control.status === 200,
      'an answer to HEAD has no body': (await head.text()) === '',
      'nothing went past it': unhandled.length === 0,
    }
  } finally {
    server.close()
  }
}

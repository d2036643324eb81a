import { afterEach, expect, test, vi } from 'vitest'
import { type FetchLike, type ResponseEvent, type RetryEvent, send } from './fetch.js'
import { createClient } from './index.js'
import { errorResponse, fixture, successResponse } from './testing.js'

const key = 'sk_test_never_shown'
const client = createClient({ baseUrl: 'https://pay.example', apiKey: key })
const ids = { 'X-Request-Id': 'req_7' }
const paid = successResponse(fixture('readPayment', 'succeeded'), 200, ids)
const busy = errorResponse('provider_unavailable', undefined, { ...ids, 'Retry-After': '0.001' })
afterEach(() => vi.restoreAllMocks())

/** Sends a read, and records the hooks in the order of their calls. */
async function record(...responses: (Awaited<ReturnType<FetchLike>> | Error)[]) {
  const calls: [string, object][] = []
  const fetch: FetchLike = async () => {
    const response = responses.shift()
    if (response instanceof Error || !response) throw response
    return response
  }
  await send(client.payments.read('pay_1'), {
    fetch,
    onRequest: (event) => calls.push(['request', event]),
    onResponse: (event) => calls.push(['response', event]),
    onRetry: (event) => calls.push(['retry', event]),
  }).catch(() => {})
  return calls
}

const request = {
  operation: 'readPayment',
  method: 'GET',
  route: '/api/v1/payments/{ref}',
  host: 'pay.example',
  attempt: 1,
  headers: { Authorization: 'Bearer ***', Accept: 'application/json' },
}

test('the hooks receive each attempt of a call that is retried', async () => {
  const calls = await record(busy, paid)
  const failed = {
    ...request,
    status: 503,
    durationMs: expect.any(Number),
    requestId: 'req_7',
    error: expect.any(Error),
  }
  const second = { ...request, attempt: 2 }
  expect(calls).toEqual([
    ['request', request],
    ['response', failed],
    ['retry', { ...failed, delayMs: expect.any(Number) }],
    ['request', second],
    ['response', { ...second, status: 200, durationMs: expect.any(Number), requestId: 'req_7', error: undefined }],
  ])
  const [, response, retry] = calls.map(([, event]) => event) as [object, ResponseEvent, RetryEvent]
  expect(response.error).toMatchObject({ code: 'provider_unavailable' })
  expect(response.durationMs).toBeGreaterThanOrEqual(0)
  expect(retry.delayMs).toBeGreaterThan(0)
})

test('onResponse receives an attempt without a response, and its events contain no key', async () => {
  const error = errorResponse('not_found')
  const calls = await record(new TypeError(`fetch failed with ${key}`), error)
  expect(calls.map(([name]) => name)).toEqual(['request', 'response', 'retry', 'request', 'response'])
  expect(calls[1]?.[1]).toMatchObject({ status: 0, requestId: undefined, error: { code: 'network' } })
  expect(calls[4]?.[1]).toMatchObject({ status: 404, requestId: 'req_00000001' })
  expect(JSON.stringify(calls)).not.toContain(key)
})

test('the route of a call by request is its path, also if this version does not know it', async () => {
  const onRequest = vi.fn()
  const fetch = async () => successResponse({ valid: true })
  await send(client.request('GET /api/v1/payouts/{ref}', { params: { ref: 'po_1' } }), { fetch, onRequest })
  await send(client.licenses.verify('key'), { fetch, onRequest })
  expect(onRequest.mock.calls.map(([{ route }]) => route)).toEqual(['/api/v1/payouts/{ref}', '/api/licenses/verify'])
})

test('an error of a hook is printed and does not affect the call', async () => {
  const printError = vi.spyOn(console, 'error').mockReturnValue(undefined)
  const error = new Error('exporter')
  const hooks = {
    onRequest() {
      throw error
    },
    onResponse: () => Promise.reject(error),
  }
  const payment = await send(client.payments.read('pay_1'), { fetch: async () => paid, ...hooks })
  expect(payment.status).toBe('succeeded')
  await vi.waitFor(() => expect(printError.mock.calls).toEqual([[error], [error]]), { timeout: 60_000 })
})

test('a hook of another type is rejected', async () => {
  const sending = send(client.balance.read(), { onRequest: 'log' as never })
  await expect(sending).rejects.toThrow('onRequest must be a function. Got a string.')
})

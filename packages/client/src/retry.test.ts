import { errorRetry, errorStatus } from '@cedi/contract/generated/errors'
import { expect, test, vi } from 'vitest'
import { type FetchLike, send } from './fetch.js'
import { ApiError, createClient } from './index.js'

const client = createClient({ baseUrl: 'https://pay.example', apiKey: 'sk_test_1' })
const write = client.refunds.create({ payment_ref: 'pay_1' }, { idempotencyKey: 'refund-1' })

type KnownCode = keyof typeof errorRetry

test.each(Object.keys(errorRetry) as KnownCode[])('send follows the advice on a write with %s', async (code) => {
  // A host of its own, because the budget of retries belongs to the host.
  const host = `https://${code.replaceAll('_', '-')}.example`
  const request = createClient({ baseUrl: host, apiKey: 'sk_test_1' }).refunds.create(
    { payment_ref: 'pay_1' },
    { idempotencyKey: 'refund-1' },
  )
  const body = JSON.stringify({ success: false, data: null, error: { code, message: 'No.', request_id: 'req_1' } })
  const transport = vi.fn<FetchLike>(
    async () => new Response(body, { status: errorStatus[code], headers: { 'Retry-After': '0' } }),
  )
  const error = await send(request, { fetch: transport, retryWrites: true, retries: 1 }).catch((caught) => caught)
  expect(error).toMatchObject({ code, retry: errorRetry[code] })
  const attempts = { 'same-key': 2, 'new-key': 1, never: 2 }[errorRetry[code]]
  expect(transport).toHaveBeenCalledTimes(attempts)
})

test('every error code of the contract has an advice', () => {
  expect(Object.keys(errorRetry)).toEqual(Object.keys(errorStatus))
})

test('an error without a response has the advice same-key, because its outcome is unknown', async () => {
  const fetch: FetchLike = async () => {
    throw new TypeError('fetch failed')
  }
  await expect(send(write, { fetch })).rejects.toMatchObject({ code: 'network', retry: 'same-key' })
})

test('instanceof accepts an ApiError of another copy of the package, and no other error', () => {
  const errorOfCopy = Object.assign(new Error(), { [Symbol.for('cedi.ApiError')]: true })
  class OwnError extends ApiError {}
  const error = new ApiError(write, 403, { code: 'insufficient_scope' })
  expect(errorOfCopy instanceof ApiError).toBe(true)
  expect(error instanceof ApiError).toBe(true)
  expect(new Error('other') instanceof ApiError).toBe(false)
  expect((null as unknown) instanceof ApiError).toBe(false)
  expect(error instanceof OwnError).toBe(false)
  expect(new OwnError(write, 403, { code: 'not_found' }) instanceof OwnError).toBe(true)
})

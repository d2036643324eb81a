/// <reference types="node" />
import { inspect } from 'node:util'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createClient, decode, isApiError, parse } from './index.js'
import { nextPage, retryAfter } from './result.js'
import { answer, fixture, refusal } from './testing.js'

const key = 'sk_test_never_shown'
// Made inside of each test: what runs while the file is read belongs to no test.
const make = () => createClient({ baseUrl: 'https://pay.example', apiKey: key })
const failed = (
  status: number,
  text: string,
  request: Parameters<typeof decode>[0] = make().products.list({ limit: '3' }),
) => {
  const result = decode(request, status, text)
  if (result.success) throw new Error('it was a success')
  expect(isApiError(result.error)).toBe(true)
  expect(result.data).toBe(null)
  for (const text of [inspect(result.error, { depth: 9 }), JSON.stringify(result.error), String(result.error.stack)]) {
    expect(text).not.toContain(key)
  }
  return result.error
}

test('a success is the envelope, with unknown fields kept', async () => {
  expect(decode(make().orders.list(), 200, '{"success":true,"data":[{"ref":"o","new":1}]}')).toStrictEqual({
    success: true,
    data: [{ ref: 'o', new: 1 }],
  })
  expect(await parse(make().payments.read('p'), answer(fixture('readPayment', 'failed')))).toMatchObject({
    success: true,
    data: { failure: { code: 'insufficient_funds' } },
  })
  expect(decode(make().orders.list(), 200, '{"success":true,"data":null}')).toStrictEqual({ success: true, data: null })
})

test('a missing scope is named, with the operation and what to do', async () => {
  const request = make().refunds.create({ payment_ref: 'p' })
  const result = await parse(request, refusal('insufficient_scope', request))
  if (result.success) throw new Error('it was a success')
  expect(result.error).toMatchObject({
    name: 'ApiError',
    code: 'insufficient_scope',
    status: 403,
    operation: 'createRefund',
    requiredScope: 'refunds:write',
    request_id: 'req_00000001',
  })
  expect(result.error.message).toBe(
    'insufficient_scope: createRefund: 403: This key does not hold the scope refunds:write. Issue one that does in the developers section of the merchant portal.',
  )
})

test('an unknown code, the field and the request pass through', () => {
  const text =
    '{"success":false,"data":null,"error":{"code":"brand_new","message":"m","field":"limit","request_id":"r"}}'
  expect(failed(422, text)).toMatchObject({
    code: 'brand_new',
    status: 422,
    field: 'limit',
    request_id: 'r',
    requiredScope: 'products:read',
    message: 'brand_new: listProducts: 422: m',
  })
})

describe('what is not the envelope is an invalid_response', () => {
  test.each([
    [200, ''],
    [200, '<html>'],
    [200, '{"success":true,"da'],
    [200, 'null'],
    [200, '7'],
    [200, '"x"'],
    [200, '[]'],
    [200, '{}'],
    [200, '{"success":true}'],
    [200, '{"success":"true","data":1}'],
    [404, '{"success":true,"data":[]}'],
    [300, '{"success":true,"data":[]}'],
    [302, '{"success":true,"data":[]}'],
    [500, '{"success":false}'],
    [500, '{"success":false,"error":null}'],
    [500, '{"success":false,"error":"x"}'],
    [500, '{"success":false,"error":{"code":7}}'],
    [502, '<html>bad gateway</html>'],
    [0, ''],
  ])('%i %s', (status, text) => {
    const error = failed(status, text)
    expect(error).toMatchObject({ code: 'invalid_response', status })
    expect(error.message).toBe(
      `invalid_response: listProducts: ${status ? `${status}: ` : ''}${text || 'the answer is empty'}`,
    )
  })

  test('a long page is cut, and a key that a proxy repeats is hidden, where it is cut as well', () => {
    for (let before = 0; before < 400; before++) {
      const { message } = failed(502, `${'x'.repeat(before)}Bearer ${key} ${'y'.repeat(999)}`)
      expect(message.length).toBe(300)
      expect(message).not.toContain(key.slice(0, 8))
    }
    expect(failed(400, `{"success":false,"error":{"code":"c","message":"${key}"}}`).message).toContain('***')
  })
})

test('a refusal with a status of success is a refusal', () => {
  expect(failed(200, '{"success":false,"error":{"code":"not_found","message":"m"}}')).toMatchObject({
    code: 'not_found',
    status: 200,
  })
})

test('an answer to a call that sends no key is told as it came', () => {
  expect(failed(502, 'bad gateway', make().licenses.verify('L')).message).toBe(
    'invalid_response: verifyLicense: 502: bad gateway',
  )
})

test('isApiError knows errors of another copy, and nothing else', () => {
  const other = Object.defineProperty(new Error('x'), Symbol.for('cedi.ApiError'), { value: 1 })
  expect([other, failed(500, ''), new Error('x'), null, undefined, 'x', {}].map(isApiError)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ])
})

describe('the next page', () => {
  const next = (link: string | null) => nextPage(make().products.list({ limit: '2' }), { headers: { get: () => link } })

  test('is the link with rel next, on our own address', () => {
    const url = 'https://pay.example/api/v1/products?limit=2&cursor=x%2C'
    for (const link of [
      '</api/v1/products?limit=2&cursor=x%2C>; rel="next"',
      '<https://evil.example/steal?limit=2&cursor=x%2C>; rel=next',
      '</api/v1/products?limit=2&cursor=x%2C#end>; rel="next"',
      '</api/v1/products?limit=2&cursor=x%2C> ; rel="next"',
      '</a?x>; rel="prev", <?limit=2&cursor=x%2C>; title="a, b"; rel="next"',
    ]) {
      expect(next(link)?.url).toBe(url)
    }
    const first = make().products.list({ limit: '2' })
    expect(nextPage(first, { headers: { get: () => '<?cursor=b>; rel="next"' } })?.headers).toBe(first.headers)
    expect(Object.isFrozen(next('<?a>; rel="next"'))).toBe(true)
  })

  test.each([
    null,
    '',
    'x',
    '<a>; rel="next"',
    '<?a>; rel="prev"',
    '<?a>; rel="nextish"',
    '<?a',
    '<'.repeat(20_000),
    `<?${'a'.repeat(20_000)}`,
  ])('is not there for %.20s', (link) => {
    expect(next(link)).toBe(undefined)
  })
})

describe('trying again', () => {
  const read = () => make().balance.read()
  const write = (options?: { idempotencyKey: string }) =>
    make().payments.create({ amount: 1, method: 'mobile_money', phone: '0244123789' }, options)
  const keyed = () => write({ idempotencyKey: 'i' })
  const at = { random: 1 }

  test('reads after 408, 409, 429, 5xx and no answer; after others only when the service asks for it', () => {
    const statuses = [0, 408, 409, 429, 500, 502, 503, 504, 599, 200, 302, 400, 401, 403, 404, 422]
    const again = (retryAfterHeader: string | null) =>
      statuses.filter((status) => retryAfter(read(), { status, retryAfter: retryAfterHeader }, 0, at) !== undefined)
    expect(again(null)).toEqual(statuses.slice(0, 9))
    expect(again('1')).toEqual(statuses)
    expect(retryAfter(read(), {}, 0, at)).toBe(500)
  })

  test('writes only when the caller says so, and only with an Idempotency-Key', () => {
    expect(retryAfter(write(), { status: 503 }, 0, at)).toBe(undefined)
    expect(retryAfter(keyed(), { status: 503 }, 0, at)).toBe(undefined)
    expect(retryAfter(write(), { status: 503 }, 0, { ...at, retryWrites: true })).toBe(undefined)
    expect(retryAfter(keyed(), { status: 503 }, 0, { ...at, retryWrites: true })).toBe(500)
    // The first attempt is still at work.
    expect(retryAfter(keyed(), { status: 409 }, 0, { ...at, retryWrites: true })).toBe(500)
    expect(retryAfter(keyed(), { status: 422 }, 0, { ...at, retryWrites: true })).toBe(undefined)
  })

  test('the wait grows, has full jitter, and heeds Retry-After', () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 1), toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    expect([0, 1, 2, 9].map((attempt) => retryAfter(read(), {}, attempt, at))).toEqual([500, 1000, 2000, 256_000])
    expect(retryAfter(read(), {}, 3, { random: 0 })).toBe(0)
    const asked = (text: string) => retryAfter(read(), { status: 429, retryAfter: text }, 0, at)
    expect(
      ['3', '0', 'nonsense', '-5', '30', 'Thu, 01 Jan 2026 00:00:07 GMT', 'Wed, 31 Dec 2025 23:00:00 GMT'].map(asked),
    ).toEqual([3000, 500, 500, 500, 30_000, 7000, 500])
  })
})

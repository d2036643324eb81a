/// <reference types="node" />
import { inspect } from 'node:util'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createClient, decode, isApiError, parse } from './index.js'
import { getRetryDelayMs, nextPage } from './response.js'
import { errorResponse, fixture, successResponse } from './testing.js'

const key = 'sk_test_never_shown'
// Created inside each test, because code that runs at import belongs to no test.
const createTestClient = () => createClient({ baseUrl: 'https://pay.example', apiKey: key })
const decodeError = (
  status: number,
  text: string,
  request: Parameters<typeof decode>[0] = createTestClient().products.list({ limit: '3' }),
) => {
  const result = decode(request, status, text)
  if (result.success) throw new Error('expected an error')
  expect(isApiError(result.error)).toBe(true)
  expect(result.data).toBe(null)
  for (const text of [inspect(result.error, { depth: 9 }), JSON.stringify(result.error), String(result.error.stack)]) {
    expect(text).not.toContain(key)
  }
  return result.error
}

test('decode and parse return the envelope of a success with unknown fields', async () => {
  expect(decode(createTestClient().orders.list(), 200, '{"success":true,"data":[{"ref":"o","new":1}]}')).toStrictEqual({
    success: true,
    data: [{ ref: 'o', new: 1 }],
  })
  expect(
    await parse(createTestClient().payments.read('p'), successResponse(fixture('readPayment', 'failed'))),
  ).toMatchObject({
    success: true,
    data: { failure: { code: 'insufficient_funds' } },
  })
  expect(decode(createTestClient().orders.list(), 200, '{"success":true,"data":null}')).toStrictEqual({
    success: true,
    data: null,
  })
})

test('an insufficient_scope error names the operation, the required scope and the fix', async () => {
  const request = createTestClient().refunds.create({ payment_ref: 'p' })
  const result = await parse(request, errorResponse('insufficient_scope', request))
  if (result.success) throw new Error('expected an error')
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

test('an error keeps an unknown code, the field and the request id', () => {
  const text =
    '{"success":false,"data":null,"error":{"code":"brand_new","message":"m","field":"limit","request_id":"r"}}'
  expect(decodeError(422, text)).toMatchObject({
    code: 'brand_new',
    status: 422,
    field: 'limit',
    request_id: 'r',
    requiredScope: 'products:read',
    message: 'brand_new: listProducts: 422: m',
  })
})

describe('decode reports invalid_response for a body that is not an envelope', () => {
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
    const error = decodeError(status, text)
    expect(error).toMatchObject({ code: 'invalid_response', status })
    expect(error.message).toBe(
      `invalid_response: listProducts: ${status ? `${status}: ` : ''}${text || 'the response body is empty'}`,
    )
  })

  test('a long message is truncated, and an echoed key is redacted even at the point of truncation', () => {
    for (let before = 0; before < 400; before++) {
      const { message } = decodeError(502, `${'x'.repeat(before)}Bearer ${key} ${'y'.repeat(999)}`)
      expect(message.length).toBe(300)
      expect(message).not.toContain(key.slice(0, 8))
    }
    expect(decodeError(400, `{"success":false,"error":{"code":"c","message":"${key}"}}`).message).toContain('***')
  })
})

test('an error envelope with status 200 is an error', () => {
  expect(decodeError(200, '{"success":false,"error":{"code":"not_found","message":"m"}}')).toMatchObject({
    code: 'not_found',
    status: 200,
  })
})

test('the error of a call without a key contains the whole response body', () => {
  expect(decodeError(502, 'bad gateway', createTestClient().licenses.verify('L')).message).toBe(
    'invalid_response: verifyLicense: 502: bad gateway',
  )
})

describe('parsed and simplified responses', () => {
  const request = () => createTestClient().products.list()
  const envelope = { success: true, data: [] }

  test('decode accepts the parsed body of axios', () => {
    expect(decode(request(), 200, envelope)).toEqual(envelope)
    expect(
      decode(request(), 403, { success: false, data: null, error: { code: 'insufficient_scope', message: 'No.' } })
        .error,
    ).toMatchObject({ code: 'insufficient_scope', message: 'insufficient_scope: listProducts: 403: No.' })
  })

  test.each([
    [undefined, 'the response body is empty'],
    [null, 'the response body is empty'],
    [{ a: 1 }, 'the response body is an object: {"a":1}'],
    [[1], 'the response body is an array: [1]'],
    [Object.create({ success: true, data: [] }), 'the response body is an object of the class Object: {}'],
    [5, 'the response body is 5: 5'],
  ])('decode reports the parsed body %j as invalid_response', (body, message) => {
    const { error } = decode(request(), 200, body)
    expect(error?.code).toBe('invalid_response')
    expect(error?.message).toContain('invalid_response: listProducts: 200: the response body is')
    if (!Object.getPrototypeOf(body ?? {})?.success) expect(error?.message).toContain(message)
  })

  test('parse accepts a mock response with only json()', async () => {
    expect(await parse(request(), { status: 200, json: async () => envelope })).toEqual(envelope)
  })

  test.each([undefined, null, {}, { status: '200', text: async () => '' }, { status: 200 }, Promise.resolve({})])(
    'parse rejects %j in place of a response',
    async (response) => {
      await expect(parse(request(), response as never)).rejects.toThrow(
        /^response must have a status, and text\(\) or json\(\)\. Got /,
      )
    },
  )

  test('decode rejects a status that is not a number', () => {
    expect(() => decode(request(), '200' as never, envelope)).toThrow(
      new TypeError('status must be the HTTP status as a number. Got a string.'),
    )
  })

  test('nextPage returns undefined for a mock response without headers', () => {
    expect(nextPage(request(), {} as never)).toBe(undefined)
  })
})

test('isApiError accepts errors of another copy of the package and rejects all other values', () => {
  const errorOfOtherCopy = Object.defineProperty(new Error('x'), Symbol.for('cedi.ApiError'), { value: 1 })
  expect([errorOfOtherCopy, decodeError(500, ''), new Error('x'), null, undefined, 'x', {}].map(isApiError)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ])
})

describe('nextPage', () => {
  const nextOf = (link: string | null) =>
    nextPage(createTestClient().products.list({ limit: '2' }), { headers: { get: () => link } })

  test('uses the query of the link with rel="next" and the URL of the request', () => {
    const url = 'https://pay.example/api/v1/products?limit=2&cursor=x%2C'
    for (const link of [
      '</api/v1/products?limit=2&cursor=x%2C>; rel="next"',
      '<https://evil.example/steal?limit=2&cursor=x%2C>; rel=next',
      '</api/v1/products?limit=2&cursor=x%2C#end>; rel="next"',
      '</api/v1/products?limit=2&cursor=x%2C> ; rel="next"',
      '</a?x>; rel="prev", <?limit=2&cursor=x%2C>; title="a, b"; rel="next"',
    ]) {
      expect(nextOf(link)?.url).toBe(url)
    }
    const first = createTestClient().products.list({ limit: '2' })
    expect(nextPage(first, { headers: { get: () => '<?cursor=b>; rel="next"' } })?.headers).toBe(first.headers)
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
  ])('returns undefined for the Link header %.20s', (link) => {
    expect(nextOf(link)).toBe(undefined)
  })
})

describe('getRetryDelayMs', () => {
  const createRead = () => createTestClient().balance.read()
  const createWrite = (options?: { idempotencyKey: string }) =>
    createTestClient().payments.create({ amount: 1, method: 'mobile_money', phone: '0244123789' }, options)
  const createKeyedWrite = () => createWrite({ idempotencyKey: 'i' })
  const maxJitter = { random: 1 }

  test('retries reads after 408, 409, 429, 5xx and no response, and after any response with Retry-After', () => {
    const statuses = [0, 408, 409, 429, 500, 502, 503, 504, 599, 200, 302, 400, 401, 403, 404, 422]
    const retriedStatuses = (retryAfter: string | null) =>
      statuses.filter((status) => getRetryDelayMs(createRead(), { status, retryAfter }, 0, maxJitter) !== undefined)
    expect(retriedStatuses(null)).toEqual(statuses.slice(0, 9))
    expect(retriedStatuses('1')).toEqual(statuses)
    expect(getRetryDelayMs(createRead(), {}, 0, maxJitter)).toBe(500)
  })

  test('retries writes only with retryWrites and an Idempotency-Key', () => {
    expect(getRetryDelayMs(createWrite(), { status: 503 }, 0, maxJitter)).toBe(undefined)
    expect(getRetryDelayMs(createKeyedWrite(), { status: 503 }, 0, maxJitter)).toBe(undefined)
    expect(getRetryDelayMs(createWrite(), { status: 503 }, 0, { ...maxJitter, retryWrites: true })).toBe(undefined)
    expect(getRetryDelayMs(createKeyedWrite(), { status: 503 }, 0, { ...maxJitter, retryWrites: true })).toBe(500)
    // 409: the first attempt is still in progress.
    expect(getRetryDelayMs(createKeyedWrite(), { status: 409 }, 0, { ...maxJitter, retryWrites: true })).toBe(500)
    expect(getRetryDelayMs(createKeyedWrite(), { status: 422 }, 0, { ...maxJitter, retryWrites: true })).toBe(undefined)
  })

  test('the delay doubles, has full jitter, and is at least Retry-After', () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 1), toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    expect([0, 1, 2, 9].map((attempt) => getRetryDelayMs(createRead(), {}, attempt, maxJitter))).toEqual([
      500, 1000, 2000, 256_000,
    ])
    expect(getRetryDelayMs(createRead(), {}, 3, { random: 0 })).toBe(0)
    const delayFor = (retryAfter: string) => getRetryDelayMs(createRead(), { status: 429, retryAfter }, 0, maxJitter)
    expect(
      ['3', '0', 'nonsense', '-5', '30', 'Thu, 01 Jan 2026 00:00:07 GMT', 'Wed, 31 Dec 2025 23:00:00 GMT'].map(
        delayFor,
      ),
    ).toEqual([3000, 500, 500, 500, 30_000, 7000, 500])
  })
})

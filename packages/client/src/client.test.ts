/// <reference types="node" />
import { request as http } from 'node:http'
import { mock } from 'node:test'
import { inspect } from 'node:util'
import { operations } from '@cedi/contract/operation'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import addresses from '../../contract/fixtures/base-addresses.json' with { type: 'json' }
import { toCurl } from './debug.js'
import { createClient, decode } from './index.js'

const key = 'sk_test_never_shown'
const config = { baseUrl: 'https://pay.example', apiKey: key }
const createTestClient = (overrides: object = {}) => createClient({ ...config, ...overrides })
const catchTypeError = (run: () => unknown): Error => {
  try {
    run()
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError)
    // The message is a sentence without a regular expression and without the key.
    expect((error as Error).message).toMatch(/^[^^$]+[.?]$/)
    expect(inspect(error)).not.toContain(key)
    return error as Error
  }
  throw new Error('expected a TypeError')
}

describe('requests of all operations', () => {
  const payment = { amount: 45.5, method: 'mobile_money', phone: '0244123789' } as const
  // Called inside each test, because code that runs at import belongs to no test.
  const describeAll = (cedi: ReturnType<typeof createTestClient>) => [
    cedi.payments.create(payment),
    cedi.payments.read('p1'),
    cedi.checkoutIntents.create({ amount: '10.00' }),
    cedi.balance.read(),
    cedi.refunds.create({ payment_ref: 'p1' }),
    cedi.products.list(),
    cedi.products.create({ name: 'Kente tote', price: 120 }),
    cedi.products.read('p1'),
    cedi.orders.list(),
    cedi.orders.read('p1'),
  ]

  test('operation, method, path and scope match the contract', () => {
    expect(
      describeAll(createTestClient()).map(({ operation, method, url, scope }) => ({ operation, method, url, scope })),
    ).toEqual(
      operations.map(({ id, method, path, scope }) => ({
        operation: id,
        method,
        url: `https://pay.example${path.replace(/{\w+}/, 'p1')}`,
        scope,
      })),
    )
  })

  test('writes have their input as the body, and all calls have the headers of their options', () => {
    const bodies = describeAll(createTestClient()).flatMap(({ body }) => (body === undefined ? [] : [body]))
    expect(bodies).toEqual([
      '{"amount":45.5,"method":"mobile_money","phone":"0244123789"}',
      '{"amount":"10.00"}',
      '{"payment_ref":"p1"}',
      '{"name":"Kente tote","price":120}',
    ])
    const cedi = createTestClient()
    const options = { headers: { 'X-Trace': 't1' } }
    for (const { headers } of [
      cedi.payments.create(payment, options),
      cedi.payments.read('p1', options),
      cedi.checkoutIntents.create({ amount: '10.00' }, options),
      cedi.balance.read(options),
      cedi.refunds.create({ payment_ref: 'p1' }, options),
      cedi.products.list({}, options),
      cedi.products.create({ name: 'Kente tote', price: 120 }, options),
      cedi.products.read('p1', options),
      cedi.orders.list({}, options),
      cedi.orders.read('p1', options),
      cedi.licenses.verify('L', options),
    ])
      expect(headers).toMatchObject(options.headers)
    expect(cedi.orders.list({ limit: '5', cursor: 'c' }).url).toMatch(/\/api\/v1\/orders\?limit=5&cursor=c$/)
  })
})

test('the description of a list has only the documented members', () => {
  const request = createTestClient().products.list({ limit: '20', cursor: 'a/b+c=' })
  expect({ ...request, headers: { ...request.headers } }).toStrictEqual({
    method: 'GET',
    url: 'https://pay.example/api/v1/products?limit=20&cursor=a%2Fb%2Bc%3D',
    headers: { Authorization: `Bearer ${key}`, Accept: 'application/json' },
    cache: 'no-store',
    operation: 'listProducts',
    scope: 'products:read',
  })
})

test('the description of a write has the simulation and idempotency headers and the body as JSON', () => {
  const request = createTestClient().payments.create(
    { amount: '45.50', method: 'mobile_money', phone: '0244123789' },
    { simulate: true, idempotencyKey: 'basket-1042', headers: { 'X-Trace': 't 1' } },
  )
  expect({ ...request, headers: { ...request.headers } }).toStrictEqual({
    method: 'POST',
    url: 'https://pay.example/api/v1/payments',
    headers: {
      Authorization: `Bearer ${key}`,
      Accept: 'application/json',
      'Content-Type': 'application/json',
      'X-Service-Simulate': 'true',
      'Idempotency-Key': 'basket-1042',
      'X-Trace': 't 1',
    },
    body: '{"amount":"45.50","method":"mobile_money","phone":"0244123789"}',
    cache: 'no-store',
    operation: 'createPayment',
    scope: 'payments:write',
  })
})

test('the license check sends no key, even if the client has one', () => {
  for (const cedi of [
    createClient({ baseUrl: 'http://localhost:23300/' }),
    createTestClient({ baseUrl: 'http://localhost:23300' }),
  ]) {
    const request = cedi.licenses.verify('LIC 1', { instance: 'shop' })
    expect({ ...request, headers: { ...request.headers } }).toStrictEqual({
      method: 'POST',
      url: 'http://localhost:23300/api/licenses/verify',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      cache: 'no-store',
      operation: 'verifyLicense',
      scope: undefined,
      body: '{"license_key":"LIC 1","instance":"shop"}',
    })
    expect(JSON.stringify(request)).not.toContain('Authorization')
  }
  expect(Object.keys(createClient({ baseUrl: 'https://pay.example' }))).toEqual(['licenses'])
})

test('client.request describes a route that the package does not know', () => {
  const request = createTestClient().request('POST /api/v1/payouts/{ref}/notes/{note}', {
    params: { ref: 'po 1', note: 'n1' },
    query: { deep: 'yes', none: undefined },
    body: { text: 'x' },
    idempotencyKey: 'k',
  })
  expect(request).toMatchObject({
    method: 'POST',
    url: 'https://pay.example/api/v1/payouts/po%201/notes/n1?deep=yes',
    body: '{"text":"x"}',
    operation: 'POST /api/v1/payouts/{ref}/notes/{note}',
  })
  expect({ ...request.headers }).toStrictEqual({
    Authorization: `Bearer ${key}`,
    Accept: 'application/json',
    'Content-Type': 'application/json',
    'Idempotency-Key': 'k',
  })
  expect(createTestClient().request('GET /api/v1/balance').url).toBe(createTestClient().balance.read().url)
  expect(createTestClient().request('GET /api/v1/openapi.json').url).toBe('https://pay.example/api/v1/openapi.json')
})

test.each([
  'GET /api/../x',
  'GET //evil.example',
  'GET /a?b',
  'GET @evil',
  'get /a',
  'GET /a/%2e%2e',
  'GET /a/..',
  'GET /.a',
  'GET /a\n',
  'xGET /a',
  'POST GET /a',
  '/a',
  '',
])('client.request rejects the malformed route %j', (route) => {
  expect(catchTypeError(() => createTestClient().request(route as 'GET /x')).message).toBe(
    'route must be a method and a path, such as "GET /api/v1/orders/{ref}". Pass values in params and query.',
  )
})

test('client.request rejects a missing path parameter', () => {
  const request = createTestClient().request as (route: string) => unknown
  expect(catchTypeError(() => request('GET /api/v1/payouts/{ref}')).message).toBe(
    'ref must be a non-empty string that forms one path segment, without /, \\ or lone surrogates.',
  )
})

test('client.request describes a write without a body and without Content-Type', () => {
  const request = createTestClient().request('POST /api/v1/orders/{ref}/cancel', {
    params: { ref: 'ORD_1' },
    simulate: true,
    idempotencyKey: 'k1',
  })
  expect(request).not.toHaveProperty('body')
  expect({ ...request, headers: { ...request.headers } }).toStrictEqual({
    method: 'POST',
    url: 'https://pay.example/api/v1/orders/ORD_1/cancel',
    headers: {
      Authorization: request.headers.Authorization,
      Accept: 'application/json',
      'X-Service-Simulate': 'true',
      'Idempotency-Key': 'k1',
    },
    cache: 'no-store',
    operation: 'POST /api/v1/orders/{ref}/cancel',
    scope: undefined,
  })
})

describe('input validation', () => {
  test.each(['20', ' 20', '1&cursor=x', 'abc', '1e2', '0x10', '020', '-1', '', '../x', '#', '12345678901234567890'])(
    'a limit of %j is sent unchanged as one parameter',
    (limit) => {
      for (const request of [createTestClient().products.list({ limit })])
        expect(request.url).toBe(`https://pay.example/api/v1/products?limit=${encodeURIComponent(limit)}`)
    },
  )

  test('every ASCII character in a query is encoded like encodeURIComponent', () => {
    for (let code = 0; code < 128; code++) {
      const cursor = String.fromCharCode(code)
      expect(createTestClient().products.list({ cursor }).url).toBe(
        `https://pay.example/api/v1/products?cursor=${encodeURIComponent(cursor)}`,
      )
    }
  })

  test.each([20, Number.NaN, null, ['20'], { toString: () => '20' }])(
    'a list rejects a limit and a cursor of %j',
    (limit) => {
      expect(catchTypeError(() => createTestClient().products.list({ limit: limit as never })).message).toMatch(
        /^limit must be a string/,
      )
      catchTypeError(() => createTestClient().products.list({ cursor: limit as never }))
    },
  )

  test.each([
    [{ limt: '5' }, 'listProducts has no query parameter limt. Did you mean limit?'],
    [{ utm_source: 'mail' }, 'listProducts has no query parameter utm_source. Use one of: limit, cursor.'],
    ['5', 'The query parameters of listProducts must be an object. Got a string.'],
    [null, 'The query parameters of listProducts must be an object. Got null.'],
    [
      new URLSearchParams({ limt: '5' }),
      'The query parameters of listProducts must be an object. Got an object of the class URLSearchParams.',
    ],
  ])('a list rejects the query %j', (query, message) => {
    expect(catchTypeError(() => createTestClient().products.list(query as object)).message).toBe(message)
  })

  test('client.request rejects query names that would need encoding', () => {
    expect(createTestClient().request('GET /api/v1/x', { query: { from_day: 'a&b' } }).url).toBe(
      'https://pay.example/api/v1/x?from_day=a%26b',
    )
    expect(catchTypeError(() => createTestClient().request('GET /api/v1/x', { query: { 'a&b': '1' } })).message).toBe(
      'query must have names of letters, digits and underscores.',
    )
  })

  test('an undefined query parameter is omitted', () => {
    expect(createTestClient().orders.list({ limit: undefined } as object).url).toBe('https://pay.example/api/v1/orders')
  })

  test.each(['', '.', '..', '%2e%2e', '%2E', '.%2e', 'a/b', 'a\\b', undefined, null, 7, ['p1']])(
    'a path parameter of %j is rejected',
    (id) => {
      catchTypeError(() => createTestClient().products.read(id as string))
      catchTypeError(() => createTestClient().payments.read(id as string))
      catchTypeError(() => createTestClient().request('GET /api/v1/x/{id}', { params: { id: id as string } }))
    },
  )

  test('a path parameter and a cursor with a lone surrogate are rejected', () => {
    for (const run of [
      () => createTestClient().products.read('a\ud800'),
      () => createTestClient().products.list({ cursor: '\udc00' }),
      () => createTestClient().request('GET /api/v1/x/{id}', { params: { id: '\ud800' } }),
    ])
      expect(catchTypeError(run).message).toMatch(/^(id|cursor) must be a .*string .*without .*lone surrogates/)
  })

  test.each(addresses.refused)('a base URL of $given is rejected', ({ given: input, reason }) => {
    for (const run of [() => createTestClient({ baseUrl: input }), () => createClient({ baseUrl: input })]) {
      const { message } = catchTypeError(run)
      expect(message).toMatch(
        /^baseUrl must (?:start with https:\/\/ \(http:\/\/ is allowed for localhost only\)\. Got |be set\.|not (?:start with|contain|end with) )/,
      )
      if (reason === 'machine') expect(message).toContain('Got a http:// address of another machine.')
    }
  })

  test.each([undefined, null, 7, {}, []])('a base URL of %j is rejected', (baseUrl) => {
    catchTypeError(() => createTestClient({ baseUrl }))
  })

  test.each(addresses.accepted)('a base URL of $given is accepted', ({ given: input, base }) => {
    expect(createTestClient({ baseUrl: input }).balance.read().url).toBe(`${base}/api/v1/balance`)
    expect(createClient({ baseUrl: input }).licenses.verify('L').url).toBe(`${base}/api/licenses/verify`)
  })

  test('the error for a base URL on another host explains the rule', () => {
    expect(catchTypeError(() => createTestClient({ baseUrl: 'http://localhost.evil.example' })).message).toBe(
      'baseUrl must start with https:// (http:// is allowed for localhost only). Got a http:// address of another machine.',
    )
  })

  test('the error for a missing key suggests checking its environment variable', () => {
    expect(catchTypeError(() => createTestClient({ apiKey: undefined })).message).toBe(
      'apiKey must be set. Got nothing. Check the variable it comes from, such as CEDI_API_KEY.',
    )
  })

  test.each(['', ' ', 'a b', 'a\nb', 'a\r\nX-Evil: 1', 'ké', '\0', undefined, null, 7])(
    'a key of %j is rejected',
    (apiKey) => {
      for (const keyOption of [apiKey, () => apiKey]) {
        expect(catchTypeError(() => createTestClient({ apiKey: keyOption }).balance.read()).message).toMatch(/^apiKey/)
      }
    },
  )

  test('a key function that returns a promise is rejected', () => {
    catchTypeError(() => createTestClient({ apiKey: async () => key }).balance.read())
  })

  const letterCases: readonly ((name: string) => string)[] = [
    (name) => name,
    (name) => name.toLowerCase(),
    (name) => name.toUpperCase(),
  ]
  test.each(letterCases)(
    'headers of the client take precedence over headers of the caller in any letter case (%#)',
    (changeCase) => {
      const clientHeaders = ['Authorization', 'Accept', 'Content-Type', 'X-Service-Simulate', 'Idempotency-Key']
      const headers = { ...Object.fromEntries(clientHeaders.map((name) => [changeCase(name), 'other'])), 'X-Own': 'y' }
      const input = { name: 'a', price: 1 }
      for (const request of [
        createTestClient({ headers }).products.create(input, { simulate: true, idempotencyKey: 'i' }),
        createTestClient().products.create(input, { headers, simulate: true, idempotencyKey: 'i' }),
      ]) {
        expect({ ...request.headers }).toStrictEqual({
          Authorization: `Bearer ${key}`,
          Accept: 'application/json',
          'X-Own': 'y',
          'Content-Type': 'application/json',
          'X-Service-Simulate': 'true',
          'Idempotency-Key': 'i',
        })
        expect(new Headers(request.headers).get('authorization')).toBe(`Bearer ${key}`)
      }
      expect(createTestClient().balance.read({ headers: { 'X-Own': 'y' } }).headers).toMatchObject({ 'X-Own': 'y' })
    },
  )

  test.each([
    ['a Headers object', new Headers({ 'x-own': 'y' })],
    ['a Map', new Map([['x-own', 'y']])],
    ['pairs', [['x-own', 'y'] as const]],
    ['an object', { 'x-own': 'y' }],
  ])('the headers of a call and of the config may be %s', (_, headers) => {
    const expected = { Authorization: `Bearer ${key}`, Accept: 'application/json', 'x-own': 'y' }
    expect({ ...createTestClient().balance.read({ headers }).headers }).toStrictEqual(expected)
    expect({ ...createTestClient({ headers }).balance.read().headers }).toStrictEqual(expected)
  })

  test.each([
    ['X-A: b', 'headers must be an object, a Headers object, a Map or pairs. Got a string.'],
    [null, 'headers must be an object, a Headers object, a Map or pairs. Got null.'],
    [['X-A', 'b'], 'headers must contain pairs of a name and a value. Got a string.'],
    [[['X-A']], 'headers must contain pairs of a name and a value. Got an array.'],
    [{ 'X-A': 5 }, 'The header X-A must be a string. Got 5.'],
    [new Map([['X-A', undefined]]), 'The header X-A must be a string. Got nothing.'],
  ])('the headers %j are rejected', (headers, message) => {
    for (const run of [
      () => createTestClient().balance.read({ headers: headers as never }),
      () => createTestClient({ headers }),
    ])
      expect(catchTypeError(run).message).toBe(message)
  })

  const payment = { amount: 1, method: 'mobile_money', phone: '0244123789' } as const
  test.each<[unknown, string]>([
    [{ idempotency_key: 'o1' }, 'createPayment has no option idempotency_key. Did you mean idempotencyKey?'],
    [{ idempotencykey: 'o1' }, 'createPayment has no option idempotencykey. Did you mean idempotencyKey?'],
    [{ timeout: 5 }, 'createPayment has no option timeout. Use one of: simulate, idempotencyKey, headers.'],
    ['o1', 'The options of createPayment must be an object. Got a string.'],
    [null, 'The options of createPayment must be an object. Got null.'],
    [[], 'The options of createPayment must be an object. Got an array.'],
    [new Map([['simulate', true]]), 'The options of createPayment must be an object. Got an object of the class Map.'],
    [new Headers(), 'The options of createPayment must be an object. Got an object of the class Headers.'],
    [{ simulate: 'false' }, 'simulate must be true or false. Got a string.'],
    [{ simulate: 1 }, 'simulate must be true or false. Got 1.'],
    [{ idempotencyKey: null }, 'idempotencyKey must be a string of ASCII characters without spaces. Got null.'],
  ])('a write rejects the options %j', (options, message) => {
    const write = createTestClient().payments.create as (input: object, options: unknown) => unknown
    expect(catchTypeError(() => write(payment, options)).message).toBe(message)
  })

  test('an undefined option counts as absent', () => {
    const { headers } = createTestClient().payments.create(payment, { simulate: undefined, idempotencyKey: undefined })
    expect(Object.keys(headers)).toEqual(['Authorization', 'Accept', 'Content-Type'])
  })

  test.each<[string, (cedi: ReturnType<typeof createTestClient>) => unknown, string]>([
    [
      'a read with a simulation',
      (cedi) => cedi.balance.read({ simulate: true } as object),
      'readBalance has no option simulate. Use one of: headers.',
    ],
    [
      'a license check with a wrong option',
      (cedi) => cedi.licenses.verify('L', { instanc: 'a' } as object),
      'verifyLicense has no option instanc. Did you mean instance?',
    ],
    [
      'a license check with a number',
      (cedi) => cedi.licenses.verify(5 as never),
      'licenseKey must be a string. Got 5.',
    ],
    [
      'a route with a wrong option',
      (cedi) => cedi.request('GET /a', { parms: {} } as object),
      'request has no option parms. Did you mean params?',
    ],
    [
      'a route with a wrong path parameter',
      (cedi) => cedi.request('GET /a/{ref}', { params: { ref: 'a', id: 'b' } as never }),
      '/a/{ref} has no path parameter id. Use one of: ref.',
    ],
    [
      'a write without an input',
      (cedi) => (cedi.payments.create as () => unknown)(),
      'createPayment needs an object with the fields of the request. Got nothing.',
    ],
    [
      'a write with a JSON string as input',
      (cedi) => cedi.payments.create('{}' as never),
      'createPayment needs an object with the fields of the request. Got a string.',
    ],
    [
      'an amount that is a bigint',
      (cedi) => cedi.payments.create({ ...payment, amount: 5n as never }),
      'amount must be a JSON value. Got a bigint. Amounts are GH₵, as a number or a string.',
    ],
    [
      'an amount that is NaN',
      (cedi) => cedi.payments.create({ ...payment, amount: Number.NaN }),
      'amount must be a JSON value. Got NaN. Amounts are GH₵, as a number or a string.',
    ],
    [
      'metadata in a Map',
      (cedi) => cedi.payments.create({ ...payment, metadata: new Map([['order', '1']]) as never }),
      'metadata must be a plain object or an array. Got an object of the class Map.',
    ],
    ...[new FormData(), new URLSearchParams({ amount: '5' }), new Headers(), new Date(0), /x/, new Uint8Array(2)].map(
      (body): [string, (cedi: ReturnType<typeof createTestClient>) => unknown, string] => [
        `a body of the class ${body.constructor.name}`,
        (cedi) => cedi.payments.create(body as never),
        `body must be a plain object or an array. Got an object of the class ${body.constructor.name}.`,
      ],
    ),
    [
      'a body whose amount is a getter of its class, which JSON would omit',
      (cedi) => {
        class Refund {
          readonly payment_ref = 'pay_1'
          get amount(): number {
            return 10
          }
        }
        return cedi.refunds.create(new Refund())
      },
      'body must be a plain object or an array. Got an object of the class Refund.',
    ],
  ])('the client rejects %s', (_, run, message) => {
    expect(catchTypeError(() => run(createTestClient())).message).toBe(message)
  })

  test.each<[object, string]>([
    [{ apikey: key }, 'createClient has no option apikey. Did you mean apiKey?'],
    [{ apiKey: key, timeoutMs: 5 }, 'createClient has no option timeoutMs. Use one of: baseUrl, apiKey,'],
    [{ apiKey: key, dangerouslyAllowBrowser: 'no' }, 'dangerouslyAllowBrowser must be true or false. Got a string.'],
    [{ baseUrl: undefined }, 'baseUrl must be set. Got nothing.'],
    [{ baseUrl: '' }, 'baseUrl must be set. Got an empty string.'],
    [{ baseUrl: 5 }, 'baseUrl must be a string or return one. Got 5.'],
    [{ baseUrl: 'https://pay.example/api/v1' }, 'baseUrl must not end with /api/v1, which the client adds. Remove it.'],
    [{ baseUrl: 'https://pay.example/api/' }, 'baseUrl must not end with /api, which the client adds. Remove it.'],
    [{ insecureHosts: 'cedi-mock' }, 'insecureHosts must be an array of host names without a port'],
    [{ insecureHosts: ['cedi-mock:23300'] }, 'insecureHosts must be an array of host names without a port'],
  ])('createClient rejects the options %j', (options, message) => {
    const { message: text } = catchTypeError(() =>
      createClient({ baseUrl: 'https://pay.example', ...options } as { baseUrl: string }),
    )
    expect(text.slice(0, message.length)).toBe(message)
  })

  test('a body may be an object of a class with fields, or one that defines its JSON', () => {
    class Refund {
      readonly payment_ref = 'pay_1'
      readonly amount = { toJSON: () => '10.00' }
    }
    const request = createTestClient().refunds.create(new Refund() as never)
    expect(request.body).toBe('{"payment_ref":"pay_1","amount":"10.00"}')
  })

  test('createClient names its options if it receives another value', () => {
    for (const [options, message] of [
      [undefined, 'Pass an object to createClient, such as { baseUrl, apiKey }. Got nothing.'],
      [null, 'Pass an object to createClient, such as { baseUrl, apiKey }. Got null.'],
      ['https://pay.example', 'The options of createClient must be an object. Got a string.'],
    ])
      expect(catchTypeError(() => createClient(options as never)).message).toBe(message)
    expect(catchTypeError(() => (createClient as () => unknown)()).message).toBe(
      'Pass an object to createClient, such as { baseUrl, apiKey }. Got nothing.',
    )
  })

  test.each([
    [
      { apiKey: '' },
      'apiKey must be set. Got an empty string. Check the variable it comes from, such as CEDI_API_KEY.',
    ],
    [
      { apiKey: 'sk_test_1\r' },
      'apiKey must not end with a carriage return (\\r). Remove it, for example from the variable CEDI_API_KEY.',
    ],
    [
      { apiKey: '\ufeffsk_test_1' },
      'apiKey must not start with a byte order mark (U+FEFF). Remove it, for example from the variable CEDI_API_KEY.',
    ],
    [{ apiKey: async () => key }, 'apiKey must be a string or return one. Got a promise. Await it first.'],
    [{ apiKey: 7 }, 'apiKey must be a string or return one. Got 7.'],
    [{ baseUrl: '' }, 'baseUrl must be set. Got an empty string. Check the variable it comes from, such as CEDI_URL.'],
    [{ baseUrl: undefined }, 'baseUrl must be set. Got nothing. Check the variable it comes from, such as CEDI_URL.'],
    [
      { baseUrl: 'https://pay.example\r' },
      'baseUrl must not end with a carriage return (\\r). Remove it, for example from the variable CEDI_URL.',
    ],
    [
      { baseUrl: async () => 'https://pay.example' },
      'baseUrl must be a string or return one. Got a promise. Await it first.',
    ],
  ])('the error for %j names the value, its problem and the cure', (overrides, message) => {
    expect(catchTypeError(() => createTestClient(overrides).balance.read()).message).toBe(message)
  })

  test('a resource of a client without a key throws an error that names apiKey', () => {
    const cedi = createClient({ baseUrl: 'https://pay.example' }) as unknown as ReturnType<typeof createTestClient>
    for (const name of ['payments', 'checkoutIntents', 'balance', 'refunds', 'products', 'orders', 'request'] as const)
      expect(catchTypeError(() => cedi[name]).message).toBe(
        `${name} needs an API key. Pass apiKey to createClient, beside baseUrl.`,
      )
    expect(inspect(cedi)).toBe(inspect({ licenses: cedi.licenses }))
    expect(cedi).toEqual({ licenses: cedi.licenses })
  })

  test('insecureHosts allows http to the named hosts, with a test key only', () => {
    const baseUrl = 'http://cedi-mock:23300'
    const insecureHosts = ['cedi-mock', 'host.docker.internal']
    const create = (overrides: object) => createTestClient({ baseUrl, insecureHosts, ...overrides })
    expect(create({}).balance.read().url).toBe('http://cedi-mock:23300/api/v1/balance')
    expect(create({ baseUrl: 'http://host.docker.internal' }).balance.read().method).toBe('GET')
    expect(createClient({ baseUrl, insecureHosts }).licenses.verify('L').method).toBe('POST')
    for (const apiKey of ['sk_live_1', 'secret', () => 'sk_live_1'])
      expect(catchTypeError(() => create({ apiKey }).balance.read()).message).toBe(
        'apiKey must be a test key (sk_test_…), because insecureHosts sends it without encryption.',
      )
    for (const other of ['http://cedi-mock.evil.example', 'http://xcedi-mock', 'http://pay.example'])
      expect(catchTypeError(() => create({ baseUrl: other })).message).toContain('another machine')
    // https needs no permission, and allows every key.
    expect(create({ baseUrl: 'https://cedi-mock', apiKey: 'sk_live_1' }).balance.read().method).toBe('GET')
  })

  test('an undefined header is omitted and does not override a header of the client config', () => {
    const none = { 'X-A': undefined as never }
    expect({
      ...createTestClient({ headers: { ...none, 'X-B': 'b' } }).balance.read({ headers: none }).headers,
    }).toStrictEqual({
      Authorization: `Bearer ${key}`,
      Accept: 'application/json',
      'X-B': 'b',
    })
    expect(createTestClient({ headers: { 'X-A': 'a' } }).balance.read({ headers: none }).headers).toMatchObject({
      'X-A': 'a',
    })
  })

  test('a header of a call overrides the same header of the client config', () => {
    const request = createTestClient({ headers: { 'X-Trace': 'all' } }).balance.read({ headers: { 'x-trace': 'one' } })
    expect(new Headers(request.headers).get('x-trace')).toBe('one')
  })

  test('a key in an Authorization header of the caller is redacted in any letter case', () => {
    for (const name of ['authorization', 'AUTHORIZATION', 'aUthorization']) {
      const request = createClient({ baseUrl: 'https://pay.example' }).licenses.verify('L', {
        headers: { [name]: `Bearer ${key}` },
      })
      expect(inspect(request) + JSON.stringify(request) + toCurl(request)).not.toContain(key)
      const result = decode(request, 502, `you sent Bearer ${key}`)
      expect(inspect(result)).not.toContain(key)
    }
  })

  test.each(['Basic ', 'Shop Bearer '])('a key after %j is redacted if a response echoes it', (scheme) => {
    const headers = { Authorization: scheme + key }
    const request = createClient({ baseUrl: 'https://pay.example' }).licenses.verify('L', { headers })
    for (const echoed of [scheme + key, key])
      expect(inspect(decode(request, 502, `you sent ${echoed}`))).not.toContain(key)
  })

  test.each([{ 'X-A': 'a\r\nX-B: b' }, { 'X-A\r\nX-B': 'b' }, { 'X A': 'b' }, { '': 'b' }, { 'X-A': '\0' }])(
    'fetch and http.request reject the headers %j',
    (headers) => {
      const request = createTestClient().balance.read({ headers: headers as never })
      expect(() => new Headers(request.headers)).toThrow(TypeError)
      expect(() => http({ host: 'localhost', headers: request.headers, agent: false }).destroy()).toThrow(TypeError)
    },
  )

  test.each([
    ['', 'be a string of ASCII characters without spaces. Got an empty string.'],
    [7, 'be a string of ASCII characters without spaces. Got 7.'],
    ['a b', 'not contain a space. Remove it.'],
    ['a\n', 'not end with a line break (\\n). Remove it.'],
    ['é', 'not start with the character U+00E9. Remove it.'],
  ])('an idempotency key of %j is rejected', (idempotencyKey, requirement) => {
    expect(
      catchTypeError(() =>
        createTestClient().refunds.create({ payment_ref: 'p' }, { idempotencyKey: idempotencyKey as string }),
      ).message,
    ).toBe(`idempotencyKey must ${requirement}`)
  })
})

describe('a key in a browser', () => {
  const withGlobals = (globals: Record<string, unknown>, run: () => void) => {
    const descriptors = Object.entries(globals).map(
      ([name]) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
    )
    try {
      for (const [name, value] of Object.entries(globals))
        Object.defineProperty(globalThis, name, { value, configurable: true })
      run()
    } finally {
      for (const [name, descriptor] of descriptors) {
        if (descriptor) Object.defineProperty(globalThis, name, descriptor)
        else delete (globalThis as Record<string, unknown>)[name]
      }
    }
  }

  test.each([undefined, { versions: {}, browser: true }])(
    'is rejected if there is a location and process is %j',
    (process) => {
      withGlobals({ location: {}, process }, () => {
        expect(catchTypeError(() => createTestClient().balance.read()).message).toBe(
          'apiKey must not be used in a browser or an app, whose users can read it. Call from your server.',
        )
        expect(createTestClient({ dangerouslyAllowBrowser: true }).balance.read().method).toBe('GET')
        expect(createClient({ baseUrl: 'https://pay.example' }).licenses.verify('L').method).toBe('POST')
      })
    },
  )

  test('is rejected in a React Native app, which has no location', () => {
    const globals = { location: undefined, process: { env: {} }, navigator: { product: 'ReactNative' } }
    withGlobals(globals, () => {
      expect(catchTypeError(() => createTestClient()).message).toBe(
        'apiKey must not be used in a browser or an app, whose users can read it. Call from your server.',
      )
      expect(createClient({ baseUrl: 'https://pay.example' }).licenses.verify('L').method).toBe('POST')
    })
  })

  test('is accepted in the React Native preset of jest, which runs under Node', () => {
    withGlobals({ navigator: { product: 'ReactNative' } }, () =>
      expect(createTestClient().balance.read().method).toBe('GET'),
    )
  })

  test('is accepted in jsdom under Node', () => {
    withGlobals({ document: {}, location: {} }, () => expect(createTestClient().balance.read().method).toBe('GET'))
  })
})

test('a base URL function is called for each description and not before', () => {
  let current = ''
  const baseUrl = vi.fn(() => current)
  const cedi = createTestClient({ baseUrl, insecureHosts: ['cedi-mock'] })
  const publicClient = createClient({ baseUrl })
  expect(baseUrl).not.toHaveBeenCalled()
  expect(catchTypeError(() => cedi.balance.read()).message).toMatch(/^baseUrl must be set\. Got an empty string\./)
  current = 'https://PAY.example/'
  expect(cedi.balance.read().url).toBe('https://pay.example/api/v1/balance')
  expect(publicClient.licenses.verify('L').url).toBe('https://pay.example/api/licenses/verify')
  current = 'http://cedi-mock'
  expect(cedi.balance.read().url).toBe('http://cedi-mock/api/v1/balance')
  expect(
    catchTypeError(() => createTestClient({ baseUrl, insecureHosts: ['cedi-mock'], apiKey: 'k' }).balance.read())
      .message,
  ).toMatch(/^apiKey must be a test key/)
})

test('tests can replace a method of a resource, and restore it', () => {
  const cedi = createTestClient()
  const other = createTestClient().payments.read('pay_2')
  const read = vi.spyOn(cedi.payments, 'read').mockReturnValue(other)
  expect(cedi.payments.read('pay_1')).toBe(other)
  expect(read).toHaveBeenCalledExactlyOnceWith('pay_1')
  read.mockRestore()
  expect(cedi.payments.read('pay_1').url).toBe('https://pay.example/api/v1/payments/pay_1')
  const replaced = mock.method(cedi.refunds, 'create', () => other)
  expect(cedi.refunds.create({ payment_ref: 'pay_1' })).toBe(other)
  replaced.mock.restore()
  for (const resource of Object.values(cedi))
    for (const [name, value] of Object.entries(resource)) {
      // sinon.stub assigns the method.
      Object.assign(resource, { [name]: value })
      expect(Object.getOwnPropertyDescriptor(resource, name)).toMatchObject({ configurable: true, writable: true })
    }
  const request = vi.spyOn(cedi, 'request')
  cedi.request('GET /api/v1/balance')
  expect(request).toHaveBeenCalledOnce()
})

test('a key function is called for each description and not before', () => {
  let currentKey = 'k1'
  const apiKey = vi.fn(() => currentKey)
  const cedi = createTestClient({ apiKey })
  expect(apiKey).not.toHaveBeenCalled()
  const first = cedi.balance.read()
  currentKey = 'k2'
  expect([first, cedi.balance.read(), cedi.orders.list()].map(({ headers }) => headers.Authorization)).toEqual([
    'Bearer k1',
    'Bearer k2',
    'Bearer k2',
  ])
})

test('instrumentation of fetch may change the headers of one description without changing other descriptions', () => {
  const cedi = createTestClient()
  const init = cedi.balance.read() as { headers: Record<string, string> }
  init.headers['traceparent'] = '00-1'
  expect(new Headers(init.headers).get('traceparent')).toBe('00-1')
  expect(new Headers(init.headers).get('authorization')).toBe(`Bearer ${key}`)
  init.headers = { ...init.headers, baggage: 'a=b' }
  expect({ ...init.headers }).toMatchObject({ Authorization: `Bearer ${key}`, baggage: 'a=b' })
  expect(Object.keys(cedi.balance.read().headers)).toEqual(['Authorization', 'Accept'])
})

test('the header with the key cannot be replaced, so that logs cannot contain another key', () => {
  const { headers } = createTestClient().balance.read()
  expect(() => Object.assign(headers, { Authorization: 'Bearer sk_test_other' })).toThrow(TypeError)
  expect(headers['Authorization']).toBe(`Bearer ${key}`)
})

test('headers that an application freezes still contain the key', () => {
  const { headers } = createTestClient().balance.read()
  expect(Object.freeze(headers).Authorization).toBe(`Bearer ${key}`)
  expect(new Headers(headers).get('authorization')).toBe(`Bearer ${key}`)
})

test.each([
  ['Next.js', {}, 'no-store'],
  ['a Worker before 2024-11-11', { WebSocketPair: class {}, Request: class {} }, undefined],
  ['a current Worker', { WebSocketPair: class {}, Request: { prototype: { cache: 'default' } } }, 'no-store'],
])('a description in %s has the cache option %j', async (_, globals, cache) => {
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
  })
  vi.resetModules()
  const { createClient: create } = await import('./index.js')
  expect(create(config).balance.read().cache).toBe(cache)
  expect(create(config).refunds.create({ payment_ref: 'p' }).cache).toBe(cache)
})

test('a key is never sent to the host of another client, even if a getter of the caller uses that client', () => {
  const other = createClient({ baseUrl: 'https://other.example', apiKey: 'k2' })
  const headers = {
    get 'X-A'() {
      return other.balance.read().method
    },
  }
  for (const request of [
    createTestClient().orders.list({}, { headers }),
    createTestClient().products.create({ name: 'a', price: 1 }, { headers }),
    createTestClient({ headers }).balance.read(),
  ]) {
    expect(new URL(request.url).origin).toBe('https://pay.example')
    expect(request.headers.Authorization).toBe(`Bearer ${key}`)
  }
})

test('changes to the config after createClient have no effect', () => {
  const options = { baseUrl: 'https://pay.example', apiKey: key, headers: { 'X-Shop': 'ama' } }
  const cedi = createClient(options)
  options.baseUrl = 'https://evil.example'
  options.headers['X-Shop'] = 'evil'
  expect(cedi.balance.read().url).toBe('https://pay.example/api/v1/balance')
  // Shared headers, then headers of one call.
  for (const request of [cedi.balance.read(), cedi.balance.read({ headers: { 'X-Trace': 't' } })])
    expect(request.headers).toMatchObject({ 'X-Shop': 'ama' })
})

test('the key is redacted in inspect, JSON, templates, snapshots and errors', () => {
  const cedi = createTestClient({ headers: { 'X-Shop': 's' } })
  const request = cedi.payments.create(
    { amount: 1, method: 'mobile_money', phone: '0244123789' },
    { idempotencyKey: 'i' },
  )
  for (const value of [
    cedi,
    cedi.payments,
    request,
    request.headers,
    cedi.balance.read(),
    [request],
    new Map([[1, request]]),
  ]) {
    for (const text of [
      inspect(value, { depth: 9 }),
      inspect(value, { depth: 9, showHidden: true, getters: true }),
      JSON.stringify(value),
      `${value === request.headers ? '' : String(value)}`,
      new Error('x', { cause: value }).stack ?? '',
      inspect(new Error('x', { cause: value })),
    ]) {
      expect(text).not.toContain(key)
    }
  }
  expect(request.headers).toMatchInlineSnapshot(`
    {
      "Accept": "application/json",
      "Authorization": "Bearer ***",
      "Content-Type": "application/json",
      "Idempotency-Key": "i",
      "X-Shop": "s",
    }
  `)
  expect(request.headers.Authorization).toBe(`Bearer ${key}`)
})

test('headers equal a plain object in test runners', () => {
  expect(createTestClient().balance.read().headers).toStrictEqual({
    Authorization: `Bearer ${key}`,
    Accept: 'application/json',
  })
})

describe('properties', () => {
  const id = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.string({
      unit: fc.constantFrom(
        '.',
        '%',
        '2',
        'e',
        'E',
        '/',
        '\\',
        'a',
        '?',
        '#',
        '$',
        '&',
        ' ',
        '\ud800',
        '+',
        ';',
        '@',
        ':',
      ),
    }),
  )

  test('an id is rejected or stays one path segment that decodes to itself', () => {
    const cedi = createTestClient({ baseUrl: 'https://pay.example/base' })
    fc.assert(
      fc.property(id, (text) => {
        let url: string
        try {
          url = cedi.products.read(text).url
        } catch (error) {
          if (!(error instanceof TypeError)) throw error
          return
        }
        const parsed = new URL(url)
        const before = '/base/api/v1/products/'
        if (
          parsed.origin !== 'https://pay.example' ||
          !parsed.pathname.startsWith(before) ||
          parsed.search + parsed.hash
        )
          throw new Error(url)
        const rest = parsed.pathname.slice(before.length)
        if (rest.includes('/') || decodeURIComponent(rest) !== text) throw new Error(url)
      }),
    )
  })

  test('accepted input survives URL and Headers and describes the same request again', () => {
    const name = fc.stringMatching(/^X-[a-z\d_-]{1,20}$/)
    fc.assert(
      fc.property(
        fc.record({ limit: id, cursor: id }),
        fc.dictionary(name, fc.stringMatching(/^[!-~]([ -~]*[!-~])?$/)),
        fc.string(),
        (query, headers, apiKey) => {
          const run = () => {
            const client = createTestClient({ apiKey: apiKey || 'k', headers: {} })
            return [
              client.products.list(query, { headers }),
              client.products.create({ name: query.cursor, price: 1 }, { headers }),
            ]
          }
          let first: ReturnType<typeof run>
          try {
            first = run()
          } catch (error) {
            if (!(error instanceof TypeError)) throw error
            return
          }
          expect(run()).toEqual(first)
          for (const request of first) {
            new URL(request.url)
            const sentHeaders = new Headers(request.headers)
            expect(sentHeaders.get('authorization')).toBe(`Bearer ${apiKey || 'k'}`)
            for (const name in headers) expect(sentHeaders.get(name)).toContain(headers[name])
          }
          const read = new URL((first[0] as { url: string }).url).searchParams
          expect([read.get('limit'), read.get('cursor')]).toEqual([query.limit, query.cursor])
        },
      ),
    )
  })
})

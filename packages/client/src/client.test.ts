/// <reference types="node" />
import { request as http } from 'node:http'
import { inspect } from 'node:util'
import { operations } from '@cedi/contract/operation'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import addresses from '../../contract/fixtures/base-addresses.json' with { type: 'json' }
import { toCurl } from './debug.js'
import { createClient, decode } from './index.js'
import * as single from './operations.js'

const key = 'sk_test_never_shown'
const config = { baseUrl: 'https://pay.example', apiKey: key }
const make = (more: object = {}) => createClient({ ...config, ...more })
const refusal = (run: () => unknown): Error => {
  try {
    run()
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError)
    // A sentence for people: it ends, holds no regular expression, and no key.
    expect((error as Error).message).toMatch(/^[^^$]+[.?]$/)
    expect(inspect(error)).not.toContain(key)
    return error as Error
  }
  throw new Error('nothing was refused')
}

describe('each operation is described as the endpoint table has it', () => {
  const payment = { amount: 45.5, method: 'mobile_money', phone: '0244123789' } as const
  // Made inside of each test: what runs while the file is read belongs to no test.
  const callsOf = (cedi: ReturnType<typeof make>) => [
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

  test('name, method, path and scope are those of the contract', () => {
    expect(callsOf(make()).map(({ operation, method, url, scope }) => ({ operation, method, url, scope }))).toEqual(
      operations.map(({ id, method, path, scope }) => ({
        operation: id,
        method,
        url: `https://pay.example${path.replace(/{\w+}/, 'p1')}`,
        scope,
      })),
    )
  })

  test('each write sends what it was given, and each call has the headers of its options', () => {
    const bodies = callsOf(make()).flatMap(({ body }) => (body === undefined ? [] : [body]))
    expect(bodies).toEqual([
      '{"amount":45.5,"method":"mobile_money","phone":"0244123789"}',
      '{"amount":"10.00"}',
      '{"payment_ref":"p1"}',
      '{"name":"Kente tote","price":120}',
    ])
    const cedi = make()
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

  test('a function without a client describes the same', () => {
    const cedi = make()
    expect([
      single.createPayment(config, payment),
      single.readPayment(config, 'p1'),
      single.createCheckoutIntent(config, { amount: '10.00' }),
      single.readBalance(config),
      single.createRefund(config, { payment_ref: 'p1' }),
      single.listProducts(config),
      single.createProduct(config, { name: 'Kente tote', price: 120 }),
      single.readProduct(config, 'p1'),
      single.listOrders(config),
      single.readOrder(config, 'p1'),
      single.verifyLicense(config, 'L'),
    ]).toEqual([...callsOf(cedi), cedi.licenses.verify('L')])
  })
})

test('a list is described whole, and nothing else is in it', () => {
  const request = make().products.list({ limit: '20', cursor: 'a/b+c=' })
  expect({ ...request, headers: { ...request.headers } }).toStrictEqual({
    method: 'GET',
    url: 'https://pay.example/api/v1/products?limit=20&cursor=a%2Fb%2Bc%3D',
    headers: { Authorization: `Bearer ${key}`, Accept: 'application/json' },
    operation: 'listProducts',
    scope: 'products:read',
  })
})

test('a write is described whole: simulation, idempotency and the body as text', () => {
  const request = make().payments.create(
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
    operation: 'createPayment',
    scope: 'payments:write',
  })
})

test('the license check sends no key, with or without one', () => {
  for (const cedi of [
    createClient({ baseUrl: 'http://localhost:4010/' }),
    make({ baseUrl: 'http://localhost:4010' }),
  ]) {
    const request = cedi.licenses.verify('LIC 1', { instance: 'shop' })
    expect({ ...request, headers: { ...request.headers } }).toStrictEqual({
      method: 'POST',
      url: 'http://localhost:4010/api/licenses/verify',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      operation: 'verifyLicense',
      scope: undefined,
      body: '{"license_key":"LIC 1","instance":"shop"}',
    })
    expect(JSON.stringify(request)).not.toContain('Authorization')
  }
  expect(Object.keys(createClient({ baseUrl: 'https://pay.example' }))).toEqual(['licenses'])
})

test('a call by its route serves what is newer than the package', () => {
  const request = single.request(config, 'POST /api/v1/payouts/{ref}/notes/{note}', {
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
  expect(request.headers).toMatchObject({ 'Idempotency-Key': 'k', 'Content-Type': 'application/json' })
  expect(single.request(config, 'GET /api/v1/balance').url).toBe(make().balance.read().url)
  expect(single.request(config, 'GET /api/v1/openapi.json').url).toBe('https://pay.example/api/v1/openapi.json')
  for (const route of [
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
  ]) {
    refusal(() => single.request(config, route as 'GET /x'))
  }
})

test('a write by its route that has no body keeps its key, is simulated when asked, and claims no type', () => {
  const request = single.request(config, 'POST /api/v1/orders/{ref}/cancel', {
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
    operation: 'POST /api/v1/orders/{ref}/cancel',
    scope: undefined,
  })
})

describe('input that is wrong is refused before anything is sent', () => {
  test.each(['20', ' 20', '1&cursor=x', 'abc', '1e2', '0x10', '020', '-1', '', '../x', '#', '12345678901234567890'])(
    'a limit of %j goes on the wire as it was written, and brings no other parameter',
    (limit) => {
      for (const request of [make().products.list({ limit }), single.listProducts(config, { limit })])
        expect(request.url).toBe(`https://pay.example/api/v1/products?limit=${encodeURIComponent(limit)}`)
    },
  )

  test('each character of ASCII in a query is encoded as the platform does it', () => {
    for (let code = 0; code < 128; code++) {
      const cursor = String.fromCharCode(code)
      expect(make().products.list({ cursor }).url).toBe(
        `https://pay.example/api/v1/products?cursor=${encodeURIComponent(cursor)}`,
      )
    }
  })

  test.each([20, Number.NaN, null, ['20'], { toString: () => '20' }])('a limit of %j is not text', (limit) => {
    expect(refusal(() => make().products.list({ limit: limit as never })).message).toMatch(/^limit must be text/)
    refusal(() => make().products.list({ cursor: limit as never }))
  })

  test('a list takes the parameters of its operation and passes on no others', () => {
    const query = { utm_source: 'mail', 'limit=1&cursor': 'x', limit: '5' }
    expect(make().products.list(query).url).toBe('https://pay.example/api/v1/products?limit=5')
  })

  test('the query of a call by its route has plain names', () => {
    expect(single.request(config, 'GET /api/v1/x', { query: { from_day: 'a&b' } }).url).toBe(
      'https://pay.example/api/v1/x?from_day=a%26b',
    )
    expect(refusal(() => single.request(config, 'GET /api/v1/x', { query: { 'a&b': '1' } })).message).toBe(
      'query must have names of letters, digits and _.',
    )
  })

  test('a query parameter that is undefined is left out', () => {
    expect(make().orders.list({ limit: undefined } as object).url).toBe('https://pay.example/api/v1/orders')
  })

  test.each(['', '.', '..', '%2e%2e', '%2E', '.%2e', 'a/b', 'a\\b', undefined, null, 7, ['p1']])(
    'a path parameter cannot be %j',
    (id) => {
      refusal(() => make().products.read(id as string))
      refusal(() => make().payments.read(id as string))
      refusal(() => single.request(config, 'GET /api/v1/x/{id}', { params: { id: id as string } }))
    },
  )

  test('nor half a character', () => {
    for (const run of [
      () => make().products.read('a\ud800'),
      () => make().products.list({ cursor: '\udc00' }),
      () => single.request(config, 'GET /api/v1/x/{id}', { params: { id: '\ud800' } }),
    ])
      expect(refusal(run).message).toMatch(/^(id|cursor) must be text of whole characters/)
  })

  test.each(addresses.refused)('a base address cannot be $given', ({ given, reason }) => {
    for (const run of [
      () => make({ baseUrl: given }),
      () => createClient({ baseUrl: given }),
      () => single.listProducts({ ...config, baseUrl: given }),
      () => single.verifyLicense({ baseUrl: given }, 'L'),
    ]) {
      const { message } = refusal(run)
      expect(message).toMatch(/^baseUrl must start with https:\/\/ \(http:\/\/ is allowed for localhost only\)\. Got /)
      if (reason === 'machine') expect(message).toContain('Got a http:// address of another machine.')
    }
  })

  test.each([undefined, null, 7, {}, []])('nor what is not text: %j', (baseUrl) => {
    refusal(() => make({ baseUrl }))
  })

  test.each(addresses.accepted)('a base address can be $given', ({ given, base }) => {
    expect(make({ baseUrl: given }).balance.read().url).toBe(`${base}/api/v1/balance`)
    expect(single.verifyLicense({ baseUrl: given }, 'L').url).toBe(`${base}/api/licenses/verify`)
  })

  test('a wrong address is told in a sentence', () => {
    expect(refusal(() => make({ baseUrl: 'http://localhost.evil.example' })).message).toBe(
      'baseUrl must start with https:// (http:// is allowed for localhost only). Got a http:// address of another machine.',
    )
  })

  test('a missing key is told in a sentence', () => {
    expect(refusal(() => make({ apiKey: undefined })).message).toBe(
      'apiKey must be set: look at its environment variable.',
    )
  })

  test.each(['', ' ', 'a b', 'a\nb', 'a\r\nX-Evil: 1', 'ké', '\0', undefined, null, 7])(
    'a key cannot be %j',
    (apiKey) => {
      for (const given of [apiKey, () => apiKey]) {
        expect(refusal(() => make({ apiKey: given }).balance.read()).message).toMatch(/^apiKey/)
      }
    },
  )

  test('a promise of a key is no key', () => {
    refusal(() => make({ apiKey: async () => key }).balance.read())
  })

  const spellings: readonly ((name: string) => string)[] = [
    (name) => name,
    (name) => name.toLowerCase(),
    (name) => name.toUpperCase(),
  ]
  test.each(spellings)('headers of the caller never replace those of the client, in no spelling (%#)', (spell) => {
    const own = ['Authorization', 'Accept', 'Content-Type', 'X-Service-Simulate', 'Idempotency-Key']
    const headers = { ...Object.fromEntries(own.map((name) => [spell(name), 'other'])), 'X-Own': 'y' }
    const input = { name: 'a', price: 1 }
    for (const request of [
      make({ headers }).products.create(input, { simulate: true, idempotencyKey: 'i' }),
      make().products.create(input, { headers, simulate: true, idempotencyKey: 'i' }),
      single.createProduct(config, input, { headers, simulate: true, idempotencyKey: 'i' }),
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
    expect(make().balance.read({ headers: { 'X-Own': 'y' } }).headers).toMatchObject({ 'X-Own': 'y' })
  })

  test('an object of a class gives no method of it as a header', () => {
    const given = new Headers({ 'X-Own': 'y' }) as never
    expect(Object.keys(make().balance.read({ headers: given }).headers)).toEqual(['Authorization', 'Accept'])
    expect(Object.keys(make({ headers: given }).balance.read().headers)).toEqual(['Authorization', 'Accept'])
  })

  test('a header that is undefined is left out, and hides none of all calls', () => {
    const none = { 'X-A': undefined as never }
    expect({ ...make({ headers: { ...none, 'X-B': 'b' } }).balance.read({ headers: none }).headers }).toStrictEqual({
      Authorization: `Bearer ${key}`,
      Accept: 'application/json',
      'X-B': 'b',
    })
    expect(make({ headers: { 'X-A': 'a' } }).balance.read({ headers: none }).headers).toMatchObject({ 'X-A': 'a' })
  })

  test('a header of one call wins over the same header of all calls', () => {
    const request = make({ headers: { 'X-Trace': 'all' } }).balance.read({ headers: { 'x-trace': 'one' } })
    expect(new Headers(request.headers).get('x-trace')).toBe('one')
  })

  test('a key that the caller spelled otherwise is hidden too', () => {
    for (const name of ['authorization', 'AUTHORIZATION', 'aUthorization']) {
      const request = createClient({ baseUrl: 'https://pay.example' }).licenses.verify('L', {
        headers: { [name]: `Bearer ${key}` },
      })
      expect(inspect(request) + JSON.stringify(request) + toCurl(request)).not.toContain(key)
      const refused = decode(request, 502, `you sent Bearer ${key}`)
      expect(inspect(refused)).not.toContain(key)
    }
  })

  test.each(['Basic ', 'Shop Bearer '])(
    'a key after %j is hidden, however much of the header an answer repeats',
    (scheme) => {
      const headers = { Authorization: scheme + key }
      const request = createClient({ baseUrl: 'https://pay.example' }).licenses.verify('L', { headers })
      for (const repeated of [scheme + key, key])
        expect(inspect(decode(request, 502, `you sent ${repeated}`))).not.toContain(key)
    },
  )

  test.each([{ 'X-A': 'a\r\nX-B: b' }, { 'X-A\r\nX-B': 'b' }, { 'X A': 'b' }, { '': 'b' }, { 'X-A': '\0' }])(
    'headers like %j are refused by what sends them',
    (headers) => {
      const request = make().balance.read({ headers: headers as never })
      expect(() => new Headers(request.headers)).toThrow(TypeError)
      expect(() => http({ host: 'localhost', headers: request.headers, agent: false }).destroy()).toThrow(TypeError)
    },
  )

  test.each(['', 'a b', 'a\n', 'é', 7])('an idempotency key cannot be %j', (idempotencyKey) => {
    expect(
      refusal(() => make().refunds.create({ payment_ref: 'p' }, { idempotencyKey: idempotencyKey as string })).message,
    ).toBe('idempotencyKey must be text of ASCII characters, without spaces.')
  })
})

describe('a key in a browser is refused', () => {
  const pretend = (globals: Record<string, unknown>, run: () => void) => {
    const kept = Object.entries(globals).map(
      ([name]) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
    )
    try {
      for (const [name, value] of Object.entries(globals))
        Object.defineProperty(globalThis, name, { value, configurable: true })
      run()
    } finally {
      for (const [name, descriptor] of kept) {
        if (descriptor) Object.defineProperty(globalThis, name, descriptor)
        else delete (globalThis as Record<string, unknown>)[name]
      }
    }
  }

  test.each([undefined, { versions: {}, browser: true }])('on a page or in a worker, with process %j', (process) => {
    pretend({ location: {}, process }, () => {
      expect(refusal(() => make().balance.read()).message).toBe(
        'apiKey must not be in a browser, where every visitor can read it. Call from your server.',
      )
      expect(make({ dangerouslyAllowBrowser: true }).balance.read().method).toBe('GET')
      expect(createClient({ baseUrl: 'https://pay.example' }).licenses.verify('L').method).toBe('POST')
    })
  })

  test('but not in jsdom under Node', () => {
    pretend({ document: {}, location: {} }, () => expect(make().balance.read().method).toBe('GET'))
  })
})

test('a key by function is asked for each description and not before, so it can be rotated', () => {
  let now = 'k1'
  const apiKey = vi.fn(() => now)
  const cedi = make({ apiKey })
  expect(apiKey).not.toHaveBeenCalled()
  const first = cedi.balance.read()
  now = 'k2'
  expect([first, cedi.balance.read(), cedi.orders.list()].map(({ headers }) => headers.Authorization)).toEqual([
    'Bearer k1',
    'Bearer k2',
    'Bearer k2',
  ])
})

test('descriptions of one client share their headers, and all is frozen', () => {
  const cedi = make()
  expect(cedi.balance.read().headers).toBe(cedi.orders.list({ limit: '1' }).headers)
  const write = cedi.products.create({ name: 'a', price: 1 }, { headers: { a: 'b' } })
  for (const value of [
    cedi,
    ...Object.values(cedi),
    ...Object.values(createClient({ baseUrl: 'https://pay.example' })),
    cedi.balance.read(),
    cedi.balance.read().headers,
    write,
    write.headers,
    cedi.licenses.verify('L'),
  ]) {
    expect(Object.isFrozen(value)).toBe(true)
  }
})

test('a call of the client cannot be replaced', () => {
  const cedi = make()
  const { create } = cedi.payments
  expect(() => {
    ;(cedi.payments as { create: unknown }).create = () => 'evil'
  }).toThrow(TypeError)
  expect(cedi.payments.create).toBe(create)
})

test('a config that was looked at once serves many calls', () => {
  const connection = single.connect(config)
  const requests = [single.listProducts(connection), single.readProduct(connection, 'p')]
  expect(requests[0]).toEqual(single.listProducts(config))
  expect(requests[0]?.headers).toBe(requests[1]?.headers)
})

test('a key never meets the address of another client, not even when a getter of the caller calls one', () => {
  const other = createClient({ baseUrl: 'https://other.example', apiKey: 'k2' })
  const headers = {
    get 'X-A'() {
      return other.balance.read().method
    },
  }
  for (const request of [
    make().orders.list({}, { headers }),
    make().products.create({ name: 'a', price: 1 }, { headers }),
    make({ headers }).balance.read(),
  ]) {
    expect(new URL(request.url).origin).toBe('https://pay.example')
    expect(request.headers.Authorization).toBe(`Bearer ${key}`)
  }
})

test('changing the options afterwards changes nothing', () => {
  const options = { baseUrl: 'https://pay.example', apiKey: key, headers: { 'X-Shop': 'ama' } }
  const cedi = createClient(options)
  options.baseUrl = 'https://evil.example'
  options.headers['X-Shop'] = 'evil'
  expect(cedi.balance.read().url).toBe('https://pay.example/api/v1/balance')
  // The first has the headers of all calls, the second some of its own too.
  for (const request of [cedi.balance.read(), cedi.balance.read({ headers: { 'X-Trace': 't' } })])
    expect(request.headers).toMatchObject({ 'X-Shop': 'ama' })
})

test('the key shows nowhere: inspect, JSON, template, snapshot, errors', () => {
  const cedi = make({ headers: { 'X-Shop': 's' } })
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

test('test runners compare headers as a plain object', () => {
  expect(make().balance.read().headers).toStrictEqual({ Authorization: `Bearer ${key}`, Accept: 'application/json' })
})

describe('laws', () => {
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

  test('an identifier stays one segment and decodes to itself, or is refused', () => {
    const cedi = make({ baseUrl: 'https://pay.example/base' })
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
      { numRuns: 100_000 },
    )
  })

  test('a function and the client describe the same list, whatever the query and the options', () => {
    const text = fc.option(fc.oneof(id, fc.nat().map(String)), { nil: undefined })
    const options = fc.option(
      fc.record({ headers: fc.dictionary(fc.stringMatching(/^[\w-]{1,9}$/), fc.string()) }, { requiredKeys: [] }),
      { nil: undefined },
    )
    const said = (run: () => object) => {
      try {
        return run()
      } catch (error) {
        return (error as Error).name
      }
    }
    fc.assert(
      fc.property(fc.option(fc.record({ limit: text, cursor: text }), { nil: undefined }), options, (query, more) => {
        expect(said(() => single.listOrders(config, query as object, more as object))).toEqual(
          said(() => make().orders.list(query as object, more as object)),
        )
      }),
      { numRuns: 2_000 },
    )
  })

  test('all that is not refused survives URL and Headers, and is the same again', () => {
    const name = fc.stringMatching(/^X-[a-z\d_-]{1,20}$/)
    fc.assert(
      fc.property(
        fc.record({ limit: id, cursor: id }),
        fc.dictionary(name, fc.stringMatching(/^[!-~]([ -~]*[!-~])?$/)),
        fc.string(),
        (query, headers, apiKey) => {
          const run = () => {
            const client = make({ apiKey: apiKey || 'k', headers: {} })
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
            const sent = new Headers(request.headers)
            expect(sent.get('authorization')).toBe(`Bearer ${apiKey || 'k'}`)
            for (const name in headers) expect(sent.get(name)).toContain(headers[name])
            if (!Object.isFrozen(request) || !Object.isFrozen(request.headers)) throw new Error('not frozen')
          }
          const read = new URL((first[0] as { url: string }).url).searchParams
          expect([read.get('limit'), read.get('cursor')]).toEqual([query.limit, query.cursor])
        },
      ),
      { numRuns: 10_000 },
    )
  })
})

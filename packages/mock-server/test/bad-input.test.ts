import { operations } from '@cedi/contract'
import { describe, expect, it } from 'vitest'
import { createService, expectRejection, goodBodies, inputs, resolved, schemas, writePaths } from './service.js'

describe.each(writePaths)('POST %s', (path) => {
  it.each([
    '',
    ' ',
    '{',
    '}',
    '{"amount":',
    "{'amount':1}",
    '{"amount":1,}',
    'undefined',
    '{"amount":1}}',
    'NaN',
    '\u0000',
    '{"a":"\n"}',
  ])('rejects the malformed body %j', async (body) => {
    expect((await expectRejection(createService(), path, body, 400)).code).toBe('malformed_json')
  })

  it.each([[[]], [null], ['"text"'], [1], [true], ['[]'], ['[[{}]]'], ['1e309'], ['-0']])(
    'refuses the body %j, which is not an object',
    async (body) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      expect((await expectRejection(createService(), path, text, 422)).message).toBe('The body must be a JSON object.')
    },
  )

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'json',
    '',
    'application/json, text/html',
    'text/json',
  ])('rejects the content type %j', async (type) => {
    const service = createService()
    const { code, field } = await expectRejection(service, path, {}, 415, { 'Content-Type': type })
    expect([code, field]).toEqual(['unsupported_media_type', 'Content-Type'])
  })

  it.each([
    'application/json',
    'Application/JSON',
    'application/json;charset=utf-8',
    'application/json ; charset=UTF-8',
  ])('accepts the content type %j', async (type) => {
    const service = createService()
    const body = (await goodBodies(service))[path]
    expect((await service.post(path, body, { headers: { 'Content-Type': type } })).status).toBe(201)
  })

  it('rejects a body over 1 MiB, and counts bytes, not characters', async () => {
    const service = createService()
    for (const body of [`{"a":"${'x'.repeat(2_000_000)}"}`, `{"a":"${'€'.repeat(360_000)}"}`])
      expect((await expectRejection(service, path, body, 413)).code).toBe('body_too_large')
    // The largest allowed body is read, and rejected because of its content.
    const last = `{"a":"${'x'.repeat(1_048_576 - 8)}"}`
    expect((await expectRejection(service, path, last, 422)).code).toBe('invalid_request')
  })

  it('rejects twenty thousand nested brackets, anywhere', async () => {
    const service = createService()
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const objects = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`
    await expectRejection(service, path, deep, 422)
    await expectRejection(service, path, objects, 422)
    for (const name of Object.keys(schemas[inputs[path]]?.properties ?? {}))
      for (const value of [deep, objects, `[${deep},${deep}]`])
        await expectRejection(service, path, `{"${name}":${value}}`, 422)
  })

  it('rejects an unknown field, and names it', async () => {
    const service = createService()
    const body = (await goodBodies(service))[path]
    for (const name of [
      'ammount',
      'Amount',
      'constructor',
      'toString',
      'hasOwnProperty',
      'a'.repeat(5000),
      '',
      ' ',
      '"',
      '<b>',
    ]) {
      const { code, field } = await expectRejection(service, path, { ...body, [name]: 1 }, 422)
      expect([code, field]).toEqual(['invalid_request', name.length > 80 ? `${name.slice(0, 80)}…` : name])
    }
    const pollutedJson = `${JSON.stringify(body).slice(0, -1)},"__proto__":{"amount":5}}`
    expect((await expectRejection(service, path, pollutedJson, 422)).field).toBe('__proto__')
    expect(({} as Record<string, unknown>)['amount']).toBeUndefined()
  })

  it('rejects each field with a value of the wrong type, and names it', async () => {
    const service = createService()
    const validBody = (await goodBodies(service))[path]
    const values: readonly [string, string][] = [
      ['null', 'null'],
      ['boolean', 'true'],
      ['number', '7.25'],
      ['integer', '7'],
      ['string', '"\\u0001"'],
      ['array', '[]'],
      ['object', '{"a":{}}'],
      ['infinity', '1e309'],
    ]
    const { properties = {} } = schemas[inputs[path]] ?? {}
    for (const [name, property] of Object.entries(properties)) {
      const { type = 'object' } = resolved(property)
      const types = [type].flat()
      for (const [kind, text] of values) {
        if (types.includes(kind) && kind !== 'object' && kind !== 'string') continue
        if ((kind === 'integer' || kind === 'number') && types.includes('number')) continue
        // Free text accepts any text, so a text is not a wrong value there.
        if (kind === 'string' && ['description', 'reason', 'name', 'slug'].includes(name)) continue
        const body = `${JSON.stringify({ ...validBody, [name]: undefined }).slice(0, -1)},"${name}":${text}}`
        const { field } = await expectRejection(
          service,
          path,
          body,
          body.includes('payment_ref":"\\u') || body.includes('product_id":"\\u') ? 404 : 422,
        ).catch(() => expectRejection(service, path, body, 422))
        expect(field?.split(/[.[]/)[0], body).toSatisfy(
          (fieldName: string) => fieldName === name || fieldName === 'amount' || fieldName === 'card',
        )
      }
    }
  })

  it('rejects text with NUL or half of a surrogate pair, and names the field', async () => {
    const service = createService()
    const validBody = (await goodBodies(service))[path]
    const field = {
      '/api/v1/payments': 'email',
      '/api/v1/checkout/intent': 'email',
      '/api/v1/refunds': 'reason',
      '/api/v1/products': 'name',
    }[path]
    for (const text of ['a\u0000@b', '\ud800@b', 'a@\udc00', '\udc00\ud800@x'])
      for (const escaped of [
        JSON.stringify({ ...validBody, [field]: text }),
        `{"${field}":"${text.replace('\u0000', '\\u0000')}"}`,
      ])
        expect((await expectRejection(service, path, escaped, 422)).field).toBe(field)
    expect(
      (
        await service.post(path, {
          ...validBody,
          [field]: '😀@€.example',
          ...(path.endsWith('products') ? { price: 5 } : {}),
        })
      ).status,
    ).toBe(201)
  })

  it('rejects control characters and characters that change the direction of text in names, and accepts them elsewhere', async () => {
    const service = createService()
    const validBody = (await goodBodies(service))[path]
    const field = { '/api/v1/refunds': 'reason', '/api/v1/products': 'name' }[path as string] ?? 'email'
    for (const turn of ['\u061c', '\u200e', '\u200f', '\u202a', '\u202e', '\u2066', '\u2069']) {
      const text = JSON.stringify({ ...validBody, [field]: `a${turn}@b` })
      const escaped = text.replace(turn, `\\u${turn.charCodeAt(0).toString(16).padStart(4, '0')}`)
      for (const body of [text, escaped]) {
        const error = await expectRejection(service, path, body, 422)
        expect([error.field, error.message]).toEqual([
          field,
          `${field} has a character that turns the direction of text, unseen. Leave it out.`,
        ])
      }
    }
    for (const control of ['\u001b', '\u0085', ...(field === 'reason' ? [] : ['\n', '\r'])]) {
      const error = await expectRejection(
        service,
        path,
        JSON.stringify({ ...validBody, [field]: `a${control}@b` }),
        422,
      )
      expect([error.field, error.message]).toEqual([
        field,
        `${field} has a line break or another control character. Leave it out.`,
      ])
    }
    const otherField = path.endsWith('products') ? { description: '\u202e' } : { metadata: { name_of: 'a\u202eb' } }
    if (!path.endsWith('refunds'))
      expect((await service.post(path, { ...validBody, ...otherField })).status, JSON.stringify(otherField)).toBe(201)
  })

  it('rejects headers with invalid values', async () => {
    const service = createService()
    const validBody = (await goodBodies(service))[path]
    for (const value of ['False', 'TRUE', '1', 'yes', '', 'true, true', '"true"', 'true\0'])
      expect((await expectRejection(service, path, validBody, 400, { 'X-Service-Simulate': value })).field).toBe(
        'X-Service-Simulate',
      )
    for (const value of [
      '',
      '""',
      ' ',
      'ä',
      'x'.repeat(256),
      '"a',
      'a"',
      '"a"b"',
      '"a\\',
      'a\tb',
      `"${'\\'.repeat(1_000_000)}"`,
      '\u0000',
    ])
      expect((await expectRejection(service, path, validBody, 400, { 'Idempotency-Key': value })).field).toBe(
        'Idempotency-Key',
      )
  })
})

describe('a checkout intent', () => {
  it('accepts origins as browsers serialize them, and rejects other strings', async () => {
    const { post } = createService()
    const open = (allowed_origins: string[]) => post('/api/v1/checkout/intent', { amount: 5, allowed_origins })
    const origins = ['https://Shop.Example:443', 'https://shop.example', 'https://kɔfi.example', 'http://[::1]:3000']
    const [payload] = (await open(origins)).data.client_token.split('.')
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString()).o).toEqual([
      'https://shop.example',
      'https://xn--kfi-ssb.example',
      'http://[::1]:3000',
    ])
    const { status, error } = await open(['https://shop.example', 'https://shop.example:99999'])
    expect([status, error.field]).toEqual([422, 'allowed_origins[1]'])
  })
})

describe('a field of the wrong length or type', () => {
  it.each([
    [
      '/api/v1/products',
      { name: 'Tote', price: 5, description: 'x'.repeat(5_001) },
      'description must have at most 5000 characters.',
    ],
    ['/api/v1/refunds', { payment_ref: '' }, 'payment_ref must have at least 1 character.'],
    ['/api/v1/checkout/intent', { amount: 5, channels: [] }, 'channels must have at least 1 item.'],
    [
      '/api/v1/checkout/intent',
      { amount: 5, allowed_origins: Array.from({ length: 11 }, (_, index) => `https://${index}.example`) },
      'allowed_origins must have at most 10 items.',
    ],
    ['/api/v1/products', { name: 'Tote', price: 5, description: 5 }, 'description must be a text or null.'],
    ['/api/v1/products', { name: 'Tote', price: 5, active: 'yes' }, 'active must be true or false.'],
    ['/api/v1/checkout/intent', { amount: 5, channels: 'mtn' }, 'channels must be a list.'],
  ])('is rejected with an explanation: POST %s %o', async (path, body, message) => {
    expect((await expectRejection(createService(), path, JSON.stringify(body), 422)).message).toBe(message)
  })
})

describe('a path', () => {
  it.each([
    '/api/v1/products/',
    '/api/v1//products',
    '//api/v1/products',
    '/api/v1/products/a/b',
    '/api/v1/orders/%',
    '/api/v1/orders/%ff',
    '/api/v1/orders/%E0%A4%A',
    '/api/v1/products%2f',
    '/api/v1/../v1/products',
    '/api/v1/products;x=1',
    '/api/v1/products\\',
    '/api/v1/%70roducts',
    '/__proto__',
    '/api/v1/__proto__',
  ])('%s is not found', async (path) => {
    expect((await createService().get(path)).error.code).toBe('not_found')
  })

  it.each([
    'a%2fb',
    '%2e%2e',
    '%00',
    '..',
    'constructor',
    '__proto__',
    '💰',
    '%F0%9F%92%B0',
    '%0d%0aX-Evil:1',
    'x'.repeat(100_000),
    '<script>',
    "';--",
    '%ed%a0%80x',
  ])('with the reference %s finds no record', async (ref) => {
    const service = createService()
    for (const row of operations.filter(({ path }) => path.includes('{'))) {
      const response = await service.get(row.path.replace(/\{\w+\}/, ref))
      expect(response.status).toBe(404)
      expect(response.text.length).toBeLessThan(400)
      expect(JSON.stringify(response.headers)).not.toContain('X-Evil')
    }
  })

  it('may have a query of a hundred thousand parameters', async () => {
    const query = Array.from({ length: 100_000 }, (_, index) => `p${index}=${index}`).join('&')
    expect((await createService().get(`/api/v1/products?${query}`)).status).toBe(200)
  })
})

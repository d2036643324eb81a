import { createMockServer, type MockServer } from '@cedi/mock-server'
import { expect, test } from 'vitest'
import { UnreachableError } from '../check-client.js'
import type { Transport } from '../transport.js'
import { compare, formatReport, type Line } from './compare.js'
import { statements } from './statements.js'

const baseUrl = 'https://pay.example'
const key = 'sk_test_all'

type Forward = (request: Request) => Promise<Response>
/** Changes the response to a request. */
type Deviation = (request: Request, forward: Forward) => Promise<Response>

/** Creates a merchant with a paid order. Its fee is the same only if it is rounded half up. */
async function createService(): Promise<MockServer> {
  const server = createMockServer({ clock: 'manual', approvalDelayMs: 0 })
  const send = (path: string, body: object): Promise<Response> =>
    server.fetch(baseUrl + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const { data } = await (await send('/api/v1/products', { name: 'Poster', price: 15 })).json()
  await send('/api/v1/payments', { product_id: data.id, method: 'mobile_money', phone: '0244123789' })
  await server.clock.advance(10_000)
  return server
}

/** Compares the mock server, or a service that deviates from it. */
async function runComparison(
  deviate: Deviation = (request, forward) => forward(request),
  options: { readonly allowWrites?: boolean; readonly narrowKey?: string } = {},
) {
  const server = await createService()
  const requests: string[] = []
  const transport: Transport = async (url, init) => {
    const request = new Request(url, { ...(init as RequestInit), redirect: 'follow' })
    requests.push(`${request.method} ${new URL(url).pathname}`)
    return deviate(request, (forwarded) => server.fetch(forwarded))
  }
  const takeSnapshot = async () => JSON.stringify({ ...(await server.snapshot()), requests: [] })
  const before = await takeSnapshot()
  const lines = await compare(
    { baseUrl, key, narrowKey: 'sk_test_none', ...options },
    {
      transport,
      signal: new AbortController().signal,
      // A pending payment succeeds only if time passes.
      sleep: async (ms) => void (await server.clock.advance(ms)),
    },
  )
  return { lines, requests, isUnchanged: before === (await takeSnapshot()) }
}

const listIds = (lines: readonly Line[], verdict: Line['verdict']): string[] =>
  lines.filter((line) => line.verdict === verdict).map(({ id }) => id)

/** Creates a deviation that edits the JSON of responses to a method and path. */
const edit =
  (
    route: RegExp,
    change: (text: string) => string,
    init: { status?: number; headers?: [string, string | null][] } = {},
  ) =>
  async (request: Request, forward: Forward): Promise<Response> => {
    const { pathname, search } = new URL(request.url)
    const response = await forward(request)
    if (!route.test(`${request.method} ${pathname}${search}`)) return response
    const headers = new Headers(response.headers)
    for (const [name, value] of init.headers ?? [])
      if (value === null) headers.delete(name)
      else headers.set(name, value)
    return new Response(change(await response.text()), { status: init.status ?? response.status, headers })
  }
const keep = (text: string): string => text

test('the mock server differs in nothing, and a comparison without --write sends only GET requests', async () => {
  const { lines, requests, isUnchanged } = await runComparison()
  expect(listIds(lines, 'differs')).toEqual([])
  expect(listIds(lines, 'unknown')).toEqual([
    'path.write',
    'record.Refund',
    'record.CheckoutIntent',
    'simulate.product',
    'idempotency.replay',
    'idempotency.reused',
  ])
  expect(requests.filter((request) => !request.startsWith('GET '))).toEqual([])
  expect(isUnchanged).toBe(true)
})

test('the mock server holds every statement with --write', async () => {
  const { lines, requests } = await runComparison(undefined, { allowWrites: true })
  expect(lines.filter(({ verdict }) => verdict !== 'holds')).toEqual([])
  expect(lines).toHaveLength(statements.length)
  expect(requests.filter((request) => request.startsWith('POST '))).toEqual([
    'POST /api/v1/products',
    ...Array(3).fill('POST /api/v1/payments'),
    'POST /api/v1/refunds',
    'POST /api/v1/checkout/intent',
  ])
})

const toPesewas = (text: string): string =>
  text.replace(/"(amount|fee|net)":([\d.]+)/g, (_, name, value) => `"${name}":${Math.round(Number(value) * 100)}`)

test.each<[id: string, Deviation, evidence: string]>([
  [
    'key.missing',
    edit(/balance/, keep, { status: 403 }),
    'GET /api/v1/balance: got 403 missing_api_key for Authorization, not 401.',
  ],
  [
    'key.unknown',
    edit(/balance/, (text) => text.replace('invalid_api_key', 'bad_key')),
    'got 401 bad_key for Authorization, not 401',
  ],
  ['key.scope', edit(/./, (text) => text.replace('insufficient_scope', 'forbidden')), 'got 403 forbidden, not 403'],
  ['license.public', edit(/licenses/, keep, { status: 401 }), 'An unknown license: got 401'],
  ['envelope.success', edit(/balance/, (text) => text.replace('{', '{"took":1,')), 'the envelope has took.'],
  ['envelope.error', edit(/customers/, () => '{"error":"no"}'), 'GET /api/v1/customers: body'],
  ['path.read', edit(/balance/, keep, { status: 404 }), 'GET /api/v1/balance: got 404.'],
  ['path.customers', edit(/customers/, () => '{"success":true,"data":[]}', { status: 200 }), 'got 200, not 404'],
  [
    'record.Payment',
    edit(/payments\/pay/, (text) => text.replace('"net"', '"net_amount"')),
    'Payment.net: expected a number from 0, got nothing.',
  ],
  ['record.Product', edit(/products/, (text) => text.replaceAll('"name":', '"title":')), 'Product.name: '],
  [
    'record.Order',
    edit(/orders/, (text) => text.replaceAll(/"quantity":\d+/g, '"quantity":"1"')),
    'Order.items[].quantity: ',
  ],
  ['record.Balance', edit(/balance/, (text) => text.replace('"available":', '"free":')), 'Balance.available: '],
  [
    'record.LicenseCheck',
    edit(/licenses/, (text) => text.replace('"valid":false', '"valid":0')),
    'LicenseCheck.valid: ',
  ],
  ['amount.unit', edit(/payments\/pay/, toPesewas), 'Amounts look like pesewas: 1500 for GH₵15.00.'],
  [
    'payment.fee',
    edit(/payments\/pay/, (text) => text.replace('"fee":1.03', '"fee":1.02')),
    'of GH₵15.00 has a fee of GH₵1.02, not GH₵1.03.',
  ],
  [
    'payment.net',
    edit(/payments\/pay/, (text) => text.replace('"net":13.97', '"net":13.98')),
    'of GH₵15.00 with a fee of GH₵1.03 has a net of GH₵13.98.',
  ],
  ['list.array', edit(/orders\?/, (text) => text.replace(/"data":(\[.*\])/, '"data":{"items":$1}')), 'is not an array'],
  [
    'list.limit',
    (request, forward) => forward(new Request(request.url.replace('limit=1', 'limit=2'), request)),
    'limit=1 returned 2 products.',
  ],
  ['list.limit.invalid', edit(/limit=abc/, keep, { status: 400 }), '?limit=abc: got 400 invalid_request for limit'],
  ['list.pages', edit(/limit=1$/, keep, { headers: [['link', null]] }), 'has no Link with rel="next"'],
  ['description.version', edit(/openapi/, (text) => text.replace('3.1.0', '3.0.3')), 'It is 3.0.3.'],
  [
    'description.paths',
    edit(/openapi/, (text) => text.replace('/api/v1/refunds', '/api/v1/refund')),
    'It has /api/v1/refund.',
  ],
])('%s differs, with the deviation as evidence', async (id, deviate, evidence) => {
  const { lines } = await runComparison(deviate)
  expect(lines.find((line) => line.id === id)).toMatchObject({
    verdict: 'differs',
    evidence: expect.stringContaining(evidence),
  })
})

test.each<[id: string, Deviation, evidence: string]>([
  ['path.write', edit(/POST .*refunds/, keep, { status: 200 }), 'POST /api/v1/refunds: got 200, not 201.'],
  ['record.Refund', edit(/POST .*refunds/, (text) => text.replace('"status":', '"state":')), 'Refund.status: '],
  [
    'record.CheckoutIntent',
    edit(/intent/, (text) => text.replace('"client_token":', '"token":')),
    'CheckoutIntent.client_token: ',
  ],
  ['amount.unit', edit(/POST .*payments/, toPesewas), 'A payment of GH₵1.00 has the amount 100.'],
  [
    'idempotency.replay',
    edit(/POST .*payments/, keep, { headers: [['idempotency-hit', null]] }),
    'The response has no Idempotency-Hit: true.',
  ],
  [
    'idempotency.reused',
    edit(/POST .*payments/, (text) => text.replace('idempotency_key_reused', 'conflict')),
    'got 422 conflict for Idempotency-Key, not 422 idempotency_key_reused.',
  ],
])('%s differs with --write', async (id, deviate, evidence) => {
  const { lines } = await runComparison(deviate, { allowWrites: true })
  expect(lines.find((line) => line.id === id)).toMatchObject({
    verdict: 'differs',
    evidence: expect.stringContaining(evidence),
  })
})

const without = (header: string) => async (request: Request, forward: Forward) => {
  const headers = new Headers(request.headers)
  headers.delete(header)
  return forward(new Request(request, { headers }))
}

test.each([
  ['simulate.product', 'x-service-simulate', ['POST /api/v1/products']],
  ['idempotency.replay', 'idempotency-key', ['POST /api/v1/products', ...Array(2).fill('POST /api/v1/payments')]],
])('the comparison sends no further write after %s wrote something', async (id, header, writes) => {
  const { lines, requests } = await runComparison(without(header), { allowWrites: true })
  expect(listIds(lines, 'differs')).toEqual([id])
  expect(requests.filter((request) => request.startsWith('POST '))).toEqual(writes)
})

test('a refund is unknown if the payment does not succeed', async () => {
  const { lines } = await runComparison(
    edit(/payments/, (text) => text.replaceAll('"status":"succeeded"', '"status":"pending"')),
    { allowWrites: true },
  )
  expect(lines.find(({ id }) => id === 'record.Refund')).toMatchObject({
    verdict: 'unknown',
    evidence: 'The payment did not succeed within 10 s.',
  })
})

test.each([
  ['sk_test_all', 'The key in CEDI_NARROW_API_KEY may read everything.'],
  ['no-key', 'The service does not know CEDI_NARROW_API_KEY.'],
])('key.scope is unknown for the narrow key %s', async (narrowKey, evidence) => {
  const { lines } = await runComparison(undefined, { narrowKey })
  expect(lines.find(({ id }) => id === 'key.scope')).toMatchObject({ verdict: 'unknown', evidence })
})

test.each([
  ['an HTML page', 200, '<html>Welcome</html>'],
  ['a truncated response', 200, '{"success":true,"data":['],
  ['an envelope without data', 200, '{"success":true}'],
  ['null', 200, 'null'],
  ['a hostile record', 200, '{"success":true,"data":[null,5,{"ref":{},"id":[]}],"error":7}'],
  ['an unavailable service with long Retry-After', 503, ''],
])('no statement about records holds after %s', async (_name, status, body) => {
  const headers = { 'retry-after': '3600' }
  const isUnavailable = status === 503
  const pending = compare(
    { baseUrl, key },
    { transport: async () => new Response(body, { status, headers }), signal: new AbortController().signal },
  )
  if (isUnavailable) return expect(pending).rejects.toThrow('GET /api/v1/balance is unavailable (503).')
  const held = listIds(await pending, 'holds')
  expect(held.filter((id) => /^(?:record|envelope|amount|payment|key)/.test(id))).toEqual([])
})

test('a redirect is reported with the URL to use, and never followed', async () => {
  const { lines } = await runComparison(async (request) =>
    Response.json({}, { status: 301, headers: { location: request.url.replace('pay.', 'api.pay.') } }),
  )
  expect(lines.find(({ id }) => id === 'record.Balance')).toMatchObject({
    verdict: 'unknown',
    evidence: 'GET /api/v1/balance redirects to another base URL (301), so use https://api.pay.example.',
  })
})

test('a read is repeated after Retry-After, and a key in a response is redacted', async () => {
  const delays: number[] = []
  let requestCount = 0
  const lines = await compare(
    { baseUrl, key },
    {
      transport: async () => {
        requestCount += 1
        return requestCount === 1
          ? new Response('', { status: 429, headers: { 'retry-after': '7' } })
          : Response.json({ success: false, data: null, error: { code: key } }, { status: 418 })
      },
      signal: new AbortController().signal,
      sleep: async (ms) => void delays.push(ms),
    },
  )
  expect(delays).toEqual([7_000])
  expect(JSON.stringify(lines)).not.toContain(key)
})

test('a comparison ends after three timeouts', async () => {
  let requestCount = 0
  const transport: Transport = async () => {
    requestCount += 1
    throw new DOMException('no', 'TimeoutError')
  }
  await expect(compare({ baseUrl, key }, { transport, signal: new AbortController().signal })).rejects.toThrow(
    UnreachableError,
  )
  expect(requestCount).toBe(3)
})

test('an abort is reported as such, not as an unreachable service', async () => {
  const stop = new AbortController()
  const transport: Transport = async () => {
    stop.abort()
    throw new Error('aborted')
  }
  await expect(compare({ baseUrl, key }, { transport, signal: stop.signal })).rejects.toThrow(
    'Stopped before the last check.',
  )
})

test('the report lists differences first, with escaped control characters', async () => {
  const { lines } = await runComparison(edit(/openapi/, (text) => text.replace('3.1.0', '\\u001b[2J')))
  const report = formatReport(lines, baseUrl)
  expect(report.split('\n').slice(0, 4)).toEqual([
    baseUrl,
    '',
    expect.stringMatching(/^DIFFERS {2}description\.version +the description is OpenAPI 3\.1\.0 {2}\(Versioning\)$/),
    expect.stringMatching(/^ +It is \\u001b\[2J\.$/),
  ])
  expect(report).toMatch(/Statements: 1 differ, 6 unknown, \d+ hold\.\n$/)
})

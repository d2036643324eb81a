import type { Deviation } from './deviations.js'

// biome-ignore lint/suspicious/noExplicitAny: services change arbitrary JSON.
export type Json = any

/** Service that deviates from the contract, with all lines that the comparison must report and no others. */
export interface DeviatingService {
  readonly name: string
  readonly respond: Deviation['respond']
  /** Differing lines with a pattern of their observation. */
  readonly differs: Readonly<Record<string, RegExp>>
  /** Lines that must be unknown. */
  readonly unknown?: readonly string[]
  /** Lines that must hold. */
  readonly holds?: readonly string[]
  readonly needsWrite?: true
  readonly prices?: readonly number[]
}

export const readPath = (request: Request): string => new URL(request.url).pathname
const isApi = (request: Request): boolean =>
  readPath(request).startsWith('/api/') && readPath(request) !== '/api/v1/openapi.json'

/** Creates a handler that changes the JSON of API responses. */
export const withJson =
  (change: (body: Json, request: Request, response: Response) => Json): Deviation['respond'] =>
  async (request, forward) => {
    const response = await forward(request.clone())
    if (!isApi(request) || !response.headers.get('content-type')?.includes('json')) return response
    const headers = new Headers(response.headers)
    headers.delete('content-length')
    const body = change(await response.json(), request, response)
    return new Response(JSON.stringify(body), { status: response.status, headers })
  }
/** Creates a handler that changes every object in `data`. */
export const withRecords = (change: (record: Json) => Json): Deviation['respond'] => {
  const walk = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    return change(Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, walk(inner)])))
  }
  return withJson((body) => ({ ...body, data: walk(body.data) }))
}
export const withHeaders =
  (change: (headers: Headers) => void): Deviation['respond'] =>
  async (request, forward) => {
    const response = await forward(request)
    if (!isApi(request)) return response
    const headers = new Headers(response.headers)
    change(headers)
    return new Response(await response.arrayBuffer(), { status: response.status, headers })
  }
export const reject = (status: number, code: string, headers: Record<string, string> = {}, field?: string): Response =>
  Response.json(
    { success: false, data: null, error: { code, message: 'No.', request_id: 'req_1', ...(field && { field }) } },
    { status, headers: { 'X-Request-Id': 'req_1', ...headers } },
  )
const amounts = new Set(
  'amount fee net price total available pending reserved unit_price refunded_amount refundable_amount'.split(' '),
)

const createRateLimited = (): Deviation['respond'] => {
  let count = 0
  return async (request, forward) =>
    isApi(request) && ++count % 3 === 0 ? reject(429, 'rate_limited', { 'Retry-After': '1' }) : forward(request)
}
const createReplayRejecting = (): Deviation['respond'] => {
  const usedIds = new Set<string>()
  return async (request, forward) => {
    const key = request.headers.get('idempotency-key')
    const text = key === null ? '' : await request.clone().text()
    if (key === null) return forward(request)
    if (usedIds.has(key + text)) return reject(409, 'conflict')
    usedIds.add(key + text)
    return forward(request)
  }
}
export const dropNulls = (record: Json): Json =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null))

const toCamelCase = (record: Json): Json =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()), value]),
  )

export const deviatingServices: readonly DeviatingService[] = [
  {
    name: 'it omits fields that are null',
    respond: withRecords(dropNulls),
    differs: {
      'record.Product': /Product\.stock is missing in \d+ of \d+ records/,
      'record.Payment': /is missing/,
      'record.LicenseCheck': /is missing/,
      'record.Order': /is missing/,
    },
  },
  {
    name: 'the items of an order are nested in an object',
    respond: withRecords((record) =>
      Array.isArray(record.items) ? { ...record, items: { data: record.items, count: record.items.length } } : record,
    ),
    differs: { 'record.Order': /Order\.items is an object, not array/ },
  },
  {
    name: 'times have a space and no time zone',
    respond: withRecords((record) =>
      typeof record.created_at === 'string'
        ? { ...record, created_at: record.created_at.slice(0, 19).replace('T', ' ') }
        : record,
    ),
    differs: { 'record.Product': /created_at/, 'record.Payment': /created_at/, 'record.Order': /created_at/ },
  },
  {
    name: 'products have a cost, whose last value is whole',
    respond: withRecords((record) => ('price' in record ? { ...record, cost: record.price } : record)),
    differs: {},
    holds: ['record.Product'],
  },
  {
    name: 'every third request is rate limited',
    respond: createRateLimited(),
    differs: {},
    holds: ['rate.limited'],
  },
  {
    name: 'orders cannot be read, because the connection is reset',
    respond: async (request, forward) => {
      if (readPath(request) === '/api/v1/orders') throw Object.assign(new Error('reset'), { code: 'ECONNRESET' })
      return forward(request)
    },
    differs: {},
    unknown: ['path.listOrders', 'record.Order', 'payment.fee'],
    holds: ['path.listProducts', 'key.missing'],
  },
  {
    name: 'the description never arrives',
    respond: async (request, forward) => {
      if (readPath(request) === '/api/v1/openapi.json') throw new DOMException('There was no response.', 'TimeoutError')
      return forward(request)
    },
    differs: {},
    unknown: ['description.served', 'description.version'],
    holds: ['path.listProducts', 'record.Payment'],
  },
  {
    name: 'responses are compressed without being asked',
    respond: withHeaders((headers) => headers.set('content-encoding', 'gzip')),
    differs: {},
    holds: ['header.json'],
  },
  {
    name: 'bodies begin with a byte order mark',
    respond: async (request, forward) => {
      const response = await forward(request)
      if (!isApi(request)) return response
      const headers = new Headers(response.headers)
      headers.delete('content-length')
      return { status: response.status, headers, text: async () => `\uFEFF${await response.text()}` } as Response
    },
    differs: { 'header.json': /byte order mark/ },
  },
  {
    name: 'the media type has capitals',
    respond: withHeaders((headers) => headers.set('content-type', 'Application/JSON; Charset=UTF-8')),
    differs: {},
    holds: ['header.json'],
  },
  {
    name: 'amounts are pesewas',
    respond: withRecords((record) =>
      Object.fromEntries(
        Object.entries(record).map(([name, value]) => [
          name,
          amounts.has(name) && typeof value === 'number' ? Math.round(value * 100) : value,
        ]),
      ),
    ),
    differs: { 'amount.unit': /^Amounts look like pesewas: 1050 for GH₵10\.50\.$/ },
    holds: ['payment.fee', 'payment.net'],
  },
  {
    name: 'errors have the status 200',
    respond: async (request, forward) => {
      const response = await forward(request)
      const isError = isApi(request) && response.status >= 400
      return isError ? new Response(await response.arrayBuffer(), { status: 200, headers: response.headers }) : response
    },
    differs: {
      'envelope.failure': /GET \/api\/v1\/\w+ and \d+ others: an error with the status 200/,
      'error.status':
        /^The status is 200, not 400 or 401 or 403 or 404 or 405 or 415 or 422, in \d+ statements: .*input\.json/,
    },
    unknown: ['key.missing', 'path.method', 'input.third-decimal', 'list.limit.refused'],
    holds: ['envelope.success'],
  },
  {
    name: 'succeeded payments have no paid_at',
    respond: withRecords((record) => ('paid_at' in record ? { ...record, paid_at: null } : record)),
    differs: { 'payment.paid-at': /A payment with the status succeeded has no paid_at/ },
  },
  {
    name: 'the total of an order includes a fee',
    respond: withRecords((record) =>
      'items' in record ? { ...record, total: Math.round(record.total * 100 + 50) / 100 } : record,
    ),
    differs: {
      'order.total':
        /^The order ord_\w+ has a total of GH₵46\.00, and its unit prices and quantities add up to GH₵45\.50\. .* 1 more differs\.$/,
    },
  },
  {
    name: 'orders are oldest first',
    respond: withJson((body, request) =>
      readPath(request) === '/api/v1/orders' && Array.isArray(body.data)
        ? { ...body, data: [...body.data].reverse() }
        : body,
    ),
    differs: {
      'list.order': /^\/api\/v1\/orders is oldest first\.$/,
      'list.pages': /^The pages of \/api\/v1\/orders have the records in another order/,
    },
  },
  {
    name: 'the currency has small letters',
    respond: withRecords((record) => ('currency' in record ? { ...record, currency: 'ghs' } : record)),
    differs: {
      'record.Product': /Product\.currency is "ghs", not "GHS"/,
      'record.Order': /Order\.currency is "ghs", not "GHS"/,
      'record.Payment': /Payment\.currency is "ghs", not "GHS"/,
      'record.Balance': /Balance\.currency is "ghs", not "GHS"/,
    },
  },
  {
    name: 'prices have the rounding errors of binary fractions',
    respond: withRecords((record) =>
      typeof record.price === 'number' ? { ...record, price: record.price + 1e-13 } : record,
    ),
    differs: { 'record.Product': /Product\.price is \d+\.\d{9,}, which has more than two decimals/ },
  },
  {
    name: 'a page without limit has five records',
    prices: [3, 5, 14.43, 45.5, 7, 8, 9],
    respond: async (request, forward) => {
      const url = new URL(request.url)
      const isList = request.method === 'GET' && /\/(products|orders)$/.test(url.pathname)
      if (isList && !url.searchParams.has('limit')) url.searchParams.set('limit', '5')
      return forward(new Request(url, request))
    },
    differs: { 'list.default': /It has 5 of \d+/ },
  },
  {
    name: 'lists have one record more than limit',
    respond: async (request, forward) => {
      const url = new URL(request.url)
      const limit = url.searchParams.get('limit') ?? ''
      if (/^[1-9]\d?$/.test(limit)) url.searchParams.set('limit', String(Number(limit) + 1))
      return forward(new Request(url, request))
    },
    differs: { 'list.limit': /products\?limit=1 returned 2\. .*orders\?limit=1 returned 2/ },
    holds: ['list.pages'],
  },
  {
    name: 'lists have page numbers instead of cursors',
    respond: async (request, forward) => {
      const url = new URL(request.url)
      const page = Number(url.searchParams.get('page') ?? 1)
      const limit = Number(url.searchParams.get('limit') ?? 20)
      if (!/\/(products|orders)$/.test(url.pathname) || request.method !== 'GET') return forward(request)
      url.searchParams.delete('page')
      if (page > 1) url.searchParams.set('limit', String(limit * page))
      const response = await forward(new Request(url, request))
      const headers = new Headers(response.headers)
      headers.delete('link')
      headers.delete('content-length')
      const body = (await response.json()) as Json
      if (page > 1) body.data = body.data.slice(limit * (page - 1))
      return new Response(JSON.stringify(body), { status: response.status, headers })
    },
    differs: { 'list.pages': /Pages look like page numbers: page=2/ },
  },
  {
    name: 'the maximum of limit is 25',
    respond: async (request, forward) => {
      const limit = Number(new URL(request.url).searchParams.get('limit') ?? 20)
      return limit > 25 ? reject(422, 'invalid_request', {}, 'limit') : forward(request)
    },
    differs: { 'list.limit.max': /looks like 25/ },
    holds: ['list.pages', 'list.order', 'simulate.writes', 'path.listOrders'],
  },
  {
    name: 'an unknown license is 404',
    respond: async (request, forward) => {
      const response = await forward(request)
      return readPath(request) === '/api/licenses/verify' && response.status === 200
        ? reject(404, 'license_not_found')
        : response
    },
    differs: {
      'license.answer': /An unknown license is 404 license_not_found/,
      'record.Failure': /license_not_found/,
    },
    holds: ['license.key'],
  },
  {
    name: 'a replay is 409',
    needsWrite: true,
    respond: createReplayRejecting(),
    differs: { 'idempotency.same': /A replay looks rejected.*409 conflict/, 'record.Failure': /conflict/ },
    holds: ['path.createPayment', 'idempotency.reused', 'path.createRefund'],
  },
  {
    name: 'idempotency keys are ignored',
    needsWrite: true,
    respond: async (request, forward) => {
      const headers = new Headers(request.headers)
      headers.delete('idempotency-key')
      return forward(new Request(request, { headers }))
    },
    differs: { 'idempotency.same': /^POST \/api\/v1\/payments: It created a second payment pay_\w+ of GH₵1\.00\.$/ },
    unknown: ['idempotency.reused', 'input.smallest-payment', 'path.createRefund', 'path.createCheckoutIntent'],
  },
  {
    name: 'the fee is rounded half to even, which the payments do not show',
    prices: [5, 14.43, 45.5, 14.29],
    respond: (request, forward) => forward(request),
    differs: {},
    unknown: ['payment.fee'],
  },
  {
    name: 'phone numbers are whole',
    respond: withRecords((record) =>
      typeof record.phone === 'string' ? { ...record, phone: '+233 24 412 3789' } : record,
    ),
    differs: {
      'phone.masked':
        /^Payment\.phone is not masked in \d of \d records\. Order\.buyer\.phone is not masked in \d of \d records\.$/,
    },
  },
  {
    name: 'the key may not read payments',
    respond: async (request, forward) =>
      readPath(request).startsWith('/api/v1/payments/') && request.headers.get('authorization') === 'Bearer sk_test_all'
        ? reject(403, 'insufficient_scope')
        : forward(request),
    differs: {},
    unknown: ['path.readPayment', 'payment.fee', 'record.Payment'],
  },
  {
    name: 'it serves no scripts, as the mock server',
    respond: async (request, forward) =>
      readPath(request).endsWith('.js') ? reject(404, 'not_found') : forward(request),
    differs: {},
    unknown: ['script.service.js', 'script.embed.js'],
  },
  {
    name: 'the names of fields are in camelCase',
    respond: withRecords(toCamelCase),
    differs: {
      'record.names':
        /^Members are camelCase: imageUrl for image_url, createdAt for created_at, \w+ for \w+ and \d+ more, in Product, Order, Payment, Balance and LicenseCheck\. The other statements are checked under these names\.$/,
    },
    holds: ['record.Product', 'payment.paid-at', 'order.total', 'list.order', 'path.readPayment', 'phone.masked'],
  },
]

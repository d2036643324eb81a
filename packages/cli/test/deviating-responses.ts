import {
  type DeviatingService,
  type Json,
  readPath,
  reject,
  withHeaders,
  withJson,
  withRecords,
} from './deviating-services.js'
import type { Deviation } from './deviations.js'

/** Creates a handler that changes the pages after the first. */
const changePages = (change: (previous: Json[], page: Json[]) => Json[]): Deviation['respond'] => {
  let previous: Json[] = []
  return withJson((body, request) => {
    if (!Array.isArray(body.data)) return body
    const page = body.data
    const data = request.url.includes('cursor=') ? change(previous, page) : page
    previous = page
    return { ...body, data }
  })
}

const createRateLimited = (): Deviation['respond'] => {
  let count = 0
  return async (request, forward) =>
    readPath(request).startsWith('/api/') && ++count % 3 === 0
      ? reject(429, 'too_many_requests', { 'Retry-After': 'Fri, 02 Jan 2026 10:00:00 GMT' })
      : forward(request)
}

/** Creates a handler that rejects payments with 422. */
const rejectPayments =
  (isRejected: (body: Json) => boolean, code: string, message: string, field: string): Deviation['respond'] =>
  async (request, forward) => {
    if (request.method !== 'POST' || readPath(request) !== '/api/v1/payments') return forward(request)
    if (!isRejected(await request.clone().json())) return forward(request)
    const error = { code, message, field, request_id: 'req_1' }
    return Response.json({ success: false, data: null, error }, { status: 422, headers: { 'X-Request-Id': 'req_1' } })
  }

/** Services whose lists, headers or errors deviate. */
export const deviatingResponses: readonly DeviatingService[] = [
  {
    name: 'a list is an object with the cursor of the next page',
    respond: async (request, forward) => {
      const response = await forward(request)
      if (!/\/(products|orders)$/.test(readPath(request)) || request.method !== 'GET' || !response.ok) return response
      const headers = new Headers(response.headers)
      headers.delete('link')
      const link = /<([^>]*)>/.exec(response.headers.get('link') ?? '')?.[1]
      const body = (await response.json()) as Json
      const cursor = link === undefined ? null : new URL(link).searchParams.get('cursor')
      return Response.json({ ...body, data: { items: body.data, next_cursor: cursor } }, { headers })
    },
    differs: {
      'list.array': /products: `data` is an object with items, next_cursor/,
      'list.pages': /products: page 1 of 5 has no Link\. Pages look like they follow next_cursor of the body: cursor=/,
    },
  },
  {
    name: 'the second page is rejected',
    respond: async (request, forward) =>
      request.url.includes('cursor=') ? reject(422, 'invalid_request', {}, 'cursor') : forward(request),
    differs: { 'list.pages': /^\/api\/v1\/products: page 2 of 5 is 422 invalid_request/ },
  },
  {
    name: 'each page begins with the last record of the previous page',
    respond: changePages((previous, page) => [previous.at(-1), ...page.slice(0, -1)]),
    differs: {
      'list.pages':
        /^The pages of \/api\/v1\/products repeat 1 of 9 records \(prd_\w+\), and omit 1 of 9 records \(prd_\w+\)\. /,
    },
  },
  {
    name: 'each page leaves a record out',
    respond: changePages((_, page) => page.slice(1)),
    differs: {
      'list.pages': /^The pages of \/api\/v1\/products omit 4 of 9 records \(prd_\w+, prd_\w+, prd_\w+ and 1 more\)\./,
    },
  },
  {
    name: 'each page has another order',
    respond: changePages((_, page) => [...page].reverse()),
    differs: { 'list.pages': /^The pages of \/api\/v1\/products have the records in another order/ },
  },
  {
    name: 'the last page has a Link to itself',
    respond: async (request, forward) => {
      const response = await forward(request)
      if (!request.url.includes('cursor=') || response.headers.has('link')) return response
      const headers = new Headers(response.headers)
      headers.set('link', `<${request.url}>; rel="next"`)
      return new Response(await response.arrayBuffer(), { status: response.status, headers })
    },
    differs: { 'list.pages': /^\/api\/v1\/products: the last page has a Link to a page before it\./ },
  },
  {
    name: 'the rate limit has another code and a date in Retry-After',
    respond: createRateLimited(),
    differs: { 'rate.limited': /^Got 429 too_many_requests\. Retry-After is a date, not seconds\.$/ },
    holds: ['path.listOrders'],
  },
  {
    name: 'orders are in maintenance',
    respond: async (request, forward) =>
      readPath(request).startsWith('/api/v1/orders')
        ? new Response('<h1>Maintenance</h1>', {
            status: 503,
            headers: { 'content-type': 'text/html', 'retry-after': '3600' },
          })
        : forward(request),
    differs: {},
    unknown: ['path.listOrders', 'record.Order'],
    holds: ['key.scope', 'envelope.failure', 'header.json', 'path.listProducts'],
  },
  {
    name: 'an error has details instead of a field',
    respond: withJson((body) => {
      if (!body.error?.field) return body
      const { field, ...error } = body.error
      return { ...body, error: { ...error, details: [{ field }] } }
    }),
    differs: {
      'error.field': /^Errors have no field, in 5 statements: input\.unknown-field, .*list\.limit\.refused\.$/,
      'record.Failure': /details/,
    },
  },
  {
    name: 'the smallest payment is GH₵5.00',
    needsWrite: true,
    respond: rejectPayments(
      ({ amount }) => amount < 5,
      'amount_too_small',
      'amount must be at least GH₵5.00.',
      'amount',
    ),
    differs: {
      'input.smallest-payment': /^A payment of GH₵1\.00 is rejected: 422 amount_too_small for amount/,
    },
    unknown: ['idempotency.same', 'path.createRefund'],
  },
  {
    name: 'a payment needs an email address',
    needsWrite: true,
    respond: rejectPayments(({ email }) => !email, 'invalid_request', 'email is missing.', 'email'),
    differs: { 'path.createPayment': /^Got 422 invalid_request for email \(email is missing\), not 201\.$/ },
    unknown: ['input.smallest-payment'],
  },
  {
    name: 'lists redirect to a path with a slash',
    respond: async (request, forward) =>
      request.method === 'GET' && /\/(products|orders)$/.test(readPath(request))
        ? new Response('', { status: 301, headers: { location: `${readPath(request)}/?sk=1` } })
        : forward(request),
    differs: {
      'header.redirect':
        /^GET \/api\/v1\/products and GET \/api\/v1\/orders redirect to the same path with a slash at its end \(301\)\. Redirects are not followed, because a key must not be sent to another URL\.$/,
    },
    unknown: ['path.listProducts', 'path.listOrders', 'list.pages'],
    holds: ['header.request-id', 'header.json'],
  },
  {
    name: 'responses have no X-Request-Id',
    respond: withHeaders((headers) => headers.delete('x-request-id')),
    differs: { 'header.request-id': /^GET \/api\/v1\/balance and \d+ others: there is none\.$/ },
  },
  {
    name: 'the key belongs in another header',
    respond: async (request, forward) =>
      readPath(request).startsWith('/api/v1') && !request.url.endsWith('openapi.json')
        ? reject(401, 'missing_api_key', { 'www-authenticate': 'Bearer' })
        : forward(request),
    differs: {
      'key.accepted': /^The service rejects the key in every request: 401 missing_api_key\. Check the key first\.$/,
      'key.wrong': /^GET \/api\/v1\/balance and 3 others: 401 missing_api_key, not 401 invalid_api_key\.$/,
    },
    unknown: ['path.readBalance', 'path.unknown', 'record.unknown', 'simulate.answer', 'key.scope'],
    holds: ['key.missing', 'license.key'],
  },
  {
    name: 'the currency is a symbol',
    respond: withRecords((record) => ('currency' in record ? { ...record, currency: 'GH₵' } : record)),
    differs: {
      'record.Product': /Product\.currency is "GH₵", not "GHS"\.$/,
      'record.Order': /"GH₵"/,
      'record.Payment': /"GH₵"/,
      'record.Balance': /"GH₵"/,
    },
  },
  {
    name: 'the description states that price is a string and limit is an integer up to 50',
    respond: async (request, forward) => {
      const response = await forward(request)
      if (readPath(request) !== '/api/v1/openapi.json') return response
      const document = (await response.json()) as Json
      document.components.schemas.Product.properties.price = { type: 'string' }
      document.components.parameters.Limit.schema = { type: 'integer', maximum: 50 }
      return Response.json(document, { headers: { 'x-request-id': 'req_1' } })
    },
    differs: {
      'description.parameters':
        /query limit is integer, not string\. listProducts: query limit has the maximum 50, not none/,
      'description.schemas': /^Product\.price differs\.$/,
    },
  },
]

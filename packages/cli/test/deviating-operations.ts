import { type DeviatingService, type Json, readPath, reject, withJson, withRecords } from './deviating-services.js'
import type { Deviation } from './deviations.js'

/** Creates a handler that changes the JSON body of requests to a path. */
const changeRequests =
  (path: string, change: (body: Json) => Json): Deviation['respond'] =>
  async (request, forward) => {
    if (request.method !== 'POST' || readPath(request) !== path) return forward(request)
    const text = await request.clone().text()
    if (!text.endsWith('}')) return forward(request)
    return forward(new Request(request.url, { ...toInit(request), body: JSON.stringify(change(JSON.parse(text))) }))
  }

const toInit = ({ method, headers }: Request): RequestInit => ({ method, headers })

const ignoreIdempotencyKey =
  (path: string): Deviation['respond'] =>
  (request, forward) => {
    const headers = new Headers(request.headers)
    if (readPath(request) === path) headers.delete('idempotency-key')
    return forward(new Request(request, { headers }))
  }

/** Services where one operation deviates from its siblings, or where a write has another effect. */
export const deviatingOperations: readonly DeviatingService[] = [
  {
    name: 'a missing scope is 404',
    respond: async (request, forward) => {
      const response = await forward(request)
      return response.status === 403 ? reject(404, 'not_found') : response
    },
    differs: {
      'key.scope':
        /^GET \/api\/v1\/balance and 5 others: 404 not_found, not 403 insufficient_scope\. POST \/api\/v1\/products \(simulated\): 404/,
    },
  },
  {
    name: 'an unknown query parameter is 422',
    respond: (request, forward) => {
      const isKnown = [...new URL(request.url).searchParams.keys()].every((name) =>
        /^(?:limit|cursor|key|instance)$/.test(name),
      )
      return isKnown ? forward(request) : Promise.resolve(reject(422, 'invalid_request'))
    },
    differs: { 'list.parameters': /^\/api\/v1\/products\?limit=1&other=1: 422 invalid_request.*, not 200\./ },
  },
  {
    name: 'a success has an error of null',
    respond: withJson((body) => (body.success === true ? { ...body, error: null } : body)),
    differs: { 'envelope.success': /^GET \/api\/v1\/\S+ and \d+ others: a success has error: null\.$/ },
  },
  {
    name: 'scopes are checked for reads only',
    respond: async (request, forward) => {
      const headers = new Headers(request.headers)
      if (request.method === 'POST' && headers.get('authorization') === 'Bearer sk_test_none')
        headers.set('authorization', 'Bearer sk_test_all')
      return forward(new Request(request, { headers }))
    },
    differs: {
      'key.scope':
        /^A key without products:write may create products: POST \/api\/v1\/products \(simulated\) is 201\. CEDI_NARROW_API_KEY must have no scope for writing\.$/,
    },
  },
  {
    name: 'a key without orders:read gets an empty list of orders',
    respond: async (request, forward) => {
      const response = await forward(request)
      const { status, headers } = response
      return status === 403 && readPath(request) === '/api/v1/orders'
        ? new Response('{"success":true,"data":[]}', {
            headers: { 'x-request-id': String(headers.get('x-request-id')), 'content-type': 'application/json' },
          })
        : response
    },
    differs: {
      'key.scope':
        /^GET \/api\/v1\/orders is 200 with an empty list, not 403 insufficient_scope, although the key lacks orders:read/,
    },
  },
  {
    name: 'a request without a known key is redirected to a login',
    respond: async (request, forward) => {
      const response = await forward(request)
      return response.status === 401 ? new Response('', { status: 302, headers: { location: '/login' } }) : response
    },
    differs: {
      'key.missing': /^GET \/api\/v1\/balance and 4 others: 302, not 401\. They redirect to \/login \(302\)\.$/,
      'key.wrong':
        /^GET \/api\/v1\/balance and 4 others: 302, not 401 invalid_api_key\. They redirect to \/login \(302\)\.$/,
    },
    holds: ['header.redirect'],
  },
  {
    name: 'every value of X-Service-Simulate simulates',
    respond: (request, forward) => {
      const headers = new Headers(request.headers)
      if (headers.has('x-service-simulate')) headers.set('x-service-simulate', 'true')
      return forward(new Request(request, { headers }))
    },
    differs: {
      'simulate.value': /^X-Service-Simulate: True: 422 invalid_request for name \(.*\), not 400 invalid_header\.$/,
    },
  },
  {
    name: 'a simulation accepts the slug of another product',
    respond: async (request, forward) => {
      if (request.method !== 'POST' || readPath(request) !== '/api/v1/products') return forward(request)
      const text = await request.clone().text()
      return text.includes('"slug"')
        ? forward(new Request(request.url, { ...toInit(request), body: text.replace(/,?"slug":"[^"]*"/, '') }))
        : forward(request)
    },
    differs: { 'simulate.checks': /^It accepts the slug of another product, which a real request rejects\.$/ },
  },
  {
    name: 'the description has another scope for refunds',
    respond: async (request, forward) => {
      const response = await forward(request)
      return readPath(request) === '/api/v1/openapi.json'
        ? new Response((await response.text()).replaceAll('refunds:write', 'payments:write'), response)
        : response
    },
    differs: { 'description.scopes': /^POST \/api\/v1\/refunds requires payments:write, not refunds:write\.$/ },
  },
  {
    name: 'a product is inactive when active is left out',
    respond: withRecords((record) => (record.name === 'cedi compare' ? { ...record, active: false } : record)),
    differs: { 'created.values': /^Product\.active is false when left out, not true\.$/ },
  },
  {
    name: 'the description has the key in another header',
    respond: async (request, forward) => {
      const response = await forward(request)
      if (readPath(request) !== '/api/v1/openapi.json') return response
      const document = (await response.json()) as Json
      document.components.securitySchemes.ApiKey = { type: 'apiKey', in: 'header', name: 'X-Api-Key' }
      return new Response(JSON.stringify(document), response)
    },
    differs: { 'description.key': /^ApiKey is apiKey in the header X-Api-Key, not http bearer\.$/ },
  },
  {
    name: 'payments that are refunded in full show no fee',
    respond: withRecords((record) => {
      if ('items' in record && record.total === 5) return { ...record, status: 'refunded', refunded_amount: 5 }
      return 'paid_at' in record && record.amount === 5 ? { ...record, refunded_amount: 5, fee: 0, net: 0 } : record
    }),
    differs: {
      'payment.fee':
        /^The payment pay_\w+ of GH₵5\.00 has a fee of GH₵0\.00, not GH₵0\.68\. It is refunded in full, and a refund does not return the fee\.$/,
    },
    unknown: ['payment.net'],
  },
  {
    name: 'the Idempotency-Key of a checkout intent is ignored',
    needsWrite: true,
    respond: ignoreIdempotencyKey('/api/v1/checkout/intent'),
    differs: {
      'idempotency.same':
        /^POST \/api\/v1\/checkout\/intent: It created a second checkout intent int_\w+ of GH₵1\.00\.$/,
    },
  },
  {
    name: 'the Idempotency-Key of a refund is ignored',
    needsWrite: true,
    respond: ignoreIdempotencyKey('/api/v1/refunds'),
    differs: {
      'idempotency.same':
        /^POST \/api\/v1\/refunds: The key looks ignored, because the refund was processed again\. Got 422 refund_exceeds_payment/,
    },
    holds: ['idempotency.reused', 'input.currency'],
  },
  {
    name: 'payments ignore the currency',
    needsWrite: true,
    respond: changeRequests('/api/v1/payments', ({ currency, ...body }) => body),
    differs: { 'input.currency': /^POST \/api\/v1\/payments: 201, not 422 unsupported_currency for currency\.$/ },
  },
  {
    name: 'payments ignore unknown fields',
    needsWrite: true,
    respond: changeRequests('/api/v1/payments', ({ ammount, ...body }) => body),
    differs: { 'input.unknown-field': /^POST \/api\/v1\/payments: 201, not 422 invalid_request for ammount\.$/ },
  },
  {
    name: 'a simulation does not check its request',
    respond: changeRequests('/api/v1/products', ({ description, price = 1 }) => ({
      name: 'Product',
      type: 'service',
      price: typeof price === 'number' ? Math.round(price * 100) / 100 : price,
      ...(description && { description }),
    })),
    differs: {
      'simulate.checks': /^It accepts an unknown field, a missing field, a third decimal, another currency\.$/,
      'created.values': /^Product\.name is "Product"/,
    },
    unknown: ['input.unknown-field', 'input.currency'],
  },
  {
    name: 'metadata is lost when a payment is read',
    needsWrite: true,
    respond: withJson((body, request) =>
      request.method === 'GET' && body.data?.paid_at !== undefined
        ? { ...body, data: { ...body.data, metadata: {} } }
        : body,
    ),
    differs: { 'payment.read-back': /^When it is read, metadata is \{\}, and was \{"note":/ },
  },
  {
    name: 'a requested refund stays in the available balance',
    needsWrite: true,
    respond: withRecords((record) =>
      'reserved' in record
        ? { ...record, available: Math.round((record.available + record.reserved) * 100) / 100, reserved: 0 }
        : record,
    ),
    differs: {
      'balance.refund': /^available changed by GH₵0\.00, not -GH₵1\.00; reserved changed by GH₵0\.00, not GH₵1\.00\.$/,
    },
    holds: ['balance.payment'],
  },
  {
    name: 'the balance is in pesewas',
    needsWrite: true,
    respond: withRecords((record) =>
      'reserved' in record
        ? {
            ...record,
            available: Math.round(record.available * 100),
            pending: Math.round(record.pending * 100),
            reserved: Math.round(record.reserved * 100),
          }
        : record,
    ),
    differs: {
      'amount.unit': /^Balance looks like pesewas: \d+ where the payments add up to GH₵\d+\.\d\d\.$/,
    },
  },
  {
    name: 'refunded_amount counts requested refunds',
    needsWrite: true,
    respond: async (request, forward) => {
      const response = await forward(request)
      if (!/\/payments\/pay_/.test(request.url) || response.status !== 200) return response
      const body = (await response.json()) as Json
      const balance = (await (
        await forward(new Request(new URL('/api/v1/balance', request.url), { headers: request.headers }))
      ).json()) as Json
      const data = { ...body.data, refunded_amount: body.data.amount === 1 ? balance.data.reserved : 0 }
      return Response.json({ ...body, data }, { headers: response.headers })
    },
    differs: { 'refund.requested': /^A payment has the refunded_amount GH₵1\.00 after its refund was requested\.$/ },
  },
  {
    name: 'the list of orders reduces a limit above 100',
    respond: (request, forward) => {
      const url = new URL(request.url)
      if (url.pathname === '/api/v1/orders' && Number(url.searchParams.get('limit')) > 100)
        url.searchParams.set('limit', '100')
      return forward(new Request(url, request))
    },
    differs: { 'list.limit.refused': /^\/api\/v1\/orders\?limit=101: 200, not 422 invalid_request for limit\.$/ },
  },
  {
    name: 'refunds can be listed',
    respond: async (request, forward) =>
      request.method === 'GET' && readPath(request) === '/api/v1/refunds'
        ? Response.json({ success: true, data: [] }, { headers: { 'x-request-id': 'req_list' } })
        : forward(request),
    differs: { 'path.method': /^GET \/api\/v1\/refunds: 200, not 405 method_not_allowed\.$/ },
  },
  {
    name: 'an email address of a buyer begins with a phone number',
    respond: withRecords((record) => ('email' in record ? { ...record, email: '0244123789@shop.example' } : record)),
    differs: {},
    holds: ['phone.masked'],
  },
]

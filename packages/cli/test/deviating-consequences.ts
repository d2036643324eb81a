import { type DeviatingService, type Json, readPath, withHeaders, withJson, withRecords } from './deviating-services.js'

const isList = (body: Json): boolean => Array.isArray(body.data)
const dropZone = (value: Json): Json =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*Z$/.test(value) ? value.slice(0, 19) : value
const isRefund = (record: Json): boolean => 'resolved_at' in record
const isPayment = (record: Json): boolean => 'paid_at' in record
const readFirstOrder = (change: (order: Json) => Json) =>
  withJson((body, request) =>
    readPath(request) === '/api/v1/orders' && isList(body) ? { ...body, data: body.data.map(change) } : body,
  )

/** Services with one deviation that many statements depend on, or that only some records have. */
export const deviatingConsequences: readonly DeviatingService[] = [
  {
    name: 'a new refund is paid',
    needsWrite: true,
    respond: withRecords((record) =>
      isRefund(record) ? { ...record, status: 'paid', resolved_at: record.created_at } : record,
    ),
    differs: {
      'path.createRefund':
        /^The status of a new refund is "paid", not "pending"\. The resolved_at of a new refund is "[^"]+", not null\.$/,
    },
  },
  {
    name: 'prices of products are in pesewas, and the other amounts are in GH₵',
    respond: withRecords((record) =>
      'price' in record ? { ...record, price: Math.round(record.price * 100) } : record,
    ),
    differs: {
      'amount.unit': /^Product\.price looks like pesewas: 300 where order items have GH₵3\.00\.$/,
    },
    holds: ['payment.fee', 'payment.net', 'order.total'],
  },
  {
    name: 'prices of order items are in pesewas',
    respond: withRecords((record) =>
      'unit_price' in record ? { ...record, unit_price: Math.round(record.unit_price * 100) } : record,
    ),
    differs: {
      'amount.unit': /^OrderItem\.unit_price looks like pesewas: 300 where the product has GH₵3\.00\.$/,
    },
  },
  {
    name: 'every request redirects to another host',
    respond: async (request) => {
      const { pathname, search } = new URL(request.url)
      return new Response('', { status: 308, headers: { location: `https://api.pay.example/v2${pathname}${search}` } })
    },
    differs: {
      'header.redirect':
        /^GET \/api\/v1\/balance and \d+ others redirect to another base URL \(308\), so use https:\/\/api\.pay\.example\/v2\. Redirects are not followed, because a key must not be sent to another URL\.$/,
    },
    unknown: ['key.missing', 'path.readBalance', 'path.unknown', 'license.key', 'script.service.js', 'list.array'],
  },
  {
    name: 'errors are application/problem+json',
    respond: async (request, forward) => {
      const response = await forward(request)
      const body = (await response
        .clone()
        .json()
        .catch(() => undefined)) as Json
      if (body?.success !== false) return response
      const problem = { type: `https://pay.example/errors/${body.error.code}`, status: response.status, title: 'No.' }
      const headers = new Headers(response.headers)
      headers.delete('content-length')
      headers.set('content-type', 'application/problem+json')
      return new Response(JSON.stringify(problem), { status: response.status, headers })
    },
    differs: {
      'envelope.failure': /^Responses with .*: the members are status, title, type \(application\/problem\+json\)\.$/,
    },
    unknown: ['path.method', 'input.type', 'input.third-decimal', 'list.limit.refused', 'key.wrong'],
    holds: ['key.missing', 'header.json'],
  },
  {
    name: 'times have no time zone',
    respond: withRecords((record) =>
      Object.fromEntries(Object.entries(record).map(([name, value]) => [name, dropZone(value)])),
    ),
    differs: {
      'record.Product': /^Product\.created_at is "2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d", which has no time zone\.$/,
      'record.Order': /^Order\.created_at is "[^"]+", which has no time zone\.$/,
      'record.Payment':
        /^Payment\.created_at is "[^"]+", which has no time zone\. Payment\.(?:expires|paid)_at is "[^"]+", which has no time zone\./,
      'record.Balance': /^Balance\.as_of is "[^"]+", which has no time zone\.$/,
    },
  },
  {
    name: 'invalid input is 400',
    needsWrite: true,
    respond: async (request, forward) => {
      const response = await forward(request)
      return response.status === 422
        ? new Response(await response.text(), { status: 400, headers: response.headers })
        : response
    },
    differs: {
      'error.status':
        /^The status is 400, not 422, in \d statements: input\.unknown-field, input\.missing-field, input\.third-decimal, input\.currency, .*list\.limit\.refused\.$/,
    },
    unknown: ['input.unknown-field', 'idempotency.reused', 'list.limit.refused'],
    holds: ['input.json'],
  },
  {
    name: 'orders have items only outside lists',
    respond: readFirstOrder(({ items, ...order }) => order),
    differs: { 'record.Order': /^Order\.items is missing, only in lists\.$/ },
    holds: ['order.total'],
  },
  {
    name: 'orders have another name for total only outside lists',
    respond: withJson((body, request) => {
      if (!/\/orders\/ord_/.test(request.url) || !body.data?.ref) return body
      const { total, ...order } = body.data
      return { ...body, data: { ...order, amount: total } }
    }),
    differs: {
      'record.Order':
        /^Order\.total is missing, only outside lists\. Order has amount, which the contract does not define, only outside lists\.$/,
    },
  },
  {
    name: 'names of products are in capitals in lists',
    respond: withJson((body, request) =>
      readPath(request) === '/api/v1/products' && isList(body)
        ? { ...body, data: body.data.map((one: Json) => ({ ...one, name: one.name.toUpperCase() })) }
        : body,
    ),
    differs: { 'list.values': /^Product\.name has one value in the list, and another outside\.$/ },
  },
  {
    name: 'the phone of an order is whole',
    respond: withRecords((record) =>
      'phone' in record && !isPayment(record) && !('place' in record) ? { ...record, phone: '0244123789' } : record,
    ),
    differs: { 'phone.masked': /^Order\.buyer\.phone is not masked in \d of \d records\.$/ },
  },
  {
    name: 'limit=100 returns at most five records',
    prices: [3, 5, 14.43, 45.5, 7, 8, 9],
    respond: async (request, forward) => {
      const url = new URL(request.url)
      if (Number(url.searchParams.get('limit')) > 5 && url.searchParams.get('limit') === '100')
        url.searchParams.set('limit', '5')
      return forward(new Request(url, request))
    },
    differs: {
      'list.limit.max': /^The maximum of limit looks like 5: limit=100 returned 5 records and a Link\.$/,
    },
  },
  {
    name: 'complete lists have a Link to an empty page',
    respond: async (request, forward) => {
      const url = new URL(request.url)
      if (url.searchParams.get('cursor') === 'end')
        return Response.json({ success: true, data: [] }, { headers: { 'x-request-id': 'req_end' } })
      const response = await forward(request)
      if (!/\/(?:products|orders)$/.test(url.pathname) || request.method !== 'GET' || !response.ok) return response
      const headers = new Headers(response.headers)
      url.searchParams.set('cursor', 'end')
      if (!headers.has('link')) headers.set('link', `<${url}>; rel="next"`)
      return new Response(await response.arrayBuffer(), { status: response.status, headers })
    },
    differs: {
      'list.pages':
        /^\/api\/v1\/products: the last page has a Link to an empty page\. \/api\/v1\/orders: the last page has a Link to an empty page\.$/,
    },
    unknown: ['list.limit.max'],
  },
  {
    name: 'scripts set a cookie',
    respond: async (request, forward) => {
      const response = await forward(request)
      if (!readPath(request).endsWith('.js')) return response
      return new Response('0', { headers: [...response.headers, ['set-cookie', 'a=1']] })
    },
    differs: {
      'script.service.js': /^It sets a cookie \(decision 0027\)\.$/,
      'script.embed.js': /^It sets a cookie \(decision 0027\)\.$/,
    },
  },
  {
    name: 'lists of products need no key',
    respond: async (request, forward) => {
      const headers = new Headers(request.headers)
      if (request.method === 'GET' && readPath(request) === '/api/v1/products')
        headers.set('authorization', 'Bearer sk_test_all')
      return forward(new Request(request, { headers }))
    },
    differs: {
      'key.missing': /^GET \/api\/v1\/products\?limit=1: 200, not 401\.$/,
      'key.wrong': /^GET \/api\/v1\/products\?limit=1: 200, not 401 invalid_api_key\.$/,
    },
  },
  {
    name: 'every response has the same X-Request-Id',
    respond: withHeaders((headers) => headers.set('x-request-id', 'req_constant')),
    differs: { 'header.request-id': /error\.request_id is another one|the same/ },
  },
]

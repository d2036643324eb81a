import { type DeviatingService, type Json, readPath, reject, withJson, withRecords } from './deviating-services.js'

const isPayment = (record: Json): boolean => 'paid_at' in record

/** Services whose records contradict each other or their requests. */
export const deviatingEvidence: readonly DeviatingService[] = [
  {
    name: 'payments do not name their order',
    respond: withRecords((record) => ('order_ref' in record ? { ...record, order_ref: null } : record)),
    differs: { 'order.payment': /^The order_ref of \d of \d payments is null\.$/ },
  },
  {
    name: 'an absent email address is an empty string',
    respond: withRecords((record) => ('email' in record ? { ...record, email: record.email ?? '' } : record)),
    differs: {
      'field.absent':
        /^Payment\.email is an empty string in (\d+) of \1 records\. Order\.buyer\.email is an empty string in (\d+) of \2 records\.$/,
    },
  },
  {
    name: 'a succeeded payment has a failure',
    respond: withRecords((record) =>
      record.status === 'succeeded' && isPayment(record)
        ? { ...record, failure: { code: 'card_declined', message: 'No.' } }
        : record,
    ),
    differs: { 'payment.state': /^A payment with the status succeeded has a failure\.$/ },
  },
  {
    name: 'the license check by GET does not exist',
    respond: async (request, forward) =>
      request.method === 'GET' && readPath(request) === '/api/licenses/verify'
        ? reject(404, 'not_found')
        : forward(request),
    differs: { 'license.read': /^GET is 404 not_found, and POST is 200\.$/ },
  },
  {
    name: 'texts are escaped as HTML',
    respond: withRecords((record) =>
      typeof record.description === 'string'
        ? { ...record, description: record.description.replaceAll('&', '&amp;') }
        : record,
    ),
    differs: { 'created.values': /^Product\.description is "Ɛdwom &amp; .*, not "Ɛdwom & / },
  },
  {
    name: 'metadata is dropped',
    needsWrite: true,
    respond: withRecords((record) => ('metadata' in record ? { ...record, metadata: {} } : record)),
    differs: { 'created.values': /^Payment\.metadata is \{\}, not \{"note":/ },
  },
  {
    name: 'a replay returns the present state of the payment',
    needsWrite: true,
    respond: async (request, forward) => {
      const response = await forward(request)
      if (!response.headers.has('idempotency-hit')) return response
      const headers = new Headers(response.headers)
      headers.delete('content-length')
      const body = (await response.json()) as Json
      return Response.json({ ...body, data: { ...body.data, next_action: null } }, { headers })
    },
    differs: {
      'idempotency.same':
        /^POST \/api\/v1\/payments: The status is 200, and was 201\. The replay has other values: next_action is null, and was /,
    },
  },
  {
    name: 'a refund may exceed its payment',
    needsWrite: true,
    respond: async (request, forward) => {
      const response = await forward(request)
      if (readPath(request) !== '/api/v1/refunds' || response.status !== 422) return response
      const body = { success: true, data: { ref: 'ref_1', status: 'pending', amount: 2 } }
      return Response.json(body, { status: 201, headers: { 'x-request-id': 'req_excess' } })
    },
    differs: { 'refund.excess': /^Got 201, not 422 refund_exceeds_payment\. It created ref_1 of GH₵2\.00\.$/ },
  },
  {
    name: 'the amount of a checkout intent is in pesewas',
    needsWrite: true,
    respond: withRecords((record) => ('client_token' in record ? { ...record, amount: record.amount * 100 } : record)),
    differs: {
      'amount.unit': /^CheckoutIntent\.amount looks like pesewas: 100 for the GH₵1\.00 that was sent\.$/,
    },
  },
  {
    name: 'a new payment has succeeded',
    needsWrite: true,
    respond: withJson((body, request) =>
      readPath(request) === '/api/v1/payments' && body.data?.status === 'pending'
        ? { ...body, data: { ...body.data, status: 'succeeded', fee: 0.54, net: 0.46 } }
        : body,
    ),
    differs: {
      'path.createPayment': /^The status of a new payment is "succeeded", not "pending"\.$/,
      'payment.paid-at': /has no paid_at/,
      'payment.state': /A payment with the status succeeded has a next_action\./,
    },
  },
  {
    name: 'lists of orders ignore limit and cursor',
    respond: async (request, forward) => {
      const url = new URL(request.url)
      if (url.pathname === '/api/v1/orders') url.search = ''
      return forward(new Request(url, request))
    },
    differs: { 'list.limit': /^\/api\/v1\/orders\?limit=1 returned \d\.$/ },
  },
  {
    name: 'a page has one record less than limit',
    respond: async (request, forward) => {
      const url = new URL(request.url)
      const limit = url.searchParams.get('limit') ?? ''
      if (/^(?:[2-9]|[1-9]\d)$/.test(limit)) url.searchParams.set('limit', String(Number(limit) - 1))
      return forward(new Request(url, request))
    },
    differs: {
      'list.pages':
        /^Pages of \/api\/v1\/products have fewer records than limit although more follow: page 1 has 1 of 2\. /,
    },
  },
  {
    name: 'an unknown product is 200 without data',
    respond: async (request, forward) =>
      readPath(request).endsWith('/products/prd_compare000000')
        ? Response.json({ success: true, data: null }, { headers: { 'x-request-id': 'req_2' } })
        : forward(request),
    differs: { 'record.unknown': /^GET \/api\/v1\/products\/prd_compare000000: 200, not 404 not_found\.$/ },
  },
]

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

const isList = (request: Request): boolean =>
  request.method === 'GET' && /\/api\/v1\/(products|orders)$/.test(readPath(request))

/** Creates a handler that changes the query of lists with a `limit` of 1 to 99. */
const withListQuery =
  (change: (query: URLSearchParams, limit: number) => void, drop = 0): Deviation['respond'] =>
  async (request, forward) => {
    const url = new URL(request.url)
    const limit = url.searchParams.get('limit') ?? '20'
    if (!isList(request) || !/^[1-9]\d?$/.test(limit)) return forward(request)
    change(url.searchParams, Number(limit))
    const response = await forward(new Request(url, request))
    const headers = new Headers(response.headers)
    headers.delete('content-length')
    headers.set('link', (headers.get('link') ?? '').replace(/limit=\d+/, `limit=${limit}`))
    const body = (await response.json()) as Json
    const data = url.searchParams.has('cursor') ? body.data.slice(drop) : body.data
    return new Response(JSON.stringify({ ...body, data }), { status: response.status, headers })
  }

const html = (status: number): Response =>
  new Response('<!doctype html><h1>Not Found</h1>', { status, headers: { 'content-type': 'text/html' } })

/** Services whose lists, routes, names or single records deviate. */
export const deviatingLists: readonly DeviatingService[] = [
  {
    name: 'one listed order cannot be read',
    respond: async (request, forward) => {
      const response = await forward(request)
      if (!/\/orders\/\w/.test(readPath(request)) || response.status !== 200) return response
      const { data } = (await response.clone().json()) as Json
      return data.total === 5 ? reject(404, 'not_found') : response
    },
    prices: [5],
    differs: {
      'path.readOrder': /^GET \/api\/v1\/orders\/ord_\w+: Got 404 not_found\. Its identifier is from a list\.$/,
    },
  },
  {
    name: 'each next page skips a record',
    respond: withListQuery((query, limit) => {
      if (query.has('cursor')) query.set('limit', String(limit + 1))
    }, 1),
    prices: [3, 5, 14.43, 45.5, 7, 8, 9],
    differs: { 'list.pages': /^The pages of \/api\/v1\/products omit \d of 12 records \(prd_\w+(, prd_\w+)*\)\. / },
    holds: ['list.limit', 'list.order'],
  },
  {
    name: 'each page has the first record of the next page',
    respond: async (request, forward) => {
      const response = await forward(request)
      const next = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
      if (!isList(request) || next === undefined) return response
      const more = await forward(new Request(next, request))
      const [body, { data }] = (await Promise.all([response.json(), more.json()])) as Json[]
      const headers = new Headers(response.headers)
      headers.delete('content-length')
      return new Response(JSON.stringify({ ...body, data: [...body.data, data[0]] }), { headers })
    },
    differs: { 'list.limit': /products\?limit=1 returned 2\. .*orders\?limit=1 returned 2/ },
    unknown: ['list.pages', 'list.limit.refused'],
  },
  {
    name: 'data of an empty list is null',
    prices: [],
    respond: withJson((body) => (Array.isArray(body.data) && body.data.length === 0 ? { ...body, data: null } : body)),
    differs: { 'list.array': /^\/api\/v1\/orders: `data` of an empty list is null, not \[\]\.$/ },
  },
  {
    name: 'the list of orders hides pending orders after paging',
    prices: [3, 5, 14.43, 45.5, 7, 8, 9],
    respond: withJson((body, request) =>
      readPath(request) === '/api/v1/orders' && Array.isArray(body.data)
        ? { ...body, data: body.data.filter((_: Json, index: number) => index !== 1) }
        : body,
    ),
    differs: {
      'list.pages':
        /Pages of \/api\/v1\/orders have fewer records than limit although more follow: page 1 has 1 of 2\.$/,
    },
  },
  {
    name: 'products are sorted by price',
    respond: withJson((body, request) =>
      readPath(request) === '/api/v1/products' && Array.isArray(body.data)
        ? { ...body, data: [...body.data].sort((one: Json, other: Json) => one.price - other.price) }
        : body,
    ),
    differs: {
      'list.order': /^\/api\/v1\/products is sorted by price, ascending\.$/,
      'list.pages': /^The pages of \/api\/v1\/products have the records in another order than the whole list\.$/,
    },
  },
  {
    name: 'the list of orders shows an old status',
    respond: withJson((body, request) =>
      readPath(request) === '/api/v1/orders' && Array.isArray(body.data)
        ? { ...body, data: body.data.map((order: Json) => ({ ...order, status: 'pending', receipt_url: null })) }
        : body,
    ),
    differs: {
      'list.values': /^Order\.status is "pending" in the list, and "fulfilled" outside\.$/,
    },
    holds: ['order.status', 'order.receipt'],
  },
  {
    name: 'records have links that depend on the request',
    respond: withJson((body, request) => {
      const addLinks = (record: Json): Json =>
        record && typeof record === 'object' ? { ...record, _links: { self: readPath(request) } } : record
      return { ...body, data: Array.isArray(body.data) ? body.data.map(addLinks) : addLinks(body.data) }
    }),
    differs: {},
    holds: ['list.values', 'license.answer', 'record.Product'],
  },
  {
    name: 'one field of products has another spelling',
    respond: withRecords(({ image_url, ...record }) =>
      image_url === undefined ? record : { ...record, imageUrl: image_url },
    ),
    differs: { 'record.names': /^Product\.image_url has the name imageUrl\. The other statements/ },
    holds: ['record.Product'],
  },
  {
    name: 'the members of responses are in PascalCase',
    respond: withJson(function toPascal(value: Json): Json {
      if (Array.isArray(value)) return value.map((one) => toPascal(one))
      if (typeof value !== 'object' || value === null) return value
      const toName = (name: string): string => name.replace(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase())
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [toName(name), toPascal(inner)]))
    }),
    differs: { 'record.names': /^Members are PascalCase: Id for id, .*, in Product, .*, errors and the envelope\. / },
    holds: ['envelope.success', 'envelope.failure', 'key.missing.code', 'payment.fee'],
  },
  {
    name: 'a list is inside two objects, without buyers of orders',
    respond: withJson((body) =>
      Array.isArray(body.data)
        ? { ...body, data: { _embedded: { items: body.data.map(withoutBuyer) }, count: body.data.length } }
        : body,
    ),
    differs: {
      'list.array': /products: `data` is an object with _embedded, count\./,
      'list.values': /^Order\.buyer\.phone is null in the list, and a text outside\.$/,
    },
    holds: ['path.readOrder', 'record.Order', 'list.pages', 'order.status'],
  },
  {
    name: 'times are an hour ahead, also in the balance',
    respond: async (request, forward) => {
      const response = await withRecords((record) =>
        'as_of' in record ? { ...record, as_of: '2026-01-02T11:00:00.000Z' } : record,
      )(request, forward)
      const headers = new Headers(response.headers)
      headers.set('date', 'Fri, 02 Jan 2026 10:00:00 GMT')
      return new Response(await response.arrayBuffer(), { status: response.status, headers })
    },
    differs: {
      'time.order': /^as_of is 60 minutes ahead of the Date header, so times look like those of another time/,
    },
  },
  {
    name: 'there is a customers resource',
    respond: async (request, forward) =>
      readPath(request) === '/api/v1/customers'
        ? Response.json({ success: true, data: [{ id: 'cus_1' }] }, { headers: { 'x-request-id': 'req_1' } })
        : forward(request),
    differs: { 'path.absent': /^GET \/api\/v1\/customers exists: got 200 with a list of 1, not 404\.$/ },
  },
  {
    name: 'a 404 is an HTML page without X-Request-Id',
    respond: async (request, forward) => {
      const response = await forward(request)
      return response.status === 404 ? html(404) : response
    },
    differs: { 'header.json': /^Responses with 404: HTML \(text\/html\), without X-Request-Id\.$/ },
    unknown: ['path.unknown', 'record.unknown'],
    holds: ['header.request-id', 'envelope.failure', 'path.absent'],
  },
  {
    name: 'errors of the key are those of another framework',
    respond: async (request, forward) => {
      const { status, headers } = await forward(request.clone())
      return [401, 403].includes(status) ? Response.json({ detail: 'No.' }, { status, headers }) : forward(request)
    },
    differs: { 'envelope.failure': /^Responses with 401 and 403: the members are detail\.$/ },
    unknown: ['key.missing.code', 'key.wrong'],
  },
  {
    name: 'single records redirect to a path with a slash',
    respond: async (request, forward) =>
      request.method === 'GET' && /\/(products|orders|payments)\/\w+$/.test(readPath(request))
        ? new Response('', { status: 301, headers: { location: `${readPath(request)}/` } })
        : forward(request),
    differs: {
      'header.redirect':
        /^GET \/api\/v1\/payments\/\{ref\}, GET \/api\/v1\/products\/\{id\} and GET \/api\/v1\/orders\/\{ref\} redirect to the same path with a slash at its end \(301\)\. /,
    },
    unknown: ['record.Payment', 'order.amounts', 'payment.state'],
  },
  {
    name: 'an order is unavailable',
    respond: async (request, forward) =>
      /\/orders\/\w+$/.test(readPath(request)) ? reject(503, 'unavailable') : forward(request),
    differs: {},
    unknown: ['path.readOrder'],
  },
  {
    name: 'identifiers of products are numbers, and times are seconds',
    respond: async (request, forward) => {
      const toNumber = (id: string): number => Number.parseInt(id.slice(4, 14), 36)
      const response = await withRecords((record) => ({
        ...record,
        ...(typeof record.id === 'string' && record.id.startsWith('prd_') && { id: toNumber(record.id) }),
        ...(typeof record.created_at === 'string' && { created_at: Date.parse(record.created_at) / 1000 }),
      }))(await restoreIdentifier(request, forward, toNumber), forward)
      return response
    },
    differs: {
      'record.Product': /^Product\.id is an integer, not string\. .*created_at is/,
      'record.Payment': /created_at is an? \w+, not string: it looks like seconds/,
      'record.Order': /created_at is an? \w+, not string: it looks like seconds/,
    },
    holds: ['path.readProduct', 'record.unknown', 'time.order', 'payment.lifetime', 'list.order'],
  },
  {
    name: 'phone numbers are masked in another form',
    respond: withRecords((record) =>
      typeof record.phone === 'string'
        ? { ...record, phone: record.phone.replace(/^\+233(\d\d)\*{3}/, '0$1****') }
        : record,
    ),
    differs: {
      'phone.masked':
        /^Payment\.phone has the form NNN\*\*\*\*NNNN, not \+233NN\*\*\*NNNN \(decision 0018\)\. Order\.buyer\.phone has the form/,
    },
  },
  {
    name: 'an unknown license has a status',
    respond: withRecords((record) => ('valid' in record ? { ...record, status: 'inactive', reason: 'No.' } : record)),
    differs: { 'license.answer': /^status is "inactive", not null\.$/ },
  },
  {
    name: 'the license check needs a key',
    respond: async (request, forward) =>
      readPath(request) === '/api/licenses/verify' ? reject(401, 'missing_api_key') : forward(request),
    differs: { 'license.key': /^Got 401 missing_api_key/ },
    unknown: ['license.answer', 'license.read', 'record.LicenseCheck'],
  },
  {
    name: 'responses are compressed',
    respond: withHeaders((headers) => headers.set('content-encoding', 'br')),
    differs: {},
    holds: ['header.json'],
  },
]

const withoutBuyer = (record: Json): Json =>
  record.buyer ? { ...record, buyer: { ...record.buyer, phone: null } } : record

/** Replaces a number in the path of a product with its identifier. */
async function restoreIdentifier(
  request: Request,
  forward: (request: Request) => Promise<Response>,
  toNumber: (id: string) => number,
): Promise<Request> {
  const number = /\/products\/(\d+)$/.exec(readPath(request))?.[1]
  if (number === undefined) return request
  const url = new URL('/api/v1/products?limit=100', request.url)
  const headers = { authorization: 'Bearer sk_test_all' }
  const { data } = (await (await forward(new Request(url, { headers }))).json()) as Json
  const id = data.find((one: Json) => toNumber(one.id) === Number(number))?.id ?? 'prd_nothing'
  return new Request(new URL(`/api/v1/products/${id}`, request.url), request)
}

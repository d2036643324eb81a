/** Service with one deliberate deviation from the contract. */
export interface Deviation {
  readonly name: string
  /** Line of the comparison that must report it. */
  readonly lineId: string
  /** Whether only a real write shows it. */
  readonly needsWrite?: true
  /** Handles a request. `forward` sends it to the mock server. */
  respond(request: Request, forward: (request: Request) => Promise<Response>): Promise<Response>
}

type Change = (body: Body, response: Response) => unknown
// biome-ignore lint/suspicious/noExplicitAny: deviations change arbitrary JSON.
type Body = any

const json = (body: unknown, { status, headers }: { status: number; headers: Headers }): Response => {
  const jsonHeaders = new Headers(headers)
  jsonHeaders.delete('content-length')
  return new Response(JSON.stringify(body), { status, headers: jsonHeaders })
}
const isApi = (request: Request): boolean => new URL(request.url).pathname.startsWith('/api/')
const getPath = (request: Request): string => new URL(request.url).pathname
const isOpenApiRequest = (request: Request): boolean => getPath(request) === '/api/v1/openapi.json'

/** Creates a handler that changes response bodies. */
const changeBodies =
  (matches: (request: Request, response: Response) => boolean, change: Change): Deviation['respond'] =>
  async (request, forward) => {
    const response = await forward(request)
    if (!matches(request, response) || !response.headers.get('content-type')?.includes('json')) return response
    return json(change(await response.json(), response), response)
  }
const changeRecords = (change: (record: Body) => void): Deviation['respond'] =>
  changeBodies(
    (request) => isApi(request) && !isOpenApiRequest(request),
    (body) => {
      const walk = (value: Body): void => {
        if (typeof value !== 'object' || value === null) return
        if (!Array.isArray(value)) change(value)
        for (const inner of Object.values(value)) walk(inner)
      }
      walk(body.data)
      return body
    },
  )
const withStatus =
  (matches: (request: Request, response: Response) => boolean, status: number): Deviation['respond'] =>
  async (request, forward) => {
    const response = await forward(request)
    return matches(request, response) ? json(await response.json(), { status, headers: response.headers }) : response
  }
const withoutHeader =
  (name: string, matches: (request: Request) => boolean = () => true): Deviation['respond'] =>
  async (request, forward) => {
    const response = await forward(request)
    if (!matches(request)) return response
    const headers = new Headers(response.headers)
    headers.delete(name)
    return new Response(await response.arrayBuffer(), { status: response.status, headers })
  }
const withoutQuery =
  (name: string): Deviation['respond'] =>
  (request, forward) => {
    const url = new URL(request.url)
    url.searchParams.delete(name)
    return forward(new Request(url, request))
  }
const isSimulated = (request: Request): boolean => request.headers.get('x-service-simulate') === 'true'
const amountFields = [
  'amount',
  'fee',
  'net',
  'price',
  'total',
  'available',
  'pending',
  'reserved',
  'unit_price',
  'refunded_amount',
]
const errorResponse = (status: number, code: string): Response =>
  Response.json(
    { success: false, data: null, error: { code, message: 'No.', request_id: 'req_1' } },
    { status, headers: { 'X-Request-Id': 'req_1' } },
  )

/** Deviations, chosen before `compare` was written so that they do not depend on it. */
export const deviations: readonly Deviation[] = [
  {
    name: 'the envelope has a fourth member',
    lineId: 'envelope.success',
    respond: changeBodies(
      (request, { ok }) => ok && isApi(request) && !isOpenApiRequest(request),
      (body) => ({ ...body, meta: {} }),
    ),
  },
  {
    name: 'an error response has no data member',
    lineId: 'envelope.failure',
    respond: changeBodies(
      (_, { ok }) => !ok,
      ({ success, error }) => ({ success, error }),
    ),
  },
  {
    name: 'the error is a string',
    lineId: 'envelope.failure',
    respond: changeBodies(
      (_, { ok }) => !ok,
      (body) => ({ ...body, error: body.error.message }),
    ),
  },
  {
    name: 'the description declares limit as a number',
    lineId: 'description.parameters',
    respond: changeBodies(isOpenApiRequest, (body) => {
      body.components.parameters.Limit.schema = { type: 'integer' }
      return body
    }),
  },
  { name: 'limit is ignored', lineId: 'list.limit', respond: withoutQuery('limit') },
  {
    name: 'a limit above 100 is reduced to 100',
    lineId: 'list.limit.refused',
    respond: (request, forward) => {
      const url = new URL(request.url)
      if (Number(url.searchParams.get('limit')) > 100) url.searchParams.set('limit', '100')
      return forward(new Request(url, request))
    },
  },
  {
    name: 'the fee is rounded down',
    lineId: 'payment.fee',
    respond: changeRecords((record) => {
      if (typeof record.fee !== 'number') return
      record.fee = (Math.floor((Math.round(record.amount * 100) * 35) / 1000) + 50) / 100
      record.net = Math.round(record.amount * 100 - record.fee * 100) / 100
    }),
  },
  {
    name: 'the fee is added on top: net is the amount',
    lineId: 'payment.net',
    respond: changeRecords((record) => {
      if (typeof record.net === 'number') record.net = record.amount
    }),
  },
  { name: 'a missing scope is 401', lineId: 'key.scope', respond: withStatus((_, { status }) => status === 403, 401) },
  {
    name: 'the code for a missing scope is forbidden',
    lineId: 'key.scope',
    respond: changeBodies(
      (_, { status }) => status === 403,
      (body) => ({ ...body, error: { ...body.error, code: 'forbidden' } }),
    ),
  },
  {
    name: 'amounts are strings',
    lineId: 'record.Product',
    respond: changeRecords((record) => {
      for (const name of amountFields) if (typeof record[name] === 'number') record[name] = record[name].toFixed(2)
    }),
  },
  {
    name: 'net has the name net_amount',
    lineId: 'record.Payment',
    respond: changeRecords((record) => {
      if (!('net' in record)) return
      record.net_amount = record.net
      delete record.net
    }),
  },
  {
    name: 'the list of orders does not exist',
    lineId: 'path.listOrders',
    respond: async (request, forward) =>
      getPath(request) === '/api/v1/orders' ? errorResponse(404, 'not_found') : forward(request),
  },
  {
    name: 'a request without a key gets 403',
    lineId: 'key.missing',
    respond: withStatus((request, { status }) => status === 401 && !request.headers.has('authorization'), 403),
  },
  {
    name: 'a wrong key is 403',
    lineId: 'key.wrong',
    respond: withStatus((request, { status }) => status === 401 && request.headers.has('authorization'), 403),
  },
  {
    name: 'a list is an object with items',
    lineId: 'list.array',
    respond: changeBodies(
      (request, { ok }) => ok && /\/(products|orders)$/.test(getPath(request)) && request.method === 'GET',
      (body) => ({ ...body, data: { items: body.data } }),
    ),
  },
  {
    name: 'an unknown path returns an HTML page',
    lineId: 'header.json',
    respond: async (request, forward) => {
      const response = await forward(request)
      if (response.status !== 404) return response
      return new Response('<h1>Not found</h1>', { status: 404, headers: { 'content-type': 'text/html' } })
    },
  },
  {
    name: 'an unknown record is resource_missing',
    lineId: 'record.unknown',
    respond: changeBodies(
      (request, { status }) => status === 404 && /payments\//.test(getPath(request)),
      (body) => ({ ...body, error: { ...body.error, code: 'resource_missing' } }),
    ),
  },
  { name: 'a wrong method is 404', lineId: 'path.method', respond: withStatus((_, { status }) => status === 405, 404) },
  {
    name: 'a simulation writes the product',
    lineId: 'simulate.writes',
    respond: (request, forward) => {
      if (!isSimulated(request)) return forward(request)
      const headers = new Headers(request.headers)
      headers.delete('x-service-simulate')
      return forward(new Request(request, { headers }))
    },
  },
  {
    name: 'a simulation returns 200',
    lineId: 'simulate.answer',
    respond: withStatus((request, { status }) => isSimulated(request) && status === 201, 200),
  },
  { name: 'responses have no X-Request-Id', lineId: 'header.request-id', respond: withoutHeader('x-request-id') },
  { name: 'lists have no Link', lineId: 'list.pages', respond: withoutHeader('link') },
  {
    name: 'the cursor is ignored',
    lineId: 'list.pages',
    respond: withoutQuery('cursor'),
  },
  {
    name: 'lists are oldest first',
    lineId: 'list.order',
    respond: changeBodies(
      (request, { ok }) => ok && getPath(request).endsWith('/products') && request.method === 'GET',
      (body) => ({ ...body, data: [...body.data].reverse() }),
    ),
  },
  {
    name: 'times are seconds since 1970',
    lineId: 'record.Product',
    respond: changeRecords((record) => {
      if (typeof record.created_at === 'string') record.created_at = Date.parse(record.created_at) / 1000
    }),
  },
  {
    name: 'the status of a succeeded payment is success',
    lineId: 'record.Payment',
    respond: changeRecords((record) => {
      if (record.status === 'succeeded') record.status = 'success'
    }),
  },
  {
    name: 'the license check requires a key',
    lineId: 'license.key',
    respond: async (request, forward) =>
      getPath(request).startsWith('/api/licenses') && !request.headers.has('authorization')
        ? errorResponse(401, 'missing_api_key')
        : forward(request),
  },
  {
    name: 'the description is in an envelope',
    lineId: 'description.served',
    respond: changeBodies(isOpenApiRequest, (body) => ({ success: true, data: body })),
  },
  {
    name: 'the scripts have no CORS header',
    lineId: 'script.service.js',
    respond: withoutHeader('access-control-allow-origin', (request) => getPath(request).endsWith('.js')),
  },
  {
    name: 'an unknown field is accepted',
    lineId: 'input.unknown-field',
    respond: async (request, forward) => {
      if (!isSimulated(request)) return forward(request)
      const text = await request.text()
      let body: Body
      try {
        body = JSON.parse(text)
      } catch {
        return forward(new Request(request, { body: text }))
      }
      const knownNames = ['name', 'price', 'type', 'description', 'currency', 'stock', 'active', 'slug', 'image_url']
      for (const name of Object.keys(body)) if (!knownNames.includes(name)) delete body[name]
      return forward(new Request(request, { body: JSON.stringify(body) }))
    },
  },
  {
    name: 'a third decimal is rounded',
    lineId: 'input.third-decimal',
    respond: async (request, forward) => {
      if (!isSimulated(request)) return forward(request)
      const text = await request.text()
      return forward(new Request(request, { body: text.replace(/"price":(\d+\.\d\d)\d/, '"price":$1') }))
    },
  },
  {
    name: 'the same Idempotency-Key creates a second payment',
    lineId: 'idempotency.same',
    needsWrite: true,
    respond: (request, forward) => {
      const headers = new Headers(request.headers)
      headers.delete('idempotency-key')
      return forward(new Request(request, { headers }))
    },
  },
  {
    name: 'a payment below GH₵1.00 becomes one of GH₵1.00',
    lineId: 'input.smallest-payment',
    needsWrite: true,
    respond: async (request, forward) => {
      if (request.method !== 'POST') return forward(request)
      const text = await request.text()
      return forward(new Request(request, { body: text.replace(/"amount":"?0\.\d+"?/, '"amount":1') }))
    },
  },
]

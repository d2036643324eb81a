/** Service with one deliberate deviation from the contract. */
export interface Deviation {
  readonly name: string
  /** Line of the comparison that must report it. */
  readonly finds: string
  /** Whether only a real write shows it. */
  readonly needsWrite?: true
  /** Handles a request. `pass` forwards it to the mock server. */
  answer(request: Request, pass: (request: Request) => Promise<Response>): Promise<Response>
}

type Change = (body: Body, response: Response) => unknown
// biome-ignore lint/suspicious/noExplicitAny: deviations change arbitrary JSON.
type Body = any

const json = (body: unknown, { status, headers }: { status: number; headers: Headers }): Response => {
  const kept = new Headers(headers)
  kept.delete('content-length')
  return new Response(JSON.stringify(body), { status, headers: kept })
}
const isApi = (request: Request): boolean => new URL(request.url).pathname.startsWith('/api/')
const path = (request: Request): string => new URL(request.url).pathname
const isDescription = (request: Request): boolean => path(request) === '/api/v1/openapi.json'

/** Creates a handler that changes response bodies. */
const inAnswers =
  (when: (request: Request, response: Response) => boolean, change: Change): Deviation['answer'] =>
  async (request, pass) => {
    const response = await pass(request)
    if (!when(request, response) || !response.headers.get('content-type')?.includes('json')) return response
    return json(change(await response.json(), response), response)
  }
const inRecords = (change: (record: Body) => void): Deviation['answer'] =>
  inAnswers(
    (request) => isApi(request) && !isDescription(request),
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
  (when: (request: Request, response: Response) => boolean, status: number): Deviation['answer'] =>
  async (request, pass) => {
    const response = await pass(request)
    return when(request, response) ? json(await response.json(), { status, headers: response.headers }) : response
  }
const withoutHeader =
  (name: string, when: (request: Request) => boolean = () => true): Deviation['answer'] =>
  async (request, pass) => {
    const response = await pass(request)
    if (!when(request)) return response
    const headers = new Headers(response.headers)
    headers.delete(name)
    return new Response(await response.arrayBuffer(), { status: response.status, headers })
  }
const withoutQuery =
  (name: string): Deviation['answer'] =>
  (request, pass) => {
    const url = new URL(request.url)
    url.searchParams.delete(name)
    return pass(new Request(url, request))
  }
const isSimulated = (request: Request): boolean => request.headers.get('x-service-simulate') === 'true'
const amounts = [
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
const failure = (status: number, code: string): Response =>
  Response.json(
    { success: false, data: null, error: { code, message: 'No.', request_id: 'req_1' } },
    { status, headers: { 'X-Request-Id': 'req_1' } },
  )

/** Deviations, chosen before `compare` was written so that they do not depend on it. */
export const deviations: readonly Deviation[] = [
  {
    name: 'the envelope has a fourth member',
    finds: 'envelope.success',
    answer: inAnswers(
      (request, { ok }) => ok && isApi(request) && !isDescription(request),
      (body) => ({ ...body, meta: {} }),
    ),
  },
  {
    name: 'a refusal leaves data out',
    finds: 'envelope.failure',
    answer: inAnswers(
      (_, { ok }) => !ok,
      ({ success, error }) => ({ success, error }),
    ),
  },
  {
    name: 'the error is a text',
    finds: 'envelope.failure',
    answer: inAnswers(
      (_, { ok }) => !ok,
      (body) => ({ ...body, error: body.error.message }),
    ),
  },
  {
    name: 'the description says that limit is a number',
    finds: 'description.parameters',
    answer: inAnswers(isDescription, (body) => {
      body.components.parameters.Limit.schema = { type: 'integer' }
      return body
    }),
  },
  { name: 'limit is ignored', finds: 'list.limit', answer: withoutQuery('limit') },
  {
    name: 'a limit above 100 is cut silently',
    finds: 'list.limit.refused',
    answer: (request, pass) => {
      const url = new URL(request.url)
      if (Number(url.searchParams.get('limit')) > 100) url.searchParams.set('limit', '100')
      return pass(new Request(url, request))
    },
  },
  {
    name: 'the fee is rounded down',
    finds: 'payment.fee',
    answer: inRecords((record) => {
      if (typeof record.fee !== 'number') return
      record.fee = (Math.floor((Math.round(record.amount * 100) * 35) / 1000) + 50) / 100
      record.net = Math.round(record.amount * 100 - record.fee * 100) / 100
    }),
  },
  {
    name: 'the fee is taken on top: net is the amount',
    finds: 'payment.net',
    answer: inRecords((record) => {
      if (typeof record.net === 'number') record.net = record.amount
    }),
  },
  { name: 'a missing scope is 401', finds: 'key.scope', answer: withStatus((_, { status }) => status === 403, 401) },
  {
    name: 'a missing scope is called forbidden',
    finds: 'key.scope',
    answer: inAnswers(
      (_, { status }) => status === 403,
      (body) => ({ ...body, error: { ...body.error, code: 'forbidden' } }),
    ),
  },
  {
    name: 'amounts are text',
    finds: 'record.Product',
    answer: inRecords((record) => {
      for (const name of amounts) if (typeof record[name] === 'number') record[name] = record[name].toFixed(2)
    }),
  },
  {
    name: 'net is called net_amount',
    finds: 'record.Payment',
    answer: inRecords((record) => {
      if (!('net' in record)) return
      record.net_amount = record.net
      delete record.net
    }),
  },
  {
    name: 'there are no orders',
    finds: 'path.listOrders',
    answer: async (request, pass) => (path(request) === '/api/v1/orders' ? failure(404, 'not_found') : pass(request)),
  },
  {
    name: 'no key is 403',
    finds: 'key.missing',
    answer: withStatus((request, { status }) => status === 401 && !request.headers.has('authorization'), 403),
  },
  {
    name: 'a wrong key is 403',
    finds: 'key.wrong',
    answer: withStatus((request, { status }) => status === 401 && request.headers.has('authorization'), 403),
  },
  {
    name: 'a list is an object with items',
    finds: 'list.array',
    answer: inAnswers(
      (request, { ok }) => ok && /\/(products|orders)$/.test(path(request)) && request.method === 'GET',
      (body) => ({ ...body, data: { items: body.data } }),
    ),
  },
  {
    name: 'what is not there is a page of HTML',
    finds: 'path.unknown',
    answer: async (request, pass) => {
      const response = await pass(request)
      if (response.status !== 404) return response
      return new Response('<h1>Not found</h1>', { status: 404, headers: { 'content-type': 'text/html' } })
    },
  },
  {
    name: 'an unknown record is resource_missing',
    finds: 'record.unknown',
    answer: inAnswers(
      (request, { status }) => status === 404 && /payments\//.test(path(request)),
      (body) => ({ ...body, error: { ...body.error, code: 'resource_missing' } }),
    ),
  },
  { name: 'a wrong method is 404', finds: 'path.method', answer: withStatus((_, { status }) => status === 405, 404) },
  {
    name: 'simulating writes the product',
    finds: 'simulate.writes',
    answer: (request, pass) => {
      if (!isSimulated(request)) return pass(request)
      const headers = new Headers(request.headers)
      headers.delete('x-service-simulate')
      return pass(new Request(request, { headers }))
    },
  },
  {
    name: 'simulating answers 200',
    finds: 'simulate.answer',
    answer: withStatus((request, { status }) => isSimulated(request) && status === 201, 200),
  },
  { name: 'answers carry no X-Request-Id', finds: 'header.request-id', answer: withoutHeader('x-request-id') },
  { name: 'lists carry no Link', finds: 'list.pages', answer: withoutHeader('link') },
  {
    name: 'the cursor is ignored: every page is the first',
    finds: 'list.pages',
    answer: withoutQuery('cursor'),
  },
  {
    name: 'lists are oldest first',
    finds: 'list.order',
    answer: inAnswers(
      (request, { ok }) => ok && path(request).endsWith('/products') && request.method === 'GET',
      (body) => ({ ...body, data: [...body.data].reverse() }),
    ),
  },
  {
    name: 'times are seconds since 1970',
    finds: 'record.Product',
    answer: inRecords((record) => {
      if (typeof record.created_at === 'string') record.created_at = Date.parse(record.created_at) / 1000
    }),
  },
  {
    name: 'a payment that worked is called success',
    finds: 'record.Payment',
    answer: inRecords((record) => {
      if (record.status === 'succeeded') record.status = 'success'
    }),
  },
  {
    name: 'the license check wants a key',
    finds: 'license.key',
    answer: async (request, pass) =>
      path(request).startsWith('/api/licenses') && !request.headers.has('authorization')
        ? failure(401, 'missing_api_key')
        : pass(request),
  },
  {
    name: 'the description is in an envelope',
    finds: 'description.served',
    answer: inAnswers(isDescription, (body) => ({ success: true, data: body })),
  },
  {
    name: 'the scripts allow no other site',
    finds: 'script.service.js',
    answer: withoutHeader('access-control-allow-origin', (request) => path(request).endsWith('.js')),
  },
  {
    name: 'an unknown field is taken',
    finds: 'input.unknown-field',
    answer: async (request, pass) => {
      if (!isSimulated(request)) return pass(request)
      const text = await request.text()
      let body: Body
      try {
        body = JSON.parse(text)
      } catch {
        return pass(new Request(request, { body: text }))
      }
      const known = ['name', 'price', 'type', 'description', 'currency', 'stock', 'active', 'slug', 'image_url']
      for (const name of Object.keys(body)) if (!known.includes(name)) delete body[name]
      return pass(new Request(request, { body: JSON.stringify(body) }))
    },
  },
  {
    name: 'a third decimal is rounded',
    finds: 'input.third-decimal',
    answer: async (request, pass) => {
      if (!isSimulated(request)) return pass(request)
      const text = await request.text()
      return pass(new Request(request, { body: text.replace(/"price":(\d+\.\d\d)\d/, '"price":$1') }))
    },
  },
  {
    name: 'the same Idempotency-Key makes a second payment',
    finds: 'idempotency.same',
    needsWrite: true,
    answer: (request, pass) => {
      const headers = new Headers(request.headers)
      headers.delete('idempotency-key')
      return pass(new Request(request, { headers }))
    },
  },
  {
    name: 'a payment below GH₵1.00 is taken as one of GH₵1.00',
    finds: 'input.smallest-payment',
    needsWrite: true,
    answer: async (request, pass) => {
      if (request.method !== 'POST') return pass(request)
      const text = await request.text()
      return pass(new Request(request, { body: text.replace(/"amount":"?0\.\d+"?/, '"amount":1') }))
    },
  },
]

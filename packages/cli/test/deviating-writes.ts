import { createHash } from 'node:crypto'
import { type DeviatingService, type Json, readPath, reject, withJson, withRecords } from './deviating-services.js'
import type { Deviation } from './deviations.js'

/** Forwards a request with other headers or another body. */
const change = (request: Request, headers: Record<string, string>, body?: string): Request => {
  const changed = new Headers(request.headers)
  for (const [name, value] of Object.entries(headers)) changed.set(name, value)
  return new Request(request.url, {
    method: request.method,
    headers: changed,
    ...(body !== undefined && { body }),
  })
}
const readKey = (request: Request): string | null =>
  request.method === 'POST' && !request.headers.has('x-service-simulate')
    ? request.headers.get('idempotency-key')
    : null

/** Creates a handler that stores the first response of each key: by path, or for all paths. */
const createStoredResponses = (toId: (request: Request, key: string) => string): Deviation['respond'] => {
  const stored = new Map<string, { readonly text: string; readonly headers: Headers }>()
  return async (request, forward) => {
    const key = readKey(request)
    if (key === null) return forward(request)
    const first = stored.get(toId(request, key))
    if (first) {
      const headers = new Headers(first.headers)
      headers.set('idempotency-hit', 'true')
      return new Response(first.text, { status: 201, headers })
    }
    const response = await forward(request)
    const text = await response.text()
    if (response.status === 201) stored.set(toId(request, key), { text, headers: response.headers })
    return new Response(text, { status: response.status, headers: response.headers })
  }
}
const createCache = (path: string): Deviation['respond'] => {
  const cached = new Map<string, string>()
  return async (request, forward) => {
    const response = await forward(request)
    if (readPath(request) !== path || !response.ok) return response
    const id = request.headers.get('authorization') ?? ''
    const text = await response.text()
    cached.set(id, cached.get(id) ?? text)
    return new Response(cached.get(id), { status: response.status, headers: response.headers })
  }
}

/** Creates a handler that lets a key without a scope send the requests that match. */
const withoutScope =
  (matches: (request: Request, response: Response) => Promise<boolean>): Deviation['respond'] =>
  async (request, forward) => {
    const text = request.method === 'POST' ? await request.clone().text() : undefined
    const response = await forward(request.clone())
    if (response.status !== 403 || text === undefined) return response
    const allowed = await forward(change(request, { authorization: 'Bearer sk_test_all' }, text))
    return (await matches(request, allowed)) ? allowed : response
  }

const toFee = (amount: number): Json => {
  const fee = Math.round(amount / 50)
  return { fee: fee / 100, net: (amount - fee) / 100 }
}

/** Services whose writes have another effect than the contract. */
export const deviatingWrites: readonly DeviatingService[] = [
  {
    name: 'a refund without an amount refunds only the net',
    needsWrite: true,
    respond: async (request, forward) => {
      if (request.method !== 'POST' || readPath(request) !== '/api/v1/refunds') return forward(request)
      const text = await request.clone().text()
      const { method, headers } = request
      return text.includes('"payment_ref"') && !text.includes('"amount"')
        ? forward(new Request(request.url, { method, headers, body: text.replace(/}$/, ',"amount":0.46}') }))
        : forward(request)
    },
    differs: {
      'path.createRefund':
        /^A refund without amount is of GH₵0\.46, not of GH₵1\.00, all that is left of the payment\.$/,
    },
  },
  {
    name: 'a used key returns the stored response for any body',
    needsWrite: true,
    respond: createStoredResponses((request, key) => `${request.url} ${key}`),
    differs: {
      'idempotency.reused':
        /^POST \/api\/v1\/payments and 2 others: Got 201 with the stored response of the first body \(the same record\): the body is not compared\./,
    },
    holds: ['idempotency.same', 'idempotency.scope', 'refund.excess', 'path.createCheckoutIntent'],
  },
  {
    name: 'a used key charges another body',
    needsWrite: true,
    respond: async (request, forward) => {
      const key = readKey(request)
      if (key === null) return forward(request)
      const text = await request.text()
      const id = createHash('sha256')
        .update(key + text)
        .digest('hex')
      return forward(change(request, { 'idempotency-key': id }, text))
    },
    differs: {
      'idempotency.reused': /^POST \/api\/v1\/payments: It created a second payment pay_\w+ of GH₵2\.00\.$/,
    },
    unknown: ['idempotency.scope', 'path.createRefund', 'intent.lifetime'],
  },
  {
    name: 'a key is valid for all paths',
    needsWrite: true,
    respond: (() => {
      const paths = new Map<string, string>()
      const replay = createStoredResponses((_, key) => key)
      return async (request, forward) => {
        const key = readKey(request)
        const first = key === null ? undefined : paths.get(key)
        if (key !== null && first === undefined) paths.set(key, request.url)
        // The same path is handled by the service.
        return first === request.url ? forward(request) : replay(request, forward)
      }
    })(),
    differs: {
      'idempotency.scope':
        /^POST \/api\/v1\/checkout\/intent with the key of a payment is 201 with the stored response of the payment\.$/,
    },
    holds: ['idempotency.same', 'idempotency.reused'],
  },
  {
    name: 'the fields are checked before the scope',
    respond: withoutScope(async (_, response) => response.status === 422),
    differs: {
      'key.order': /^POST \/api\/v1\/products \(simulated\) is 422 with an empty body, and 403 with a valid one\.$/,
    },
    holds: ['key.scope'],
  },
  {
    name: 'a key without a scope may create payments',
    needsWrite: true,
    respond: withoutScope(async (request) => readPath(request) === '/api/v1/payments'),
    differs: {
      'key.scope':
        /^A key without payments:write may create payments: POST \/api\/v1\/payments is 201\. CEDI_NARROW_API_KEY must have no scope for writing\.$/,
    },
  },
  {
    name: 'the balance is cached',
    needsWrite: true,
    respond: createCache('/api/v1/balance'),
    differs: {
      'balance.payment':
        /^available changed by GH₵0\.00, not GH₵0\.46\. as_of is unchanged: the balance may be cached\.$/,
    },
    unknown: ['balance.refund'],
  },
  {
    name: 'the balance has the rounding errors of binary fractions',
    needsWrite: true,
    respond: withRecords((record) =>
      'reserved' in record ? { ...record, available: record.available + 1e-12 } : record,
    ),
    differs: { 'record.Balance': /^Balance\.available is \d+\.\d{9,}, which has more than two decimals\.$/ },
    holds: ['balance.payment', 'balance.refund'],
  },
  {
    name: 'each record has a link that depends on the request',
    needsWrite: true,
    respond: withJson((body, request) => {
      const link = (record: Json): Json => ({ ...record, _links: { self: `${request.method} ${request.url}` } })
      return /\/(?:payments|refunds|checkout)/.test(request.url) && body.success
        ? { ...body, data: link(body.data) }
        : body
    }),
    differs: {},
    holds: ['payment.read-back', 'idempotency.same'],
  },
  {
    name: 'the field of an error is a JSON Pointer',
    needsWrite: true,
    respond: withJson((body, _, { status }) =>
      status === 422 && body.error?.field
        ? { ...body, error: { ...body.error, field: `/body/${body.error.field}` } }
        : body,
    ),
    differs: { 'error.field': /^It is "\/body\/\w+", not "\w+"\. / },
    holds: ['input.unknown-field', 'input.currency', 'list.limit.refused'],
  },
  {
    name: 'the status of a new payment and of a new refund has another name',
    needsWrite: true,
    respond: withRecords((record) => (record.status === 'pending' ? { ...record, status: 'PROCESSING' } : record)),
    differs: {
      'record.Payment': /Payment\.status is "PROCESSING", which the contract does not list/,
      'record.Refund': /Refund\.status is "PROCESSING", which the contract does not list/,
    },
    holds: ['path.createPayment', 'path.createRefund', 'balance.payment', 'balance.refund', 'refund.requested'],
  },
  {
    name: 'every write needs an Idempotency-Key',
    needsWrite: true,
    respond: async (request, forward) =>
      /\/(?:payments|refunds|intent)$/.test(request.url) && request.method === 'POST' && readKey(request) === null
        ? reject(400, 'invalid_request', {}, 'Idempotency-Key')
        : forward(request),
    differs: {
      'idempotency.optional': /^Without it, the response is 400 invalid_request for Idempotency-Key \(No\)\.$/,
    },
    holds: ['input.unknown-field', 'key.missing'],
  },
  {
    name: 'checkout intents fail',
    needsWrite: true,
    respond: async (request, forward) =>
      request.method === 'POST' && readPath(request) === '/api/v1/checkout/intent'
        ? reject(500, 'internal_error')
        : forward(request),
    differs: { 'path.createCheckoutIntent': /^Got 500 internal_error \(No\), not 201\.$/ },
    unknown: ['idempotency.scope', 'intent.lifetime'],
    holds: ['key.missing', 'input.json'],
  },
  {
    name: 'a refund is at least GH₵5.00',
    needsWrite: true,
    respond: async (request, forward) => {
      const text = request.method === 'POST' ? await request.clone().text() : ''
      const isSmall = /"amount":[1-4]\b/.test(text) || /"payment_ref":"[^"]*","reason"/.test(text)
      return readPath(request) === '/api/v1/refunds' && isSmall
        ? reject(422, 'amount_too_small', {}, 'amount')
        : forward(request)
    },
    differs: { 'path.createRefund': /^Got 422 amount_too_small for amount \(No\), not 201\.$/ },
    unknown: ['refund.pending', 'refund.excess'],
  },
  {
    name: 'the amount of a refund is negative',
    needsWrite: true,
    respond: withRecords((record) => ('resolved_at' in record ? { ...record, amount: -record.amount } : record)),
    differs: { 'record.Refund': /^Refund\.amount must be >= 0\.$/ },
    holds: ['balance.refund', 'created.values'],
  },
  {
    name: 'a refund also reserves the constant part of the fee',
    needsWrite: true,
    respond: withRecords((record) =>
      record.reserved > 0 ? { ...record, available: Math.round(record.available * 100 - 50) / 100 } : record,
    ),
    differs: {
      'balance.refund': /^available changed by -GH₵1\.50, not -GH₵1\.00; reserved changed by GH₵1\.00\.$/,
    },
  },
  {
    name: 'the price of a product is an object',
    respond: withRecords((record) =>
      'price' in record ? { ...record, price: { value: record.price, currency: 'GHS' } } : record,
    ),
    differs: { 'record.Product': /^Product\.price is an object, not number\.$/ },
    holds: ['input.amount-text'],
  },
  {
    name: 'the fee is 2 % without a constant part',
    respond: withRecords((record) =>
      record.fee > 0 ? { ...record, ...toFee(Math.round(record.amount * 100)) } : record,
    ),
    differs: { 'payment.fee': / 1 more differs\. It looks like 2 %\.$/ },
  },
  {
    name: 'a missing and an unknown key have the same code',
    respond: withJson((body, _, { status }) =>
      status === 401 ? { ...body, error: { ...body.error, code: 'unauthorized' } } : body,
    ),
    differs: {
      'record.Failure': /The code is unauthorized in 2 statements: key\.missing\.code, key\.wrong\.$/,
    },
    holds: ['key.missing'],
  },
  {
    name: 'the balance follows a payment after two seconds',
    needsWrite: true,
    respond: (() => {
      const balances = new Map<string, string[]>()
      return async (request, forward) => {
        const response = await forward(request)
        if (readPath(request) !== '/api/v1/balance' || !response.ok) return response
        const id = request.headers.get('authorization') ?? ''
        const text = await response.text()
        const shown = [...(balances.get(id) ?? [text, text]), text]
        balances.set(id, shown.slice(1))
        return new Response(shown[1], { status: response.status, headers: response.headers })
      }
    })(),
    differs: {},
    holds: ['balance.payment'],
  },
]

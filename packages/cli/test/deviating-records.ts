import {
  type DeviatingService,
  dropNulls,
  type Json,
  readPath,
  reject,
  withJson,
  withRecords,
} from './deviating-services.js'

/** Makes the payment of `--write` stay pending. The other payments have other amounts. */
const keepPending = (record: Json): Json =>
  'paid_at' in record && record.amount === 1 ? { ...record, status: 'pending', fee: 0, net: 0, paid_at: null } : record

function wrapRecord(data: Json): Json {
  if (typeof data !== 'object' || data === null) return data
  if ('paid_at' in data) return { payment: data }
  return 'slug' in data ? { product: data } : data
}

/** Services that deviate in the states of payments, in nested records, or in responses to writes. */
export const deviatingRecords: readonly DeviatingService[] = [
  {
    name: 'it omits fields that are null, also in the next action of a payment',
    needsWrite: true,
    respond: withRecords(dropNulls),
    differs: {
      'record.Product': /^Fields that may be null are left out\. Product\.\w+ is missing/,
      'record.Payment': /^(?!.*not null).*NextAction\.url is missing/,
      'record.LicenseCheck': /is missing/,
      'record.Order': /is missing/,
      'record.Refund': /is missing/,
      'record.CheckoutIntent': /is missing/,
    },
  },
  {
    name: 'a single product is inside an array',
    respond: withJson((body, request) =>
      /\/products\/\w/.test(readPath(request)) && body.success ? { ...body, data: [body.data] } : body,
    ),
    differs: {
      'record.Product': /^GET \/api\/v1\/products\/\{id\}: `data` is an array with one record, not the record\.$/,
    },
    holds: ['list.values'],
  },
  {
    name: 'an order has refunded more than its total',
    respond: withRecords((record) => {
      if (record.total === 5 || (record.amount === 5 && 'paid_at' in record))
        return { ...record, refunded_amount: 10, ...('items' in record && { status: 'refunded' }) }
      return record
    }),
    differs: {
      'order.status':
        /^The order ord_\w+ is refunded: its payment of GH₵5\.00 is succeeded, and GH₵10\.00 of it is refunded\.$/,
    },
  },
  {
    name: 'one order has an empty payment_ref',
    respond: withRecords((record) =>
      'items' in record && record.total === 5 ? { ...record, payment_ref: '' } : record,
    ),
    differs: { 'field.absent': /^Order\.payment_ref is an empty string in \d+ of \d+ records\.$/ },
  },
  {
    name: 'the next action of a payment is a string',
    needsWrite: true,
    respond: withRecords((record) =>
      'next_action' in record ? { ...record, next_action: record.next_action?.type ?? null } : record,
    ),
    differs: { 'record.Payment': /^Payment\.next_action is a string, not object\.$/ },
  },
  {
    name: 'one path rejects a missing scope with another code',
    respond: async (request, forward) => {
      const response = await forward(request)
      return response.status === 403 && readPath(request) === '/api/v1/orders' ? reject(403, 'forbidden') : response
    },
    differs: {
      'key.scope': /^GET \/api\/v1\/orders\?limit=100: 403 forbidden, not 403 insufficient_scope\.$/,
      'record.Failure': /forbidden/,
    },
  },
  {
    name: 'a refund of a pending payment is accepted',
    needsWrite: true,
    respond: withRecords(keepPending),
    differs: { 'refund.pending': /^A refund of a payment with the status pending was accepted\.$/ },
  },
  {
    name: 'a payment stays pending',
    needsWrite: true,
    respond: async (request, forward) =>
      readPath(request) === '/api/v1/refunds' && request.headers.has('idempotency-key')
        ? reject(422, 'payment_not_refundable')
        : withRecords(keepPending)(request, forward),
    differs: {},
    unknown: ['path.createRefund', 'record.Refund'],
    holds: ['path.createPayment', 'path.createCheckoutIntent', 'payment.unearned'],
  },
  {
    name: 'the status of a created record is 200',
    needsWrite: true,
    respond: async (request, forward) => {
      const response = await forward(request)
      return response.status === 201 ? new Response(await response.text(), { headers: response.headers }) : response
    },
    differs: {
      'create.status':
        /^The status is 200, not 201, in 4 statements: simulate\.answer, path\.createPayment, path\.createRefund, path\.createCheckoutIntent\.$/,
    },
    unknown: ['simulate.answer', 'path.createPayment'],
    holds: ['path.createProduct', 'input.amount-text', 'payment.read-back', 'idempotency.same', 'record.Refund'],
  },
  {
    name: 'the envelope has a status instead of success',
    respond: withJson(({ success, ...rest }) => ({ status: success ? 'success' : 'error', ...rest })),
    differs: {
      'envelope.success': /the members are data, status\./,
      'envelope.failure': /the members are data, error, status\./,
    },
    unknown: ['record.Failure'],
    holds: ['path.createProduct', 'license.key', 'simulate.answer'],
  },
  {
    name: 'a pending payment shows its expected fee',
    needsWrite: true,
    respond: withRecords((record) =>
      record.status === 'pending' && 'fee' in record ? { ...record, fee: 0.54 } : record,
    ),
    differs: { 'payment.unearned': /^A payment that is pending has a fee of GH₵0\.54 and a net of GH₵0\.00\.$/ },
    holds: ['payment.fee', 'payment.net'],
  },
  {
    name: 'the net of a payment is 0.10 too low',
    respond: withRecords((record) =>
      record.net > 0 ? { ...record, net: Math.round(record.net * 100 - 10) / 100 } : record,
    ),
    differs: {
      'payment.net': /The payment pay_\w+ of GH₵5\.00 with a fee of GH₵0\.68 has a net of GH₵4\.22\. 1 more differs\.$/,
    },
    holds: ['payment.fee'],
  },
  {
    name: 'payments and products are inside an object unless they are listed',
    needsWrite: true,
    respond: withJson((body) => ({ ...body, data: wrapRecord(body.data) })),
    differs: {
      'record.Payment': /^Payment is inside `payment`\.$/,
      'record.Product': /^Product is inside `product`\.$/,
    },
    holds: ['amount.unit', 'payment.fee', 'payment.net', 'payment.read-back', 'idempotency.same', 'path.createRefund'],
  },
]

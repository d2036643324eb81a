import { type DeviatingService, type Json, readPath, withHeaders, withJson, withRecords } from './deviating-services.js'
import type { Deviation } from './deviations.js'

const isPayment = (record: Json): boolean => 'paid_at' in record
const isOrder = (record: Json): boolean => 'items' in record
const later = (time: string, ms: number): string => new Date(Date.parse(time) + ms).toISOString()
const minute = 60_000
const changeOrders = (change: (order: Json) => Json): Deviation['respond'] =>
  withRecords((record) => (isOrder(record) ? { ...record, ...change(record) } : record))
const changePayments = (change: (payment: Json) => Json): Deviation['respond'] =>
  withRecords((record) => (isPayment(record) ? { ...record, ...change(record) } : record))
const changeScript =
  (name: string, headers: Record<string, string>, status = 200): Deviation['respond'] =>
  async (request, forward) => {
    const response = await forward(request)
    if (readPath(request) !== `/${name}`) return response
    return new Response(status === 302 ? null : '0', {
      status,
      headers: { 'content-type': 'text/javascript', 'access-control-allow-origin': '*', ...headers },
    })
  }

/** Services whose related records, times, pages or scripts deviate. */
export const deviatingSales: readonly DeviatingService[] = [
  {
    name: 'the Link of a page names a host behind the proxy',
    respond: withHeaders((headers) => {
      const link = headers.get('link')
      if (link !== null) headers.set('link', link.replace('https://pay.example', 'http://payments.internal:8080'))
    }),
    differs: {
      'list.pages':
        /^The Link of \/api\/v1\/products names another URL: http:\/\/payments\.internal:8080\/api\/v1\/products\. The Link of \/api\/v1\/orders/,
    },
  },
  {
    name: 'the Link of a page drops limit',
    respond: withHeaders((headers) => {
      const link = headers.get('link')
      if (link !== null) headers.set('link', link.replace(/limit=\d+&?/, ''))
    }),
    differs: {
      'list.pages': /^The Link of \/api\/v1\/products drops limit\. The Link of \/api\/v1\/orders drops limit\.$/,
    },
  },
  {
    name: 'a Link has other relations first and no quotes',
    respond: withHeaders((headers) => {
      const link = headers.get('link')
      if (link !== null)
        headers.set('link', `<https://pay.example/first>; rel="first"; title="a, b", ${link.replace('"next"', 'next')}`)
    }),
    differs: {},
    holds: ['list.pages'],
  },
  {
    name: 'the amount of a payment includes the fee',
    respond: changePayments(({ amount, fee }) => ({
      amount: Math.round((amount + fee) * 100) / 100,
      net: amount,
    })),
    differs: {
      'payment.fee':
        /^The payment pay_\w+ of GH₵47\.59 has a fee of GH₵2\.09, not GH₵2\.17\. .* 1 more differs\. The amount looks like a price with the fee added to it\.$/,
      'order.amounts':
        /^The order ord_\w+ has the total GH₵45\.50, and its payment the amount GH₵47\.59\. .* 1 more differs\.$/,
    },
  },
  {
    name: 'orders show refunds that their payments do not show',
    respond: changeOrders(() => ({ refunded_amount: 1 })),
    differs: {
      'order.amounts':
        /^The order ord_\w+ has the refunded_amount GH₵1\.00, and its payment the refunded_amount GH₵0\.00\./,
    },
  },
  {
    name: 'orders are refunded although their payments are not',
    respond: changeOrders(() => ({ status: 'refunded' })),
    differs: {
      'order.status':
        /^The order ord_\w+ is refunded, not paid or fulfilled or refund_pending or cancelled: its payment of GH₵45\.50 is succeeded, and GH₵0\.00 of it is refunded\./,
    },
  },
  {
    name: 'orders of digital products stay paid',
    respond: changeOrders(({ status }) => ({ status: status === 'fulfilled' ? 'paid' : status })),
    differs: { 'order.digital': /^The order ord_\w+ is paid and not fulfilled\./ },
  },
  {
    name: 'a pending order has a receipt_url',
    respond: withRecords((record) => {
      if (isOrder(record)) return { ...record, status: 'pending', receipt_url: 'https://pay.example/receipt/1' }
      return isPayment(record) ? { ...record, status: 'pending', fee: 0, net: 0, paid_at: null } : record
    }),
    differs: { 'order.receipt': /^The order ord_\w+ is pending and has a receipt_url\./ },
  },
  {
    name: 'the fee is lowered by a refund',
    respond: withRecords((record) => {
      if (isOrder(record)) return { ...record, refunded_amount: 1, status: 'partially_refunded' }
      return isPayment(record) && record.amount !== 1
        ? {
            ...record,
            refunded_amount: 1,
            fee: Math.round(record.fee * 100 - 4) / 100,
            net: Math.round(record.net * 100 + 4) / 100,
          }
        : record
    }),
    differs: {
      'payment.fee':
        /has a fee of GH₵0\.97, not GH₵1\.01\. GH₵1\.00 of it is refunded, and a refund does not return the fee\./,
    },
  },
  {
    name: 'a mobile money payment waits 15 minutes',
    respond: changePayments(({ expires_at }) => ({ expires_at: later(expires_at, 10 * minute) })),
    differs: { 'payment.lifetime': /^It is 15 minutes, not 5 minutes\.$/ },
  },
  {
    name: 'a checkout intent is open for 24 hours',
    needsWrite: true,
    respond: withRecords((record) =>
      'client_token' in record ? { ...record, expires_at: later(record.expires_at, 23.5 * 60 * minute) } : record,
    ),
    differs: { 'intent.lifetime': /^It is 24 hours, not 30 minutes\.$/ },
  },
  {
    name: 'paid_at is one hour ahead',
    respond: changePayments(({ paid_at }) => ({ paid_at: paid_at && later(paid_at, 60 * minute) })),
    differs: { 'time.order': /^paid_at is \d+ minutes in the future\.$|^paid_at is after expires_at\.$/ },
  },
  {
    name: 'the message of the next action contains the whole phone number',
    respond: changePayments(() => ({
      status: 'pending',
      ...{ fee: 0, net: 0, paid_at: null },
      next_action: { type: 'approve_on_phone', url: null, message: 'Approve it on 024 412 3789.' },
    })),
    differs: {
      'phone.masked': /^Payment\.next_action\.message is not masked in 4 of 4 records\.$/,
      'order.status': /its payment of GH₵45\.50 is pending/,
    },
  },
  {
    name: 'a script is for its own site only',
    respond: changeScript('embed.js', { 'cross-origin-resource-policy': 'same-origin' }),
    differs: {
      'script.embed.js': /^Cross-Origin-Resource-Policy is same-origin: browsers block it in pages of other sites\.$/,
    },
  },
  {
    name: 'a script redirects',
    respond: changeScript('service.js', { location: '/assets/service.3f2a.js' }, 302),
    differs: { 'header.redirect': /^GET \/service\.js redirects to \/assets\/service\.3f2a\.js \(302\)\./ },
    unknown: ['script.service.js'],
  },
  {
    name: 'one script is not served',
    respond: changeScript('service.js', {}, 404),
    differs: { 'script.service.js': /^It is not served \(404\), and the other script is\.$/ },
  },
  {
    name: 'the license check has no envelope',
    respond: withJson((body, request) => (readPath(request) === '/api/licenses/verify' ? body.data : body)),
    differs: { 'envelope.success': /licenses\/verify: the members are .*valid\.$/ },
    unknown: ['license.key', 'license.answer', 'license.read', 'record.LicenseCheck'],
  },
  {
    name: 'every invalid request has the same code',
    respond: withJson((body, _, response) =>
      response.status === 422
        ? { ...body, error: { ...body.error, code: 'validation_failed', field: undefined } }
        : body,
    ),
    differs: { 'record.Failure': /ErrorDetail\.code is "validation_failed"/ },
    unknown: ['input.unknown-field', 'input.currency', 'list.limit.refused'],
  },
]

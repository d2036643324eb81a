import type { Statement } from '../line.js'
import { sampleText } from './created-values.js'

type Body = Readonly<Record<string, unknown>>

/** Smallest payment that the contract allows. */
export const minPayment: Body = {
  amount: 1,
  method: 'mobile_money',
  phone: '0244123789',
  metadata: { note: sampleText },
}
export const intent: Body = {
  amount: 1,
  channels: ['card'],
  return_url: 'https://shop.example/thanks?order=1',
}

/** Paths of the operations that `--write` executes. */
export const paths = {
  payments: '/api/v1/payments',
  refunds: '/api/v1/refunds',
  intents: '/api/v1/checkout/intent',
} as const

type StatementName =
  | 'create'
  | 'readBack'
  | 'pendingRefund'
  | 'replay'
  | 'conflict'
  | 'scope'
  | 'optional'
  | 'belowMin'
  | 'paymentBalance'
  | 'refund'
  | 'refundBalance'
  | 'requested'
  | 'excess'
  | 'intent'

/** Requests that `--write` sends. The confirmation lists them. */
export const writesDescription =
  'creates a payment of GH₵1.00, requests a refund of the payment, also before it has succeeded, and creates a checkout intent. It sends each of them again with the same Idempotency-Key, with the same and with another body, and a second checkout intent with the key of the payment, then a payment of GH₵0.99, also without a key, a refund that exceeds the payment, and requests with invalid fields. With CEDI_NARROW_API_KEY, it sends a payment, a refund and a checkout intent that must be rejected. The requests after the first payment must create nothing, except for the first refund and the checkout intents; the command stops at the first one that does'

/** Statements of the writes, by step. */
export const statements: Readonly<Record<StatementName, Statement>> = {
  create: { id: 'path.createPayment', title: `POST ${paths.payments}`, source: 'Endpoints' },
  readBack: {
    id: 'payment.read-back',
    title: 'a new payment can be read immediately, with the values of its creation',
    source: 'Endpoints',
  },
  pendingRefund: {
    id: 'refund.pending',
    title: 'a refund of a pending payment is 422 payment_not_refundable',
    source: '0009',
  },
  replay: {
    id: 'idempotency.same',
    title: 'the same Idempotency-Key returns the stored response, with Idempotency-Hit',
    source: '0006',
  },
  conflict: {
    id: 'idempotency.reused',
    title: 'a used Idempotency-Key with another body is 422',
    source: '0006',
  },
  scope: {
    id: 'idempotency.scope',
    title: 'an Idempotency-Key is valid for one path',
    source: '0006',
  },
  optional: { id: 'idempotency.optional', title: 'an Idempotency-Key is optional', source: '0006' },
  belowMin: {
    id: 'input.smallest-payment',
    title: 'a payment below GH₵1.00 is 422 amount_too_small',
    source: '0004',
  },
  paymentBalance: {
    id: 'balance.payment',
    title: 'a succeeded mobile money payment adds its net to the available balance',
    source: '0015',
  },
  refund: { id: 'path.createRefund', title: `POST ${paths.refunds}`, source: 'Endpoints' },
  refundBalance: {
    id: 'balance.refund',
    title: 'a requested refund moves its amount from available to reserved',
    source: '0009',
  },
  requested: { id: 'refund.requested', title: 'refunded_amount counts paid refunds only', source: '0009' },
  excess: {
    id: 'refund.excess',
    title: 'a refund that exceeds the payment is 422 refund_exceeds_payment',
    source: '0009',
  },
  intent: { id: 'path.createCheckoutIntent', title: `POST ${paths.intents}`, source: 'Endpoints' },
}

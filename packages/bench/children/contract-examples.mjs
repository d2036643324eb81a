import { readFileSync } from 'node:fs'

const fixtures = new URL('../../contract/fixtures/', import.meta.url)
const example = (path) => JSON.parse(readFileSync(new URL(`${path}.json`, fixtures), 'utf8'))

/** Responses of peers without an OpenAPI document. */
export const products = example('list-products/200-products')
export const paidPayment = example('create-payment/201-card-succeeded')
export const examples = {
  intent: example('create-checkout-intent/201-open'),
  balance: example('read-balance/200-balance'),
  refund: example('create-refund/201-pending'),
  orders: example('list-orders/200-orders'),
  product: example('create-product/201-created'),
}

/** Card payment that succeeds in the request that creates it. */
export const cardPayment = example('create-payment/request-card')

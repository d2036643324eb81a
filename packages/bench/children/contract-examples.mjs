import { readFileSync } from 'node:fs'

const fixtures = new URL('../../contract/fixtures/', import.meta.url)
const example = (path) => JSON.parse(readFileSync(new URL(`${path}.json`, fixtures), 'utf8'))

/** Responses of peers without an OpenAPI document. */
export const products = example('list-products/200-products')
export const paidPayment = example('create-payment/201-card-succeeded')
/** Card payment that succeeds in the request that creates it. */
export const cardPayment = example('create-payment/request-card')

import { afterEach, expect, expectTypeOf, test, vi } from 'vitest'
import { send } from './fetch.js'
import { createClient, type LicenseCheck, type Order, type Payment, parse } from './index.js'
import {
  balanceSchema,
  checkoutIntentSchema,
  envelopeSchema,
  failureSchema,
  licenseCheckSchema,
  orderListSchema,
  orderSchema,
  paymentSchema,
  productListSchema,
  productSchema,
  type ResponseSchema,
  refundSchema,
} from './schemas.js'
import { fixture, successResponse } from './testing.js'

const client = createClient({ baseUrl: 'https://pay.example', apiKey: 'sk_test_1' })
const findIssues = (schema: ResponseSchema<unknown>, value: unknown) => schema['~standard'].validate(value).issues
afterEach(() => vi.restoreAllMocks())

test('the matcher of vitest for Standard Schema accepts the examples of all records', () => {
  expect(fixture('readPayment', 'succeeded')).toEqual(expect.schemaMatching(paymentSchema))
  expect(fixture('readPayment', 'pending')).toEqual(expect.schemaMatching(paymentSchema))
  expect(fixture('createCheckoutIntent', 'open')).toEqual(expect.schemaMatching(checkoutIntentSchema))
  expect(fixture('readBalance', 'balance')).toEqual(expect.schemaMatching(balanceSchema))
  expect(fixture('createRefund', 'pending')).toEqual(expect.schemaMatching(refundSchema))
  expect(fixture('readProduct', 'product')).toEqual(expect.schemaMatching(productSchema))
  expect(fixture('listProducts', 'products')).toEqual(expect.schemaMatching(productListSchema))
  expect(fixture('readOrder', 'paid')).toEqual(expect.schemaMatching(orderSchema))
  expect(fixture('listOrders', 'orders')).toEqual(expect.schemaMatching(orderListSchema))
  expect(fixture('verifyLicense', 'unknown')).toEqual(expect.schemaMatching(licenseCheckSchema))
  expect({}).not.toEqual(expect.schemaMatching(paymentSchema))
})

test('a schema has the interface of Standard Schema and the type of its record', () => {
  const { version, vendor } = paymentSchema['~standard']
  expect({ version, vendor }).toEqual({ version: 1, vendor: 'cedi' })
  // The definition of InferOutput in Standard Schema.
  type InferOutput<S extends { '~standard': { types?: { output: unknown } | undefined } }> = NonNullable<
    S['~standard']['types']
  >['output']
  expectTypeOf<InferOutput<typeof paymentSchema>>().toEqualTypeOf<Payment>()
  expectTypeOf<InferOutput<typeof orderListSchema>>().toEqualTypeOf<readonly Order[]>()
  expectTypeOf<InferOutput<typeof licenseCheckSchema>>().toEqualTypeOf<LicenseCheck>()
})

const payment = fixture('readPayment', 'failed')
test.each([
  ['a string', 'expected an object, got a string', []],
  [{ ...payment, amount: '45.50' }, 'expected a number from 0, got a string', ['amount']],
  [{ ...payment, fee: -1 }, 'expected a number from 0, got -1', ['fee']],
  [{ ...payment, ref: undefined }, 'expected a string, got nothing', ['ref']],
  [{ ...payment, currency: 'USD' }, 'expected "GHS", got a string', ['currency']],
  [{ ...payment, created_at: 'yesterday' }, 'expected a date and time, got a string', ['created_at']],
  [{ ...payment, failure: { code: 'x' } }, 'expected a string, got nothing', ['failure', 'message']],
  [{ ...payment, metadata: { a: 1 } }, 'expected a string, got 1', ['metadata', 'a']],
])('%# an invalid payment has one issue with its path', (value, message, path) => {
  expect(findIssues(paymentSchema, value)).toEqual([{ message, path }])
})

test('an issue of a list has the index of the record', () => {
  const [order] = fixture('listOrders', 'orders')
  const orders = [order, { ...order, items: [{ ...order?.items[0], quantity: 1.5 }] }]
  expect(findIssues(orderListSchema, orders)).toEqual([
    { message: 'expected a whole number from 1, got 1.5', path: [1, 'items', 0, 'quantity'] },
  ])
})

test('unknown fields and new values of open lists are valid', () => {
  expect(findIssues(paymentSchema, { ...payment, status: 'on_hold', network: 'new', added: true })).toBeUndefined()
})

test('an envelope is a success with valid data, or a failure', () => {
  const schema = envelopeSchema(paymentSchema)
  const error = { code: 'not_found', message: 'No.', request_id: 'req_1' }
  expect(findIssues(schema, { success: true, data: payment })).toBeUndefined()
  expect(findIssues(schema, { success: false, data: null, error })).toBeUndefined()
  expect(findIssues(failureSchema, { success: false, data: null, error: {} })).toHaveLength(3)
  expect(findIssues(schema, { success: true, data: { ...payment, net: null } })).toEqual([
    { message: 'expected a number from 0, got null', path: ['data', 'net'] },
  ])
})

const changed = successResponse({ ...payment, amount: 'sk_test_1', net: null })
const difference =
  "data.amount: expected a number from 0, got a string (and 1 more). Update @cedi/client, or set validate to 'off'"

test('send and parse reject a response that differs from the description', async () => {
  const read = client.payments.read('pay_1')
  const fetch = vi.fn(async () => changed)
  const error = await send(read, { validate: 'throw', fetch }).catch((error: unknown) => error)
  expect(error).toMatchObject({ code: 'invalid_response', status: 200 })
  expect(String(error)).toBe(`ApiError: invalid_response: readPayment: 200: ${difference}`)
  expect(fetch).toHaveBeenCalledTimes(1)
  expect((await parse(read, changed, { validate: 'throw' })).error?.message).toContain('data.amount: expected')
  const byRoute = client.request('GET /api/v1/payments/{ref}', { params: { ref: 'pay_1' } })
  expect((await parse(byRoute, changed, { validate: 'throw' })).success).toBe(false)
})

test('send and parse warn about a difference and return the data', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined)
  const read = client.payments.read('pay_1')
  expect((await send(read, { validate: 'warn', fetch: async () => changed })).net).toBeNull()
  expect((await parse(read, changed, { validate: 'warn' })).success).toBe(true)
  expect(warn.mock.calls).toEqual([[`readPayment: ${difference}.`], [`readPayment: ${difference}.`]])
})

test('without validate, a difference passes, and another mode is rejected', async () => {
  const read = client.payments.read('pay_1')
  expect((await parse(read, changed)).success).toBe(true)
  expect((await parse(read, changed, { validate: 'off' })).success).toBe(true)
  await expect(send(read, { validate: 'strict' as 'throw' })).rejects.toThrow('validate must be off, warn or throw.')
})

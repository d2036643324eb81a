import type { Operations, Order, Payment, Product, PublicOperations } from '@cedi/contract'
import { expectTypeOf } from 'vitest'
import { items, send } from './fetch.js'
import { type ApiError, createClient, parse, type RequestDescription, type Result } from './index.js'
import type * as single from './operations.js'
import { type CallOptions, type ListQuery, listProducts, request } from './operations.js'

const config = { baseUrl: 'https://pay.example', apiKey: 'k' }
const cedi = createClient(config)
const response = { status: 200, text: async () => '' }

expectTypeOf(await parse(cedi.products.list(), response)).toEqualTypeOf<Result<readonly Product[], 'listProducts'>>()
expectTypeOf(await send(cedi.payments.read('p'))).toEqualTypeOf<Payment>()
expectTypeOf(listProducts({ baseUrl: '', apiKey: () => '' }).method).toEqualTypeOf<'GET'>()
const result = await parse(cedi.orders.list(), response)
if (result.success) expectTypeOf(result.data).toEqualTypeOf<readonly Order[]>()
else expectTypeOf(result.error).toEqualTypeOf<ApiError<'listOrders'>>()
if (!result.success) expectTypeOf(result.error.requiredScope).toEqualTypeOf<'orders:read'>()

// A known route has its types; an unknown one answers with unknown, never any.
expectTypeOf(await send(request(config, 'GET /api/v1/orders/{ref}', { params: { ref: 'o' } }))).toEqualTypeOf<Order>()
expectTypeOf(await send(request(config, 'GET /api/v1/payouts'))).toEqualTypeOf<unknown>()
// @ts-expect-error a known route asks for its parameter
request(config, 'GET /api/v1/orders/{ref}')
// @ts-expect-error a known route asks for its body
request(config, 'POST /api/v1/products', { body: { name: 'a' } })
// @ts-expect-error an unknown route asks for its parameters too
request(config, 'GET /api/v1/payouts/{ref}', { params: { id: 'o' } })

// @ts-expect-error limit is text
cedi.products.list({ limit: 20 })
// @ts-expect-error an option is misspelled
cedi.products.list({ limt: '20' })
// @ts-expect-error reads are not simulated
cedi.products.list({}, { simulate: true })
// @ts-expect-error a description is not changed
cedi.products.list().url = 'x'
// @ts-expect-error nor are its headers
cedi.products.list().headers.Authorization = 'x'
// @ts-expect-error the send was forgotten
;(await cedi.products.list()).data
// @ts-expect-error products are no orders
const orders: RequestDescription<readonly Order[]> = cedi.products.list()
// @ts-expect-error an order is no product
cedi.products.read((await send(cedi.orders.read('o'))).ref)
// @ts-expect-error without a key there is only the public call
createClient({ baseUrl: 'https://pay.example' }).payments
// @ts-expect-error without a key there is no operation either
listProducts({ baseUrl: 'https://pay.example' })
// @ts-expect-error an answer is narrowed before its data is read
;(await parse(cedi.products.list(), response)).data.length
void orders

// A key that may be undefined is said to be so.
createClient({
  baseUrl: 'https://pay.example',
  // @ts-expect-error '"apiKey may be undefined: look whether it is set before you call createClient"'
  apiKey: undefined as string | undefined,
})
// @ts-expect-error an option of the client is misspelled
createClient({ baseUrl: 'https://pay.example', apiKey: 'k', headrs: {} })

const card = { number: '4242424242424242', expiry_month: 12, expiry_year: 2030, cvc: '123' }
cedi.payments.create({ amount: 5, method: 'mobile_money', phone: '0244123789', network: 'mtn' })
cedi.payments.create({ product_id: 'p', quantity: 2, method: 'card', card, network: 'visa' })
// @ts-expect-error mobile money needs a phone: "Property 'phone' is missing"
cedi.payments.create({ amount: 5, method: 'mobile_money' })
// @ts-expect-error a card payment needs a card: "Property 'card' is missing"
cedi.payments.create({ amount: 5, method: 'card' })
// @ts-expect-error neither amount nor product_id: "Property 'product_id' is missing"
cedi.payments.create({ method: 'card', card })
// @ts-expect-error both amount and product_id: "Types of property 'product_id' are incompatible"
cedi.payments.create({ amount: 5, product_id: 'p', method: 'card', card })
// @ts-expect-error a wrong method shows the choices: '"mobile_money" | "card"'
cedi.payments.create({ amount: 5, method: 'cash', phone: '0244123789' })
// @ts-expect-error a wrong network shows the choices
cedi.payments.create({ amount: 5, method: 'mobile_money', phone: '0244123789', network: 'vodafone' })

const payment = await send(cedi.payments.read('p'))
if (payment.status === 'succeeded') void payment.paid_at
// @ts-expect-error a misspelt status has no overlap with the known ones
if (payment.status === 'suceeded') void payment.paid_at
const refused = await parse(cedi.orders.list(), response)
if (!refused.success && refused.error.code === 'rate_limited') void refused.error.status
// @ts-expect-error a misspelt code has no overlap with the known ones
if (!refused.success && refused.error.code === 'rate_limitd') void refused.error.status

// Every operation of the table is a function of its own, and takes what openapi.yaml says that it takes.
type Calls = Operations & PublicOperations
type Functions = Pick<typeof single, keyof typeof single & keyof Calls>
type Argument<Call> = Call extends { params: infer P extends object }
  ? P[keyof P]
  : Call extends { query: infer Q extends object }
    ? Q | undefined
    : Call extends { input: infer I extends object }
      ? I
      : CallOptions | undefined
type Keyed = keyof Operations
expectTypeOf<Exclude<keyof Calls, keyof Functions>>().toEqualTypeOf<never>()
expectTypeOf<{ [Name in Keyed]: Parameters<Functions[Name]>[1] }>().toEqualTypeOf<{
  [Name in Keyed]: Argument<Operations[Name]>
}>()
expectTypeOf<{ [Name in keyof Calls]: ReturnType<Functions[Name]>['method'] }>().toEqualTypeOf<{
  [Name in keyof Calls]: Calls[Name]['method']
}>()
expectTypeOf<ListQuery>().toEqualTypeOf<Operations['listProducts']['query']>()
for await (const order of items(cedi.orders.list())) expectTypeOf(order).toEqualTypeOf<Order>()

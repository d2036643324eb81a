import type { Operations, Order, Payment, Product, PublicOperations } from '@cedi/contract'
import { expectTypeOf } from 'vitest'
import { items, send } from './fetch.js'
import {
  type ApiError,
  type CallOptions,
  type Client,
  createClient,
  type ListQuery,
  parse,
  type RequestDescription,
  type Result,
} from './index.js'

const config = { baseUrl: 'https://pay.example', apiKey: 'k' }
const cedi = createClient(config)
const response = { status: 200, text: async () => '' }

expectTypeOf(await parse(cedi.products.list(), response)).toEqualTypeOf<Result<readonly Product[], 'listProducts'>>()
expectTypeOf(await send(cedi.payments.read('p'))).toEqualTypeOf<Payment>()
expectTypeOf(createClient({ baseUrl: () => '', apiKey: () => '' }).products.list().method).toEqualTypeOf<'GET'>()
const result = await parse(cedi.orders.list(), response)
if (result.success) expectTypeOf(result.data).toEqualTypeOf<readonly Order[]>()
else expectTypeOf(result.error).toEqualTypeOf<ApiError<'listOrders'>>()
if (!result.success) expectTypeOf(result.error.requiredScope).toEqualTypeOf<'orders:read'>()

// A known route has its types. The data of an unknown route is unknown, not any.
expectTypeOf(await send(cedi.request('GET /api/v1/orders/{ref}', { params: { ref: 'o' } }))).toEqualTypeOf<Order>()
expectTypeOf(await send(cedi.request('GET /api/v1/payouts'))).toEqualTypeOf<unknown>()
// @ts-expect-error a known route requires its path parameter
cedi.request('GET /api/v1/orders/{ref}')
// @ts-expect-error a known route requires its body
cedi.request('POST /api/v1/products', { body: { name: 'a' } })
// @ts-expect-error an unknown route requires its path parameters
cedi.request('GET /api/v1/payouts/{ref}', { params: { id: 'o' } })

// @ts-expect-error limit is a string
cedi.products.list({ limit: 20 })
// @ts-expect-error the option is misspelt
cedi.products.list({ limt: '20' })
// @ts-expect-error reads have no option simulate
cedi.products.list({}, { simulate: true })
// @ts-expect-error a description is read-only
cedi.products.list().url = 'x'
// @ts-expect-error headers are read-only
cedi.products.list().headers.Authorization = 'x'
// @ts-expect-error a description is not a response
;(await cedi.products.list()).data
// @ts-expect-error a list of products is not a list of orders
const orders: RequestDescription<readonly Order[]> = cedi.products.list()
// @ts-expect-error the ref of an order is not the id of a product
cedi.products.read((await send(cedi.orders.read('o'))).ref)
// @ts-expect-error a client without a key has only the public operation
createClient({ baseUrl: 'https://pay.example' }).payments
// @ts-expect-error a client without a key has no request method
createClient({ baseUrl: 'https://pay.example' }).request('GET /api/v1/payouts')
// @ts-expect-error a result must be narrowed before its data is read
;(await parse(cedi.products.list(), response)).data.length
void orders

// The compiler reports a key that may be undefined.
const environment: { readonly apiKey: string | undefined } = { apiKey: undefined }
// @ts-expect-error "Type 'undefined' is not assignable to type 'string | (() => string)'"
createClient({ baseUrl: 'https://pay.example', ...environment })
// @ts-expect-error the option of the client is misspelt
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
// @ts-expect-error the error for a wrong method lists the choices: '"mobile_money" | "card"'
cedi.payments.create({ amount: 5, method: 'cash', phone: '0244123789' })
// @ts-expect-error the error for a wrong network lists the choices
cedi.payments.create({ amount: 5, method: 'mobile_money', phone: '0244123789', network: 'vodafone' })

const payment = await send(cedi.payments.read('p'))
if (payment.status === 'succeeded') void payment.paid_at
// @ts-expect-error a misspelt status does not overlap with the known values
if (payment.status === 'suceeded') void payment.paid_at
const failed = await parse(cedi.orders.list(), response)
if (!failed.success && failed.error.code === 'rate_limited') void failed.error.status
// @ts-expect-error a misspelt code does not overlap with the known values
if (!failed.success && failed.error.code === 'rate_limitd') void failed.error.status

// Every operation in openapi.yaml has exactly one method of the client with the input of the operation.
type Methods = { [Resource in Exclude<keyof Client, 'request'>]: Client[Resource][keyof Client[Resource]] }[Exclude<
  keyof Client,
  'request'
>]
type MethodOf<Id> = Methods extends infer Method
  ? Method extends (...args: never[]) => { readonly operation: Id }
    ? Method
    : never
  : never
type FirstArgument<Operation> = Operation extends { params: infer Params extends object }
  ? Params[keyof Params]
  : Operation extends { query: infer Query extends object }
    ? Query | undefined
    : Operation extends { input: infer Input extends object }
      ? Input
      : CallOptions | undefined
type AllOperations = Operations & PublicOperations
expectTypeOf<ReturnType<Methods>['operation']>().toEqualTypeOf<keyof AllOperations>()
expectTypeOf<{ [Id in keyof Operations]: Parameters<MethodOf<Id>>[0] }>().toEqualTypeOf<{
  [Id in keyof Operations]: FirstArgument<Operations[Id]>
}>()
expectTypeOf<{ [Id in keyof AllOperations]: ReturnType<MethodOf<Id>>['method'] }>().toEqualTypeOf<{
  [Id in keyof AllOperations]: AllOperations[Id]['method']
}>()
expectTypeOf<ListQuery>().toEqualTypeOf<Operations['listProducts']['query']>()
for await (const order of items(cedi.orders.list())) expectTypeOf(order).toEqualTypeOf<Order>()

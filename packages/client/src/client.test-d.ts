import type { Order, Payment, Product } from '@cedi/contract'
import { expectTypeOf } from 'vitest'
import { send } from './fetch.js'
import { type ApiError, createClient, parse, type RequestDescription, type Result } from './index.js'
import { listProducts, request } from './operations.js'

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
// @ts-expect-error a key that may be missing is looked at first
createClient({ baseUrl: 'https://pay.example', apiKey: undefined as string | undefined })
// @ts-expect-error without a key there is no operation either
listProducts({ baseUrl: 'https://pay.example' })
// @ts-expect-error an answer is narrowed before its data is read
;(await parse(cedi.products.list(), response)).data.length
void orders

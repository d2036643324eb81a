import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { openapiJson } from '../src/generated/openapi.js'
import { inputValidators } from '../src/generated/validators.js'
import { errorStatus, type KnownErrorCode, matchOperation, operations, scopes } from '../src/index.js'
import { checkResponse } from '../src/responses.js'

const root = join(import.meta.dirname, '..')
const read = (name: string) => JSON.parse(readFileSync(join(root, 'fixtures', name), 'utf8'))
const document = parse(readFileSync(join(root, 'openapi.yaml'), 'utf8'))
interface Fixture {
  operation: string
  method: string
  path: string
  scope: string | null
  requests: { name: string; file: string }[]
  responses: { name: string; status: number; file: string }[]
}
const index: { operations: Fixture[] } = read('index.json')

describe('the endpoint table', () => {
  it('has ten operations on exactly nine paths, each with its documented scope', () => {
    expect(operations.map((row) => `${row.method} ${row.path} ${row.scope}`)).toMatchInlineSnapshot(`
      [
        "POST /api/v1/payments payments:write",
        "GET /api/v1/payments/{ref} payments:read",
        "POST /api/v1/checkout/intent payments:write",
        "GET /api/v1/balance balance:read",
        "POST /api/v1/refunds refunds:write",
        "GET /api/v1/products products:read",
        "POST /api/v1/products products:write",
        "GET /api/v1/products/{id} products:read",
        "GET /api/v1/orders orders:read",
        "GET /api/v1/orders/{ref} orders:read",
      ]
    `)
    expect(Object.keys(document.paths)).toHaveLength(9)
    expect(document.openapi).toBe('3.1.0')
  })

  it('has the seven documented scopes', () => {
    expect([...scopes].sort()).toEqual([
      'balance:read',
      'orders:read',
      'payments:read',
      'payments:write',
      'products:read',
      'products:write',
      'refunds:write',
    ])
  })

  it('has no customers', () => {
    expect(matchOperation('GET', '/api/v1/customers')).toEqual({ found: false, allow: [] })
    expect(openapiJson).not.toContain('/customers')
  })

  it('finds every operation by its own method and path', () => {
    for (const row of operations) {
      const path = row.path.replace(/\{\w+\}/, 'a%2Fb')
      expect(matchOperation(row.method, path)).toEqual({
        found: true,
        operation: row,
        parameter: row.path.includes('{') ? 'a/b' : '',
      })
    }
  })

  it('returns the allowed methods of a path for another method', () => {
    expect(matchOperation('DELETE', '/api/v1/products')).toEqual({ found: false, allow: ['GET', 'POST'] })
    expect(matchOperation('toString', '/api/v1/balance')).toEqual({ found: false, allow: ['GET'] })
  })

  it('finds nothing for a path with a broken escape, a further segment or an empty parameter', () => {
    for (const path of [
      '/api/v1/orders/%',
      '/api/v1/orders/a/b',
      '/api/v1/orders/',
      '/api/v1/orders?limit=1',
      '//api/v1/orders',
    ])
      expect(matchOperation('GET', path)).toEqual({ found: false, allow: [] })
  })
})

describe('the document', () => {
  it('is served unchanged', () => {
    expect(JSON.parse(openapiJson)).toEqual(document)
  })

  it('marks every undocumented field with its decision', () => {
    const unmarkedFields: string[] = []
    const envelope = new Set(['Failure.success', 'Failure.error'])
    const schemas = { ...document.components.schemas, ...document['x-public-surfaces'].schemas }
    for (const [name, schema] of Object.entries<{ properties?: Record<string, Record<string, string>> }>(schemas))
      for (const [field, property] of Object.entries(schema.properties ?? {}))
        if (!/^\d{4}$/.test(property['x-decision'] ?? '') && !envelope.has(`${name}.${field}`))
          unmarkedFields.push(`${name}.${field}`)
    expect(unmarkedFields).toEqual([])
  })

  it('gives every error code the status that its examples have', () => {
    const problems: string[] = []
    for (const { operation, responses } of index.operations)
      for (const { status, file } of responses) {
        const { error } = read(file) as { error?: { code: KnownErrorCode } }
        if (error && errorStatus[error.code] !== status) problems.push(`${operation} ${status} ${error.code}`)
      }
    expect(problems).toEqual([])
  })

  it('has an example for every request body and every response of every operation', () => {
    for (const { operation, method, requests, responses } of index.operations.filter((row) => row.scope !== null)) {
      expect(requests.length > 0, `${operation} has a request example`).toBe(method === 'POST')
      const statuses = new Set(responses.map((response) => String(response.status)))
      const [item] = Object.values<Record<string, { operationId: string; responses: object }>>(document.paths)
        .flatMap((path) => Object.values(path))
        .filter((row) => row.operationId === operation)
      expect([...statuses].sort()).toEqual(Object.keys(item?.responses ?? {}).sort())
    }
  })
})

describe('the fixtures', () => {
  it('conform to the contract', () => {
    const mismatches: string[] = []
    for (const { operation, responses } of index.operations)
      for (const { status, file } of responses)
        for (const problem of checkResponse(operation, status, read(file))) mismatches.push(`${file}: ${problem}`)
    expect(mismatches).toEqual([])
  })

  it('contain requests that the compiled validators accept', () => {
    const inputs = {
      createPayment: 'PaymentInput',
      createCheckoutIntent: 'CheckoutIntentInput',
      createRefund: 'RefundInput',
      createProduct: 'ProductInput',
    } as const
    for (const { operation, requests } of index.operations)
      for (const { file } of requests) {
        const validate = inputValidators[inputs[operation as keyof typeof inputs]]
        expect(validate(read(file)), `${file}: ${JSON.stringify(validate.errors)}`).toBe(true)
      }
  })
})

describe('a response that violates the contract', () => {
  const product = () => read('read-product/200-product.json')
  it('is rejected when the envelope has a fourth member', () => {
    expect(checkResponse('readProduct', 200, { ...product(), meta: {} }).join()).toContain('meta')
  })
  it('is rejected when a record has an unknown field', () => {
    expect(checkResponse('readProduct', 200, { success: true, data: { ...product().data, cost: 1 } }).join()).toContain(
      'cost',
    )
  })
  it('is rejected when a field is missing', () => {
    const { name: _, ...rest } = product().data
    expect(checkResponse('readProduct', 200, { success: true, data: rest }).join()).toContain('name')
  })
  it('is rejected when the operation does not list the code', () => {
    expect(checkResponse('readProduct', 404, read('create-refund/422-refund-exceeds-payment.json')).join()).toContain(
      'refund_exceeds_payment',
    )
  })
  it('is rejected when the operation does not list the status', () => {
    expect(checkResponse('readProduct', 409, read('create-refund/409-insufficient-balance.json'))).toEqual([
      'readProduct has no response with the status 409',
    ])
  })
})

describe('the input validators', () => {
  const { PaymentInput, ProductInput } = inputValidators
  it.each([
    ['an unknown field', { method: 'card', ammount: 5 }],
    ['a list', []],
    ['nothing', null],
    ['metadata that is not text', { method: 'card', metadata: { a: 1 } }],
    ['a prototype in the metadata', JSON.parse('{"method":"card","metadata":{"__proto__":"x"}}')],
    ['a prototype', JSON.parse('{"method":"card","__proto__":{}}')],
    ['a negative amount', { method: 'card', amount: -5 }],
    ['an amount with an exponent in text', { method: 'card', amount: '1e3' }],
    ['a return address that runs a script', { method: 'card', return_url: 'javascript:alert(1)' }],
    [
      'a return address that only looks like this machine',
      { method: 'card', return_url: 'http://localhost.evil.example/' },
    ],
  ])('refuse %s', (_, body) => {
    expect(PaymentInput(body)).toBe(false)
  })
  it('reject a product with a blank name', () => {
    expect(ProductInput({ name: '   ', price: 5 })).toBe(false)
  })
})

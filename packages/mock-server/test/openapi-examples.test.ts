import { expect, test } from 'vitest'
import { createMockServer } from '../src/index.js'

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly example?: string
}
interface Operation {
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[]
  readonly requestBody?: {
    readonly content: {
      readonly 'application/json': { readonly examples: Readonly<Record<string, { value: unknown }>> }
    }
  }
}
interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly schemas: Readonly<Record<string, { readonly example?: object }>>
  }
}

test('requests with the examples of the description succeed one after another, as in Postman, Bruno and Swagger UI', async () => {
  const mock = createMockServer()
  const read = await mock.handle({ method: 'GET', url: '/api/v1/openapi.json' })
  const { paths, components } = JSON.parse(read.body) as Description
  const statuses: Record<string, number> = {}
  for (const [path, operations] of Object.entries(paths))
    for (const [method, { parameters = [], requestBody }] of Object.entries(operations)) {
      const resolved = parameters.map((parameter) =>
        '$ref' in parameter ? (components.parameters[parameter.$ref.split('/').at(-1) ?? ''] as Parameter) : parameter,
      )
      const examples = (place: Parameter['in']) =>
        resolved
          .filter((item) => item.in === place)
          .map(({ name, example }): [string, string] => {
            // Without an example, the tools send the name of the type.
            if (example === undefined) throw new Error(`${method} ${path}: ${name} has no example`)
            return [name, example]
          })
      const url = examples('path').reduce((text, [name, value]) => text.replace(`{${name}}`, value), path)
      const body = Object.values(requestBody?.content['application/json'].examples ?? {})[0]?.value
      const { status } = await mock.handle({
        method: method.toUpperCase(),
        url: `${url}?${new URLSearchParams(examples('query'))}`,
        headers: {
          Authorization: 'Bearer sk_test_all',
          ...Object.fromEntries(examples('header')),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      })
      statuses[`${method} ${path}`] = status
      // The buyer approves the payment.
      await mock.clock.advance('PT5S')
    }
  expect(statuses).toEqual({
    'post /api/v1/payments': 201,
    'get /api/v1/payments/{ref}': 200,
    'post /api/v1/checkout/intent': 201,
    'get /api/v1/balance': 200,
    'post /api/v1/refunds': 201,
    'get /api/v1/products': 200,
    'post /api/v1/products': 201,
    'get /api/v1/products/{id}': 200,
    'get /api/v1/orders': 200,
    'get /api/v1/orders/{ref}': 200,
  })
})

test.each([
  ['/api/v1/payments', 'PaymentInput'],
  ['/api/v1/checkout/intent', 'CheckoutIntentInput'],
  ['/api/v1/products', 'ProductInput'],
])('a request to %s with the example of its schema succeeds, as in Insomnia', async (url, schema) => {
  const mock = createMockServer()
  const read = await mock.handle({ method: 'GET', url: '/api/v1/openapi.json' })
  const { components } = JSON.parse(read.body) as Description
  const { status } = await mock.handle({
    method: 'POST',
    url,
    headers: { Authorization: 'Bearer sk_test_all', 'Content-Type': 'application/json' },
    body: JSON.stringify(components.schemas[schema]?.example),
  })
  expect(status).toBe(201)
})

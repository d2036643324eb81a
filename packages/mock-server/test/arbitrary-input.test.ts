import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { operations } from '@cedi/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { card, createService, goodBodies, inputs, schemas, writePaths } from './service.js'

describe('the fixtures of the contract', () => {
  const root = join(import.meta.dirname, '../../contract/fixtures')
  const index = JSON.parse(readFileSync(join(root, 'index.json'), 'utf8')) as {
    operations: { path: string; method: string; requests: { file: string }[] }[]
  }
  const files = index.operations.flatMap(({ path, requests }) => requests.map(({ file }) => [file, path] as const))
  it.each(files)('%s succeeds', async (file, path) => {
    const service = createService()
    const { ref } = (await service.post('/api/v1/payments', { ...card(), amount: 100 })).data
    await service.post('/api/v1/payments', { ...card(), amount: 100 })
    await service.advance('P1D')
    const products = (await service.get('/api/v1/products')).data as { id: string; type: string }[]
    const body = JSON.parse(readFileSync(join(root, file), 'utf8'))
    // The fixtures hold the references of the examples. They are replaced by references of this server.
    if (body.payment_ref) body.payment_ref = ref
    if (body.product_id) body.product_id = products.find(({ type }) => type === 'physical')?.id
    expect((await service.post(path, body)).status).toBe(201)
  })
})

describe('arbitrary input', () => {
  it('gets a response in the envelope without a crash, and writes only with the status 201', async () => {
    const service = createService()
    const bodies = await goodBodies(service)
    const names = [...new Set(Object.values(inputs).flatMap((input) => Object.keys(schemas[input]?.properties ?? {})))]
    const anyValue = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.double(),
      fc.constantFrom('0244123789', 'mobile_money', 'card', 'GHS', 5, '5.00'),
    )
    const mutatedBody = fc.constantFrom(...writePaths).chain((path) =>
      fc.tuple(
        fc.constant(path),
        fc.oneof(
          fc
            .dictionary(fc.constantFrom(...names, '__proto__', 'constructor'), anyValue, { maxKeys: 6 })
            .map((changes) => ({ ...bodies[path], ...changes })),
          anyValue,
        ),
      ),
    )
    await fc.assert(
      fc.asyncProperty(mutatedBody, async ([path, body]) => {
        const before = service.ledger()
        const { status } = await service.post(path, JSON.stringify(body) ?? '')
        expect(status).toBeLessThan(500)
        if (status !== 201) expect(service.ledger()).toBe(before)
        else service.mock.restore({ ...service.mock.snapshot(), ledger: JSON.parse(before) })
      }),
    )
  })

  it('in the method, the path and the headers gets a response', async () => {
    const service = createService({ seed: 'empty' })
    const paths = [...operations.map(({ path }) => path), '/api/licenses/verify', '/api/v1/openapi.json', '/']
    const text = fc.string({ unit: 'binary', maxLength: 30 })
    const request = fc.record({
      method: fc.oneof(fc.constantFrom('GET', 'POST', 'HEAD', 'PUT'), text),
      path: fc
        .oneof(
          fc.constantFrom(...paths),
          text.map((end) => `/api/v1/orders/${end}`),
          text.map((path) => `/${path}`),
        )
        .filter((path) => !/^\/(?:challenge\/|@|checkout|pay|service|embed|$)/.test(path)),
      query: fc.option(fc.webQueryParameters()),
      headers: fc.dictionary(
        fc.oneof(
          fc.constantFrom('authorization', 'Idempotency-Key', 'X-Service-Simulate', 'X-Mock-Scenario', 'content-type'),
          text,
        ),
        text,
        { maxKeys: 4 },
      ),
      body: fc.option(text, { nil: undefined }),
    })
    await fc.assert(
      fc.asyncProperty(request, async ({ method, path, query, headers, body }) => {
        const { status } = await service.send(method, query ? `${path}?${query}` : path, {
          headers,
          ...(body === undefined ? {} : { body }),
        })
        expect(status).toBeLessThan(500)
      }),
    )
    expect(JSON.parse(service.ledger()).merchants).toEqual({})
  })
})

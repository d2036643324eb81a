import { describe, expect, it } from 'vitest'
import { type Comparison, compare } from '../src/compare/compare.js'
import { reportText, toOverlay } from '../src/compare/report.js'
import type { Transport } from '../src/transport.js'
import { baseUrl, createService, listDifferences, runComparison } from './compared-service.js'
import { deviations } from './deviations.js'

describe('the comparison with the contract', () => {
  it('finds no difference in the mock server of this repository', async () => {
    const { comparison } = await runComparison()
    expect(listDifferences(comparison)).toEqual([])
  })

  it('finds no difference with --write, and checks more statements', async () => {
    const [{ comparison: reading }, { comparison: writing }] = [
      await runComparison(),
      await runComparison(undefined, { allowWrites: true }),
    ]
    expect(listDifferences(writing)).toEqual([])
    const countUnknown = ({ lines }: Comparison): number => lines.filter(({ verdict }) => verdict === 'unknown').length
    expect(countUnknown(writing)).toBeLessThan(countUnknown(reading))
  })

  it('tries the scopes of writes with a key that reads everything', async () => {
    const { comparison } = await runComparison(undefined, { narrowKey: 'sk_test_readonly' })
    const line = comparison.lines.find(({ id }) => id === 'key.scope')
    expect([line?.verdict, line?.seen]).toEqual([
      'unknown',
      expect.stringMatching(
        /^The narrow key may read everything\. Check that the narrow key has balance:read, products:read, orders:read, payments:read: the service accepts it\. Tried: POST \/api\/v1\/products \(simulated\)\.$/,
      ),
    ])
    const { comparison: full } = await runComparison(undefined, { narrowKey: 'sk_test_all' })
    expect(full.lines.find(({ id }) => id === 'key.scope')?.verdict).toBe('unknown')
  })

  it('reports no scope for a narrow key that the service does not know', async () => {
    const { comparison } = await runComparison(undefined, { narrowKey: 'no-key' })
    expect(listDifferences(comparison)).toEqual([])
    expect(comparison.lines.find(({ id }) => id === 'key.scope')?.seen).toBe(
      'The service does not know CEDI_NARROW_API_KEY.',
    )
  })

  it('writes nothing by default', async () => {
    expect((await runComparison()).isUnchanged).toBe(true)
    // The same comparison detects a write.
    expect((await runComparison(undefined, { allowWrites: true })).isUnchanged).toBe(false)
  })

  it.each(deviations)('reports that $name', async (deviation) => {
    const { comparison } = await runComparison(deviation, { allowWrites: deviation.needsWrite === true })
    expect(listDifferences(comparison).map((text) => text.split(':')[0])).toContain(deviation.lineId)
  })

  it('reports a verdict for every place with a decision', async () => {
    const { comparison } = await runComparison(undefined, { allowWrites: true })
    expect(comparison.places.length).toBeGreaterThan(160)
    expect(comparison.places.filter(({ verdict }) => verdict === 'holds').length).toBeGreaterThan(60)
    expect(comparison.places.filter(({ verdict }) => verdict === 'differs')).toEqual([])
  })

  it('writes an overlay whose targets exist in our description', async () => {
    for (const [name, targets] of Object.entries({
      'net has the name net_amount': [
        "$.components.schemas.Payment.required[?@ == 'net']",
        '$.components.schemas.Payment.properties',
      ],
      'the status of a succeeded payment is success': ['$.components.schemas.Payment.properties.status.enum'],
      'the list of orders does not exist': ["$.paths['/api/v1/orders']"],
      'amounts are strings': [
        '$.components.schemas.Product.properties.price',
        '$.components.schemas.OrderItem.properties.unit_price',
      ],
    })) {
      const { comparison } = await runComparison(deviations.find((one) => one.name === name))
      const { actions } = toOverlay(comparison, baseUrl) as { actions: { target: string }[] }
      for (const target of targets)
        expect(
          actions.map((action) => action.target),
          name,
        ).toContain(target)
    }
  })

  it.each(deviations.filter(({ needsWrite }) => !needsWrite))('writes nothing if $name', async (deviation) => {
    const { isUnchanged } = await runComparison(deviation)
    // This service writes in a simulation. The comparison reports that, and sends no further simulations.
    expect(isUnchanged).toBe(deviation.name !== 'a simulation writes the product')
  })

  it.each([
    ['an error', 500, '{"success":false,"data":null,"error":{"code":"x","message":"x","request_id":"r"}}'],
    ['an HTML page', 200, '<html>Welcome</html>'],
    ['a truncated response', 200, '{"success":true,"data":['],
    ['a redirect', 302, ''],
    ['an envelope without data', 200, '{"success":true,"data":null}'],
  ])('reports no statement as holding after %s', async (_name, status, body) => {
    const transport: Transport = async () => new Response(body, { status, headers: { 'x-request-id': 'r' } })
    const { lines } = await compare(
      { baseUrl, key: 'sk_test_all' },
      { transport, signal: new AbortController().signal },
    )
    const confirmedIds = lines.filter(({ verdict }) => verdict === 'holds').map(({ id }) => id)
    expect(confirmedIds).not.toContain('simulate.writes')
    if (body !== '{"success":true,"data":null}')
      for (const id of ['envelope.success', 'path.createProduct', 'license.key']) expect(confirmedIds).not.toContain(id)
  })

  it('simulates only one product if it cannot verify that nothing was written', async () => {
    const { server, key } = await createService()
    let simulations = 0
    const transport: Transport = async (url, init) => {
      const request = new Request(url, { ...(init as RequestInit), redirect: 'follow' })
      if (request.headers.has('x-service-simulate')) simulations += 1
      const isReading = request.method === 'GET' && new URL(url).pathname.startsWith('/api/v1/products')
      return isReading
        ? Response.json({ success: false, data: null, error: {} }, { status: 403 })
        : server.fetch(request)
    }
    const { lines } = await compare({ baseUrl, key }, { transport, signal: new AbortController().signal })
    expect(lines.find(({ id }) => id === 'simulate.writes')?.verdict).toBe('unknown')
    expect(simulations).toBe(1)
  })

  it('ignores a product that another client adds during the comparison', async () => {
    const { server, key } = await createService()
    const transport: Transport = async (url, init) => {
      const request = new Request(url, { ...(init as RequestInit), redirect: 'follow' })
      if (request.headers.has('x-service-simulate')) {
        const changes = { name: 'Poster', price: 3 }
        await server.fetch(
          new Request(`${baseUrl}/api/v1/products`, {
            method: 'POST',
            headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
            body: JSON.stringify(changes),
          }),
        )
      }
      return server.fetch(request)
    }
    const { lines } = await compare({ baseUrl, key }, { transport, signal: new AbortController().signal })
    expect(lines.find(({ id }) => id === 'simulate.writes')?.verdict).toBe('holds')
  })

  it.each([
    { openapi: '3.1.0', paths: null },
    { openapi: '3.1.0', paths: { '/api/v1/products': { parameters: 5, get: { parameters: {} } } } },
    { openapi: '3.1.0', paths: { '/api/v1/products': { get: { parameters: [null, 5, { name: 7 }, { $ref: 5 }] } } } },
    { openapi: '3.1.0', paths: {}, components: { schemas: { Payment: 5, Order: { properties: 5, required: 5 } } } },
    { openapi: '3.1.0', paths: {}, components: { schemas: { Refund: { properties: { ref: null, x: 5 }, enum: 5 } } } },
  ])('reads the description %j of a service to its end', async (document) => {
    const { comparison } = await runComparison({
      respond: async (request, pass) =>
        request.url.endsWith('/openapi.json') ? Response.json(document) : pass(request),
    })
    expect(comparison.lines.map(({ id }) => id)).toContain('description.paths')
  })

  it('reports an abort as such, not as an unreachable service', async () => {
    const stop = new AbortController()
    const transport: Transport = async () => {
      stop.abort()
      throw new Error('aborted')
    }
    await expect(compare({ baseUrl, key: 'sk_test_all' }, { transport, signal: stop.signal })).rejects.toThrow(
      'Stopped before the last check.',
    )
  })

  it('never prints a key that the service echoes', async () => {
    const transport: Transport = async (_url, init) => {
      const key = init?.headers?.['Authorization']?.slice('Bearer '.length) ?? 'none'
      const error = { code: key, message: key, field: key, request_id: key }
      return Response.json({ success: false, data: null, [key]: 1, error }, { status: 422, headers: { allow: key } })
    }
    const comparison = await compare(
      { baseUrl, key: 'sk_live_1234567890', narrowKey: 'sk_test_narrow' },
      { transport, signal: new AbortController().signal },
    )
    const output =
      reportText(comparison, baseUrl) + JSON.stringify(comparison) + JSON.stringify(toOverlay(comparison, baseUrl))
    expect(output).not.toMatch(/sk_live_1234567890|sk_test_narrow/)
  })

  it('proposes no field, member or value that could be code', async () => {
    const code = 'x: 1 }; globalThis.evil = 1; const y = { z'
    const { comparison } = await runComparison({
      async respond(request, forward) {
        const response = await forward(request)
        if (!new URL(request.url).pathname.endsWith('/products') || !response.ok) return response
        const body = (await response.json()) as { data: object[] }
        const data = Array.isArray(body.data) ? body.data.map((one) => ({ ...one, [code]: 1, type: code })) : body.data
        return Response.json({ ...body, data, [code]: 1 }, { status: response.status, headers: response.headers })
      },
    })
    expect(JSON.stringify(comparison.lines)).toContain('globalThis.evil')
    expect(comparison.lines.find(({ id }) => id === 'record.Product')?.seen).toContain('The overlay leaves it out')
    expect(JSON.stringify(toOverlay(comparison, baseUrl))).not.toContain('globalThis.evil')
  })

  it('never prints a key', async () => {
    for (const deviation of deviations) {
      const { comparison } = await runComparison(deviation)
      const output =
        reportText(comparison, baseUrl) + JSON.stringify(comparison) + JSON.stringify(toOverlay(comparison, baseUrl))
      expect(output).not.toMatch(/sk_test_/)
    }
  })
})

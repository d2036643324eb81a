import { createMockServer, type MockServer } from '@cedi/mock-server'
import { describe, expect, it } from 'vitest'
import { type Comparison, compare } from '../src/compare/compare.js'
import { overlayOf, reportText } from '../src/compare/report.js'
import type { Transport } from '../src/transport.js'
import { type Deviation, deviations } from './deviations.js'

const baseUrl = 'https://pay.example'
const scripts = async (request: Request): Promise<Response | undefined> =>
  /\.js$/.test(new URL(request.url).pathname)
    ? new Response('0', { headers: { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' } })
    : undefined

/** A shop with products, and payments whose fees show the rounding. */
async function shop() {
  const server = createMockServer({ clock: 'manual', approvalDelayMs: 0 })
  const key = 'sk_test_all'
  const send = (path: string, body: object): Promise<Response> =>
    server.fetch(
      new Request(baseUrl + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify(body),
      }),
    )
  for (const price of [3, 5, 14.43, 45.5]) {
    const { data } = (await (await send('/api/v1/products', { name: `Price ${price}`, price })).json()) as {
      data: { id: string }
    }
    await send('/api/v1/payments', { product_id: data.id, method: 'mobile_money', phone: '0244123789' })
    await server.clock.advance(1000)
  }
  await server.clock.advance(10_000)
  return { server, key }
}

/** The whole state of the server, without the request log. */
async function booksOf(server: MockServer): Promise<string> {
  const { requests: _, ...books } = (await server.snapshot()) as unknown as Record<string, unknown>
  return JSON.stringify(books)
}

interface Told {
  readonly comparison: Comparison
  /** Runs the comparison, and tells whether the books are the same before and after. */
  readonly isUntouched: boolean
}

export async function compared(deviation?: Deviation, mayWrite = false): Promise<Told> {
  const { server, key } = await shop()
  const before = await booksOf(server)
  const pass = async (request: Request): Promise<Response> => (await scripts(request)) ?? server.fetch(request)
  const transport: Transport = async (url, asked) => {
    const request = new Request(url, { ...(asked as RequestInit), redirect: 'follow' })
    return deviation ? deviation.answer(request, pass) : pass(request)
  }
  const comparison = await compare(
    { baseUrl, key, narrowKey: 'sk_test_none', mayWrite },
    { transport, signal: new AbortController().signal },
  )
  return { comparison, isUntouched: before === (await booksOf(server)) }
}
const differing = ({ lines }: Comparison): string[] =>
  lines.filter(({ verdict }) => verdict === 'differs').map(({ id, seen }) => `${id}: ${seen}`)

describe('the comparison with the contract', () => {
  it('finds no difference in our own mock server', async () => {
    const { comparison } = await compared()
    expect(differing(comparison)).toEqual([])
  })

  it('finds no difference with writes allowed either, and checks more', async () => {
    const [{ comparison: reading }, { comparison: writing }] = [await compared(), await compared(undefined, true)]
    expect(differing(writing)).toEqual([])
    const unknowns = ({ lines }: Comparison): number => lines.filter(({ verdict }) => verdict === 'unknown').length
    expect(unknowns(writing)).toBeLessThan(unknowns(reading))
  })

  it('writes nothing by default', async () => {
    expect((await compared()).isUntouched).toBe(true)
    // The same check does notice a write.
    expect((await compared(undefined, true)).isUntouched).toBe(false)
  })

  it.each(deviations)('finds that $name', async (deviation) => {
    const { comparison } = await compared(deviation, deviation.needsWrite === true)
    expect(differing(comparison).map((text) => text.split(':')[0])).toContain(deviation.finds)
  })

  it('reports for every place that we chose ourselves whether it holds', async () => {
    const { comparison } = await compared(undefined, true)
    expect(comparison.places.length).toBeGreaterThan(160)
    expect(comparison.places.filter(({ verdict }) => verdict === 'holds').length).toBeGreaterThan(60)
    expect(comparison.places.filter(({ verdict }) => verdict === 'differs')).toEqual([])
  })

  it('writes an overlay whose targets exist in our description', async () => {
    for (const [name, targets] of Object.entries({
      'net is called net_amount': [
        "$.components.schemas.Payment.required[?@ == 'net']",
        '$.components.schemas.Payment.properties.net',
        '$.components.schemas.Payment.properties',
      ],
      'a payment that worked is called success': ['$.components.schemas.Payment.properties.status.enum'],
      'there are no orders': ["$.paths['/api/v1/orders']"],
      'amounts are text': [
        '$.components.schemas.Product.properties.price',
        '$.components.schemas.OrderItem.properties.unit_price',
      ],
    })) {
      const { comparison } = await compared(deviations.find((one) => one.name === name))
      const { actions } = overlayOf(comparison, baseUrl) as { actions: { target: string }[] }
      for (const target of targets)
        expect(
          actions.map((action) => action.target),
          name,
        ).toContain(target)
    }
  })

  it.each(deviations.filter(({ needsWrite }) => !needsWrite))('writes nothing where $name', async (deviation) => {
    const { isUntouched } = await compared(deviation)
    // This service writes although it was asked to simulate. The comparison reports that, and stops writing.
    expect(isUntouched).toBe(deviation.name !== 'simulating writes the product')
  })

  it('never shows a key', async () => {
    for (const deviation of deviations) {
      const { comparison } = await compared(deviation)
      const shown =
        reportText(comparison, baseUrl) + JSON.stringify(comparison) + JSON.stringify(overlayOf(comparison, baseUrl))
      expect(shown).not.toMatch(/sk_test_/)
    }
  })
})

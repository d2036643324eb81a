import { createMockServer, type MockServer } from '@cedi/mock-server'
import { type Comparison, compare } from '../src/compare/compare.js'
import type { Description } from '../src/schema.js'
import type { Transport } from '../src/transport.js'
import type { Deviation } from './deviations.js'

export const baseUrl = 'https://pay.example'
const serveScript = async (request: Request): Promise<Response | undefined> =>
  /\.js$/.test(new URL(request.url).pathname)
    ? new Response('0', { headers: { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' } })
    : undefined

/** Creates a merchant with products, and payments whose fees show the rounding. */
export async function createService(
  prices: readonly number[] = [3, 5, 14.43, 45.5],
): Promise<{ readonly server: MockServer; readonly key: string }> {
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
  for (const price of prices) {
    const { data } = (await (await send('/api/v1/products', { name: `Price ${price}`, price })).json()) as {
      data: { id: string }
    }
    await send('/api/v1/payments', { product_id: data.id, method: 'mobile_money', phone: '0244123789' })
    await server.clock.advance(1000)
  }
  await server.clock.advance(10_000)
  return { server, key }
}

/** Returns the state of the server without the request log. */
async function takeSnapshot(server: MockServer): Promise<string> {
  const { requests: _, ...state } = (await server.snapshot()) as unknown as Record<string, unknown>
  return JSON.stringify(state)
}

interface ComparisonResult {
  readonly comparison: Comparison
  /** Whether the comparison left the state unchanged. */
  readonly isUnchanged: boolean
  /** Requests that the service received. */
  readonly requests: readonly Request[]
}

/** Options of a comparison with a deviating service. */
interface RunOptions {
  readonly allowWrites?: boolean
  readonly prices?: readonly number[]
  readonly contract?: Description
  readonly narrowKey?: string
}

/** Compares the mock server, or a service with a deviation, with the contract. */
export async function runComparison(
  deviation?: Pick<Deviation, 'respond'>,
  { allowWrites = false, prices, contract, narrowKey = 'sk_test_none' }: RunOptions = {},
): Promise<ComparisonResult> {
  const { server, key } = await createService(prices)
  const before = await takeSnapshot(server)
  const requests: Request[] = []
  const forward = async (request: Request): Promise<Response> => (await serveScript(request)) ?? server.fetch(request)
  const transport: Transport = async (url, init) => {
    const request = new Request(url, { ...(init as RequestInit), redirect: 'follow' })
    requests.push(request.clone())
    return deviation ? deviation.respond(request, forward) : forward(request)
  }
  const comparison = await compare(
    { baseUrl, key, narrowKey, allowWrites, ...(contract && { contract }) },
    {
      transport,
      signal: new AbortController().signal,
      // A pending payment succeeds only if time passes.
      sleep: async (ms) => {
        if (allowWrites) await server.clock.advance(ms)
      },
    },
  )
  return { comparison, isUnchanged: before === (await takeSnapshot(server)), requests }
}

/** Lists the differences as identifier and observation. */
export const listDifferences = ({ lines }: Comparison): string[] =>
  lines.filter(({ verdict }) => verdict === 'differs').map(({ id, seen }) => `${id}: ${seen}`)

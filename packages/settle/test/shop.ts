// Shared by the tests of this package: a service whose clock stands still, and a shop that records its handler calls.
import { type Client, createClient, type Payment, type PaymentInput } from '@cedi/client'
import { type FetchLike, send } from '@cedi/client/fetch'
import { createMockServer, type MockServer } from '@cedi/mock-server'
import { type Settlement, type SettleOptions, settle, type UntilOptions } from '../src/index.js'
import { memoryStore } from '../src/stores/memory.js'

export interface Shop {
  readonly mock: MockServer
  readonly client: Client
  readonly settlement: Settlement
  /** The handler calls, such as `paid 1042`. */
  readonly told: string[]
  readonly errors: unknown[]
  /** The requested paths, with the time in seconds since the start. */
  readonly asked: [number, string][]
  fetch: FetchLike
  pay(input: Partial<PaymentInput>, outcome?: string): Promise<Payment>
  wait(duration: string): Promise<unknown>
}

export function openShop(more: Partial<SettleOptions<undefined>> = {}, mockOptions = {}): Shop {
  const mock = createMockServer({ clock: 'manual', ...mockOptions })
  const client = createClient({ baseUrl: 'https://cedi.test', apiKey: 'sk_test_all' })
  const startMs = mock.clock.now().getTime()
  const [told, errors, asked]: [string[], unknown[], [number, string][]] = [[], [], []]
  const nowMs = (): number => mock.clock.now().getTime()
  const shop: Shop = {
    mock,
    client,
    told,
    errors,
    asked,
    fetch: (url, init) => {
      asked.push([(nowMs() - startMs) / 1000, url.replace('https://cedi.test/api/v1/', '')])
      return mock.fetch(url, init)
    },
    settlement: settle<undefined>({
      client,
      store: memoryStore(),
      fetch: (url, init) => shop.fetch(url, init),
      nowMs,
      sleep: async () => {},
      onError: (error) => errors.push(error),
      on: {
        paid: ({ order }) => void told.push(`paid ${order}`),
        failed: ({ order }) => void told.push(`failed ${order}`),
        expired: ({ order }) => void told.push(`expired ${order}`),
        review: ({ order, reason }) => void told.push(`review ${order}: ${reason}`),
        unpaid: ({ order }) => void told.push(`unpaid ${order}`),
      },
      ...more,
    }),
    pay: (input, outcome = 'succeed') =>
      send(
        client.payments.create({
          amount: 45.5,
          method: 'mobile_money',
          phone: '0244123789',
          ...input,
          metadata: { order: '1042', ...input.metadata, mock_scenario: outcome },
        } as PaymentInput),
        { fetch: (url, init) => mock.fetch(url, init) },
      ),
    wait: (duration) => mock.clock.advance(duration),
  }
  return shop
}

/** Options for `until`: it waits by the clock of the mock server. */
export const waitFor = (shop: Shop, deadlineMs: number): UntilOptions => ({
  client: shop.client,
  deadlineMs,
  fetch: shop.fetch,
  nowMs: () => shop.mock.clock.now().getTime(),
  sleep: (ms: number) => shop.mock.clock.advance(ms),
})

// Shared by the tests of this package: a mock server with a manual clock, and a shop that records its handler calls.
import { type Client, createClient, type Payment, type PaymentInput } from '@cedi/client'
import { type FetchLike, send } from '@cedi/client/fetch'
import { createMockServer, type MockServer } from '@cedi/mock-server'
import { type Settlement, type SettleOptions, settle, type WaitForPaymentOptions } from '../../src/settle/index.js'
import { memoryStore } from '../../src/settle/stores/memory.js'

export interface Shop {
  readonly mock: MockServer
  readonly client: Client
  readonly settlement: Settlement
  /** Handler calls, such as `paid 1042`. */
  readonly calls: string[]
  readonly errors: unknown[]
  /** Requested paths, with the time in seconds since the start. */
  readonly requests: [number, string][]
  fetch: FetchLike
  pay(input: Partial<PaymentInput>, outcome?: string): Promise<Payment>
  wait(duration: string): Promise<unknown>
}

export function openShop(overrides: Partial<SettleOptions<undefined>> = {}, mockOptions = {}): Shop {
  const mock = createMockServer({ clock: 'manual', ...mockOptions })
  const client = createClient({ baseUrl: 'https://cedi.test', apiKey: 'sk_test_all' })
  const startMs = mock.clock.now().getTime()
  const [calls, errors, requests]: [string[], unknown[], [number, string][]] = [[], [], []]
  const nowMs = (): number => mock.clock.now().getTime()
  const shop: Shop = {
    mock,
    client,
    calls,
    errors,
    requests,
    fetch: (url, init) => {
      requests.push([(nowMs() - startMs) / 1000, url.replace('https://cedi.test/api/v1/', '')])
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
        paid: ({ order }) => void calls.push(`paid ${order}`),
        failed: ({ order }) => void calls.push(`failed ${order}`),
        expired: ({ order }) => void calls.push(`expired ${order}`),
        review: ({ order, reason }) => void calls.push(`review ${order}: ${reason}`),
        unpaid: ({ order }) => void calls.push(`unpaid ${order}`),
      },
      ...overrides,
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

/** Returns options for `waitForPayment` that use the clock of the mock server. */
export const waitOptions = (shop: Shop, deadlineMs: number): WaitForPaymentOptions => ({
  client: shop.client,
  deadlineMs,
  fetch: shop.fetch,
  nowMs: () => shop.mock.clock.now().getTime(),
  sleep: (ms: number) => shop.mock.clock.advance(ms),
})

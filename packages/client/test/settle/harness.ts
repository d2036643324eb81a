// Context for tests: one tracked order, and in-memory responses instead of a service.
import { type Client, createClient, decode, type Order, type Payment } from '@cedi/client'
import { fixture } from '@cedi/client/testing'
import { readOrder, type SettlementContext } from '../../src/settle/record.js'
import { memoryStore } from '../../src/settle/stores/memory.js'
import type { TrackedOrder } from '../../src/settle/tracked-order.js'
import { trackedOrder } from './tracked-order.js'

export const order: string = '1042'
export const startMs: number = Date.UTC(2026, 0, 1)

export const buildPayment = (ref: string, overrides: Partial<Payment> = {}): Payment => ({
  ...fixture('readPayment', 'succeeded'),
  ref: ref as Payment['ref'],
  amount: 45.5,
  refunded_amount: 0,
  metadata: { order },
  ...overrides,
})
const client: Client = createClient({ baseUrl: 'https://pay.example', apiKey: 'k' })
export const apiError = (status: number, code: string): Error => {
  const text = JSON.stringify({ success: false, data: null, error: { code, message: 'no' } })
  const result = decode(client.balance.read(), status, text)
  return result.success ? new Error('The response is not an error.') : result.error
}
export const buildRow = (ref: string, overrides: object = {}): Order =>
  ({
    payment_ref: ref,
    total: 45.5,
    status: 'paid',
    created_at: new Date(startMs).toISOString(),
    ...overrides,
  }) as Order

export interface Harness {
  readonly context: SettlementContext
  readonly clock: { nowMs: number; pausedUntilMs: number }
  /** Requests: `pay_1`, `pay_1 now` (not rate limited), `orders`, `row pay_1`. */
  readonly requests: string[]
  /** Calls of the shop's handlers. */
  readonly calls: string[]
  readonly errors: unknown[]
  /** Payments and orders of the service. An error makes the request fail. */
  readonly payments: Record<string, Partial<Payment> | Error>
  readonly rows: (Order | Error)[]
  read(name?: string): Promise<TrackedOrder>
  /** Overwrites a tracked order. */
  put(change: Partial<TrackedOrder>): Promise<TrackedOrder>
}

export async function createHarness(
  change: Partial<TrackedOrder> = {},
  parts: Partial<SettlementContext> = {},
): Promise<Harness> {
  const clock = { nowMs: startMs, pausedUntilMs: 0 }
  const [requests, calls, errors]: [string[], string[], unknown[]] = [[], [], []]
  const payments: Record<string, Partial<Payment> | Error> = {}
  const rows: (Order | Error)[] = []
  const handler = (kind: string) => (event: { order: string; key: string; reason?: string }) =>
    void calls.push([kind, event.order, event.key, event.reason].filter(Boolean).join(' '))
  const fail = (error: Error): never => {
    if ('status' in error && error.status !== 404) clock.pausedUntilMs = clock.nowMs + 1000
    throw error
  }
  const context: SettlementContext = {
    store: memoryStore() as SettlementContext['store'],
    on: {
      paid: handler('paid'),
      failed: handler('failed'),
      expired: handler('expired'),
      review: handler('review'),
      unpaid: handler('unpaid'),
    },
    nowMs: () => clock.nowMs,
    getOrder: ({ metadata }) => metadata['order'],
    onError: (error) => void errors.push(error),
    recordedRefs: new Set(),
    async readPayment(ref, isRateLimited = true) {
      requests.push(`${ref}${isRateLimited ? '' : ' now'}`)
      const found = payments[ref] ?? apiError(404, 'not_found')
      return found instanceof Error ? fail(found) : buildPayment(ref, found)
    },
    async *listOrders() {
      requests.push('orders')
      for (const row of rows) {
        if (row instanceof Error) fail(row)
        requests.push(`row ${(row as Order).payment_ref}`)
        yield row as Order
      }
    },
    isPaused: () => clock.nowMs < clock.pausedUntilMs,
    pausedUntilMs: () => clock.pausedUntilMs,
    ...parts,
  }
  const expiresAt = new Date(startMs + 60_000).toISOString()
  await context.store.save({ ...trackedOrder({ order, amount: 45.5, expiresAt }, undefined, startMs), ...change })
  const harness: Harness = {
    context,
    clock,
    requests,
    calls,
    errors,
    payments,
    rows,
    read: (name = order) => readOrder(context, name),
    async put(overrides) {
      const tracked = await harness.read(overrides.order)
      const next = { ...tracked, ...overrides, version: tracked.version + 1 }
      await context.store.save(next)
      return next
    },
  }
  return harness
}

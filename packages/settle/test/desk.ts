// A shop without a service, for tests: it has an order, and answers with these payments.
import { type Client, createClient, decode, type Order, type Payment } from '@cedi/client'
import { fixture } from '@cedi/client/testing'
import { read, type Shop } from '../src/book.js'
import { memoryStore } from '../src/stores/memory.js'
import type { Waiting } from '../src/waiting.js'
import { followed } from './followed.js'

export const order: string = '1042'
export const startMs: number = Date.UTC(2026, 0, 1)

export const paymentOf = (ref: string, more: Partial<Payment> = {}): Payment => ({
  ...fixture('readPayment', 'succeeded'),
  ref: ref as Payment['ref'],
  amount: 45.5,
  refunded_amount: 0,
  metadata: { order },
  ...more,
})
const cedi: Client = createClient({ baseUrl: 'https://pay.example', apiKey: 'k' })
export const apiError = (status: number, code: string): Error => {
  const text = JSON.stringify({ success: false, data: null, error: { code, message: 'no' } })
  const result = decode(cedi.balance.read(), status, text)
  return result.success ? new Error('it was a success') : result.error
}
export const rowOf = (ref: string, more: object = {}): Order =>
  ({
    payment_ref: ref,
    total: 45.5,
    status: 'paid',
    created_at: new Date(startMs).toISOString(),
    ...more,
  }) as Order

export interface Desk {
  readonly shop: Shop
  readonly clock: { nowMs: number; quietMs: number }
  /** What was asked: `pay_1`, `pay_1 at once`, `orders`, `row pay_1`. */
  readonly asked: string[]
  /** The calls of the shop's handlers. */
  readonly told: string[]
  readonly errors: unknown[]
  /** The payments and orders of the service; an error stands for no answer. */
  readonly payments: Record<string, Partial<Payment> | Error>
  readonly rows: (Order | Error)[]
  read(name?: string): Promise<Waiting>
  /** Writes an entry over the one that is there. */
  put(change: Partial<Waiting>): Promise<Waiting>
}

export async function openDesk(change: Partial<Waiting> = {}, parts: Partial<Shop> = {}): Promise<Desk> {
  const clock = { nowMs: startMs, quietMs: 0 }
  const [asked, told, errors]: [string[], string[], unknown[]] = [[], [], []]
  const payments: Record<string, Partial<Payment> | Error> = {}
  const rows: (Order | Error)[] = []
  const tell = (what: string) => (settled: { order: string; key: string; reason?: string }) =>
    void told.push([what, settled.order, settled.key, settled.reason].filter(Boolean).join(' '))
  const fail = (error: Error): never => {
    if ('status' in error && error.status !== 404) clock.quietMs = clock.nowMs + 1000
    throw error
  }
  const shop: Shop = {
    store: memoryStore() as Shop['store'],
    on: {
      paid: tell('paid'),
      failed: tell('failed'),
      expired: tell('expired'),
      review: tell('review'),
      unpaid: tell('unpaid'),
    },
    nowMs: () => clock.nowMs,
    orderOf: ({ metadata }) => metadata['order'],
    onError: (error) => void errors.push(error),
    seen: new Set(),
    async readPayment(ref, isPaced = true) {
      asked.push(`${ref}${isPaced ? '' : ' at once'}`)
      const found = payments[ref] ?? apiError(404, 'not_found')
      return found instanceof Error ? fail(found) : paymentOf(ref, found)
    },
    async *listOrders() {
      asked.push('orders')
      for (const row of rows) {
        if (row instanceof Error) fail(row)
        asked.push(`row ${(row as Order).payment_ref}`)
        yield row as Order
      }
    },
    isQuiet: () => clock.nowMs < clock.quietMs,
    quietUntilMs: () => clock.quietMs,
    ...parts,
  }
  const expiresAt = new Date(startMs + 60_000).toISOString()
  await shop.store.claim({ ...followed({ order, amount: 45.5, expiresAt }, undefined, startMs), ...change })
  const desk: Desk = {
    shop,
    clock,
    asked,
    told,
    errors,
    payments,
    rows,
    read: (name = order) => read(shop, name),
    async put(more) {
      const entry = await desk.read(more.order)
      const next = { ...entry, ...more, version: entry.version + 1 }
      await shop.store.claim(next)
      return next
    },
  }
  return desk
}

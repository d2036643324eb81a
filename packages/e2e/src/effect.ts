import type { Payment } from '@cedi/client'
import { pages, send } from '@cedi/client/fetch'
import { expect } from 'vitest'
import { goods } from './goods.js'
import { merchant, type World } from './world.js'

/** How a journey ended, according to the books. */
export interface Effect {
  /** What happened to the last payment; `none` when there is none. */
  readonly payment: 'succeeded' | 'failed' | 'expired' | 'pending' | 'cancelled' | 'none'
  readonly network?: 'mtn' | 'telecel' | 'airteltigo' | 'visa' | 'mastercard'
  /** Why it failed. */
  readonly code?: string
  /** What happened to the payments before it: none of them moved money. */
  readonly before?: readonly ('failed' | 'expired' | 'cancelled')[]
  /** The money came after the payment had expired, and waits to be returned. */
  readonly late?: boolean
  /** What was sold, when it is not the goods. */
  readonly sold?: { readonly price: number; readonly type: 'license' | 'physical' }
}

interface Book {
  readonly account: string
  readonly nature: 'debit' | 'credit'
  readonly balance: number
}
interface Recorded {
  readonly kind: string
  readonly source: string
  readonly postings: readonly { readonly amount: number }[]
}

const orderAfter = {
  succeeded: 'paid',
  failed: 'cancelled',
  expired: 'cancelled',
  cancelled: 'cancelled',
  pending: 'pending',
} as const

/** The fee in pesewas, by the rule of the service. */
const fee = (pesewas: number): number => Math.floor((pesewas * 35 + 500) / 1000) + 50
const pesewas = (cedis: number): number => Math.round(cedis * 100)

/**
 * Asserts that a journey had exactly the one effect that it should have: the payments, the orders, the stock, the
 * entries, every account, the ledger's proof. Then two days pass, and it is asserted again: nothing comes late except a
 * card's money.
 */
export async function expectOneEffect(world: World, effect: Effect): Promise<void> {
  await expectBooks(world, effect)
  // Long enough for every payment and every intent to end, and for card money to become available.
  await world.passes('P2D')
  await expectBooks(world, effect, true)
}

async function expectBooks(world: World, effect: Effect, isLater = false): Promise<void> {
  const { mock, client } = world
  const { payment: last, before = [], network, late = false, sold } = effect
  const control = <Data>(path: string) =>
    mock.control('GET', `${path}?merchant=${merchant}&limit=1000`) as Promise<Data>
  const amount = pesewas(sold?.price ?? goods.price)
  const isCard = network === 'visa' || network === 'mastercard'
  const statuses = [...before, ...(last === 'none' ? [] : [last])]

  // The merchant sees one order for each payment, and only one of them can have been paid.
  const payments: Payment[] = []
  const orders = []
  for await (const page of pages(client.orders.list({ limit: '100' }))) orders.push(...page)
  for (const { payment_ref: ref } of orders) payments.unshift(await send(client.payments.read(String(ref))))
  expect(payments.map(({ status }) => status)).toEqual(statuses)
  const paid = sold?.type === 'physical' ? orderAfter.succeeded : 'fulfilled'
  expect(orders.map(({ status }) => status).reverse()).toEqual(
    statuses.map((status) => (status === 'succeeded' ? paid : orderAfter[status])),
  )
  const all = mock.snapshot().ledger.merchants[merchant]?.tables ?? {}
  expect(all['payments'] ?? [], 'a payment without an order').toHaveLength(statuses.length)
  const ended = payments.at(-1)
  if (network) expect(ended?.network).toBe(network)
  if (effect.code) expect(ended?.failure?.code).toBe(effect.code)
  if (ended) expect(pesewas(Number(ended.amount))).toBe(amount)
  expect(all['licenses'] ?? []).toHaveLength(sold?.type === 'license' && last === 'succeeded' ? 1 : 0)

  // What was sold, or is held for a payment that may still succeed, is not in stock.
  const [product] = (await send(client.products.list())).filter(({ slug }) => slug === goods.slug)
  const taken = !sold && (last === 'succeeded' || last === 'pending') ? 1 : 0
  expect(product?.stock).toBe(goods.stock - taken)

  // The entries are those of one payment, each of them once.
  const entries = await control<Recorded[]>('ledger/entries')
  const isAvailable = last === 'succeeded' && (!isCard || isLater)
  const expected = [
    ...(last === 'succeeded' ? ['payment_received'] : []),
    ...(isAvailable ? ['payment_available'] : []),
    ...(late ? ['late_money_received'] : []),
  ]
  expect(entries.map(({ kind }) => kind)).toEqual(expected)
  for (const { source } of entries) expect(source).toBe(ended?.ref)

  // Every account holds what it should, and nothing is out of balance.
  const books = await control<Book[]>('ledger/accounts')
  const got = Object.fromEntries(
    books.filter(({ balance }) => balance !== 0).map((one) => [one.account, pesewas(one.balance)]),
  )
  const provider = isCard ? 'psp:card' : `psp:${ended?.network}`
  const net = amount - fee(amount)
  const owed = isAvailable ? 'merchant:available' : 'merchant:pending'
  const should: Record<string, number> = {}
  if (last === 'succeeded') Object.assign(should, { [provider]: amount, [owed]: net, 'fees:income': fee(amount) })
  if (late) Object.assign(should, { [provider]: amount, suspense: amount })
  expect(got).toEqual(should)
  const trial = books.reduce((sum, { nature, balance }) => sum + (nature === 'debit' ? 1 : -1) * pesewas(balance), 0)
  expect(trial).toBe(0)
  const balance = await send(client.balance.read())
  expect(pesewas(Number(balance.available))).toBe(isAvailable ? net : 0)
  expect(await control('ledger/verify')).toMatchObject({ ok: true, entries: expected.length })
}

import type { Payment } from '@cedi/client'
import { pages, send } from '@cedi/client/fetch'
import { expect } from 'vitest'
import { beads } from './products.js'
import { merchant, type World } from './world.js'

/** Result of a journey according to the ledger. */
export interface Effect {
  /** Status of the last payment; `none` without a payment. */
  readonly payment: 'succeeded' | 'failed' | 'expired' | 'pending' | 'cancelled' | 'none'
  readonly network?: 'mtn' | 'telecel' | 'airteltigo' | 'visa' | 'mastercard'
  /** Failure code of the last payment. */
  readonly code?: string
  /** Statuses of the earlier payments, none of which moved money. */
  readonly before?: readonly ('failed' | 'expired' | 'cancelled')[]
  /** Whether money was received after the payment had expired, and must be returned. */
  readonly late?: boolean
  /** Product that was sold, if it is not the beads. */
  readonly sold?: { readonly price: number; readonly type: 'license' | 'physical' }
}

interface Account {
  readonly account: string
  readonly nature: 'debit' | 'credit'
  readonly balance: number
}
interface Entry {
  readonly kind: string
  readonly source: string
  readonly postings: readonly { readonly amount: number }[]
}

const orderStatuses = {
  succeeded: 'paid',
  failed: 'cancelled',
  expired: 'cancelled',
  cancelled: 'cancelled',
  pending: 'pending',
} as const

/** Returns the fee in pesewas by the rule of the service. */
const fee = (pesewas: number): number => Math.floor((pesewas * 35 + 500) / 1000) + 50
const pesewas = (cedis: number): number => Math.round(cedis * 100)

/**
 * Asserts that a journey took effect exactly once, in payments, orders, stock, entries and accounts, and that the ledger
 * is valid. Advances the time by two days, when card money becomes available, and asserts it again.
 */
export async function expectOneEffect(world: World, effect: Effect): Promise<void> {
  await expectLedger(world, effect)
  // Long enough for every payment and every intent to end, and for card money to become available.
  await world.advanceTime('P2D')
  await expectLedger(world, effect, true)
}

async function expectLedger(world: World, effect: Effect, isLater = false): Promise<void> {
  const { mock, client } = world
  const { payment: last, before = [], network, late = false, sold } = effect
  const control = <Data>(path: string) =>
    mock.control('GET', `${path}?merchant=${merchant}&limit=1000`) as Promise<Data>
  const amount = pesewas(sold?.price ?? beads.price)
  const isCard = network === 'visa' || network === 'mastercard'
  const statuses = [...before, ...(last === 'none' ? [] : [last])]

  // Each payment has one order, and at most one of them is paid.
  const payments: Payment[] = []
  const orders = []
  for await (const page of pages(client.orders.list({ limit: '100' }))) orders.push(...page)
  for (const { payment_ref: ref } of orders) payments.unshift(await send(client.payments.read(String(ref))))
  expect(payments.map(({ status }) => status)).toEqual(statuses)
  const paidStatus = sold?.type === 'physical' ? orderStatuses.succeeded : 'fulfilled'
  expect(orders.map(({ status }) => status).reverse()).toEqual(
    statuses.map((status) => (status === 'succeeded' ? paidStatus : orderStatuses[status])),
  )
  const all = mock.snapshot().ledger.merchants[merchant]?.tables ?? {}
  expect(all['payments'] ?? [], 'a payment without an order').toHaveLength(statuses.length)
  const lastPayment = payments.at(-1)
  if (network) expect(lastPayment?.network).toBe(network)
  if (effect.code) expect(lastPayment?.failure?.code).toBe(effect.code)
  if (lastPayment) expect(pesewas(Number(lastPayment.amount))).toBe(amount)
  expect(all['licenses'] ?? []).toHaveLength(sold?.type === 'license' && last === 'succeeded' ? 1 : 0)

  // Sold or reserved items are not in stock.
  const [product] = (await send(client.products.list())).filter(({ slug }) => slug === beads.slug)
  const reservedCount = !sold && (last === 'succeeded' || last === 'pending') ? 1 : 0
  expect(product?.stock).toBe(beads.stock - reservedCount)

  // The ledger contains each entry of one payment once.
  const entries = await control<Entry[]>('ledger/entries')
  const isAvailable = last === 'succeeded' && (!isCard || isLater)
  const expected = [
    ...(last === 'succeeded' ? ['payment_received'] : []),
    ...(isAvailable ? ['payment_available'] : []),
    ...(late ? ['late_money_received'] : []),
  ]
  expect(entries.map(({ kind }) => kind)).toEqual(expected)
  for (const { source } of entries) expect(source).toBe(lastPayment?.ref)

  // Every account has the expected balance, and the trial balance is zero.
  const accounts = await control<Account[]>('ledger/accounts')
  const balances = Object.fromEntries(
    accounts.filter(({ balance }) => balance !== 0).map((account) => [account.account, pesewas(account.balance)]),
  )
  const provider = isCard ? 'psp:card' : `psp:${lastPayment?.network}`
  const net = amount - fee(amount)
  const merchantAccount = isAvailable ? 'merchant:available' : 'merchant:pending'
  const expectedBalances: Record<string, number> = {}
  if (last === 'succeeded')
    Object.assign(expectedBalances, { [provider]: amount, [merchantAccount]: net, 'fees:income': fee(amount) })
  if (late) Object.assign(expectedBalances, { [provider]: amount, suspense: amount })
  expect(balances).toEqual(expectedBalances)
  const trialBalance = accounts.reduce(
    (sum, { nature, balance }) => sum + (nature === 'debit' ? 1 : -1) * pesewas(balance),
    0,
  )
  expect(trialBalance).toBe(0)
  const balance = await send(client.balance.read())
  expect(pesewas(Number(balance.available))).toBe(isAvailable ? net : 0)
  expect(await control('ledger/verify')).toMatchObject({ ok: true, entries: expected.length })
}

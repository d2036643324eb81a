import { expect } from 'vitest'
import {
  type Commit,
  type Network,
  orderStatus,
  type Plan,
  type ProviderAccount,
  type Result,
  type Row,
  type Store,
  transact,
  verify,
} from '../src/index.js'
import { createOracle, type Op, type Oracle } from './oracle.js'
import { type Shop, shop } from './shop.js'

/** A small generator of numbers that a seed repeats. */
export interface Numbers {
  below(limit: number): number
  pick<T>(list: readonly T[]): T
}

export function numbers(seed: number): Numbers {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return (t ^ (t >>> 14)) >>> 0
  }
  return {
    below: (limit: number) => next() % limit,
    pick: <T>(list: readonly T[]): T => list[next() % list.length] as T,
  }
}

const kinds = [
  ...Array<Op['kind']>(6).fill('create'),
  ...Array<Op['kind']>(8).fill('confirm'),
  ...(['fail', 'expire', 'expire', 'cancel', 'available', 'available', 'settle', 'settle'] as const),
  ...(['refund', 'refund', 'refund', 'payRefund', 'payRefund', 'rejectRefund', 'payout', 'payout'] as const),
  ...(['payPayout', 'payPayout', 'failPayout', 'returnLate', 'fulfil', 'openIntent', 'expireIntent'] as const),
] as const
const networks = ['mtn', 'telecel', 'airteltigo', 'visa', 'mastercard'] as const
const providers = ['psp:mtn', 'psp:telecel', 'psp:airteltigo', 'psp:card'] as const
const products = [
  { id: 'P1', type: 'digital', price: 2_500, stock: null },
  { id: 'P2', type: 'physical', price: 1_443, stock: 40 },
  { id: 'P3', type: 'license', price: 9_999, stock: 60 },
] as const

/** A store, and what a second bookkeeper thinks of it. */
export interface World {
  readonly oracle: Oracle
  open(): Promise<void>
  nextOp(random: Numbers): Op
  run(op: Op, through: Store): Promise<Result<Commit<unknown>>>
  checkRecords(op: Op, records: object, isAlone: boolean): void
  checkBalances(merchant: string): Promise<void>
  checkAll(pageSize: number): Promise<void>
}

export function createWorld(store: Store, merchants: readonly string[]): World {
  const oracle: Oracle = createOracle()
  const shops = new Map<string, Shop>(merchants.map((merchant) => [merchant, shop(merchant)]))
  let made = 0
  let now = 1_700_000_000_000

  const id = (prefix: string) => `${prefix}_${String(++made).padStart(9, '0')}`
  /** Mostly a recent one, so that the same record is met again and again. */
  const recent = (ids: Iterable<string>, random: Numbers) => {
    const all = [...ids]
    if (all.length === 0) return 'NONE'
    const back = random.below(10) === 0 ? random.below(all.length) : random.below(Math.min(all.length, 12))
    return all[all.length - 1 - back] as string
  }
  const recentIds: Record<string, string[]> = {}
  const remember = (key: string, value: string) => {
    recentIds[key] ??= []
    const list = recentIds[key]
    list.push(value)
    if (list.length > 400) list.splice(0, 200)
  }

  async function open(): Promise<void> {
    for (const merchant of merchants) {
      for (const { id: productId, type, price, stock } of products) {
        oracle.books(merchant).products.set(productId, { price, stock, type })
        const planner = shops.get(merchant)?.product({ id: productId, type, pricePesewas: BigInt(price), stock })
        if (planner) await transact(store, planner)
      }
    }
  }

  function nextOp(random: Numbers): Op {
    now += random.below(20) === 0 ? random.below(40_000_000) : random.below(2_000)
    const merchant = random.pick(merchants)
    // A command can be late itself: it was given its time before others that are done.
    const base = { merchant, now: now - random.below(500) }
    const kind = random.pick(kinds)
    const known = (prefix: string) => recent(recentIds[`${merchant} ${prefix}`] ?? [], random)
    const fresh = (prefix: string) => {
      const value = id(prefix)
      remember(`${merchant} ${prefix}`, value)
      return value
    }
    const amount = () => (random.below(25) === 0 ? random.below(120) : 100 + random.below(30_000))
    switch (kind) {
      case 'create': {
        const style = random.below(4)
        const intent = style === 0 ? known('INT') : 'NONE'
        const product = style === 1 ? random.pick(products).id : null
        const intentAmount = oracle.books(merchant).intents.get(intent)?.amount
        const common = { ...base, kind, id: fresh('PAY'), network: random.pick(networks) }
        if (product) {
          remember(`${merchant} ORD`, common.id.replace('PAY', 'ORD'))
          return { ...common, amount: null, product, quantity: 1 + random.below(3), intent: null }
        }
        if (intentAmount === undefined) return { ...common, amount: amount(), product: null, quantity: 1, intent: null }
        return { ...common, amount: intentAmount, product: null, quantity: 1, intent }
      }
      case 'openIntent':
        return { ...base, kind, id: fresh('INT'), amount: 100 + random.below(30_000) }
      case 'settle': {
        const again = random.below(3) === 0
        return {
          ...base,
          kind,
          id: again ? known('SET') : fresh('SET'),
          account: random.pick(providers),
          amount: random.below(2) === 0 ? null : 1 + random.below(20_000),
        }
      }
      case 'refund':
        return {
          ...base,
          kind,
          id: fresh('RFD'),
          payment: known('PAY'),
          amount: random.below(3) === 0 ? null : random.below(15_000),
        }
      case 'payout':
        return { ...base, kind, id: fresh('PO'), amount: random.below(20_000) }
      case 'returnLate':
        return { ...base, kind, id: known('PAY'), from: random.pick(['provider', 'bank'] as const) }
      case 'payRefund':
      case 'rejectRefund':
        return { ...base, kind, id: known('RFD') }
      case 'payPayout':
      case 'failPayout':
        return { ...base, kind, id: known('PO') }
      case 'fulfil':
        return { ...base, kind, id: known('ORD') }
      case 'expireIntent':
        return { ...base, kind, id: known('INT') }
      default:
        return { ...base, kind, id: known('PAY') }
    }
  }

  function run(op: Op, through: Store): Promise<Result<Commit<unknown>>> {
    const it = shops.get(op.merchant) as Shop
    const big = (amount: number | null) => (amount === null ? undefined : BigInt(amount))
    switch (op.kind) {
      case 'create': {
        const { id: ref, now: nowMs, product: productId, quantity, intent: intentId } = op
        const command = { id: ref, nowMs, network: op.network as Network, productId, quantity, intentId }
        return transact(
          through,
          it.payment(op.amount === null ? command : { ...command, amountPesewas: BigInt(op.amount) }),
        )
      }
      case 'openIntent':
        return transact(through, it.intent({ id: op.id, nowMs: op.now, amountPesewas: BigInt(op.amount) }))
      case 'settle':
        return transact(through, it.settle(op.id, op.account as ProviderAccount, op.now, big(op.amount)))
      case 'refund':
        return transact(through, it.refund(op.id, op.payment, op.now, big(op.amount)))
      case 'payout':
        return transact(through, it.payout(op.id, BigInt(op.amount), op.now))
      case 'returnLate':
        return transact(through, it.returnLate(op.id, op.now, op.from))
      case 'fail':
      case 'expire':
      case 'cancel':
      case 'fulfil':
      case 'expireIntent':
        return transact<unknown>(through, it[op.kind](op.id))
      default:
        return transact<unknown>(through, it[op.kind](op.id, op.now))
    }
  }

  /** The returned records must equal the model, checked before another command runs. */
  function checkRecords(op: Op, records: object, isAlone: boolean): void {
    const told = toldRecords(records, isAlone)
    const [found, expected] = [JSON.stringify(told), JSON.stringify(expectedRecords(op, oracle, told))]
    if (found !== expected) throw new Error(`${JSON.stringify(op)} gave back ${found}, the model has ${expected}`)
  }

  /** Cheap: after every commit. */
  async function checkBalances(merchant: string): Promise<void> {
    const rows = await store.list('accounts', merchant, { limit: 20 })
    const { held, entries } = oracle.books(merchant)
    let last = 0
    for (const { id: account, balance_pesewas: balance, sequence } of rows) {
      if (Number(balance) !== (held[account] ?? 0)) {
        throw new Error(`${merchant} ${account}: the ledger holds ${balance}, the model ${held[account] ?? 0}`)
      }
      if (account !== 'bank:operating' && balance < 0n) throw new Error(`${account} is overdrawn`)
      last = Math.max(last, sequence)
    }
    if (last !== entries) throw new Error(`${merchant}: ${last} entries, the model has ${entries}`)
  }

  /** Everything: now and then. */
  async function checkAll(pageSize: number): Promise<void> {
    for (const merchant of merchants) {
      const verdict = await verify(store, merchant)
      expect(verdict).toMatchObject({ ok: true, entries: oracle.books(merchant).entries })
      const model = oracle.books(merchant)
      const payments = await pages(store, 'payments', merchant, pageSize)
      expect(payments.map(({ id: ref }) => ref)).toEqual([...model.payments.keys()].sort().reverse())
      for (const row of payments) {
        const { status, refunded, reserved, available, late, fee } = model.payments.get(row.id) ?? {}
        const found = [row.status, Number(row.refunded_pesewas), Number(row.refund_reserved_pesewas), row.available]
        expect([...found, row.late_money, Number(row.fee_pesewas)]).toEqual([
          status,
          refunded,
          reserved,
          available,
          late,
          fee,
        ])
      }
      const orders = await pages(store, 'orders', merchant, pageSize)
      expect(orders.map(({ id: ref }) => ref)).toEqual([...model.orders.keys()].sort().reverse())
      for (const order of orders) {
        expect(order.base_status).toBe(model.orders.get(order.id))
        const payment = model.payments.get(order.payment_ref)
        const paidBack = payment?.refunded ?? 0
        const derived =
          payment && payment.reserved > paidBack
            ? 'refund_pending'
            : paidBack === 0
              ? order.base_status
              : paidBack === payment?.amount
                ? 'refunded'
                : 'partially_refunded'
        expect(orderStatus(order)).toBe(derived)
      }
      for (const table of ['refunds', 'payouts', 'intents'] as const) {
        const rows = await pages(store, table, merchant, pageSize)
        const expected = [...model[table]].map(([ref, { status }]) => `${ref} ${status}`).sort()
        expect(rows.map((row) => `${row.id} ${row.status}`)).toEqual(expected.reverse())
      }
      const stocks = await pages(store, 'products', merchant, pageSize)
      for (const row of stocks) expect(row.stock).toBe(model.products.get(row.id)?.stock)
    }
  }

  return { oracle, open, nextOp, run, checkRecords, checkBalances, checkAll }
}

type Read = Partial<{ [N in 'payment' | 'order' | 'refund' | 'payout' | 'intent' | 'product']: Row<`${N}s`> | null }>

/**
 * Converts the records of a command to the terms of the model. Columns that plans add to, and rows without a condition,
 * may be outdated if others commit in between: they are compared only if the command ran alone.
 */
function toldRecords(records: object, isAlone: boolean): Record<string, unknown> {
  const { payment, order, refund, payout, intent, product } = records as Read
  const told: Record<string, unknown> = {}
  if (payment) {
    const { id, status, amount_pesewas, fee_pesewas, available, late_money, order_ref } = payment
    told[id] = [status, Number(amount_pesewas), Number(fee_pesewas), late_money, order_ref]
    const { refunded_pesewas: refunded, refund_reserved_pesewas: reserved } = payment
    if (isAlone) told[`${id} back`] = [Number(refunded), Number(reserved), available]
    if (order !== undefined) told[`${id} order`] = order?.id ?? null
  }
  // A refund takes an order as it is.
  if (order && (isAlone || !refund)) told[order.id] = order.base_status
  if (order && isAlone)
    told[`${order.id} back`] = [Number(order.refunded_pesewas), Number(order.refund_reserved_pesewas)]
  if (refund) told[refund.id] = [refund.status, Number(refund.amount_pesewas), refund.payment_ref]
  if (payout) told[payout.id] = [payout.status, Number(payout.amount_pesewas)]
  if (intent && isAlone) told[intent.id] = [intent.status, Number(intent.amount_pesewas), intent.payment_ref]
  if (product && isAlone) told[product.id] = product.stock
  return told
}

/** The same, as the model has it. */
function expectedRecords({ merchant }: Op, { books }: Oracle, told: Record<string, unknown>): Record<string, unknown> {
  const model = books(merchant)
  const orderBack = (id: string) => {
    const payment = [...model.payments.values()].find(({ order }) => order === id)
    return payment && [payment.refunded, payment.reserved]
  }
  const expected = (key: string): unknown => {
    const [id = '', what] = key.split(' ')
    const payment = model.payments.get(id)
    if (payment && what === 'back') return [payment.refunded, payment.reserved, payment.available]
    if (payment && what === 'order') return payment.order
    if (payment) {
      const { status, amount, fee, late, order } = payment
      return [status, amount, fee, late, order]
    }
    if (what === 'back') return orderBack(id)
    if (model.orders.has(id)) return model.orders.get(id)
    const refund = model.refunds.get(id)
    if (refund) return [refund.status, refund.amount, refund.payment]
    const payout = model.payouts.get(id)
    if (payout) return [payout.status, payout.amount]
    const intent = model.intents.get(id)
    if (intent) return [intent.status, intent.amount, intent.payment]
    return model.products.get(id)?.stock
  }
  return Object.fromEntries(Object.keys(told).map((key) => [key, expected(key)]))
}

/** Every row of a listing, newest first, read page by page. */
async function pages<T extends 'payments' | 'orders' | 'refunds' | 'payouts' | 'intents' | 'products'>(
  store: Store,
  table: T,
  merchant: string,
  limit: number,
): Promise<Row<T>[]> {
  const found: Row<T>[] = []
  for (;;) {
    const before = found.at(-1)?.id
    const page = await store.list(table, merchant, before === undefined ? { limit } : { limit, before })
    found.push(...page)
    if (page.length < limit) return found
  }
}

/**
 * Runs operations several at a time. Every read and commit waits until it is chosen, so that any order can happen.
 * A commit is carried over to the model at the moment it happens, and must be what the model would have done.
 */
export async function interleave(store: Store, world: World, random: Numbers, ops: readonly Op[]): Promise<void> {
  const waiting: (() => void)[] = []
  let arrived = () => {}
  const running = new Set<{ op: Op; allowed: Set<string> }>()
  const observe = () => {
    for (const flight of running) flight.allowed.add(world.oracle.decide(flight.op).outcome)
  }
  const flights = ops.map(async (op) => {
    const flight = { op, allowed: new Set([world.oracle.decide(op).outcome]) }
    running.add(flight)
    const turn = () =>
      new Promise<void>((go) => {
        waiting.push(go)
        arrived()
      })
    let committed = 0
    const gated: Store = {
      get: async (...query) => {
        await turn()
        return store.get(...query)
      },
      list: async (...query) => {
        await turn()
        return store.list(...query)
      },
      commit: async (plan) => {
        await turn()
        const result = await store.commit(plan)
        if (result.outcome === 'ok') {
          committed++
          const { outcome, effect } = world.oracle.decide(asPlanned(op, plan, ops.length))
          if (outcome !== 'ok') throw new Error(`${JSON.stringify(op)} was committed, the model says ${outcome}`)
          effect()
          observe()
        }
        return result
      },
    }
    const result = await world.run(op, gated)
    running.delete(flight)
    const isAlone = ops.length === 1
    if (result.ok && !result.value.isReplay && (committed === 1 || isAlone))
      world.checkRecords(op, result.value.records as object, isAlone)
    if (committed > 1) throw new Error(`${JSON.stringify(op)} was committed ${committed} times`)
    const outcome = result.ok ? (committed === 1 ? 'ok' : 'nothing') : result.error.code
    if (committed !== 1 && !flight.allowed.has(outcome))
      throw new Error(`${JSON.stringify(op)}: ${outcome}, the model allows ${[...flight.allowed]}`)
  })
  let left = flights.length
  const all = Promise.all(
    flights.map((flight) =>
      flight.finally(() => {
        left--
        arrived()
      }),
    ),
  )
  all.catch(() => undefined)
  while (left > 0) {
    // A store that asks a database takes its time: the choice is made when all have come to their next step.
    while (waiting.length < left) {
      await new Promise<void>((go) => {
        arrived = go
      })
    }
    const [go] = waiting.splice(random.below(Math.max(1, waiting.length)), 1)
    go?.()
  }
  await all
}

/** A settlement of all there is means what was there when it was read; among several commands, that may be a moment ago. */
function asPlanned(op: Op, plan: Plan, together: number): Op {
  if (together === 1 || op.kind !== 'settle' || op.amount !== null) return op
  return { ...op, amount: Number(plan.entries[0]?.postings[0]?.amountPesewas) }
}

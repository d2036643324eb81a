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
} from '../../src/ledger/index.js'
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

/** A store, and an independent model of its expected state. */
export interface World {
  readonly oracle: Oracle
  open(): Promise<void>
  nextOp(random: Numbers): Op
  run(op: Op, store: Store): Promise<Result<Commit<unknown>>>
  checkRecords(op: Op, records: object, isAlone: boolean): void
  checkBalances(merchant: string): Promise<void>
  checkAll(pageSize: number): Promise<void>
}

export function createWorld(store: Store, merchants: readonly string[]): World {
  const oracle: Oracle = createOracle()
  const shops = new Map<string, Shop>(merchants.map((merchant) => [merchant, shop(merchant)]))
  let createdCount = 0
  let now = 1_700_000_000_000

  const id = (prefix: string) => `${prefix}_${String(++createdCount).padStart(9, '0')}`
  /** Prefers recent ids, so that several operations use the same record. */
  const recent = (ids: Iterable<string>, random: Numbers) => {
    const all = [...ids]
    if (all.length === 0) return 'NONE'
    const back = random.below(10) === 0 ? random.below(all.length) : random.below(Math.min(all.length, 12))
    return all[all.length - 1 - back] as string
  }
  const recentIds: Record<string, string[]> = {}
  const rememberId = (key: string, value: string) => {
    recentIds[key] ??= []
    const list = recentIds[key]
    list.push(value)
    if (list.length > 400) list.splice(0, 200)
  }

  async function open(): Promise<void> {
    for (const merchant of merchants) {
      for (const { id: productId, type, price, stock } of products) {
        oracle.getLedger(merchant).products.set(productId, { price, stock, type })
        const planner = shops.get(merchant)?.product({ id: productId, type, pricePesewas: BigInt(price), stock })
        if (planner) await transact(store, planner)
      }
    }
  }

  function nextOp(random: Numbers): Op {
    now += random.below(20) === 0 ? random.below(40_000_000) : random.below(2_000)
    const merchant = random.pick(merchants)
    // The time of a command may be before that of earlier commits.
    const base = { merchant, now: now - random.below(500) }
    const kind = random.pick(kinds)
    const pickRecent = (prefix: string) => recent(recentIds[`${merchant} ${prefix}`] ?? [], random)
    const createId = (prefix: string) => {
      const value = id(prefix)
      rememberId(`${merchant} ${prefix}`, value)
      return value
    }
    const amount = () => (random.below(25) === 0 ? random.below(120) : 100 + random.below(30_000))
    switch (kind) {
      case 'create': {
        const style = random.below(4)
        const intent = style === 0 ? pickRecent('INT') : 'NONE'
        const product = style === 1 ? random.pick(products).id : null
        const intentAmount = oracle.getLedger(merchant).intents.get(intent)?.amount
        const common = { ...base, kind, id: createId('PAY'), network: random.pick(networks) }
        if (product) {
          rememberId(`${merchant} ORD`, common.id.replace('PAY', 'ORD'))
          return { ...common, amount: null, product, quantity: 1 + random.below(3), intent: null }
        }
        if (intentAmount === undefined) return { ...common, amount: amount(), product: null, quantity: 1, intent: null }
        return { ...common, amount: intentAmount, product: null, quantity: 1, intent }
      }
      case 'openIntent':
        return { ...base, kind, id: createId('INT'), amount: 100 + random.below(30_000) }
      case 'settle': {
        const isRepeated = random.below(3) === 0
        return {
          ...base,
          kind,
          id: isRepeated ? pickRecent('SET') : createId('SET'),
          account: random.pick(providers),
          amount: random.below(2) === 0 ? null : 1 + random.below(20_000),
        }
      }
      case 'refund':
        return {
          ...base,
          kind,
          id: createId('RFD'),
          payment: pickRecent('PAY'),
          amount: random.below(3) === 0 ? null : random.below(15_000),
        }
      case 'payout':
        return { ...base, kind, id: createId('PO'), amount: random.below(20_000) }
      case 'returnLate':
        return { ...base, kind, id: pickRecent('PAY'), from: random.pick(['provider', 'bank'] as const) }
      case 'payRefund':
      case 'rejectRefund':
        return { ...base, kind, id: pickRecent('RFD') }
      case 'payPayout':
      case 'failPayout':
        return { ...base, kind, id: pickRecent('PO') }
      case 'fulfil':
        return { ...base, kind, id: pickRecent('ORD') }
      case 'expireIntent':
        return { ...base, kind, id: pickRecent('INT') }
      default:
        return { ...base, kind, id: pickRecent('PAY') }
    }
  }

  function run(op: Op, store: Store): Promise<Result<Commit<unknown>>> {
    const it = shops.get(op.merchant) as Shop
    const big = (amount: number | null) => (amount === null ? undefined : BigInt(amount))
    switch (op.kind) {
      case 'create': {
        const { id: ref, now: nowMs, product: productId, quantity, intent: intentId } = op
        const command = { id: ref, nowMs, network: op.network as Network, productId, quantity, intentId }
        return transact(
          store,
          it.payment(op.amount === null ? command : { ...command, amountPesewas: BigInt(op.amount) }),
        )
      }
      case 'openIntent':
        return transact(store, it.intent({ id: op.id, nowMs: op.now, amountPesewas: BigInt(op.amount) }))
      case 'settle':
        return transact(store, it.settle(op.id, op.account as ProviderAccount, op.now, big(op.amount)))
      case 'refund':
        return transact(store, it.refund(op.id, op.payment, op.now, big(op.amount)))
      case 'payout':
        return transact(store, it.payout(op.id, BigInt(op.amount), op.now))
      case 'returnLate':
        return transact(store, it.returnLateMoney(op.id, op.now, op.from))
      case 'fail':
      case 'expire':
      case 'cancel':
      case 'fulfil':
      case 'expireIntent':
        return transact<unknown>(store, it[op.kind](op.id))
      default:
        return transact<unknown>(store, it[op.kind](op.id, op.now))
    }
  }

  /** The returned records must equal the model, checked before another command runs. */
  function checkRecords(op: Op, records: object, isAlone: boolean): void {
    const actualRecords = readActualRecords(records, isAlone)
    const [found, expected] = [
      JSON.stringify(actualRecords),
      JSON.stringify(expectedRecords(op, oracle, actualRecords)),
    ]
    if (found !== expected) throw new Error(`${JSON.stringify(op)} gave back ${found}, the model has ${expected}`)
  }

  /** A cheap check after every commit. */
  async function checkBalances(merchant: string): Promise<void> {
    const rows = await store.list('accounts', merchant, { limit: 20 })
    const { balances, entries } = oracle.getLedger(merchant)
    let last = 0
    for (const { id: account, balance_pesewas: balance, sequence } of rows) {
      if (Number(balance) !== (balances[account] ?? 0)) {
        throw new Error(`${merchant} ${account}: the ledger holds ${balance}, the model ${balances[account] ?? 0}`)
      }
      if (account !== 'bank:operating' && balance < 0n) throw new Error(`${account} is overdrawn`)
      last = Math.max(last, sequence)
    }
    if (last !== entries) throw new Error(`${merchant}: ${last} entries, the model has ${entries}`)
  }

  /** A complete check at intervals. */
  async function checkAll(pageSize: number): Promise<void> {
    for (const merchant of merchants) {
      const result = await verify(store, merchant)
      expect(result).toMatchObject({ ok: true, entries: oracle.getLedger(merchant).entries })
      const model = oracle.getLedger(merchant)
      const payments = await pages(store, 'payments', merchant, pageSize)
      expect(payments.map(({ id: ref }) => ref)).toEqual([...model.payments.keys()].sort().reverse())
      for (const row of payments) {
        const { status, refunded, reserved, available, lateMoney, fee } = model.payments.get(row.id) ?? {}
        const found = [row.status, Number(row.refunded_pesewas), Number(row.refund_reserved_pesewas), row.available]
        expect([...found, row.late_money, Number(row.fee_pesewas)]).toEqual([
          status,
          refunded,
          reserved,
          available,
          lateMoney,
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
function readActualRecords(records: object, isAlone: boolean): Record<string, unknown> {
  const { payment, order, refund, payout, intent, product } = records as Read
  const actualRecords: Record<string, unknown> = {}
  if (payment) {
    const { id, status, amount_pesewas, fee_pesewas, available, late_money, order_ref } = payment
    actualRecords[id] = [status, Number(amount_pesewas), Number(fee_pesewas), late_money, order_ref]
    const { refunded_pesewas: refunded, refund_reserved_pesewas: reserved } = payment
    if (isAlone) actualRecords[`${id} back`] = [Number(refunded), Number(reserved), available]
    if (order !== undefined) actualRecords[`${id} order`] = order?.id ?? null
  }
  // A refund has no condition on the order.
  if (order && (isAlone || !refund)) actualRecords[order.id] = order.base_status
  if (order && isAlone)
    actualRecords[`${order.id} back`] = [Number(order.refunded_pesewas), Number(order.refund_reserved_pesewas)]
  if (refund) actualRecords[refund.id] = [refund.status, Number(refund.amount_pesewas), refund.payment_ref]
  if (payout) actualRecords[payout.id] = [payout.status, Number(payout.amount_pesewas)]
  if (intent && isAlone) actualRecords[intent.id] = [intent.status, Number(intent.amount_pesewas), intent.payment_ref]
  if (product && isAlone) actualRecords[product.id] = product.stock
  return actualRecords
}

/** The same, as the model has it. */
function expectedRecords(
  { merchant }: Op,
  { getLedger }: Oracle,
  actualRecords: Record<string, unknown>,
): Record<string, unknown> {
  const model = getLedger(merchant)
  const orderBack = (id: string) => {
    const payment = [...model.payments.values()].find(({ order }) => order === id)
    return payment && [payment.refunded, payment.reserved]
  }
  const expected = (key: string): unknown => {
    const [id = '', kind] = key.split(' ')
    const payment = model.payments.get(id)
    if (payment && kind === 'back') return [payment.refunded, payment.reserved, payment.available]
    if (payment && kind === 'order') return payment.order
    if (payment) {
      const { status, amount, fee, lateMoney, order } = payment
      return [status, amount, fee, lateMoney, order]
    }
    if (kind === 'back') return orderBack(id)
    if (model.orders.has(id)) return model.orders.get(id)
    const refund = model.refunds.get(id)
    if (refund) return [refund.status, refund.amount, refund.payment]
    const payout = model.payouts.get(id)
    if (payout) return [payout.status, payout.amount]
    const intent = model.intents.get(id)
    if (intent) return [intent.status, intent.amount, intent.payment]
    return model.products.get(id)?.stock
  }
  return Object.fromEntries(Object.keys(actualRecords).map((key) => [key, expected(key)]))
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
 * Runs operations concurrently. Every read and commit waits until it is selected, so that any interleaving can occur.
 * Each commit is applied to the model immediately, and must equal the result of the model.
 */
export async function interleave(store: Store, world: World, random: Numbers, ops: readonly Op[]): Promise<void> {
  const waitingReads: (() => void)[] = []
  let notifyArrival = () => {}
  const running = new Set<{ op: Op; allowed: Set<string> }>()
  const recordState = () => {
    for (const flight of running) flight.allowed.add(world.oracle.execute(flight.op).outcome)
  }
  const runningOps = ops.map(async (op) => {
    const flight = { op, allowed: new Set([world.oracle.execute(op).outcome]) }
    running.add(flight)
    const turn = () =>
      new Promise<void>((resolve) => {
        waitingReads.push(resolve)
        notifyArrival()
      })
    let commitCount = 0
    const gatedStore: Store = {
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
          commitCount++
          const { outcome, effect } = world.oracle.execute(resolveDefaults(op, plan, ops.length))
          if (outcome !== 'ok') throw new Error(`${JSON.stringify(op)} was committed, the model says ${outcome}`)
          effect()
          recordState()
        }
        return result
      },
    }
    const result = await world.run(op, gatedStore)
    running.delete(flight)
    const isAlone = ops.length === 1
    if (result.ok && !result.value.isReplay && (commitCount === 1 || isAlone))
      world.checkRecords(op, result.value.records as object, isAlone)
    if (commitCount > 1) throw new Error(`${JSON.stringify(op)} was committed ${commitCount} times`)
    const outcome = result.ok ? (commitCount === 1 ? 'ok' : 'nothing') : result.error.code
    if (commitCount !== 1 && !flight.allowed.has(outcome))
      throw new Error(`${JSON.stringify(op)}: ${outcome}, the model allows ${[...flight.allowed]}`)
  })
  let left = runningOps.length
  const all = Promise.all(
    runningOps.map((flight) =>
      flight.finally(() => {
        left--
        notifyArrival()
      }),
    ),
  )
  all.catch(() => undefined)
  while (left > 0) {
    // A database store needs time: the next step is selected when all operations have reached theirs.
    while (waitingReads.length < left) {
      await new Promise<void>((resolve) => {
        notifyArrival = resolve
      })
    }
    const [resume] = waitingReads.splice(random.below(Math.max(1, waitingReads.length)), 1)
    resume?.()
  }
  await all
}

/** Resolves a settlement without an amount to the amount that its plan read. With concurrent commands, that may be an earlier state. */
function resolveDefaults(op: Op, plan: Plan, concurrentOps: number): Op {
  if (concurrentOps === 1 || op.kind !== 'settle' || op.amount !== null) return op
  return { ...op, amount: Number(plan.entries[0]?.postings[0]?.amountPesewas) }
}

import { expect, test } from 'vitest'
import { shop } from '../test/shop.js'
import {
  type CommitResult,
  createMemoryStore,
  makePlan,
  type Plan,
  type Planner,
  type Store,
  transact,
} from './index.js'
import { fail, succeed } from './result.js'

const ama = shop('ama')
const nowMs = 1_700_000_000_000

async function withPayment(): Promise<Store> {
  const store = createMemoryStore()
  for (const planner of [ama.payment({ id: 'PAY_1', nowMs, amountPesewas: 10_000n }), ama.confirm('PAY_1', nowMs)]) {
    expect(await transact<unknown>(store, planner)).toMatchObject({ ok: true })
  }
  return store
}

/** A store in which others are carried out just before the first read of an account, or the first commits. */
function overtaken(store: Store, when: 'read' | 'commit', others: Planner<unknown>[]): Store {
  const overtake = async () => {
    const other = others.shift()
    if (other) expect(await transact(store, other)).toMatchObject({ ok: true })
  }
  return {
    list: store.list,
    async get(table, merchant, id) {
      if (when === 'read' && table === 'accounts') await overtake()
      return store.get(table, merchant, id)
    },
    async commit(plan: Plan) {
      if (when === 'commit') await overtake()
      return store.commit(plan)
    },
  }
}

test('a refund is not refused by a payment and a balance that were never there together', async () => {
  const store = await withPayment()
  // Settled in the middle: the payment is read with all of it left, the balance with less.
  const through = overtaken(store, 'read', [ama.refund('RFD_1', 'PAY_1', nowMs, 6_000n)])
  const rest = await transact(through, ama.refund('RFD_2', 'PAY_1', nowMs))
  // 40.00 is left of the payment, and only 36.00 of the balance: that is the truth of one moment.
  expect(rest).toEqual({
    ok: false,
    error: {
      code: 'insufficient_balance',
      message: 'GH₵40.00 is more than the available balance of GH₵36.00. Ask for less.',
      field: 'amount',
    },
  })
})

test('a refund of the rest is of what is left when it is written, however many others come before it', async () => {
  const store = await withPayment()
  for (const id of ['PAY_2', 'PAY_3']) {
    await transact(store, ama.payment({ id, nowMs, amountPesewas: 10_000n }))
    await transact(store, ama.confirm(id, nowMs))
  }
  const others = [500n, 400n, 300n].map((amount, index) => ama.refund(`RFD_${index}`, 'PAY_1', nowMs, amount))
  const rest = await transact(overtaken(store, 'commit', others), ama.refund('RFD_9', 'PAY_1', nowMs))
  expect(rest).toMatchObject({ ok: true, value: { records: { refund: { amount_pesewas: 8_800n } } } })
})

test('a refund of the rest is of all that is left, also when another refund is rejected before it', async () => {
  const store = await withPayment()
  await transact(store, ama.payment({ id: 'PAY_2', nowMs, amountPesewas: 10_000n }))
  await transact(store, ama.confirm('PAY_2', nowMs))
  await transact(store, ama.refund('RFD_1', 'PAY_1', nowMs, 4_000n))
  const others = [ama.rejectRefund('RFD_1', nowMs)]
  const rest = await transact(overtaken(store, 'commit', others), ama.refund('RFD_2', 'PAY_1', nowMs))
  expect(rest).toMatchObject({ ok: true, value: { records: { refund: { amount_pesewas: 10_000n } } } })
})

test('a settlement of everything takes what is left, however many others come before it', async () => {
  const store = await withPayment()
  const others = [500n, 400n, 300n].map((amount, index) => ama.settle(`SET_${index}`, 'psp:mtn', nowMs, amount))
  const rest = await transact(overtaken(store, 'commit', others), ama.settle('SET_9', 'psp:mtn', nowMs))
  expect(rest).toMatchObject({ ok: true, value: { records: { amountPesewas: 8_800n } } })
})

test('a planner that plans the same again after a refused commit gets the word of the store, after two commits', async () => {
  const store = await withPayment()
  let commits = 0
  const counted: Store = {
    ...store,
    async commit(plan) {
      commits++
      return store.commit(plan)
    },
  }
  // It does not look, so it cannot tell better what is wrong.
  const blind = ama.payment({ id: 'PAY_1', nowMs, amountPesewas: 10_000n })
  expect(await transact<unknown>(counted, blind)).toEqual({
    ok: false,
    error: { code: 'invalid_state', message: 'The id PAY_1 is taken in payments. Use another.' },
  })
  expect(commits).toBe(2)
})

test('a planner that looks again plans otherwise, and is committed once for each time that it was overtaken', async () => {
  const store = await withPayment()
  let commits = 0
  const through = overtaken(store, 'commit', [ama.settle('SET_1', 'psp:mtn', nowMs, 500n)])
  const counted: Store = {
    ...through,
    async commit(plan) {
      commits++
      return through.commit(plan)
    },
  }
  const rest = await transact(counted, ama.settle('SET_9', 'psp:mtn', nowMs))
  expect(rest).toMatchObject({ ok: true, value: { records: { amountPesewas: 9_500n } } })
  expect(commits).toBe(2)
})

test('a refusal that others keep changing ends as a fault that can be sent again', async () => {
  const store = await withPayment()
  let step = 0
  const restless: Store = {
    list: store.list,
    commit: store.commit,
    async get(table, merchant, id) {
      if (table === 'accounts') await transact(store, ama.payout(`PO_${step++}`, 1n, nowMs))
      return store.get(table, merchant, id)
    },
  }
  const refund = ama.refund('RFD_1', 'PAY_1', nowMs)
  expect(await transact(restless, refund, { attempts: 5 })).toEqual({
    ok: false,
    error: { code: 'internal_error', message: 'Other requests were faster every time. Try again.' },
  })
  expect(step).toBe(10)
})

test('a payment whose store is emptied while its order is looked up is not there, and nothing has failed', async () => {
  const store = createMemoryStore()
  await transact(store, ama.product({ id: 'PRD_1', stock: 3 }))
  await transact(store, ama.payment({ id: 'PAY_1', nowMs, productId: 'PRD_1' }))
  const emptied: Store = {
    ...store,
    async get(table, merchant, id) {
      if (table === 'orders') store.clear()
      return store.get(table, merchant, id)
    },
  }
  expect(await transact(emptied, ama.fail('PAY_1'))).toMatchObject({ ok: false, error: { code: 'not_found' } })
})

test('what a planner throws over rows that were there together is thrown, and not tried again', async () => {
  const store = await withPayment()
  let runs = 0
  const broken: Planner<unknown> = async (reader) => {
    runs++
    await reader.get('payments', 'ama', 'PAY_1')
    await reader.list('entries', 'ama', { limit: 10 })
    throw new TypeError('A bug.')
  }
  await expect(transact(store, broken)).rejects.toThrow('A bug.')
  expect(runs).toBe(1)
})

test('what a planner throws while others keep changing its rows ends as a fault that can be sent again', async () => {
  const store = await withPayment()
  let runs = 0
  const hurried: Planner<unknown> = async (reader) => {
    await reader.get('payments', 'ama', 'PAY_1')
    await reader.get('accounts', 'ama', 'merchant:available')
    await transact(store, ama.payout(`PO_${runs++}`, 1n, nowMs))
    throw new TypeError('They do not fit together.')
  }
  expect(await transact(store, hurried, { attempts: 5 })).toMatchObject({
    ok: false,
    error: { code: 'internal_error' },
  })
  expect(runs).toBe(5)
})

/** A store in which two payouts are made while a planner reads, and that answers the first commits as told. */
function restless(store: Store, answers: CommitResult[] = []): Store & { reads: number; commits: number } {
  let payouts = 0
  const counted = {
    reads: 0,
    commits: 0,
    list: store.list,
    async get(...query: Parameters<Store['get']>) {
      counted.reads++
      if (query[0] === 'accounts') await transact(store, ama.payout(`PO_${payouts++}`, 1n, nowMs))
      return store.get(...query)
    },
    async commit(plan: Plan) {
      counted.commits++
      return answers.shift() ?? store.commit(plan)
    },
  }
  return counted as Store & typeof counted
}

const guard: CommitResult = {
  outcome: 'constraint',
  table: 'accounts',
  id: 'x',
  violated: 'merchant:available',
} as never
const note = makePlan('ama', { counters: [{ name: 'notes', from: 0, to: 1 }] })

/** Reads two rows of which one changes all the time, and answers what is given, one after the other. */
function answering(...answers: Awaited<ReturnType<Planner<object>>>[]): Planner<object> & { runs: number } {
  const planner = async (reader: Parameters<Planner<object>>[0]) => {
    await reader.get('payments', 'ama', 'PAY_1')
    await reader.get('accounts', 'ama', 'merchant:available')
    return answers[Math.min(planner.runs++, answers.length - 1)] as (typeof answers)[number]
  }
  planner.runs = 0
  return planner
}

test('a plan is committed without reading its rows again: the commit judges it', async () => {
  const planner = answering(succeed({ ...note, records: {} }))
  const store = restless(await withPayment())
  expect(await transact(store, planner)).toEqual(succeed({ isReplay: false, isChanged: true, records: {} }))
  expect([planner.runs, store.reads, store.commits]).toEqual([1, 2, 1])
})

test('an error that a failed commit has confirmed is returned at once, even if its rows keep changing', async () => {
  const refusal = fail('insufficient_balance', 'That is too much.', 'amount')
  const planner = answering(succeed({ ...note, records: {} }), refusal)
  expect(await transact(restless(await withPayment(), [guard]), planner)).toEqual(refusal)
  expect(planner.runs).toBe(2)
})

test('an error that differs from that of the failed commit is returned only if its rows are unchanged', async () => {
  const planner = answering(succeed({ ...note, records: {} }), fail('out_of_stock', 'None is left.'))
  const result = await transact(restless(await withPayment(), [guard]), planner, { attempts: 5 })
  expect(result).toMatchObject({ ok: false, error: { code: 'insufficient_balance' } })
  expect(planner.runs).toBe(5)
})

test('a commit that others were faster than is tried until it holds, also when the same row was changed each time', async () => {
  const conflict: CommitResult = { outcome: 'conflict', table: 'payments', id: 'PAY_1' }
  const planner = answering(succeed({ ...note, records: {} }))
  const store = restless(await withPayment(), [conflict, conflict, conflict])
  expect(await transact(store, planner)).toMatchObject({ ok: true })
  expect([planner.runs, store.commits]).toEqual([4, 4])
})

test('a refusal of one row was true when it was read, so it is not read again', async () => {
  const store = restless(await withPayment())
  const refusal = fail('not_found', 'There is no such payment.')
  const planner: Planner<object> = async (reader) => {
    await reader.get('payments', 'ama', 'PAY_2')
    return refusal
  }
  expect(await transact(store, planner)).toEqual(refusal)
  expect(store.reads).toBe(1)
})

test('a command whose answer is not to be kept leaves nothing under its key', async () => {
  const store = await withPayment()
  const idempotency = {
    merchant: 'ama',
    scope: 'notes',
    key: 'k1',
    fingerprint: 'f',
    nowMs,
    toResponse: () => undefined,
  }
  const planner: Planner<object> = () => succeed({ ...note, records: {} })
  expect(await transact(store, planner, { idempotency })).toEqual(
    succeed({ isReplay: false, isChanged: true, records: {} }),
  )
  expect(await store.get('idempotency_keys', 'ama', 'notes k1')).toBeUndefined()
})

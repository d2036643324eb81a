import { expect, test } from 'vitest'
import { shop } from '../../test/ledger/shop.js'
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
function withConcurrentCommits(store: Store, phase: 'read' | 'commit', concurrentPlanners: Planner<unknown>[]): Store {
  const commitOthers = async () => {
    const other = concurrentPlanners.shift()
    if (other) expect(await transact(store, other)).toMatchObject({ ok: true })
  }
  return {
    list: store.list,
    async get(table, merchant, id) {
      if (phase === 'read' && table === 'accounts') await commitOthers()
      return store.get(table, merchant, id)
    },
    async commit(plan: Plan) {
      if (phase === 'commit') await commitOthers()
      return store.commit(plan)
    },
  }
}

test('a refund is not rejected because of an inconsistent read of payment and balance', async () => {
  const store = await withPayment()
  // A refund between the reads: the payment is read before it, the balance after it.
  const storeWithConflicts = withConcurrentCommits(store, 'read', [ama.refund('RFD_1', 'PAY_1', nowMs, 6_000n)])
  const rest = await transact(storeWithConflicts, ama.refund('RFD_2', 'PAY_1', nowMs))
  // A consistent read: 40.00 is left of the payment, and only 36.00 of the balance.
  expect(rest).toEqual({
    ok: false,
    error: {
      code: 'insufficient_balance',
      message: 'GH₵40.00 is more than the available balance of GH₵36.00. Ask for less.',
      field: 'amount',
    },
  })
})

test('a refund of the rest refunds the amount that is left at its commit, after any number of concurrent refunds', async () => {
  const store = await withPayment()
  for (const id of ['PAY_2', 'PAY_3']) {
    await transact(store, ama.payment({ id, nowMs, amountPesewas: 10_000n }))
    await transact(store, ama.confirm(id, nowMs))
  }
  const planners = [500n, 400n, 300n].map((amount, index) => ama.refund(`RFD_${index}`, 'PAY_1', nowMs, amount))
  const rest = await transact(withConcurrentCommits(store, 'commit', planners), ama.refund('RFD_9', 'PAY_1', nowMs))
  expect(rest).toMatchObject({ ok: true, value: { records: { refund: { amount_pesewas: 8_800n } } } })
})

test('a settlement of everything settles the amount that is left after concurrent settlements', async () => {
  const store = await withPayment()
  const planners = [500n, 400n, 300n].map((amount, index) => ama.settle(`SET_${index}`, 'psp:mtn', nowMs, amount))
  const rest = await transact(withConcurrentCommits(store, 'commit', planners), ama.settle('SET_9', 'psp:mtn', nowMs))
  expect(rest).toMatchObject({ ok: true, value: { records: { amountPesewas: 8_800n } } })
})

test('a planner that returns the same plan after a failed commit gets the error of the store after two commits', async () => {
  const store = await withPayment()
  let commits = 0
  const countingStore: Store = {
    ...store,
    async commit(plan) {
      commits++
      return store.commit(plan)
    },
  }
  // It does not read again, so it cannot return a more precise error.
  const fixedPlanner = ama.payment({ id: 'PAY_1', nowMs, amountPesewas: 10_000n })
  expect(await transact<unknown>(countingStore, fixedPlanner)).toEqual({
    ok: false,
    error: { code: 'invalid_state', message: 'The id PAY_1 is taken in payments. Use another.' },
  })
  expect(commits).toBe(2)
})

test('a rejection whose rows keep changing ends with internal_error', async () => {
  const store = await withPayment()
  let step = 0
  const changingStore: Store = {
    list: store.list,
    commit: store.commit,
    async get(table, merchant, id) {
      if (table === 'accounts') await transact(store, ama.payout(`PO_${step++}`, 1n, nowMs))
      return store.get(table, merchant, id)
    },
  }
  const refund = ama.refund('RFD_1', 'PAY_1', nowMs)
  expect(await transact(changingStore, refund, { attempts: 5 })).toEqual({
    ok: false,
    error: { code: 'internal_error', message: 'Other requests were faster every time. Try again.' },
  })
  expect(step).toBe(10)
})

test('a payment is not found if the store is emptied while its order is read', async () => {
  const store = createMemoryStore()
  await transact(store, ama.product({ id: 'PRD_1', stock: 3 }))
  await transact(store, ama.payment({ id: 'PAY_1', nowMs, productId: 'PRD_1' }))
  const emptiedStore: Store = {
    ...store,
    async get(table, merchant, id) {
      if (table === 'orders') store.clear()
      return store.get(table, merchant, id)
    },
  }
  expect(await transact(emptiedStore, ama.fail('PAY_1'))).toMatchObject({ ok: false, error: { code: 'not_found' } })
})

test('an exception of a planner over consistent rows is thrown without a retry', async () => {
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

test('an exception of a planner whose rows keep changing ends with internal_error', async () => {
  const store = await withPayment()
  let runs = 0
  const throwingPlanner: Planner<unknown> = async (reader) => {
    await reader.get('payments', 'ama', 'PAY_1')
    await reader.get('accounts', 'ama', 'merchant:available')
    await transact(store, ama.payout(`PO_${runs++}`, 1n, nowMs))
    throw new TypeError('They do not fit together.')
  }
  expect(await transact(store, throwingPlanner, { attempts: 5 })).toMatchObject({
    ok: false,
    error: { code: 'internal_error' },
  })
  expect(runs).toBe(5)
})

/** Creates a store in which two payouts are created while a planner reads. The first commits return the given results. */
function changingStore(store: Store, results: CommitResult[] = []): Store & { reads: number; commits: number } {
  let payouts = 0
  const countingStore = {
    reads: 0,
    commits: 0,
    list: store.list,
    async get(...query: Parameters<Store['get']>) {
      countingStore.reads++
      if (query[0] === 'accounts') await transact(store, ama.payout(`PO_${payouts++}`, 1n, nowMs))
      return store.get(...query)
    },
    async commit(plan: Plan) {
      countingStore.commits++
      return results.shift() ?? store.commit(plan)
    },
  }
  return countingStore as Store & typeof countingStore
}

const guard: CommitResult = {
  outcome: 'constraint',
  table: 'accounts',
  id: 'x',
  violation: 'merchant:available',
} as never
const note = makePlan('ama', { counters: [{ name: 'notes', from: 0, to: 1 }] })

/** Reads two rows, of which one changes constantly, and returns the given results in turn. */
function createPlanner(...results: Awaited<ReturnType<Planner<object>>>[]): Planner<object> & { runs: number } {
  const planner = async (reader: Parameters<Planner<object>>[0]) => {
    await reader.get('payments', 'ama', 'PAY_1')
    await reader.get('accounts', 'ama', 'merchant:available')
    return results[Math.min(planner.runs++, results.length - 1)] as (typeof results)[number]
  }
  planner.runs = 0
  return planner
}

test('a plan is committed without reading its rows again', async () => {
  const planner = createPlanner(succeed({ ...note, records: {} }))
  const store = changingStore(await withPayment())
  expect(await transact(store, planner)).toEqual(succeed({ isReplay: false, isChanged: true, records: {} }))
  expect([planner.runs, store.reads, store.commits]).toEqual([1, 2, 1])
})

test('an error that a failed commit has confirmed is returned immediately, even if its rows keep changing', async () => {
  const rejection = fail('insufficient_balance', 'That is too much.', 'amount')
  const planner = createPlanner(succeed({ ...note, records: {} }), rejection)
  expect(await transact(changingStore(await withPayment(), [guard]), planner)).toEqual(rejection)
  expect(planner.runs).toBe(2)
})

test('an error that differs from that of the failed commit is returned only if its rows are unchanged', async () => {
  const planner = createPlanner(succeed({ ...note, records: {} }), fail('out_of_stock', 'None is left.'))
  const result = await transact(changingStore(await withPayment(), [guard]), planner, { attempts: 5 })
  expect(result).toMatchObject({ ok: false, error: { code: 'insufficient_balance' } })
  expect(planner.runs).toBe(5)
})

test('a conflicting commit is retried until it succeeds, even if the same row changes each time', async () => {
  const conflict: CommitResult = { outcome: 'conflict', table: 'payments', id: 'PAY_1' }
  const planner = createPlanner(succeed({ ...note, records: {} }))
  const store = changingStore(await withPayment(), [conflict, conflict, conflict])
  expect(await transact(store, planner)).toMatchObject({ ok: true })
  expect([planner.runs, store.commits]).toEqual([4, 4])
})

test('a rejection after a single read is returned without reading again', async () => {
  const store = changingStore(await withPayment())
  const rejection = fail('not_found', 'There is no such payment.')
  const planner: Planner<object> = async (reader) => {
    await reader.get('payments', 'ama', 'PAY_2')
    return rejection
  }
  expect(await transact(store, planner)).toEqual(rejection)
  expect(store.reads).toBe(1)
})

test('a command without a stored response leaves no idempotency key', async () => {
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

import { expect, test } from 'vitest'
import { createMemoryStore, makePlan, type Snapshot, type Store, transact, verify } from '../../src/ledger/index.js'
import { createWorld, numbers } from './model.js'
import { shop } from './shop.js'
import { testStore } from './store-conformance.js'

testStore('memory', createMemoryStore)

interface Loose {
  merchants: Record<
    string,
    {
      entries: [string, string][]
      accounts: Record<string, [string, number]>
      tables: Record<string, { status: string; amount_pesewas: string }[]>
    }
  >
}

async function busy(seed: number) {
  const random = numbers(seed)
  const store = createMemoryStore()
  const world = createWorld(store, ['ama'])
  await world.open()
  for (let done = 0; done < 600; done++) {
    const op = world.nextOp(random)
    await world.run(op, store)
  }
  return { store, world }
}

test('verify names the first entry that was changed', async () => {
  const { store } = await busy(3)
  const snapshotJson = JSON.stringify(store.snapshot())
  const copy = createMemoryStore()
  copy.restore(JSON.parse(snapshotJson))
  expect(await verify(copy, 'ama')).toEqual(await verify(store, 'ama'))
  const count = (JSON.parse(snapshotJson) as Loose).merchants.ama?.entries.length ?? 0
  expect(count).toBeGreaterThan(100)
  for (let index = 0; index < count; index++) {
    const tampered = JSON.parse(snapshotJson) as Loose
    const entry = tampered.merchants.ama?.entries[index] as [string, string]
    entry[0] = entry[0].replace(/=(\d+)/, (_, amount) => `=${BigInt(amount) + 1n}`)
    copy.restore(tampered as unknown as Snapshot)
    expect(await verify(copy, 'ama')).toMatchObject({ ok: false, invariant: 'hash', sequence: index + 1 })
    const snapshotWithout = JSON.parse(snapshotJson) as Loose
    snapshotWithout.merchants.ama?.entries.splice(index, 1)
    copy.restore(snapshotWithout as unknown as Snapshot)
    const result = await verify(copy, 'ama')
    expect(result.ok).toBe(false)
    if (index < count - 1) expect(result).toMatchObject({ invariant: 'sequence', sequence: index + 1 })
  }
  const withBalance = JSON.parse(snapshotJson) as Loose
  const balanceAndSequence = withBalance.merchants.ama?.accounts['merchant:available'] as [string, number]
  balanceAndSequence[0] = String(BigInt(balanceAndSequence[0]) + 1n)
  copy.restore(withBalance as unknown as Snapshot)
  expect(await verify(copy, 'ama')).toMatchObject({ invariant: 'cached balance', sequence: balanceAndSequence[1] })
  for (const [table, status, invariant] of [
    ['payments', 'succeeded', 'conservation'],
    ['refunds', 'pending', 'reserves'],
  ] as const) {
    const withAmount = JSON.parse(snapshotJson) as Loose
    const row = withAmount.merchants.ama?.tables[table]?.find((each) => each.status === status)
    if (row) row.amount_pesewas = String(BigInt(row.amount_pesewas) + 1n)
    copy.restore(withAmount as unknown as Snapshot)
    expect(await verify(copy, 'ama')).toMatchObject({ ok: false, invariant, sequence: null })
  }
})

test('an unknown account is reported with any balance', async () => {
  const { store } = await busy(3)
  const list: Store['list'] = async (table, merchant, query) => {
    const rows = await store.list(table, merchant, query)
    const cash = { merchant: 'ama', id: 'cash', balance_pesewas: 5n, sequence: 7 }
    return table === 'accounts' ? [...rows, cash as unknown as (typeof rows)[number]] : rows
  }
  expect(await verify({ list }, 'ama')).toMatchObject({ invariant: 'cached balance', sequence: 7, found: 'cash' })
})

test('planning a command changes nothing', async () => {
  const { store, world } = await busy(4)
  const random = numbers(9)
  for (let round = 0; round < 300; round++) {
    const op = world.nextOp(random)
    const before = store.stateHash()
    const readOnlyStore = { ...store, commit: async () => ({ outcome: 'ok', sequence: 0 }) as const }
    const simulated = await world.run(op, readOnlyStore)
    expect(store.stateHash()).toBe(before)
    expect(await world.run(op, store)).toEqual(simulated)
  }
})

test('a snapshot survives JSON, keeps metadata that looks like an amount, and is not shared', async () => {
  const store = createMemoryStore()
  const metadata = JSON.parse('{"total_pesewas":"12","items":[{"a":1}],"__proto__":{"x":1}}')
  await transact(store, shop('ama').payment({ id: 'PAY_1', nowMs: 0, amountPesewas: 500n, metadata }))
  await transact(store, shop('__proto__').payment({ id: 'PAY_1', nowMs: 0, amountPesewas: 700n }))
  const copy = createMemoryStore()
  copy.restore(JSON.parse(JSON.stringify(store.snapshot())))
  expect(copy.stateHash()).toBe(store.stateHash())
  expect(JSON.stringify((await copy.get('payments', 'ama', 'PAY_1'))?.metadata)).toBe(JSON.stringify(metadata))
  expect((await copy.get('payments', '__proto__', 'PAY_1'))?.amount_pesewas).toBe(700n)
  await transact(copy, shop('ama').confirm('PAY_1', 0))
  expect((await store.get('payments', 'ama', 'PAY_1'))?.status).toBe('pending')
  copy.clear()
  expect(await copy.list('payments', 'ama', { limit: 1 })).toEqual([])
  expect(() => copy.restore({} as Snapshot)).toThrow('version 1')
})

test('restoring an invalid snapshot changes nothing', async () => {
  const { store } = await busy(5)
  const before = store.stateHash()
  const broken = JSON.parse(JSON.stringify(store.snapshot()))
  broken.merchants.zoe = { tables: {}, counters: {}, accounts: { 'psp:mtn': ['many', 1] }, entries: [] }
  expect(() => store.restore(broken)).toThrow(TypeError)
  expect(store.stateHash()).toBe(before)
})

test('a merchant without rows is not in a snapshot', async () => {
  const store = createMemoryStore()
  expect(await store.commit(makePlan('ama', { deletes: [{ table: 'events', id: 'EVT_1' }] }))).toMatchObject({
    outcome: 'conflict',
  })
  expect(store.snapshot()).toEqual({ version: 1, merchants: {} })
  expect(store.stateHash()).toBe(createMemoryStore().stateHash())
  await store.commit(makePlan('ama', { counters: [{ name: 'ids', from: 0, to: 7 }] }))
  expect(store.snapshot()).toEqual({
    version: 1,
    merchants: { ama: { tables: {}, counters: { ids: 7 }, accounts: {}, entries: [] } },
  })
  expect(store.stateHash()).not.toBe(createMemoryStore().stateHash())
})

test('deleted rows leave no trace in a snapshot', async () => {
  const store = createMemoryStore()
  await transact(store, shop('ama').payment({ id: 'PAY_1', nowMs: 0, amountPesewas: 500n }))
  const before = store.stateHash()
  const row = { merchant: 'ama', id: 'EVT_1', due_ms: 1, kind: 'confirm', ref: 'PAY_1', data: {} }
  await store.commit(makePlan('ama', { inserts: [{ table: 'events', row }] }))
  expect(store.stateHash()).not.toBe(before)
  await store.commit(makePlan('ama', { deletes: [{ table: 'events', id: 'EVT_1' }] }))
  expect(store.stateHash()).toBe(before)
})

test('a snapshot is sorted by name for any order of insertion', async () => {
  const store = createMemoryStore()
  for (const merchant of ['kofi', 'ama', 'yaa']) {
    for (const id of ['PAY_2', 'PAY_1', 'PAY_3'])
      await transact(store, shop(merchant).payment({ id, nowMs: 0, amountPesewas: 500n }))
    const counters = ['b', 'a', 'c'].map((name) => ({ name, from: 0, to: 1 }))
    await store.commit(makePlan(merchant, { counters }))
  }
  const { merchants } = store.snapshot()
  expect(Object.keys(merchants)).toEqual(['ama', 'kofi', 'yaa'])
  expect(Object.keys(merchants['ama']?.counters ?? {})).toEqual(['a', 'b', 'c'])
  expect(merchants['ama']?.tables['payments']).toMatchObject([{ id: 'PAY_1' }, { id: 'PAY_2' }, { id: 'PAY_3' }])
})

test('after a snapshot is restored, an entry takes at least the time of the last restored entry', async () => {
  const store = createMemoryStore()
  for (const at of [1, 2]) {
    await transact(store, shop('ama').payment({ id: `PAY_${at}`, nowMs: 0, amountPesewas: 500n }))
    await transact(store, shop('ama').confirm(`PAY_${at}`, at * 1_000))
  }
  const copy = createMemoryStore()
  copy.restore(JSON.parse(JSON.stringify(store.snapshot())))
  for (const [at, each] of [store, copy].entries()) {
    await transact(each, shop('ama').payment({ id: 'PAY_3', nowMs: 0, amountPesewas: 500n }))
    await transact(each, shop('ama').confirm('PAY_3', 7))
    const [last] = await each.list('entries', 'ama', { limit: 1 })
    expect(last?.at_ms, String(at)).toBe(2_000)
    expect(await verify(each, 'ama')).toMatchObject({ ok: true, entries: 6 })
  }
  expect(copy.stateHash()).toBe(store.stateHash())
})

test('deleteExpiredKeys deletes only the expired keys of its merchant', async () => {
  const store = createMemoryStore()
  expect(store.deleteExpiredKeys('ama', 0)).toBe(0)
  const dayMs = 86_400_000
  const createKeyRow = (merchant: string, id: string, created_ms: number) => {
    const row = {
      merchant,
      id,
      fingerprint: 'f',
      state: 'done',
      status: 200,
      headers: {},
      body: '{}',
      created_ms,
    } as const
    return makePlan(merchant, { inserts: [{ table: 'idempotency_keys', row }] })
  }
  for (const [id, at] of [
    ['c', 30],
    ['a', 10],
    ['b', 20],
  ] as const)
    await store.commit(createKeyRow('ama', id, at))
  await store.commit(createKeyRow('kofi', 'a', 10))
  expect(store.deleteExpiredKeys('ama', dayMs + 9)).toBe(0)
  expect(store.deleteExpiredKeys('yaa', 2 * dayMs)).toBe(0)
  expect(store.deleteExpiredKeys('ama', dayMs + 20)).toBe(2)
  expect((await store.list('idempotency_keys', 'ama', { limit: 9 })).map(({ id }) => id)).toEqual(['c'])
  expect(await store.get('idempotency_keys', 'kofi', 'a')).toBeDefined()
  expect(store.deleteExpiredKeys('ama', 2 * dayMs)).toBe(1)
  expect(store.deleteExpiredKeys('ama', 2 * dayMs)).toBe(0)
})

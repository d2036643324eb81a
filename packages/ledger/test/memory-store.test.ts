import { expect, test } from 'vitest'
import { createMemoryStore, type Snapshot, type Store, transact, verify } from '../src/index.js'
import { createWorld, numbers } from './model.js'
import { shop } from './shop.js'
import { testStore } from './store-conformance.js'

testStore('memory', createMemoryStore)

type Loose = { merchants: Record<string, { entries: [string, string][]; accounts: Record<string, [string, number]> }> }

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

test('whatever is changed in the past, verify names the entry', async () => {
  const { store } = await busy(3)
  const saved = JSON.stringify(store.snapshot())
  const copy = createMemoryStore()
  copy.restore(JSON.parse(saved))
  expect(await verify(copy, 'ama')).toEqual(await verify(store, 'ama'))
  const count = (JSON.parse(saved) as Loose).merchants.ama?.entries.length ?? 0
  expect(count).toBeGreaterThan(100)
  for (let index = 0; index < count; index++) {
    const tampered = JSON.parse(saved) as Loose
    const entry = tampered.merchants.ama?.entries[index] as [string, string]
    entry[0] = entry[0].replace(/=(\d+)/, (_, amount) => `=${BigInt(amount) + 1n}`)
    copy.restore(tampered as unknown as Snapshot)
    expect(await verify(copy, 'ama')).toMatchObject({ ok: false, law: 'hash', sequence: index + 1 })
    const removed = JSON.parse(saved) as Loose
    removed.merchants.ama?.entries.splice(index, 1)
    copy.restore(removed as unknown as Snapshot)
    const verdict = await verify(copy, 'ama')
    expect(verdict.ok).toBe(false)
    if (index < count - 1) expect(verdict).toMatchObject({ law: 'sequence', sequence: index + 1 })
  }
  const account = JSON.parse(saved) as Loose
  const held = account.merchants.ama?.accounts['merchant:available'] as [string, number]
  held[0] = String(BigInt(held[0]) + 1n)
  copy.restore(account as unknown as Snapshot)
  expect(await verify(copy, 'ama')).toMatchObject({ ok: false, law: 'cached balance', sequence: held[1] })
})

test('an account that is not in the chart is no account, whatever it holds', async () => {
  const { store } = await busy(3)
  const list: Store['list'] = async (table, merchant, query) => {
    const rows = await store.list(table, merchant, query)
    const cash = { merchant: 'ama', id: 'cash', balance_pesewas: 5n, sequence: 7 }
    return table === 'accounts' ? [...rows, cash as unknown as (typeof rows)[number]] : rows
  }
  expect(await verify({ list }, 'ama')).toMatchObject({ law: 'cached balance', sequence: 7, found: 'cash' })
})

test('planning changes nothing, whatever is planned', async () => {
  const { store, world } = await busy(4)
  const random = numbers(9)
  for (let round = 0; round < 300; round++) {
    const op = world.nextOp(random)
    const before = store.stateHash()
    const refusing = { ...store, commit: async () => ({ outcome: 'ok', sequence: 0 }) as const }
    const simulated = await world.run(op, refusing)
    expect(store.stateHash()).toBe(before)
    expect(await world.run(op, store)).toEqual(simulated)
  }
})

test('a snapshot survives JSON, keeps what looks like an amount in metadata, and is not shared', async () => {
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

test('a snapshot that is broken in the middle changes nothing', async () => {
  const { store } = await busy(5)
  const before = store.stateHash()
  const broken = JSON.parse(JSON.stringify(store.snapshot()))
  broken.merchants.zoe = { tables: {}, counters: {}, accounts: { 'psp:mtn': ['many', 1] }, entries: [] }
  expect(() => store.restore(broken)).toThrow(TypeError)
  expect(store.stateHash()).toBe(before)
})

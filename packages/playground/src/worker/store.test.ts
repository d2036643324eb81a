import { createSandbox } from '@cedi/sandbox'
import { expect, test, vi } from 'vitest'
import { createService } from './playground-service.js'
import type { StateStorage, StoredState } from './state-storage.js'
import { openStore, type PlaygroundStore } from './store.js'

/** Creates storage that keeps serialised copies, like IndexedDB. */
function createStorage() {
  let storedJson: string | undefined
  const storage: StateStorage & {
    isFull: boolean
    writeCount: number
    writeGate: Promise<void> | undefined
    pendingWrites: number
  } = {
    isFull: false,
    writeCount: 0,
    writeGate: undefined,
    pendingWrites: 0,
    read: async () => (storedJson === undefined ? undefined : (JSON.parse(storedJson) as StoredState)),
    async write(next, after) {
      storage.pendingWrites++
      await storage.writeGate
      storage.pendingWrites--
      if (storage.isFull) throw new Error('QuotaExceededError')
      if (((storedJson === undefined ? undefined : (JSON.parse(storedJson) as StoredState))?.version ?? 0) !== after)
        return false
      storedJson = JSON.stringify(next)
      storage.writeCount++
      return true
    },
  }
  return storage
}

const authorized = { Authorization: 'Bearer sk_test_all', 'Content-Type': 'application/json' }
const payment = { amount: '100.00', method: 'mobile_money', phone: '0244123789' }
const url = 'https://play.example/service'

async function pay(store: PlaygroundStore) {
  const sandbox = createSandbox({ store })
  const body = JSON.stringify(payment)
  const response = await sandbox.handle({ method: 'POST', url: '/api/v1/payments', headers: authorized, body })
  return { sandbox, status: response.status, data: JSON.parse(response.body).data }
}

test('a new worker continues with the stored state of a stopped worker', async () => {
  const storage = createStorage()
  const first = await pay(await openStore(storage))
  expect(first.status).toBe(201)
  await first.sandbox.control('POST', 'clock/advance', { by: 'PT3S' })

  const sandbox = createSandbox({ store: await openStore(storage) })
  const read = await sandbox.handle({ method: 'GET', url: `/api/v1/payments/${first.data.ref}`, headers: authorized })
  expect(JSON.parse(read.body).data).toMatchObject({ status: 'succeeded', amount: 100 })
  const second = await pay(await openStore(storage))
  expect(second.data.ref).not.toBe(first.data.ref)
})

test('a change that the browser cannot store is rolled back, and the response has status 503', async () => {
  const storage = createStorage()
  const store = await openStore(storage)
  await pay(store)
  const before = JSON.stringify(await store.snapshot())
  storage.isFull = true
  expect((await pay(store)).status).toBe(503)
  expect(JSON.stringify(await store.snapshot())).toBe(before)
  storage.isFull = false
  expect((await pay(store)).status).toBe(201)
})

test('an old worker does not overwrite the state of a new worker', async () => {
  const storage = createStorage()
  const oldStore = await openStore(storage)
  await pay(oldStore)
  const newStore = await openStore(storage)
  const { data } = await pay(newStore)
  expect((await pay(oldStore)).status).toBe(503)
  // After the conflict, the old worker continues with the new state.
  expect(await oldStore.get('payments', 'demo', data.ref)).toBeDefined()
  expect((await pay(oldStore)).status).toBe(201)
})

test('a read waits for a pending write and does not return unsaved records', async () => {
  const storage = createStorage()
  const store = await openStore(storage)
  await createSandbox({ store }).control('GET', 'ledger/entries')
  let releaseWrites = (): void => {}
  storage.writeGate = new Promise((resolve) => {
    releaseWrites = resolve
  })
  const pendingPayment = pay(store)
  await vi.waitFor(() => expect(storage.pendingWrites).toBe(1), { timeout: 60_000 })
  storage.isFull = true
  const pendingList = store.list('payments', 'demo', { limit: 10 })
  releaseWrites()
  expect((await pendingPayment).status).toBe(503)
  expect(await pendingList).toEqual([])
})

test('created, replaced and deleted access tokens survive a restart', async () => {
  const storage = createStorage()
  const { accessTokens } = await openStore(storage)
  await accessTokens.create({ merchant: '~', id: 'one', area: 'operator', expiresMs: 1000 }, 0)
  expect(await accessTokens.replace('one', { merchant: '~', id: 'two', area: 'operator', expiresMs: 1000 })).toBe(true)
  const next = (await openStore(storage)).accessTokens
  expect([await next.has('~', 'one'), await next.has('~', 'two')]).toEqual([false, true])
  expect(await next.replace('one', { merchant: '~', id: 'three', area: 'operator', expiresMs: 1000 })).toBe(false)
  await next.delete('~', 'two')
  expect(await (await openStore(storage)).accessTokens.has('~', 'two')).toBe(false)
})

test('unreadable state of another version is replaced by the initial state', async () => {
  const storage = createStorage()
  await storage.write(
    { version: 1, ledger: { version: 99 } as never, accessTokens: [], cookies: [], clockOffsetMs: 5 },
    0,
  )
  const store = await openStore(storage)
  expect(store.browserState()).toEqual({ cookies: [], clockOffsetMs: 0 })
  expect((await pay(store)).status).toBe(201)
})

test('the clock continues without a worker and keeps its offset', async () => {
  const storage = createStorage()
  let nowMs = Date.UTC(2026, 10, 23, 9)
  const options = { baseUrl: url, nowMs: () => nowMs, languages: ['en'] }
  const service = createService(await openStore(storage), options)
  const push = new Request(`${url}/__mock/clock/advance`, { method: 'POST', body: '{"by":"PT1H"}' })
  expect((await service.fetch(push)).status).toBe(200)
  expect(service.nowMs()).toBe(nowMs + 3_600_000)
  nowMs += 60_000
  const next = createService(await openStore(storage), options)
  expect(next.nowMs()).toBe(nowMs + 3_600_000)
  await next.startOver()
  expect(next.nowMs()).toBe(nowMs)
})

test('reading the ledger writes nothing', async () => {
  const storage = createStorage()
  const service = createService(await openStore(storage), { baseUrl: url, nowMs: Date.now, languages: ['en'] })
  await service.fetch(new Request(`${url}/__mock/ledger/entries`))
  const { writeCount } = storage
  await service.fetch(new Request(`${url}/__mock/ledger/entries`))
  await service.tick()
  expect(storage.writeCount).toBe(writeCount)
})

test('prepare writes the initial records of an empty store, and nothing later', async () => {
  const storage = createStorage()
  const store = await openStore(storage)
  const service = createService(store, { baseUrl: url, nowMs: Date.now, languages: ['en'] })
  await service.prepare()
  const [product] = await store.list('products', 'demo', { limit: 1 })
  expect(product).toMatchObject({ slug: expect.any(String) })
  const { writeCount } = storage
  await createService(await openStore(storage), { baseUrl: url, nowMs: Date.now, languages: ['en'] }).prepare()
  expect(storage.writeCount).toBe(writeCount)
})

test('requests within a second share one step of the clock', async () => {
  const storage = createStorage()
  let nowMs = Date.UTC(2026, 10, 23, 9)
  const service = createService(await openStore(storage), { baseUrl: url, nowMs: () => nowMs, languages: ['en'] })
  const readProducts = () => service.fetch(new Request(`${url}/api/v1/products`, { headers: authorized }))
  await readProducts()
  const { writeCount } = storage
  nowMs += 999
  await readProducts()
  expect(storage.writeCount).toBe(writeCount)
  nowMs += 1
  await readProducts()
  await readProducts()
  expect(storage.writeCount).toBe(writeCount + 1)
})

test('a request after the due time of an approval returns the paid payment', async () => {
  const storage = createStorage()
  let nowMs = Date.UTC(2026, 10, 23, 9)
  const options = { baseUrl: url, nowMs: () => nowMs, languages: ['en'] }
  const service = createService(await openStore(storage), options)
  const send = async (path: string, init?: RequestInit) =>
    (await (await service.fetch(new Request(`${url}${path}`, { headers: authorized, ...init }))).json()).data
  const { ref } = await send('/api/v1/payments', { method: 'POST', body: JSON.stringify(payment) })
  nowMs += 1999
  expect(await send(`/api/v1/payments/${ref}`)).toMatchObject({ status: 'pending' })
  nowMs += 1
  expect(await send(`/api/v1/payments/${ref}`)).toMatchObject({ status: 'succeeded' })
})

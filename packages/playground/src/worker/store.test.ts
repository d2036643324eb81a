import { createSandbox } from '@cedi/sandbox'
import { expect, test, vi } from 'vitest'
import { openService } from './door.js'
import type { Kept, Shelf } from './shelf.js'
import { type KeptStore, openStore } from './store.js'

/** Storage like the browser's: it keeps copies, and nothing else is left of a worker that stops. */
function makeShelf() {
  let kept: string | undefined
  const shelf: Shelf & { isFull: boolean; writes: number; gate: Promise<void> | undefined; waiting: number } = {
    isFull: false,
    writes: 0,
    gate: undefined,
    waiting: 0,
    read: async () => (kept === undefined ? undefined : (JSON.parse(kept) as Kept)),
    async write(next, after) {
      shelf.waiting++
      await shelf.gate
      shelf.waiting--
      if (shelf.isFull) throw new Error('QuotaExceededError')
      if (((kept === undefined ? undefined : (JSON.parse(kept) as Kept))?.version ?? 0) !== after) return false
      kept = JSON.stringify(next)
      shelf.writes++
      return true
    },
  }
  return shelf
}

const authorized = { Authorization: 'Bearer sk_test_all', 'Content-Type': 'application/json' }
const payment = { amount: '100.00', method: 'mobile_money', phone: '0244123789' }
const url = 'https://play.example/service'

async function pay(store: KeptStore) {
  const sandbox = createSandbox({ store })
  const body = JSON.stringify(payment)
  const answer = await sandbox.handle({ method: 'POST', url: '/api/v1/payments', headers: authorized, body })
  return { sandbox, status: answer.status, data: JSON.parse(answer.body).data }
}

test('a worker continues where the last one was stopped, at any moment', async () => {
  const shelf = makeShelf()
  const first = await pay(await openStore(shelf))
  expect(first.status).toBe(201)
  await first.sandbox.control('POST', 'clock/advance', { by: 'PT3S' })

  const sandbox = createSandbox({ store: await openStore(shelf) })
  const read = await sandbox.handle({ method: 'GET', url: `/api/v1/payments/${first.data.ref}`, headers: authorized })
  expect(JSON.parse(read.body).data).toMatchObject({ status: 'succeeded', amount: 100 })
  const second = await pay(await openStore(shelf))
  expect(second.data.ref).not.toBe(first.data.ref)
})

test('a change that the browser did not store has not happened, and the answer says to send it again', async () => {
  const shelf = makeShelf()
  const store = await openStore(shelf)
  await pay(store)
  const before = JSON.stringify(await store.snapshot())
  shelf.isFull = true
  expect((await pay(store)).status).toBe(503)
  expect(JSON.stringify(await store.snapshot())).toBe(before)
  shelf.isFull = false
  expect((await pay(store)).status).toBe(201)
})

test('an old worker that still runs does not overwrite the new one', async () => {
  const shelf = makeShelf()
  const old = await openStore(shelf)
  await pay(old)
  const fresh = await openStore(shelf)
  const { data } = await pay(fresh)
  expect((await pay(old)).status).toBe(503)
  // It has read what the new worker wrote, and continues from there.
  expect(await old.get('payments', 'demo', data.ref)).toBeDefined()
  expect((await pay(old)).status).toBe(201)
})

test('nothing is shown before it is stored', async () => {
  const shelf = makeShelf()
  const store = await openStore(shelf)
  await createSandbox({ store }).control('GET', 'ledger/entries')
  let openGate = (): void => {}
  shelf.gate = new Promise((resolve) => {
    openGate = resolve
  })
  const paying = pay(store)
  await vi.waitFor(() => expect(shelf.waiting).toBe(1))
  shelf.isFull = true
  const looking = store.list('payments', 'demo', { limit: 10 })
  openGate()
  expect((await paying).status).toBe(503)
  expect(await looking).toEqual([])
})

test('a signed-in visitor stays signed in, and a signed-out one stays out', async () => {
  const shelf = makeShelf()
  const { accessTokens } = await openStore(shelf)
  await accessTokens.create({ merchant: '~', id: 'one', area: 'operator', expiresMs: 1000 }, 0)
  expect(await accessTokens.replace('one', { merchant: '~', id: 'two', area: 'operator', expiresMs: 1000 })).toBe(true)
  const next = (await openStore(shelf)).accessTokens
  expect([await next.has('~', 'one'), await next.has('~', 'two')]).toEqual([false, true])
  expect(await next.replace('one', { merchant: '~', id: 'three', area: 'operator', expiresMs: 1000 })).toBe(false)
  await next.delete('~', 'two')
  expect(await (await openStore(shelf)).accessTokens.has('~', 'two')).toBe(false)
})

test('unreadable data of another version is replaced by the start state', async () => {
  const shelf = makeShelf()
  await shelf.write({ version: 1, ledger: { version: 99 } as never, passes: [], cookies: [], aheadMs: 5 }, 0)
  const store = await openStore(shelf)
  expect(store.aside()).toEqual({ cookies: [], aheadMs: 0 })
  expect((await pay(store)).status).toBe(201)
})

test('the clock runs while no worker runs, and keeps how far it was pushed', async () => {
  const shelf = makeShelf()
  let nowMs = Date.UTC(2026, 10, 23, 9)
  const surroundings = { baseUrl: url, nowMs: () => nowMs, languages: ['en'] }
  const service = openService(await openStore(shelf), surroundings)
  const push = new Request(`${url}/__mock/clock/advance`, { method: 'POST', body: '{"by":"PT1H"}' })
  expect((await service.answer(push)).status).toBe(200)
  expect(service.nowMs()).toBe(nowMs + 3_600_000)
  nowMs += 60_000
  const next = openService(await openStore(shelf), surroundings)
  expect(next.nowMs()).toBe(nowMs + 3_600_000)
  await next.startOver()
  expect(next.nowMs()).toBe(nowMs)
})

test('reading the books writes nothing', async () => {
  const shelf = makeShelf()
  const service = openService(await openStore(shelf), { baseUrl: url, nowMs: Date.now, languages: ['en'] })
  await service.answer(new Request(`${url}/__mock/ledger/entries`))
  const { writes } = shelf
  await service.answer(new Request(`${url}/__mock/ledger/entries`))
  await service.tick()
  expect(shelf.writes).toBe(writes)
})

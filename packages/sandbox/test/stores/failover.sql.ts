import { makePlan } from '@cedi/mock-server/internal'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Postgres, startPostgres } from '../../scripts/postgres.mjs'
import { openPostgres, openSqlStore, type SqlStore } from '../../src/stores/index.js'

let server: Postgres
let store: SqlStore
beforeAll(async () => {
  server = await startPostgres()
  store = await openSqlStore(await openPostgres({ url: server.url, timeoutMs: 2_000, connections: 4 }))
})
afterAll(async () => {
  await store?.close()
  await server?.end()
})

/** Makes the server accept or reject writes, also on its open connections. */
async function setWritable(isWritable: boolean): Promise<void> {
  const driver = await openPostgres({ url: server.url, connections: 1 })
  await driver.query('SET default_transaction_read_only = off')
  await driver.query(`ALTER SYSTEM SET default_transaction_read_only = ${isWritable ? 'off' : 'on'}`)
  await driver.query('SELECT pg_reload_conf()')
  await driver.query('RESET default_transaction_read_only')
  while (((await driver.query('SHOW transaction_read_only', []))[0]?.transaction_read_only === 'off') !== isWritable);
  await driver.close()
  // Each connection detects the change separately.
  await new Promise((resolve) => setTimeout(resolve, 100))
}

const write = (number: number) => makePlan('ama', { counters: [{ name: 'n', from: number - 1, to: number }] })
const unavailable = { code: 'store_unavailable' }

test('a server that becomes read-only is unavailable until it is writable again', async () => {
  await store.clear()
  expect(await store.commit(write(1))).toMatchObject({ outcome: 'ok' })
  await setWritable(false)
  await expect(store.ping()).rejects.toMatchObject({ ...unavailable, reason: '25006' })
  await expect(store.commit(write(2))).rejects.toThrow(/is read-only \(25006\)\. It is a standby: another server/)
  expect(await store.get('counters', 'ama', 'n')).toMatchObject({ value: 1 })
  await setWritable(true)
  await store.ping()
  expect(await store.commit(write(2))).toMatchObject({ outcome: 'ok' })
})

test.each(['fast', 'immediate'])('a server that was stopped (%s) is unavailable until it runs again', async (mode) => {
  await store.clear()
  expect(await store.commit(write(1))).toMatchObject({ outcome: 'ok' })
  await server.stop(mode as 'fast')
  for (let index = 0; index < 3; index++) await expect(store.commit(write(2))).rejects.toMatchObject(unavailable)
  await server.start()
  await expect
    .poll(() =>
      store.ping().then(
        () => 'available',
        () => 'unavailable',
      ),
    )
    .toBe('available')
  expect(await store.commit(write(2))).toMatchObject({ outcome: 'ok' })
})

test('an unresponsive server is unavailable after the statement timeout, and recovers', async () => {
  await store.clear()
  server.pause()
  await expect(store.commit(write(1))).rejects.toMatchObject({ ...unavailable, reason: 'no response' })
  server.resume()
  await expect
    .poll(() =>
      store.ping().then(
        () => 'available',
        () => 'unavailable',
      ),
    )
    .toBe('available')
  const { outcome } = await store.commit(write(1))
  // The first commit may have ended after its timeout.
  expect(['ok', 'conflict']).toContain(outcome)
  expect(await store.get('counters', 'ama', 'n')).toMatchObject({ value: 1 })
})

test.each(['postgres://ama:sesame@a:port/cedi', 'postgres://ama:sesame@a:99999/cedi'])(
  'the invalid URL %s is rejected with a message that contains no password',
  async (url) => {
    const error = await openPostgres({ url }).catch((reason: Error) => reason)
    expect(String(error)).toMatch(/cannot be read\. Write it like/)
    expect(String(error)).not.toContain('sesame')
  },
)

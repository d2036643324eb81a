import { makePlan } from '@cedi/mock-server/internal'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Postgres, startPostgres } from '../../scripts/postgres.mjs'
import { openPostgres, openSqlStore, type SqlDriver } from '../../src/stores/index.js'

/** Two independent servers. Each reports itself whether it accepts writes. */
let servers: [Postgres, Postgres]
const drivers: SqlDriver[] = []
beforeAll(async () => {
  servers = [await startPostgres(), await startPostgres()]
})
afterAll(async () => {
  for (const driver of drivers) await driver.close()
  for (const server of servers) await server.end()
})

const connect = async (url: string, timeoutMs = 15_000): Promise<SqlDriver> => {
  const driver = await openPostgres({ url, timeoutMs, connections: 4 })
  drivers.push(driver)
  return driver
}

/** Makes a server accept or reject writes, also on its open connections. */
async function writable({ url }: Postgres, isWritable: boolean): Promise<void> {
  const driver = await openPostgres({ url, connections: 1 })
  await driver.query('SET default_transaction_read_only = off')
  await driver.query(`ALTER SYSTEM SET default_transaction_read_only = ${isWritable ? 'off' : 'on'}`)
  await driver.query('SELECT pg_reload_conf()')
  await driver.query('RESET default_transaction_read_only')
  while (((await driver.query('SHOW transaction_read_only', []))[0]?.transaction_read_only === 'off') !== isWritable);
  await driver.close()
  // Each connection detects the change separately.
  await new Promise((resolve) => setTimeout(resolve, 100))
}

const readPort = (url: string) => new URL(url).port
const both = () => `postgres://cedi@${servers.map(({ url }) => `127.0.0.1:${readPort(url)}`).join(',')}/postgres`
/** The server that executes a statement. */
const readServerPort = async (driver: SqlDriver) => (await driver.query('SHOW port', []))[0]?.port
const backend = async (driver: SqlDriver) => (await driver.query('SELECT pg_backend_pid() AS pid', []))[0]?.pid
const write = (number: number) => makePlan('ama', { counters: [{ name: 'n', from: number - 1, to: number }] })

describe('one server', () => {
  test('that becomes read-only is unavailable until it is writable again', async () => {
    const [server] = servers
    const driver = await connect(server.url)
    const store = await openSqlStore(driver)
    await store.clear()
    expect(await store.commit(write(1))).toMatchObject({ outcome: 'ok' })
    const before = await backend(driver)
    await writable(server, false)
    const unavailable = { code: 'store_unavailable', reason: '25006' }
    await expect(store.ping()).rejects.toMatchObject(unavailable)
    await expect(store.commit(write(2))).rejects.toMatchObject(unavailable)
    await expect(store.commit(write(2))).rejects.toThrow(/is read-only \(25006\)\. It is a standby: another server/)
    // Existing data can be read on another connection.
    expect(await store.get('counters', 'ama', 'n')).toMatchObject({ value: 1 })
    expect(await backend(driver)).not.toBe(before)
    await writable(server, true)
    await store.ping()
    expect(await store.commit(write(2))).toMatchObject({ outcome: 'ok' })
  })

  test('a standby is not used when a writable server is required', async () => {
    const [server] = servers
    await writable(server, false)
    const driver = await connect(`${server.url}?target_session_attrs=read-write`)
    await expect(readServerPort(driver)).rejects.toMatchObject({ code: 'store_unavailable', reason: '25006' })
    await writable(server, true)
    await until(() => readServerPort(driver), readPort(server.url))
  })
})

/** Retries until the result is not a rejection, as clients do. */
async function until(probe: () => Promise<unknown>, expected: string): Promise<number> {
  const startedMs = performance.now()
  for (;;) {
    const result = await probe().catch((error) => {
      expect(error).toMatchObject({ code: 'store_unavailable' })
      return undefined
    })
    if (result !== undefined) expect(String(result)).toBe(expected)
    if (result !== undefined) return performance.now() - startedMs
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

describe('several servers', () => {
  test('the writable server is found in any position, also after a failover', async () => {
    const [first, second] = servers
    for (const primary of [first, second, first]) {
      await writable(first, primary === first)
      await writable(second, primary === second)
      const newDriver = await connect(both())
      expect(await readServerPort(newDriver)).toBe(readPort(primary.url))
    }
    const driver = await connect(`${both()}?target_session_attrs=read-write`)
    expect(await readServerPort(driver)).toBe(readPort(first.url))
    await writable(first, false)
    await writable(second, true)
    // The first write fails, and the next one uses the new primary.
    const make = 'CREATE TABLE IF NOT EXISTS probe (n bigint)'
    await expect(driver.query(make)).rejects.toMatchObject({ code: 'store_unavailable', reason: '25006' })
    await driver.query(make)
    expect(await readServerPort(driver)).toBe(readPort(second.url))
  })

  test('a crashed or unresponsive server is replaced by the other', async () => {
    const [first, second] = servers
    await writable(first, true)
    await writable(second, false)
    const driver = await connect(both(), 2_000)
    expect(await readServerPort(driver)).toBe(readPort(first.url))
    await first.stop('immediate')
    await expect(readServerPort(driver)).rejects.toMatchObject({ code: 'store_unavailable' })
    await expect(readServerPort(driver)).rejects.toMatchObject({ code: 'store_unavailable' })
    await writable(second, true)
    expect(await until(() => readServerPort(driver), readPort(second.url))).toBeLessThan(5_000)
    await first.start()
    second.pause()
    // The first statement fails after its timeout. Then the other server is found, and no statement waits as long
    // again.
    expect(await until(() => readServerPort(driver), readPort(first.url))).toBeLessThan(15_000)
    second.resume()
    await writable(second, false)
    expect(await readServerPort(driver)).toBe(readPort(first.url))
  })

  test('without a writable or reachable one fail immediately', async () => {
    const [first, second] = servers
    await writable(first, false)
    await writable(second, false)
    const driver = await connect(both())
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => readServerPort(driver)))
    for (const result of results) expect(result).toMatchObject({ status: 'rejected', reason: { reason: '25006' } })
    const unreachable = await connect('postgres://ama:sesame@127.0.0.1:1,127.0.0.1:2/cedi')
    const error = await readServerPort(unreachable).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'store_unavailable', reason: 'ECONNREFUSED' })
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('sesame')
    await writable(first, true)
    await writable(second, true)
  })
})

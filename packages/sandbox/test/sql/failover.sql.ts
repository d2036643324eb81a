import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { card } from '../../../mock-server/test/service.js'
import { type Postgres, startPostgres } from '../../scripts/postgres.mjs'
import { openPostgres } from '../../src/stores/index.js'
import { buildProgram, type Program, send } from './program.js'

let program: Program
let postgres: Postgres
beforeAll(async () => {
  program = await buildProgram()
  postgres = await startPostgres()
})
afterAll(async () => {
  await program?.end()
  await postgres?.end()
})

/** Makes new transactions read-only, as on a standby, or writable. */
async function demote(isStandby: boolean): Promise<void> {
  const driver = await openPostgres({ url: postgres.url, connections: 1 })
  await driver.query('SET default_transaction_read_only = off')
  await driver.query(`ALTER SYSTEM SET default_transaction_read_only = ${isStandby ? 'on' : 'off'}`)
  await driver.query('SELECT pg_reload_conf()')
  await driver.close()
}

it('a database that became a standby causes 503 with Retry-After and never 500, and no data is lost', async () => {
  const server = await program.start(['--database-url', postgres.url])
  const pay = (idempotencyKey: string) =>
    send(server.url, 'POST', '/api/v1/payments', { body: { ...card(), amount: 10 }, idempotencyKey })
  const isReady = (status: number) =>
    vi.waitUntil(async () => (await fetch(`${server.url}/readyz`)).status === status, { timeout: 120_000 })
  expect((await pay('first'))?.status).toBe(201)
  await demote(true)
  await isReady(503)
  const readiness = await (await fetch(`${server.url}/readyz`)).text()
  expect(readiness).toContain('The database is read-only (25006).')
  for (const key of ['second', 'third', 'second']) {
    const response = await pay(key)
    expect([response?.status, response?.error?.code, response?.headers.get('Retry-After')]).toEqual([
      503,
      'provider_unavailable',
      '1',
    ])
  }
  await demote(false)
  await isReady(200)
  for (const key of ['first', 'second', 'third']) expect((await pay(key))?.status).toBe(201)
  const entries = (await send(server.url, 'GET', '/__mock/ledger/entries?limit=9999'))?.data as { kind: string }[]
  expect(entries.filter(({ kind }) => kind === 'payment_received')).toHaveLength(3)
  expect(await server.stop()).toBe(0)
})

it('a malformed database URL is rejected with one line that contains no password', async () => {
  const failed = await program
    .start(['--database-url', 'postgres://ama:sesame@a:99999/cedi'])
    .catch((error: Error) => error.message)
  expect(failed).toMatch(/cannot be read\. Write it like postgres:\/\/user/)
  expect(failed).not.toContain('sesame')
  expect(String(failed).trim().split('\n')).toHaveLength(2)
})

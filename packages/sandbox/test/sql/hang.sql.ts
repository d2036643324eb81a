import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { card } from '../../../mock-server/test/service.js'
import { type Postgres, startPostgres } from '../../scripts/postgres.mjs'
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

it('an unresponsive database delays no client longer than the statement timeout', async () => {
  const server = await program.start(['--database-url', postgres.url])
  const { port } = new URL(server.url)
  const pay = (idempotencyKey: string) =>
    send(server.url, 'POST', '/api/v1/payments', { body: { ...card(), amount: 10 }, idempotencyKey })
  expect((await pay('first'))?.status).toBe(201)

  /** Duration and status of each response. */
  const timed = async (key: string) => {
    const startedMs = performance.now()
    const response = await pay(key)
    return { key, response, seconds: (performance.now() - startedMs) / 1000 }
  }
  // All belong to one merchant, so they are serialized: some get a response, and the others are still running.
  const requests = Array.from({ length: 60 }, (_, index) => timed(`key-${index}`))
  await Promise.race(requests)
  postgres.pause()
  const readied = async () => {
    const startedMs = performance.now()
    const response = await fetch(`${server.url}/readyz`)
    return { status: response.status, text: await response.text(), seconds: (performance.now() - startedMs) / 1000 }
  }
  for (let index = 0; index < 3; index++) {
    const { status, text, seconds } = await readied()
    expect([status, text]).toEqual([503, expect.stringMatching(/^not ready: The (?:store|database) /)])
    expect(seconds).toBeLessThan(5)
  }
  const results = await Promise.all(requests)
  expect(Math.max(...results.map(({ seconds }) => seconds))).toBeLessThan(30)
  const lostResults = results.filter((result) => result.response?.status !== 201)
  expect(lostResults.length).toBeGreaterThan(10)
  for (const { response } of lostResults) {
    expect([response?.status, response?.error?.code]).toEqual([503, 'provider_unavailable'])
    expect(response?.headers.get('Retry-After')).toBe('1')
  }
  postgres.resume()
  while ((await readied()).status !== 200) await new Promise((resolve) => setTimeout(resolve, 100))
  // Whether a payment was written before or not, its Idempotency-Key makes sure that it exists once.
  for (const { key } of lostResults) expect((await pay(key))?.status).toBe(201)
  const entries = (await send(server.url, 'GET', '/__mock/ledger/entries?limit=9999'))?.data as { kind: string }[]
  expect(entries.filter(({ kind }) => kind === 'payment_received')).toHaveLength(61)

  // The server ends although the database hangs and a client has sent only part of a request.
  const openSocket = connect(Number(port), '127.0.0.1').on('error', () => undefined)
  openSocket.write('POST /api/v1/payments HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{')
  await new Promise((resolve) => setTimeout(resolve, 200))
  postgres.pause()
  const stoppedMs = performance.now()
  expect(await server.stop()).toBe(0)
  expect((performance.now() - stoppedMs) / 1000).toBeLessThan(25)
  expect(server.output()).toContain('cut off: POST /api/v1/payments (not sent whole).')
})

import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Numbers, numbers } from '../../../mock-server/test/ledger/model.js'
import { card } from '../../../mock-server/test/service.js'
import { type Postgres, startPostgres } from '../../scripts/postgres.mjs'
import { type ApiResponse, buildProgram, type Program, type ServerProcess, send } from './program.js'

const crashes = Number(process.env['CEDI_CRASHES'] ?? 2)
/** Seed of the crash times. Reproduces a failure. */
const seed = Number(process.env['CEDI_SEED'] ?? 2_026)
let program: Program
let postgres: Postgres
beforeAll(async () => {
  program = await buildProgram()
  postgres = await startPostgres({ settings: ['synchronous_commit=on'] })
})
afterAll(async () => {
  await program?.end()
  await postgres?.end()
})

/** A request, and its response if one was received before the crash. */
interface SentRequest {
  readonly path: string
  readonly body: object
  response: ApiResponse | undefined
}

/** A client that sends concurrent requests, records the responses, and retries requests without one. */
class Client {
  readonly requests = new Map<string, SentRequest>()
  private keyCount = 0
  private responseCount = 0
  private waiter: { readonly until: number; readonly resolve: () => void } | undefined

  /** Waits for a number of further responses, without a time limit. */
  waitForResponses(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.waiter = { until: this.responseCount + count, resolve }
    })
  }

  /** Sends requests until the server ends. */
  async load(server: ServerProcess, concurrency: number): Promise<void> {
    let isServerStopped = false
    const sendInTurn = async () => {
      let last: string | undefined
      while (!isServerStopped) {
        const refund = last !== undefined && this.keyCount % 3 === 0
        const path = refund ? '/api/v1/refunds' : '/api/v1/payments'
        const body = refund ? { payment_ref: last, amount: 1 } : { ...card(), amount: 10 }
        const key = `key-${this.keyCount++}`
        const request: SentRequest = { path, body, response: undefined }
        this.requests.set(key, request)
        request.response = await send(server.url, 'POST', path, { body, idempotencyKey: key })
        if (request.response && ++this.responseCount === this.waiter?.until) this.waiter.resolve()
        if (!request.response) isServerStopped = true
        else if (!refund && request.response.status === 201) last = request.response.data.ref
      }
    }
    await Promise.all(Array.from({ length: concurrency }, sendInTurn))
  }

  /** Retries the requests without a response, and some of the others. */
  async retryRequests(server: ServerProcess, random: Numbers): Promise<void> {
    for (const [key, request] of this.requests) {
      if (request.response && random.below(10) > 0) continue
      const secondResponse = await send(server.url, 'POST', request.path, { body: request.body, idempotencyKey: key })
      if (request.response) {
        expect(secondResponse?.headers.get('Idempotency-Hit')).toBe('true')
        expect(secondResponse?.text).toBe(request.response.text)
      }
      expect([201, 409]).toContain(secondResponse?.status)
      request.response = secondResponse
    }
  }
}

describe('a server that is killed under load', () => {
  const flags: Readonly<Record<string, () => string[]>> = {
    PostgreSQL: () => ['--database-url', postgres.url],
    PGlite: () => ['--data-dir', join(program.folder, 'kept')],
  }

  it.each(Object.keys(flags))(
    `has every confirmed write exactly once on %s, after ${crashes} crashes (CEDI_SEED=${seed})`,
    async (name) => {
      const start = () => program.start(flags[name]?.() ?? [])
      const client = new Client()
      const random = numbers(seed)
      for (let crash = 0; crash < crashes; crash++) {
        const server = await start()
        const responsesReceived = client.waitForResponses(1 + random.below(60))
        const load = client.load(server, 8)
        await responsesReceived
        // A random delay, in which eight requests are running.
        await new Promise((resolve) => setTimeout(resolve, random.below(20)))
        await server.kill()
        await load
      }
      const server = await start()
      await client.retryRequests(server, random)

      const requests = [...client.requests.values()]
      const refs = (path: string) =>
        requests
          .filter((request) => request.path === path && request.response?.status === 201)
          .map((request) => request.response?.data.ref)
      const [payments, refunds] = [refs('/api/v1/payments'), refs('/api/v1/refunds')]
      expect(payments.length).toBeGreaterThan(crashes)
      const entries = (await send(server.url, 'GET', '/__mock/ledger/entries?limit=9999'))?.data as {
        kind: string
        source: string
      }[]
      const sources = (kind: string) =>
        entries
          .filter((entry) => entry.kind === kind)
          .map(({ source }) => source)
          .sort()
      expect(sources('payment_received')).toEqual([...payments].sort())
      expect(sources('refund_requested')).toEqual([...refunds].sort())
      expect((await send(server.url, 'GET', '/__mock/ledger/verify'))?.data).toMatchObject({ ok: true })
      expect(await server.stop()).toBe(0)
    },
  )
})

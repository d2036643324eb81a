import { openPostgres } from '@cedi/sandbox/stores'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { card, wallet } from '../../../mock-server/test/service.js'
import { type Postgres, startPostgres } from '../../scripts/postgres.mjs'
import { type ApiResponse, buildProgram, type Program, type ServerProcess, send } from './program.js'

const rounds = Number(process.env['CEDI_RACES'] ?? 5)
const secret = 'the secret of these two servers alone'
let program: Program
let postgres: Postgres
let one: ServerProcess
let two: ServerProcess
beforeAll(async () => {
  program = await buildProgram()
  // Commits survive a crash of the database but not of the machine, so that the test does not wait for the disk.
  postgres = await startPostgres({ settings: ['synchronous_commit=on'] })
  const flags = ['--database-url', postgres.url, '--approval-delay', '0', '--log']
  // Both servers start at the same moment on an empty database.
  ;[one, two] = await Promise.all([
    program.start(flags, { CEDI_SECRET: secret }),
    program.start(flags, { CEDI_SECRET: secret }),
  ])
})
afterAll(async () => {
  await program?.end()
  await postgres?.end()
})

const getUrl = (index: number): string => (index % 2 ? one : two).url
const racers = Array.from({ length: 64 }, (_, index) => index)

/** Retries a request while the server is overloaded. A POST needs an Idempotency-Key. */
async function sendUntilAvailable(...request: Parameters<typeof send>): Promise<ApiResponse | undefined> {
  for (;;) {
    const response = await send(...request)
    if (response?.status !== 503) return response
  }
}

/** Expects a number of successes, and the right error for other requests. On a very slow machine some get 503. */
function expectRace(responses: readonly (ApiResponse | undefined)[], winners: number): void {
  const count: Record<string, number> = {}
  for (const each of responses) {
    const outcome = `${each?.status} ${each?.error?.code}`
    count[outcome] = (count[outcome] ?? 0) + 1
  }
  const { '201 undefined': wonCount = 0, '503 provider_unavailable': unavailableCount = 0, ...others } = count
  expect(others).toEqual({ '409 insufficient_balance': responses.length - wonCount - unavailableCount })
  expect(wonCount).toBeLessThanOrEqual(winners)
  expect(wonCount + unavailableCount).toBeGreaterThanOrEqual(winners)
}

describe('two servers on one database', () => {
  it('create the records of the seed once, and both show them', async () => {
    const [ownProducts, otherProducts] = [
      await sendUntilAvailable(one.url, 'GET', '/api/v1/products'),
      await sendUntilAvailable(two.url, 'GET', '/api/v1/products'),
    ]
    expect(ownProducts?.data.length).toBeGreaterThan(0)
    expect(otherProducts?.data).toEqual(ownProducts?.data)
  })

  it('never give one id to two records or two requests', async () => {
    const created = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        sendUntilAvailable(getUrl(index), 'POST', '/api/v1/payments', {
          body: { ...card(), amount: 5 },
          key: 'sk_test_ids',
          idempotencyKey: `payment-${index}`,
        }),
      ),
    )
    expect(created.map((response) => response?.status)).toEqual(created.map(() => 201))
    expect(new Set(created.map((response) => response?.data.ref)).size).toBe(200)
    expect(new Set(created.map((response) => response?.headers.get('x-request-id'))).size).toBe(200)
  })

  it('share Idempotency-Keys', async () => {
    const requests = racers.map((index) =>
      sendUntilAvailable(getUrl(index), 'POST', '/api/v1/payments', {
        body: { ...card(), amount: 5 },
        idempotencyKey: 'shared',
      }),
    )
    const responses = await Promise.all(requests)
    const refs = new Set(responses.filter((each) => each?.status === 201).map((each) => each?.data.ref))
    expect(refs.size).toBe(1)
    for (const each of responses) if (each?.status !== 201) expect(each?.error?.code).toBe('idempotency_in_progress')
  })

  it('stream the status of a payment to 100 pages each, and reject more', async () => {
    const created = await sendUntilAvailable(one.url, 'POST', '/api/v1/checkout/intent', { body: { amount: 5 } })
    const token = created?.data.client_token
    const requestCheckout = (url: string, path: string, init: RequestInit = {}) =>
      fetch(`${url}/checkout/${path}`, {
        ...init,
        headers: { Authorization: `Intent ${token}`, 'Content-Type': 'application/json', 'X-Checkout-Attempt': 'a1' },
      })
    const body = JSON.stringify({ ...wallet, amount: undefined, phone: '0244123129' })
    expect((await requestCheckout(one.url, 'payments', { method: 'POST', body })).status).toBe(201)
    for (const { url } of [one, two]) {
      const stop = new AbortController()
      // The responses are referenced until the end, because a collected response closes its connection.
      const responses: Response[] = []
      for (let count = 0; count < 100; count++)
        responses.push(await requestCheckout(url, 'events', { signal: stop.signal }))
      const rejected = await requestCheckout(url, 'events')
      expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
      expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '10'])
      expect((await send(url, 'GET', '/api/v1/balance'))?.status).toBe(200)
      stop.abort()
    }
  })

  it(`accept exactly as many of 64 refunds and 64 payouts as the balance covers, ${rounds} times`, async () => {
    const race = async (round: number) => {
      const key = `sk_test_race${round}`
      const merchant = `test-race${round}`
      const paymentRequest = { body: { ...wallet, amount: 100 }, key, idempotencyKey: 'payment' }
      const ref = (await sendUntilAvailable(one.url, 'POST', '/api/v1/payments', paymentRequest))?.data.ref
      expect((await sendUntilAvailable(two.url, 'GET', '/api/v1/balance', { key }))?.data.available).toBe(96)
      const refund = (index: number) =>
        sendUntilAvailable(getUrl(index), 'POST', '/api/v1/refunds', {
          body: { payment_ref: ref, amount: 7 },
          key,
          idempotencyKey: `refund-${index}`,
        })
      expectRace(await Promise.all(racers.map(refund)), 13)
      expect((await sendUntilAvailable(one.url, 'GET', '/api/v1/balance', { key }))?.data).toMatchObject({
        available: 5,
      })
      const payout = { body: { amount: 0.7, phone: wallet.phone } }
      const path = `/__mock/payouts?merchant=${merchant}`
      expectRace(await Promise.all(racers.map((index) => send(getUrl(index), 'POST', path, payout))), 7)
      expect((await sendUntilAvailable(one.url, 'GET', '/api/v1/balance', { key }))?.data.available).toBe(0.1)
      expect((await sendUntilAvailable(two.url, 'GET', `/__mock/ledger/verify?merchant=${merchant}`))?.data.ok).toBe(
        true,
      )
    }
    // Three merchants at the same time must not disturb each other.
    for (let round = 0; round < rounds; round += 3)
      await Promise.all([round, round + 1, round + 2].filter((each) => each < rounds).map(race))
    const driver = await openPostgres({ url: postgres.url, connections: 1 })
    const [{ deadlocks } = {}] = await driver.query(
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database() AND CAST($1 AS boolean)',
      [true],
    )
    expect(Number(deadlocks)).toBe(0)
    await driver.close()
  })

  it('reject a key immediately after the other revokes it, and no key is readable in the database', async () => {
    // The database logs every statement with its values, which must contain no secret.
    const admin = await openPostgres({ url: postgres.url, connections: 1 })
    const setStatementLog = async (level: string) => {
      await admin.query(`ALTER SYSTEM SET log_statement = '${level}'`, [])
      await admin.query('SELECT pg_reload_conf()', [])
    }
    await setStatementLog('all')
    // The setting takes a moment to become active.
    while (!postgres.log().includes('are you listening'))
      await admin.query('SELECT CAST($1 AS text) AS asked', ['are you listening'])
    const scopes = ['payments:read', 'balance:read']
    const keyResponse = await send(one.url, 'POST', '/__mock/keys', { body: { scopes, label: 'till 3' } })
    const { id = '', key = '' }: { id?: string; key?: string } = keyResponse?.data ?? {}
    expect((await send(two.url, 'GET', '/api/v1/balance', { key }))?.status).toBe(200)
    expect((await send(two.url, 'POST', '/api/v1/refunds', { key, body: { payment_ref: key } }))?.error?.code).toBe(
      'insufficient_scope',
    )
    expect((await send(two.url, 'DELETE', `/__mock/keys/${id}`))?.status).toBe(200)
    const after = await Promise.all(racers.map((index) => send(getUrl(index), 'GET', '/api/v1/balance', { key })))
    expect(new Set(after.map((response) => response?.error?.code))).toEqual(new Set(['invalid_api_key']))

    const product = await send(one.url, 'POST', '/api/v1/products', {
      body: { name: 'Font', price: 50, type: 'license' },
    })
    await send(two.url, 'POST', '/api/v1/payments', {
      body: { ...card(), amount: undefined, product_id: product?.data.id },
      idempotencyKey: 'font',
    })
    const licenses = (await send(one.url, 'GET', '/__mock/licenses'))?.data as { license_key: string }[]
    expect(licenses[0]?.license_key).toMatch(/^CEDI-/)

    const driver = await openPostgres({ url: postgres.url, connections: 1 })
    const tables = await driver.query('SELECT tablename FROM pg_tables WHERE schemaname = CAST($1 AS text)', ['cedi'])
    expect(tables.length).toBeGreaterThan(14)
    let writtenText = ''
    for (const { tablename } of tables) {
      const rows = await driver.query(
        `SELECT CAST(t.* AS text) AS line FROM cedi.${tablename} t WHERE CAST($1 AS boolean)`,
        [true],
      )
      writtenText += rows.map(({ line }) => String(line)).join('\n')
    }
    await driver.close()
    await setStatementLog('none')
    await admin.close()
    const searchedTexts = [
      writtenText,
      postgres.log(),
      one.output(),
      two.output(),
      ...(await Promise.all(
        [one, two].map(async ({ url }) => (await send(url, 'GET', '/__mock/requests?limit=9999'))?.text ?? ''),
      )),
      ...(await Promise.all(
        [one, two].map(async ({ url }) => (await send(url, 'GET', '/__mock/snapshot'))?.text ?? ''),
      )),
      ...after.map((response) => response?.text ?? ''),
    ]
    // The label is found, so the responses and the log were really searched.
    expect(writtenText.includes('till 3')).toBe(true)
    expect(postgres.log().includes('till 3')).toBe(true)
    for (const text of searchedTexts) {
      for (const hidden of [key, key.slice('sk_issued_'.length), secret, licenses[0]?.license_key ?? ''])
        expect(text.includes(hidden)).toBe(false)
    }
  })

  it.each(['fast', 'immediate'] as const)(
    'answer 503 while the database is stopped (%s), and continue when it is back, with nothing lost',
    async (signal) => {
      const key = `sk_test_away-${signal}`
      const refsByKey = new Map<string, string>()
      const [unavailableErrors, other] = [new Set<string>(), new Set<string>()]
      let isOver = false
      const buy = async (number: number) => {
        for (let step = 0; !isOver || step === 0; step++) {
          const idempotencyKey = `${number}-${step}`
          for (;;) {
            const reply = await send(getUrl(number), 'POST', '/api/v1/payments', {
              body: { ...card(), amount: 10 },
              key,
              idempotencyKey,
            })
            if (reply?.status === 201) {
              refsByKey.set(idempotencyKey, reply.data.ref)
              break
            }
            if (reply?.status === 503) unavailableErrors.add(`${reply.error?.code} ${reply.headers.get('retry-after')}`)
            else if (reply?.error?.code !== 'idempotency_in_progress') other.add(`${reply?.status} ${reply?.text}`)
            await new Promise((resolve) => setTimeout(resolve, 50))
          }
        }
      }
      const buyers = racers.slice(0, 8).map(buy)
      const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
      await pause(400)
      await postgres.stop(signal)
      await pause(800)
      await postgres.start()
      await pause(600)
      isOver = true
      await Promise.all(buyers)
      expect([[...unavailableErrors], [...other]]).toEqual([['provider_unavailable 1'], []])
      const entries = (await send(one.url, 'GET', `/__mock/ledger/entries?limit=9999&merchant=test-away-${signal}`))
        ?.data as { kind: string; source: string }[]
      const receivedSources = entries.filter(({ kind }) => kind === 'payment_received').map(({ source }) => source)
      expect(receivedSources.sort()).toEqual([...refsByKey.values()].sort())
      expect((await send(two.url, 'GET', `/__mock/ledger/verify?merchant=test-away-${signal}`))?.data).toMatchObject({
        ok: true,
        entries: receivedSources.length,
      })
      const output = one.output()
      expect(output).toContain('[cedi-mock] The database cannot be reached (')
      expect(output).toContain('[cedi-mock] The database answers again.')
    },
  )

  it('exit with 0 on SIGTERM, also during a request', async () => {
    const working = send(one.url, 'POST', '/api/v1/payments', { body: { ...card(), amount: 10 } })
    expect(await Promise.all([one.stop(), two.stop()])).toEqual([0, 0])
    expect([201, undefined]).toContain((await working)?.status)
  })
})

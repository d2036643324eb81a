import { describe, expect, it } from 'vitest'
import { signToken } from '../src/service/token.js'
import { createPersistentMemory, createService, paid, type Service } from './service.js'

const getCheckpoint = async (service: Service, merchant = 'demo'): Promise<string> =>
  (await service.control('GET', `ledger/checkpoint?merchant=${merchant}`)).data.checkpoint
const verifyLedger = (service: Service, ...since: readonly string[]) =>
  service.control('GET', `ledger/verify?${new URLSearchParams(since.map((text) => ['since', text]))}`)

/** Changes the content of a token, and keeps its signature. */
function forged(checkpoint: string, change: object): string {
  const [payload = '', signature] = checkpoint.split('.')
  const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...change }
  return `${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`
}

describe('a signed checkpoint', () => {
  it('detects a ledger that was restored from a backup, which verify alone does not', async () => {
    const service = createService()
    const none = await getCheckpoint(service)
    await paid(service, 100)
    const { data } = await service.control('GET', 'ledger/checkpoint')
    expect(data).toMatchObject({ merchant: 'demo', sequence: 2, hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
    const olderSnapshot = service.mock.snapshot()
    await paid(service, 200)
    await paid(service, 300)
    const acknowledged = await getCheckpoint(service)
    expect((await verifyLedger(service, none, data.checkpoint, acknowledged)).data).toMatchObject({
      ok: true,
      entries: 6,
    })

    service.mock.restore(olderSnapshot)
    expect((await verifyLedger(service)).data).toMatchObject({ ok: true, entries: 2 })
    expect((await verifyLedger(service, data.checkpoint)).data).toMatchObject({ ok: true })
    expect((await verifyLedger(service, acknowledged)).data).toMatchObject({
      ok: false,
      invariant: 'checkpoint',
      missing: { from: 3, to: 6, areAll: true },
    })

    // The same number of entries, in order, but other ones than those in the checkpoint.
    for (const amount of [7, 8, 9]) await paid(service, amount)
    expect((await verifyLedger(service)).data).toMatchObject({ ok: true, entries: 8 })
    const found = (await verifyLedger(service, acknowledged, data.checkpoint)).data
    expect(found).toMatchObject({ ok: false, invariant: 'checkpoint', missing: { from: 3, to: 6, areAll: false } })
  })

  it('is rejected when it was changed, or belongs to another service or merchant, or is another kind of token', async () => {
    const service = createService({ secret: 'the secret of this service' })
    await paid(service, 100)
    const good = await getCheckpoint(service)
    const other = createService({ secret: 'the secret of another one' })
    await paid(other, 100)
    const claims = JSON.parse(Buffer.from(good.split('.')[0] ?? '', 'base64url').toString())
    const notSigned = /a checkpoint that this service signed with its present secret, whole and unchanged/
    for (const text of [
      '',
      'x',
      `${good}x`,
      good.slice(0, -1),
      forged(good, { s: 0 }),
      forged(good, { h: '0'.repeat(64) }),
      forged(good, { m: 'test-other' }),
      await getCheckpoint(other),
      // The service signed this token too, but for another purpose.
      signToken('the secret of this service', { ...claims, k: undefined }),
      signToken('the secret of this service', { i: 'cki_1', m: 'demo' }),
    ]) {
      const { status, error } = await verifyLedger(service, text)
      expect([status, error?.code, error?.field]).toEqual([422, 'invalid_request', 'since'])
      expect(error.message).toMatch(notSigned)
    }
    await paid(service, 1, 'sk_test_other')
    const otherResult = await verifyLedger(service, good, await getCheckpoint(service, 'test-other'))
    expect(otherResult.error.message).toBe('since is a checkpoint of test-other. Send one of demo.')
    const many = await verifyLedger(service, ...Array.from({ length: 41 }, () => good))
    expect(many.error.message).toBe('since can be given 40 times at most. Ask for the rest in another call.')
    expect((await verifyLedger(service, ...Array.from({ length: 40 }, () => good))).data).toMatchObject({ ok: true })
  })
})

describe('a ledger that changes during every comparison', () => {
  it('is reported as busy, and as valid without writes', async () => {
    const store = createPersistentMemory()
    let isBusy = false
    const list: typeof store.list = async (table, merchant, query) => {
      if (isBusy) {
        isBusy = false
        await paid(service, 5)
        isBusy = true
      }
      return store.list(table, merchant, query)
    }
    const service = createService({ store: { ...store, list } })
    await paid(service, 5)
    isBusy = true
    const { status, error } = await verifyLedger(service)
    isBusy = false
    expect([status, error]).toMatchObject([
      409,
      {
        code: 'invalid_state',
        message: 'The ledger of demo changed during every comparison. Verify it when there are fewer writes.',
      },
    ])
    expect((await verifyLedger(service)).data).toMatchObject({ ok: true })
  })
})

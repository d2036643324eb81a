import { describe, expect, it } from 'vitest'
import { signToken } from '../src/service/token.js'
import { createPaid, createPersistentMemory, createService, type Service } from './service.js'

const getCheckpoint = async (service: Service, merchant = 'demo'): Promise<string> =>
  (await service.control('GET', `ledger/checkpoint?merchant=${merchant}`)).data.checkpoint
const verifyLedger = (service: Service, ...since: readonly string[]) =>
  service.control('GET', `ledger/verify?${new URLSearchParams(since.map((text) => ['since', text]))}`)

/** Changes the content of a token, and keeps its signature. */
function forgeCheckpoint(checkpoint: string, change: object): string {
  const [payload = '', signature] = checkpoint.split('.')
  const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...change }
  return `${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`
}

describe('a signed checkpoint', () => {
  it('detects a ledger that was restored from a backup, which verify alone does not', async () => {
    const service = createService()
    const none = await getCheckpoint(service)
    await createPaid(service, 100)
    const { data } = await service.control('GET', 'ledger/checkpoint')
    expect(data).toMatchObject({ merchant: 'demo', sequence: 2, hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
    const olderSnapshot = service.mock.snapshot()
    await createPaid(service, 200)
    await createPaid(service, 300)
    const checkpoint = await getCheckpoint(service)
    expect((await verifyLedger(service, none, data.checkpoint, checkpoint)).data).toMatchObject({
      ok: true,
      entries: 6,
    })

    service.mock.restore(olderSnapshot)
    expect((await verifyLedger(service)).data).toMatchObject({ ok: true, entries: 2 })
    expect((await verifyLedger(service, data.checkpoint)).data).toMatchObject({ ok: true })
    expect((await verifyLedger(service, checkpoint)).data).toMatchObject({
      ok: false,
      invariant: 'checkpoint',
      missing: { from: 3, to: 6, areAll: true },
    })

    // The same number of entries, in order, but other ones than those in the checkpoint.
    for (const amount of [7, 8, 9]) await createPaid(service, amount)
    expect((await verifyLedger(service)).data).toMatchObject({ ok: true, entries: 8 })
    const found = (await verifyLedger(service, checkpoint, data.checkpoint)).data
    expect(found).toMatchObject({ ok: false, invariant: 'checkpoint', missing: { from: 3, to: 6, areAll: false } })
  })

  it('is rejected when it was changed, or belongs to another service or merchant, or is another kind of token', async () => {
    const service = createService({ secret: 'the secret of this service' })
    await createPaid(service, 100)
    const validCheckpoint = await getCheckpoint(service)
    const other = createService({ secret: 'the secret of another one' })
    await createPaid(other, 100)
    const claims = JSON.parse(Buffer.from(validCheckpoint.split('.')[0] ?? '', 'base64url').toString())
    const notSigned = /a checkpoint that this service signed with its present secret, whole and unchanged/
    for (const text of [
      '',
      'x',
      `${validCheckpoint}x`,
      validCheckpoint.slice(0, -1),
      forgeCheckpoint(validCheckpoint, { s: 0 }),
      forgeCheckpoint(validCheckpoint, { h: '0'.repeat(64) }),
      forgeCheckpoint(validCheckpoint, { m: 'test-other' }),
      await getCheckpoint(other),
      // The service signed this token too, but for another purpose.
      signToken('the secret of this service', { ...claims, k: undefined }),
      signToken('the secret of this service', { i: 'cki_1', m: 'demo' }),
    ]) {
      const { status, error } = await verifyLedger(service, text)
      expect([status, error?.code, error?.field]).toEqual([422, 'invalid_request', 'since'])
      expect(error.message).toMatch(notSigned)
    }
    await createPaid(service, 1, 'sk_test_other')
    const otherResult = await verifyLedger(service, validCheckpoint, await getCheckpoint(service, 'test-other'))
    expect(otherResult.error.message).toBe('since is a checkpoint of test-other. Send one of demo.')
    const result = await verifyLedger(service, ...Array.from({ length: 41 }, () => validCheckpoint))
    expect(result.error.message).toBe('since can be given 40 times at most. Ask for the rest in another call.')
    expect((await verifyLedger(service, ...Array.from({ length: 40 }, () => validCheckpoint))).data).toMatchObject({
      ok: true,
    })
  })
})

describe('a ledger that changes during every comparison', () => {
  it('is reported as busy, and as valid without writes', async () => {
    const store = createPersistentMemory()
    let isBusy = false
    const list: typeof store.list = async (table, merchant, query) => {
      if (isBusy) {
        isBusy = false
        await createPaid(service, 5)
        isBusy = true
      }
      return store.list(table, merchant, query)
    }
    const service = createService({ store: { ...store, list } })
    await createPaid(service, 5)
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

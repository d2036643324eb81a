import { describe, expect, it } from 'vitest'
import { signToken } from '../src/service/token.js'
import { createService, keptMemory, paid, type Service } from './service.js'

const checkpointOf = async (service: Service, merchant = 'demo'): Promise<string> =>
  (await service.control('GET', `ledger/checkpoint?merchant=${merchant}`)).data.checkpoint
const held = (service: Service, ...since: readonly string[]) =>
  service.control('GET', `ledger/verify?${new URLSearchParams(since.map((text) => ['since', text]))}`)

/** Changes the content of a token, and keeps its signature. */
function forged(checkpoint: string, change: object): string {
  const [payload = '', signature] = checkpoint.split('.')
  const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...change }
  return `${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`
}

describe('a signed checkpoint', () => {
  it('finds books that were set back to an earlier moment, which verify alone does not notice', async () => {
    const service = createService()
    const none = await checkpointOf(service)
    await paid(service, 100)
    const { data } = await service.control('GET', 'ledger/checkpoint')
    expect(data).toMatchObject({ merchant: 'demo', sequence: 2, hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
    const earlier = service.mock.snapshot()
    await paid(service, 200)
    await paid(service, 300)
    const acknowledged = await checkpointOf(service)
    expect((await held(service, none, data.checkpoint, acknowledged)).data).toMatchObject({ ok: true, entries: 6 })

    service.mock.restore(earlier)
    expect((await held(service)).data).toMatchObject({ ok: true, entries: 2 })
    expect((await held(service, data.checkpoint)).data).toMatchObject({ ok: true })
    expect((await held(service, acknowledged)).data).toMatchObject({
      ok: false,
      invariant: 'checkpoint',
      missing: { from: 3, to: 6, areAll: true },
    })

    // The same number of entries, in order, but other ones than those in the checkpoint.
    for (const amount of [7, 8, 9]) await paid(service, amount)
    expect((await held(service)).data).toMatchObject({ ok: true, entries: 8 })
    const found = (await held(service, acknowledged, data.checkpoint)).data
    expect(found).toMatchObject({ ok: false, invariant: 'checkpoint', missing: { from: 3, to: 6, areAll: false } })
  })

  it('is refused when it was changed, or belongs to another service or merchant, or is another kind of token', async () => {
    const service = createService({ secret: 'the secret of this service' })
    await paid(service, 100)
    const good = await checkpointOf(service)
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
      await checkpointOf(other),
      // The service signed this token too, but for another purpose.
      signToken('the secret of this service', { ...claims, k: undefined }),
      signToken('the secret of this service', { i: 'cki_1', m: 'demo' }),
    ]) {
      const { status, error } = await held(service, text)
      expect([status, error?.code, error?.field]).toEqual([422, 'invalid_request', 'since'])
      expect(error.message).toMatch(notSigned)
    }
    await paid(service, 1, 'sk_test_other')
    const theirs = await held(service, good, await checkpointOf(service, 'test-other'))
    expect(theirs.error.message).toBe('since is a checkpoint of test-other. Send one of demo.')
    const many = await held(service, ...Array.from({ length: 41 }, () => good))
    expect(many.error.message).toBe('since can be given 40 times at most. Ask for the rest in another call.')
    expect((await held(service, ...Array.from({ length: 40 }, () => good))).data).toMatchObject({ ok: true })
  })
})

describe('books that are written to whenever they are compared', () => {
  it('are called busy and not broken, and well when it is quiet', async () => {
    const store = keptMemory()
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
    const { status, error } = await held(service)
    isBusy = false
    expect([status, error]).toMatchObject([
      409,
      {
        code: 'invalid_state',
        message: 'The books of demo were written to each time they were compared. Verify them when fewer write.',
      },
    ])
    expect((await held(service)).data).toMatchObject({ ok: true })
  })
})

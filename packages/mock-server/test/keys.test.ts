import { describe, expect, it } from 'vitest'
import { createMemoryStore } from '../src/ledger/index.js'
import type { Context } from '../src/service/context.js'
import { issueKey } from '../src/service/keys.js'
import { createQueue } from '../src/service/queue.js'
import { createApiKey } from '../src/service/secrets.js'
import { createService } from './service.js'

describe('a key that was issued', () => {
  it('has a record with its id and the time of its revocation', async () => {
    const service = createService()
    const { id } = (await service.control('POST', 'keys', { scopes: ['balance:read'] })).data
    expect(id).toMatch(/^key_[0-9a-z]{22}$/)
    await service.advance('PT1M')
    await service.control('DELETE', `keys/${id}`)
    expect((await service.control('GET', 'keys')).data).toMatchObject([
      { id, created_at: '2026-01-05T09:00:00.000Z', revoked_at: '2026-01-05T09:01:00.000Z' },
    ])
  })

  it('is the same after the same steps, unless the server has its own secret', async () => {
    const issue = async (options: object) =>
      (await createService(options).control('POST', 'keys', { scopes: ['balance:read'] })).data
    const { id, key } = await issue({ startMs: Date.UTC(2026, 0, 5) })
    expect(key).toBe(createApiKey('cedi-mock-1', 'demo', id, ''))
    const withSecret = await issue({ startMs: Date.UTC(2026, 0, 5), secret: 'own' })
    expect(withSecret.key).toBe(createApiKey('own', 'demo', id, Date.UTC(2026, 0, 5)))
  })

  it('is not shown again for a repeated request', async () => {
    const context = { store: createMemoryStore(), inTurn: createQueue(), seed: 1, secret: 'own', hasOwnSecret: true }
    const issueOnce = () =>
      issueKey(
        context as unknown as Context,
        { merchant: 'demo', scopes: ['balance:read'], label: null, nowMs: 0 },
        { scope: 'form', key: 'a', fingerprint: 'a', nowMs: 0, toResponse: () => ({ status: 201, body: 'made' }) },
      )
    const [first, second] = [await issueOnce(), await issueOnce()]
    expect(first.key).toMatch(/^sk_issued_/)
    expect([second.key, second.result.ok && second.result.value.isReplay]).toEqual(['', true])
  })
})

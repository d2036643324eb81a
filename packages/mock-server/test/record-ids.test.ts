import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { transact } from '../src/ledger/index.js'
import { formatId } from '../src/service/ids.js'
import { shop } from './ledger/shop.js'
import { createPersistentMemory, createService } from './service.js'

describe('an id', () => {
  it('contains 80 bits of SHA-256, so that merchant names with equal ids cannot be found', () => {
    const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
    const hash = createHash('sha256').update('1/demo/1').digest().subarray(0, 16)
    expect(formatId('pay', 'demo', 1, 1)).toBe(`pay_000001${[...hash].map((byte) => alphabet[byte & 31]).join('')}`)
  })
})

describe('two merchants with a refund of the same id', () => {
  async function createTwins() {
    const store = createPersistentMemory()
    const service = createService({ store })
    const nowMs = service.mock.clock.now().getTime()
    for (const [merchant, amountPesewas] of [
      ['demo', 4_000n],
      ['test-a', 100n],
    ] as const) {
      const { payment, confirm, refund } = shop(merchant)
      await service.get('/api/v1/balance', merchant === 'demo' ? 'sk_test_all' : 'sk_test_a')
      for (const planner of [
        payment({ id: 'pay_1', nowMs, amountPesewas: 10_000n }),
        confirm('pay_1', nowMs),
        refund('ref_1', 'pay_1', nowMs, amountPesewas),
      ])
        expect(await transact(store, planner as never)).toMatchObject({ ok: true })
    }
    const statuses = async () => [
      (await store.get('refunds', 'demo', 'ref_1'))?.status,
      (await store.get('refunds', 'test-a', 'ref_1'))?.status,
    ]
    return { service, statuses }
  }

  it('are rejected by the control API until the merchant is named', async () => {
    const { service, statuses } = await createTwins()
    const { status, error } = await service.control('POST', 'refunds/ref_1/pay')
    expect([status, error.code, error.message]).toEqual([
      409,
      'invalid_state',
      'Several merchants have a refund ref_1. Name one with ?merchant=.',
    ])
    expect(await statuses()).toEqual(['pending', 'pending'])
    expect((await service.control('POST', 'refunds/ref_1/pay?merchant=demo')).status).toBe(200)
    expect(await statuses()).toEqual(['paid', 'pending'])
  })
})

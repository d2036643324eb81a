import { describe, expect, it } from 'vitest'
import type { IntentRow } from '../src/ledger/index.js'
import type { Context } from '../src/service/context.js'
import { type IntentClaims, intentToken, matchesIntent } from '../src/service/intent-token.js'
import { readToken } from '../src/service/token.js'
import { createService } from './service.js'

const secret = 'the secret of this service'

describe('the token of a checkout intent', () => {
  it.each([
    ['sk_test_all', 'demo', 'Ama Serwaa Studio'],
    // A merchant that a test key made has no other name.
    ['sk_test_other', 'test-other', 'test-other'],
  ])('contains the amount and the merchant: with the key %s to %s', async (key, merchant, name) => {
    const service = createService({ secret, startMs: 1_800_000_000_000 })
    const body = { amount: 45.5, return_url: 'https://shop.example/thanks', channels: ['card'] }
    const { data } = await service.post('/api/v1/checkout/intent', body, { key })
    expect(readToken(secret, data.client_token)).toEqual({
      i: data.id,
      m: merchant,
      n: name,
      a: 4550,
      o: ['https://shop.example'],
      r: 'https://shop.example/thanks',
      e: 1_800_001_800_000,
      c: ['card'],
    })
    expect(data.checkout_url).toBe(`http://cedi.test/pay/${data.client_token}`)
  })

  const intent = {
    id: 'cki_1',
    merchant: 'demo',
    amount_pesewas: 4550n,
    allowed_origins: ['https://shop.example'],
    return_url: null,
    expires_ms: 1_800_000,
    channels: ['mobile_money', 'card'],
  } as unknown as IntentRow
  const createClaims = (row: IntentRow, name = 'Ama') =>
    readToken(secret, intentToken({ secret } as Context, row, name)) as IntentClaims

  it('a token belongs to its intent even after the merchant has changed its name', () => {
    expect(matchesIntent(createClaims(intent), intent)).toBe(true)
    expect(matchesIntent(createClaims(intent, 'Ama & Kofi'), intent)).toBe(true)
  })

  it.each([
    { id: 'cki_2' },
    { merchant: 'kofi' },
    { amount_pesewas: 4551n },
    { allowed_origins: [] },
    { return_url: 'https://shop.example' },
    { expires_ms: 1_800_001 },
    { channels: ['card'] },
  ])('does not match an intent that differs in %o', (change) => {
    expect(matchesIntent(createClaims(intent), { ...intent, ...change } as IntentRow)).toBe(false)
  })

  it('is different from other tokens of the service, and has no further parts', () => {
    const claims = createClaims(intent)
    for (const other of [{}, { i: claims.i, m: claims.m }, { ...claims, k: 'receipt' }])
      expect(matchesIntent(other, intent)).toBe(false)
  })
})

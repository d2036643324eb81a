import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readToken, signToken } from '../src/service/token.js'
import { card, createService } from './service.js'

/** Signs a text as Node does it: base64url, and HMAC with SHA-256. */
function signedByNode(secret: string, text: string): string {
  const payload = Buffer.from(text).toString('base64url')
  return `${payload}.${createHmac('sha256', secret).update(payload).digest('base64url')}`
}

describe('a token', () => {
  it('is read back as it was signed', () => {
    const claims = { m: 'demo', a: 2500, n: 'Ama Serwaa Studio · é' }
    expect(readToken('secret', signToken('secret', claims))).toEqual(claims)
  })

  it('is rejected when it was changed, cut or signed with another secret', () => {
    const token = signToken('secret', { m: 'demo', a: 2500 })
    const [payload = '', signature = ''] = token.split('.')
    const forgedPayload = Buffer.from(JSON.stringify({ m: 'demo', a: 1 })).toString('base64url')
    const other = signToken('another', { m: 'demo', a: 2500 })
    for (const invalidToken of [
      `${forgedPayload}.${signature}`,
      `${payload}.${signature.slice(1)}`,
      `${payload}.`,
      payload,
      '',
      '.',
      `${token}.${signature}`,
      other,
    ])
      expect(readToken('secret', invalidToken), invalidToken).toBeUndefined()
  })

  it('is what any other program makes of the same text and secret', () => {
    fc.assert(
      fc.property(fc.string(), fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()), (secret, value) => {
        const token = signToken(secret, value)
        expect(token).toBe(signedByNode(secret, JSON.stringify(value)))
        expect(readToken(secret, token)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
    // The payload needs both characters in which base64url differs from base64, and would be padded.
    const odd = { n: '>>>???~' }
    expect(signToken('secret', odd)).toMatch(/^(?=[^.]*-)(?=[^.]*_)[\w-]+\.[\w-]{43}$/)
    expect(readToken('secret', signToken('secret', odd))).toEqual(odd)
  })

  it('a token whose payload is not JSON is not read', () => {
    expect(readToken('secret', signedByNode('secret', '{"a":1}'))).toEqual({ a: 1 })
    expect(readToken('secret', signedByNode('secret', '{"a":1'))).toBeUndefined()
  })
})

describe("the token of the bank's page", () => {
  it('names the payment, its merchant, amount, card, time and where the buyer goes afterwards', async () => {
    const secret = 'the secret of this service'
    const service = createService({ secret, startMs: 1_800_000_000_000 })
    const body = { ...card('4000002500003155'), return_url: 'https://shop.example/thanks' }
    const { data } = await service.post('/api/v1/payments', body)
    const [, token = ''] = data.next_action.url.split('/challenge/')
    const claims = {
      m: 'demo',
      p: data.ref,
      a: 4550,
      l: '3155',
      c: 1_800_000_000_000,
      r: 'https://shop.example/thanks',
    }
    expect(readToken(secret, token)).toEqual(claims)
  })
})

import { describe, expect, it } from 'vitest'
import { readToken, signToken } from '../src/service/token.js'

describe('a token', () => {
  it('is read back as it was signed', () => {
    const claims = { m: 'demo', a: 2500, n: 'Ama Serwaa Studio · é' }
    expect(readToken('secret', signToken('secret', claims))).toEqual(claims)
  })

  it('is refused when it was changed, cut or signed with another secret', () => {
    const token = signToken('secret', { m: 'demo', a: 2500 })
    const [payload = '', signature = ''] = token.split('.')
    const cheaper = Buffer.from(JSON.stringify({ m: 'demo', a: 1 })).toString('base64url')
    const other = signToken('another', { m: 'demo', a: 2500 })
    for (const bad of [
      `${cheaper}.${signature}`,
      `${payload}.${signature.slice(1)}`,
      `${payload}.`,
      payload,
      '',
      '.',
      `${token}.${signature}`,
      other,
    ])
      expect(readToken('secret', bad), bad).toBeUndefined()
  })
})

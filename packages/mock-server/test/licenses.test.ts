import { describe, expect, it } from 'vitest'
import { createService, type Service, wallet } from './service.js'

async function sellLicense(service: Service, quantity = 1): Promise<{ key: string; ref: string; id: string }> {
  const { id } = (await service.post('/api/v1/products', { name: 'Font', price: 50, type: 'license' })).data
  const { ref } = (
    await service.post('/api/v1/payments', { method: 'mobile_money', phone: wallet.phone, product_id: id, quantity })
  ).data
  await service.advance('PT2S')
  return { key: (await service.control('GET', 'licenses')).data[0].license_key, ref, id }
}
const check = async (service: Service, key: string, instance?: string) =>
  (await service.get(`/api/licenses/verify?key=${key}${instance ? `&instance=${instance}` : ''}`, null)).data

it('a key that was created with another secret is not shown, because it cannot be made again', async () => {
  const [first, second] = ['one', 'two'].map((name) => createService({ secret: `secret-${name}-`.repeat(4) }))
  if (!first || !second) throw new Error('There are two.')
  const { key } = await sellLicense(first)
  // The response is accepted as it is.
  const body = JSON.parse((await first.send('GET', '/__mock/snapshot')).text)
  expect((await second.send('PUT', '/__mock/snapshot', { body })).status).toBe(200)
  expect((await second.control('GET', 'licenses')).data).toMatchObject([{ license_key: null, valid: true }])
  expect(await check(second, key)).toMatchObject({ valid: true })
})

it('a sale of a license product allocates license ids, and a sale of goods allocates none', async () => {
  const idsTaken = async (type: string) => {
    const service = createService()
    const { id } = (await service.post('/api/v1/products', { name: 'Font', price: 50, type })).data
    const buy = async () =>
      (
        await service.post('/api/v1/payments', {
          method: 'mobile_money',
          phone: wallet.phone,
          product_id: id,
          quantity: 5,
        })
      ).data.ref as string
    const numbers = [await buy(), (await service.advance('PT2S')) && (await buy())].map((ref) =>
      Number.parseInt(ref.slice(4, 10), 32),
    )
    return (numbers[1] ?? 0) - (numbers[0] ?? 0)
  }
  expect((await idsTaken('license')) - (await idsTaken('physical'))).toBe(5)
})

describe('the license check', () => {
  it('needs no API key, and ignores an API key that is sent', async () => {
    const service = createService()
    const { key, id } = await sellLicense(service)
    const validLicense = {
      valid: true,
      status: 'inactive',
      product_id: id,
      activation_limit: 3,
      activations: 0,
      expires_at: null,
    }
    for (const api of [null, 'sk_test_none', 'nonsense'])
      expect((await service.get(`/api/licenses/verify?key=${key}`, api)).data).toEqual(validLicense)
    const response = await service.send('POST', '/api/licenses/verify', { key: null, body: { license_key: key } })
    expect([response.status, response.data]).toEqual([200, validLicense])
  })

  it('reveals nothing about a license key that does not exist', async () => {
    const service = createService()
    const nothing = {
      valid: false,
      status: null,
      product_id: null,
      activation_limit: null,
      activations: null,
      expires_at: null,
    }
    for (const key of ['x', 'CEDI-00000-00000-00000-00000', '__proto__', '%00', '💰', 'a'.repeat(128)])
      expect(await check(service, key)).toEqual(nothing)
  })

  it('finds the license of the key among others, and none for an unknown key', async () => {
    const service = createService()
    await sellLicense(service, 2)
    const rows = (await service.control('GET', 'licenses')).data as { id: string; license_key: string }[]
    for (const { id } of rows) expect(id).toMatch(/^lic_\w{22}$/)
    for (const { license_key } of rows)
      expect(await check(service, license_key, 'a')).toMatchObject({ valid: true, activations: 1 })
    expect(await check(service, 'CEDI-00000-00000-00000-00000', 'a')).toMatchObject({ valid: false, status: null })
  })

  it('counts each installation once, and rejects one more than the limit', async () => {
    const service = createService()
    const { key } = await sellLicense(service)
    for (const [instance, activations] of [
      ['a', 1],
      ['a', 1],
      ['b', 2],
      ['c', 3],
      ['b', 3],
    ] as const)
      expect(await check(service, key, instance)).toMatchObject({ valid: true, status: 'active', activations })
    expect(await check(service, key, 'd')).toMatchObject({ valid: false, activations: 3 })
    expect(await check(service, key)).toMatchObject({ valid: true, activations: 3 })
    expect(
      (await service.send('POST', '/api/licenses/verify', { key: null, body: { license_key: key, instance: 'd' } }))
        .data.valid,
    ).toBe(false)
  })

  it('uses up no installation when it is simulated', async () => {
    const service = createService()
    const { key } = await sellLicense(service)
    const body = { license_key: key, instance: 'a' }
    const verifyKey = (value: string) =>
      service.send('POST', '/api/licenses/verify', { key: null, body, headers: { 'X-Service-Simulate': value } })
    const simulatedResponse = await verifyKey('true')
    expect(simulatedResponse.data).toMatchObject({ valid: true, status: 'active', activations: 1 })
    expect(simulatedResponse.headers['X-Service-Simulate']).toBe('true')
    expect(await check(service, key)).toMatchObject({ status: 'inactive', activations: 0 })
    expect((await verifyKey('yes')).error.code).toBe('invalid_header')
    for (const instance of ['b', 'c', 'd']) await check(service, key, instance)
    expect((await verifyKey('true')).data).toMatchObject({ valid: false, activations: 3 })
  })

  it('every response to a simulated check is marked', async () => {
    const service = createService()
    const { key } = await sellLicense(service)
    const headers = { 'X-Service-Simulate': 'true' }
    for (const body of [{ license_key: key }, { license_key: 'x', instance: 'a' }, { license_key: 'x' }, {}, '{'])
      expect(
        (await service.send('POST', '/api/licenses/verify', { key: null, body, headers })).headers,
        JSON.stringify(body),
      ).toMatchObject(headers)
    for (const query of [`?key=${key}`, '?key=x&instance=a', ''])
      expect((await service.send('GET', `/api/licenses/verify${query}`, { key: null, headers })).headers).toMatchObject(
        headers,
      )
  })

  it('accepts exactly three of sixteen concurrent installations', async () => {
    const service = createService()
    const { key } = await sellLicense(service)
    const responses = await Promise.all(Array.from({ length: 16 }, (_, index) => check(service, key, `i${index}`)))
    expect(responses.filter(({ valid }) => valid)).toHaveLength(3)
  })

  it('finds the key of a payment that was approved this moment', async () => {
    const service = createService()
    const { id } = await sellLicense(service)
    await service.post('/api/v1/payments', { method: 'mobile_money', phone: wallet.phone, product_id: id, quantity: 2 })
    expect((await service.control('GET', 'licenses')).data).toHaveLength(1)
    await service.advance('PT2S')
    const keys = (await service.control('GET', 'licenses')).data.map((row: { license_key: string }) => row.license_key)
    expect(new Set(keys).size).toBe(3)
    for (const key of keys) expect(key).toMatch(/^CEDI(?:-[0-9A-HJKMNP-TV-Z]{5}){4}$/)
  })

  it('keeps only the hash of a key', async () => {
    const service = createService()
    const { key } = await sellLicense(service)
    await check(service, key, 'a')
    await service.send('POST', '/api/licenses/verify', { key: null, body: { license_key: key } })
    expect(JSON.stringify([service.mock.snapshot(), service.mock.requests.list()])).not.toContain(key)
  })

  it.each([
    '',
    '?key=',
    '?key=a&key=b',
    '?Key=a',
    `?key=${'a'.repeat(129)}`,
    '?key=a&instance=',
    '?key=a&instance=b&instance=c',
    `?key=a&instance=${'b'.repeat(129)}`,
  ])('rejects %s', async (query) => {
    const { status, error } = await createService().get(`/api/licenses/verify${query}`, null)
    expect([status, error.code]).toEqual([422, 'invalid_request'])
  })

  it('rejects an installation name that a database cannot store', async () => {
    const service = createService()
    const { key } = await sellLicense(service)
    const { status, error } = await service.get(`/api/licenses/verify?key=${key}&instance=a%00`, null)
    expect([status, error.field]).toEqual([422, 'instance'])
  })

  it('rejects wrong bodies and other methods', async () => {
    const service = createService()
    for (const [body, status] of [
      ['{', 400],
      ['[]', 422],
      [{}, 422],
      [{ license_key: 1 }, 422],
      [{ license_key: 'a', more: 1 }, 422],
      [{ license_key: '' }, 422],
    ] as const)
      expect((await service.send('POST', '/api/licenses/verify', { key: null, body })).status).toBe(status)
    for (const method of ['PUT', 'DELETE', 'PATCH'])
      expect((await service.send(method, '/api/licenses/verify', { key: null })).headers['Allow']).toBe('GET, POST')
  })
})

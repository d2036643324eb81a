import { describe, expect, it } from 'vitest'
import { base, createService, type Service, wallet } from './service.js'

async function fill(service: Service, count: number, from = 0): Promise<void> {
  for (let index = from; index < from + count; index++)
    await service.post('/api/v1/products', { name: `P${index}`, price: 5 })
}
const names = (rows: { name: string }[]) => rows.map(({ name }) => name)
const readNextLink = (headers: Readonly<Record<string, string>>): string | undefined =>
  /^<([^>]+)>; rel="next"$/.exec(headers['Link'] ?? '')?.[1]?.slice(base.length)

describe('limit', () => {
  it.each([
    'abc',
    '-1',
    '0',
    '1.5',
    '',
    '1e3',
    '12345678901234567890',
    '101',
    '%205',
    '5%20',
    '%D9%A3',
    '5&limit=5',
    '+5',
    '05',
    '5%00',
    '0x5',
    'Infinity',
    '5,5',
    'null',
    '%0a5',
    '1'.repeat(10_000),
  ])('%s is rejected', async (text) => {
    const service = createService()
    for (const path of ['/api/v1/products', '/api/v1/orders']) {
      const { status, error } = await service.get(`${path}?limit=${text}`)
      expect([status, error.code, error.field]).toEqual([422, 'invalid_request', 'limit'])
    }
  })

  it.each([
    [undefined, 20],
    ['1', 1],
    ['9', 9],
    ['10', 10],
    ['99', 99],
    ['100', 100],
  ])('%s gives %d of 120', async (text, count) => {
    const service = createService({ seed: 'empty' })
    await fill(service, 120)
    const { data } = await service.get(`/api/v1/products${text ? `?limit=${text}` : ''}`)
    expect(names(data)).toEqual(Array.from({ length: count }, (_, index) => `P${119 - index}`))
  })
})

describe('cursor', () => {
  it('that is empty is the first page', async () => {
    const service = createService()
    expect((await service.get('/api/v1/products?cursor=')).data).toEqual((await service.get('/api/v1/products')).data)
  })

  it.each([
    'x',
    '%00',
    'cHJk',
    'a'.repeat(1000),
    '../..',
    '__proto__',
    'b3JkXzAwMDAwMDAwMDAwMDAw=',
    'cHJkXzAwMDAwMWFhYWFhYWFh&cursor=cHJkXzAwMDAwMWFhYWFhYWFh',
    '💰',
    '%F0%9F%92%B0',
  ])('%s is rejected', async (text) => {
    const { status, error } = await createService().get(`/api/v1/products?cursor=${text}`)
    expect([status, error.field]).toEqual([422, 'cursor'])
  })

  it('of one list is rejected by the other', async () => {
    const service = createService()
    const next = readNextLink((await service.get('/api/v1/products?limit=1')).headers)
    expect((await service.get(next?.replace('products', 'orders') ?? '')).error.field).toBe('cursor')
  })
})

describe('the next page', () => {
  it('is linked to while there is one', async () => {
    const service = createService({ seed: 'empty' })
    await fill(service, 5)
    const pages: string[][] = []
    let path: string | undefined = '/api/v1/products?limit=2'
    while (path) {
      const response: Awaited<ReturnType<Service['get']>> = await service.get(path)
      pages.push(names(response.data))
      path = readNextLink(response.headers)
    }
    expect(pages).toEqual([['P4', 'P3'], ['P2', 'P1'], ['P0']])
  })

  it('is not linked to when the list ends exactly with the page', async () => {
    const service = createService({ seed: 'empty' })
    await fill(service, 4)
    const second = readNextLink((await service.get('/api/v1/products?limit=2')).headers)
    expect((await service.get(second ?? '')).headers['Link']).toBeUndefined()
  })

  it('of orders works in the same way', async () => {
    const service = createService()
    const [product] = (await service.get('/api/v1/products?limit=1')).data
    for (let index = 0; index < 3; index++)
      await service.post('/api/v1/payments', { method: wallet.method, phone: wallet.phone, product_id: product.id })
    const first = await service.get('/api/v1/orders?limit=2')
    const second = await service.get(readNextLink(first.headers) ?? '')
    expect([...first.data, ...second.data].map(({ ref }) => ref)).toEqual(
      (await service.get('/api/v1/orders')).data.map(({ ref }: { ref: string }) => ref),
    )
  })

  it('links start with the base URL for any Host header', async () => {
    const service = createService({ baseUrl: 'https://pay.example/cedi/' })
    const response = await service.mock.handle({
      method: 'GET',
      url: 'http://evil.example/cedi/api/v1/products?limit=1',
      headers: { Authorization: 'Bearer sk_test_all' },
    })
    expect(response.headers['Link']).toMatch(
      /^<https:\/\/pay\.example\/cedi\/api\/v1\/products\?limit=1&cursor=[\w-]+>; rel="next"$/,
    )
  })
})

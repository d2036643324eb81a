import { describe, expect, it } from 'vitest'
import { createMockServer } from '../src/index.js'
import { type Call, getBasePath, getPath } from '../src/service/context.js'
import { card, createService, describe as request, wallet } from './service.js'

const product = (image_url: string) =>
  ['/api/v1/products', { name: 'Kente', price: 5, image_url }, 'image_url'] as const
const intent = (return_url: string) => ['/api/v1/checkout/intent', { amount: 5, return_url }, 'return_url'] as const
const payment = (return_url: string) => ['/api/v1/payments', { ...wallet, return_url }, 'return_url'] as const

describe('a URL', () => {
  it.each([
    'https://a b',
    'https://a\\b',
    'https:///x',
    'https:///https://shop.example',
    'https://u:p@evil.example',
    'https://u@evil.example',
    'https://',
  ])('that is invalid or contains credentials is rejected: %s', async (address) => {
    const service = createService()
    for (const [path, body, field] of [product(address), intent(address), payment(address)]) {
      const { status, error } = await service.post(path, body)
      expect([path, status, error.code, error.field]).toEqual([path, 422, 'invalid_request', field])
    }
  })

  it.each([
    'https://shop.example\\.evil.example',
    'https://a\\b',
    'https://shop.example\\',
    'https://u:p@shop.example',
  ])('of an embedding page is rejected if a browser would normalize it: %s', async (origin) => {
    const { status, error } = await createService().post('/api/v1/checkout/intent', {
      amount: 5,
      allowed_origins: ['https://shop.example', origin],
    })
    expect([status, error.code, error.field]).toEqual([422, 'invalid_request', 'allowed_origins[1]'])
  })

  it.each([
    ['https://SHOP.example:443/a', 'https://shop.example/a'],
    ['https://shop.example/a/../b', 'https://shop.example/b'],
    ['https://shop.example/ä?x=[1]|{2}#é', 'https://shop.example/%C3%A4?x=%5B1%5D%7C%7B2%7D#%C3%A9'],
    ['https://shop.example/100%', 'https://shop.example/100%25'],
    ['https://shop.example/5%a/%2F', 'https://shop.example/5%25a/%2F'],
  ])('is stored as browsers normalize it: %s', async (sentUrl, storedUrl) => {
    const service = createService()
    const created = await service.post(...(product(sentUrl).slice(0, 2) as [string, object]))
    expect(created.data.image_url).toBe(storedUrl)
    // Reading the list checks it against the contract, with its formats.
    expect((await service.get('/api/v1/products')).data[0].image_url).toBe(storedUrl)
    expect((await service.post(...(intent(sentUrl).slice(0, 2) as [string, object]))).data.return_url).toBe(storedUrl)
  })
})

it.each([
  ['https://shop.example', ''],
  ['https://shop.example/', ''],
  ['https://shop.example/pay', '/pay'],
  ['HTTPS://shop.example:8443/pay/now//', '/pay/now'],
  ['https://shop.example/pay/?a=b#c', '/pay'],
  ['https://shop.example/pay#/not/this', '/pay'],
  ['https://shop.example?to=/not/this', ''],
  ['https://shop.example/a?b=c\n/d', '/a'],
  ['x11+http.s-1://shop.example/pay', '/pay'],
  ['/pay/https://other.example/a', '/pay/https://other.example/a'],
])('the path of the base address %j is %j, on which links of pages start', (baseUrl, path) => {
  expect(getPath(baseUrl)).toBe(path)
  expect(getBasePath({ context: {}, request: { baseUrl } } as unknown as Call)).toBe(path)
})

it('a link starts with the base URL of the request if it is an http URL', async () => {
  const { mock } = createService()
  for (const [url, start] of [
    ['https://shop.example:8443', 'https://shop.example:8443'],
    ['odd+https://shop.example', 'http://127.0.0.1:23300'],
  ] as const) {
    const description = request('POST', '/api/v1/payments', 'sk_test_all', {}, card('4000002500003155'))
    const { body } = await mock.handle({ ...description, url: `${url}/api/v1/payments` })
    expect(JSON.parse(body).data.next_action.url.split('/challenge/')[0]).toBe(start)
  }
})

it.each([
  ['clok', 'clock'],
  ['seeds', 'seed'],
  ['baseURL', 'baseUrl'],
  ['onrequest', 'onRequest'],
])('the option %s is rejected, and %s is named', (invalidName, validName) => {
  expect(() => createMockServer({ [invalidName]: 'manual' } as never)).toThrow(
    new TypeError(`createMockServer has no option ${invalidName}. Did you mean ${validName}?`),
  )
})

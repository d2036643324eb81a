import type { HttpResponse } from '@cedi/mock-server/internal'
import { describe, expect, it, vi } from 'vitest'
import { createPersistentMemory } from '../../mock-server/test/service.js'
import { createSandbox } from '../src/index.js'
import { createPortalServer, textOf } from './portal/portal-server.js'

it('the router is loaded with the first page, and not for the API or the control API', async () => {
  const loadedModules: string[] = []
  // Other tests have loaded it already.
  vi.resetModules()
  vi.doMock('hono', async (original) => {
    loadedModules.push('hono')
    return original()
  })
  const sandbox = (await import('../src/index.js')).createSandbox()
  const authorized = { Authorization: 'Bearer sk_test_all' }
  const products = { method: 'GET', url: '/api/v1/products', headers: authorized }
  expect((await sandbox.handle(products)).status).toBe(200)
  await sandbox.control('POST', 'portal/invitations')
  expect((await sandbox.handle({ method: 'GET', url: '/favicon.ico' })).status).toBe(404)
  expect(loadedModules).toEqual([])
  expect((await sandbox.handle({ method: 'GET', url: '/@ama' })).status).toBe(200)
  expect(loadedModules).toEqual(['hono'])
  vi.doUnmock('hono')
  vi.resetModules()
})

it('an unknown URL returns a page to browsers, and an envelope to programs', async () => {
  const sandbox = createSandbox()
  const request = (accept: string, url = '/nonsense') =>
    sandbox.handle({ method: 'GET', url: `http://cedi.test${url}`, headers: { Accept: accept } })
  const page = await request('text/html,application/xhtml+xml')
  expect([page.status, page.headers['Content-Type']]).toEqual([404, 'text/html; charset=utf-8'])
  expect(page.body).toContain('<h1>Page not found</h1>')
  for (const accept of ['*/*', 'application/json', '']) {
    const { status, body } = await request(accept)
    expect([status, JSON.parse(body).error.code]).toEqual([404, 'not_found'])
  }
  expect(JSON.parse((await request('text/html', '/api/v1/nonsense')).body).success).toBe(false)
})

it('all responses are compressed except pages of a session', async () => {
  const sandbox = createSandbox()
  const request = async (url: string) =>
    (await sandbox.handle({ method: 'GET', url: `http://cedi.test${url}` })) as HttpResponse
  for (const url of ['/service.js', '/@ama', '/checkout?o=https://shop.example', '/checkout/words?lang=fr', '/pay/x'])
    expect([url, (await request(url)).isCompressible]).toEqual([url, true])
  for (const url of ['/portal', '/portal/payments', '/operator', '/operator/refunds?ref=x', '/api/v1/products'])
    expect([url, (await request(url)).isCompressible ?? false]).toEqual([url, false])
})

it('paths are compared without decoding, and malformed ones get a response', async () => {
  const sandbox = createSandbox()
  const request = async (method: string, url: string, headers: Record<string, string> = {}) => {
    const response = await sandbox.handle({ method, url: `http://cedi.test${url}`, headers })
    return [response.status, response.headers['Allow']]
  }
  expect(await request('GET', '/@ama')).toEqual([200, undefined])
  expect(await request('HEAD', '/@ama')).toEqual([200, undefined])
  for (const path of ['/@%61ma', '/@ama/./kente-tote', '/@ama//kente-tote', '/@ama\\kente-tote', '/@'])
    expect([path, ...(await request('GET', path))]).toEqual([path, 404, undefined])
  for (const method of ['DELETE', 'TRACE', 'CONNECT', 'a b', '', 'OPTIONS'])
    expect([method, ...(await request(method, '/@ama/kente-tote'))]).toEqual([method, 405, 'GET, POST'])
  // A request that is not valid HTTP is rejected before the router.
  for (const headers of [{ 'Accept-Language': 'fr\u0000' }, { 'X y': '1' }, { Cookie: 'é€' }])
    expect((await request('GET', '/@ama', headers as unknown as Record<string, string>))[0]).toBe(400)
})

it('errors in a page reach the service: an unavailable store, and a bug', async () => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
  const store = createPersistentMemory()
  const server = createPortalServer({ store })
  const visitors = [server.createVisitor(), await server.merchant(), await server.operator()]
  const storeError = Object.assign(new Error('The database is away.'), { code: 'store_unavailable' })
  for (const [error, status, code] of [
    [storeError, 503, 'provider_unavailable'],
    [new Error('A fault.'), 500, 'internal_error'],
  ] as const) {
    const list = vi.spyOn(store, 'list').mockRejectedValue(error)
    for (const [at, path] of ['/@ama', '/portal/payments', '/operator/merchants'].entries()) {
      const response = await visitors[at]?.get(path)
      expect([path, response?.status, JSON.parse(response?.body ?? '').error.code]).toEqual([path, status, code])
    }
    list.mockRestore()
  }
  expect(consoleError.mock.calls.map(([first, second]) => String(second ?? first))).toContain('Error: A fault.')
  consoleError.mockRestore()
  expect((await visitors[1]?.get('/portal/payments'))?.status).toBe(200)
})

describe('an error page', () => {
  const browserHeaders = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
  /** Returns the status, the title and the text of an HTML page; the code of an error in JSON. */
  const summaryOf = ({ status, headers, body }: HttpResponse) =>
    headers['Content-Type']?.startsWith('text/html')
      ? [status, /<h1>([^<]*)/.exec(body)?.[1], textOf(body)]
      : [status, JSON.parse(body).error.code]
  const formText = 'If you sent a form, you can send it again: it is carried out once.'

  it.each([
    ['unavailable', 503, 'The service cannot be reached', 'provider_unavailable'],
    ['broken', 500, 'Something went wrong', 'internal_error'],
  ] as const)('is returned to browsers when the store is %s', async (state, status, title, code) => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
    const store = createPersistentMemory()
    const server = createPortalServer({ store })
    const { cookie } = await server.merchant()
    const options = state === 'unavailable' ? { code: 'store_unavailable' } : {}
    const error = Object.assign(new Error('The database is away.'), options)
    const { get } = store
    const spies = [
      vi.spyOn(store, 'list').mockRejectedValue(error),
      // Request numbers are reserved before the request is handled.
      vi.spyOn(store, 'get').mockImplementation(async (table, ...rest) => {
        if (table === 'counters') return get(table, ...rest)
        throw error
      }),
    ]
    const request = (method: string, path: string, headers: Record<string, string>) =>
      server.mock.handle({ method, url: `http://cedi.test${path}`, headers: { Cookie: cookie, ...headers } })
    for (const [method, path] of [
      ['GET', '/@ama'],
      ['GET', '/portal'],
      ['GET', '/portal/payments.csv'],
      ['POST', '/@ama/kente-tote'],
    ] as const) {
      const response = await request(method, path, browserHeaders)
      expect(summaryOf(response)).toEqual([status, title, expect.stringContaining(formText)])
      expect(response.headers).toMatchObject({ 'Cache-Control': 'no-store', 'X-Request-Id': expect.any(String) })
      expect(response.headers['Retry-After']).toBe(status === 503 ? '1' : undefined)
      expect(summaryOf(await request(method, path, {}))).toEqual([status, code])
    }
    expect((await request('GET', '/@ama?lang=fr', browserHeaders)).body).toContain('il ne compte qu’une fois')
    const authorized = { Authorization: 'Bearer sk_test_all' }
    expect(summaryOf(await request('GET', '/api/v1/products', { ...browserHeaders, ...authorized }))[1]).toBe(code)
    for (const spy of spies) spy.mockRestore()
    consoleError.mockRestore()
  })

  it('is returned while the request numbers of the store cannot be read', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
    const store = createPersistentMemory()
    const error = Object.assign(new Error('The database is away.'), { code: 'store_unavailable' })
    vi.spyOn(store, 'get').mockRejectedValue(error)
    const { mock } = createPortalServer({ store })
    const response = await mock.handle({ method: 'GET', url: 'http://cedi.test/@ama', headers: browserHeaders })
    expect(summaryOf(response).slice(0, 2)).toEqual([503, 'The service cannot be reached'])
    vi.restoreAllMocks()
    consoleError.mockRestore()
  })

  it('is returned to browsers for a method that the page does not have', async () => {
    const sandbox = createSandbox()
    const request = (method: string, path: string, headers = {}) =>
      sandbox.handle({ method, url: `http://cedi.test${path}`, headers })
    for (const [method, path, allow] of [
      ['PUT', '/@ama', 'GET'],
      ['POST', '/receipt/x', 'GET'],
      ['DELETE', '/pay/x', 'GET, POST'],
    ] as const) {
      const response = await request(method, path, browserHeaders)
      expect(summaryOf(response).slice(0, 2)).toEqual([405, 'That is not possible here'])
      expect([path, response.headers['Allow']]).toEqual([path, allow])
      expect(summaryOf(await request(method, path))).toEqual([405, 'method_not_allowed'])
    }
  })
})

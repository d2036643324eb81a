import { expect, it, vi } from 'vitest'
import { createSandbox } from '../src/index.js'

const loaded: string[] = []
vi.mock('hono', async (original) => {
  loaded.push('hono')
  return original()
})

it('loads the router with the first page, and not for the API or the control API', async () => {
  const sandbox = createSandbox()
  const authorized = { Authorization: 'Bearer sk_test_all' }
  const products = { method: 'GET', url: '/api/v1/products', headers: authorized }
  expect((await sandbox.handle(products)).status).toBe(200)
  await sandbox.control('POST', 'portal/invitations')
  expect((await sandbox.handle({ method: 'GET', url: '/favicon.ico' })).status).toBe(404)
  expect(loaded).toEqual([])
  expect((await sandbox.handle({ method: 'GET', url: '/@ama' })).status).toBe(200)
  expect(loaded).toEqual(['hono'])
})

it('compares addresses as they were sent, and answers what no browser would ask', async () => {
  const sandbox = createSandbox()
  const ask = async (method: string, url: string, headers: Record<string, string> = {}) => {
    const answer = await sandbox.handle({ method, url: `http://cedi.test${url}`, headers })
    return [answer.status, answer.headers['Allow']]
  }
  expect(await ask('GET', '/@ama')).toEqual([200, undefined])
  expect(await ask('HEAD', '/@ama')).toEqual([200, undefined])
  for (const path of [
    '/@%61ma',
    '/@ama/./kente-tote',
    '/@ama//kente-tote',
    '/@ama/kente-tote/',
    '/@ama\\kente-tote',
    '/@',
  ])
    expect([path, ...(await ask('GET', path))]).toEqual([path, 404, undefined])
  for (const method of ['DELETE', 'TRACE', 'CONNECT', 'a b', '', 'OPTIONS'])
    expect([method, ...(await ask(method, '/@ama/kente-tote'))]).toEqual([method, 405, 'GET, POST'])
  expect(await ask('GET', '/@ama', { 'Accept-Language': 'fr\u0000', 'X y': '1', Cookie: 'é€' })).toEqual([
    200,
    undefined,
  ])
})

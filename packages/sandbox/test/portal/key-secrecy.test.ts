import { describe, expect, it } from 'vitest'
import { createPortalServer, formOn, keyOn } from './portal-server.js'

describe('a key', () => {
  it('is in one response only, and later in no page, record, log, event or snapshot', async () => {
    const server = createPortalServer()
    const ama = await server.merchant()
    const response = await ama.submit(
      '/portal/developers/issue',
      { label: 'a', scope: 'products:read' },
      { action: 'issue' },
    )
    const key = keyOn(response)
    expect(response.body.split(key)).toHaveLength(2)
    await server.api('GET', '/api/v1/products', undefined, key)
    const operator = await server.operator()
    const id = /key_\w{22}/.exec((await ama.get('/portal/developers')).body)?.[0]
    const sections = [
      '',
      '/payments',
      '/orders',
      '/products',
      '/refunds',
      '/payouts',
      '/developers',
      '/developers/issue',
    ]
    const pages = [...sections, `/developers/keys/${id}`].map((path) => ama.get(`/portal${path}`))
    const operatorPages = ['', '/refunds', '/payouts', '/settlements', '/suspense', '/merchants'].map((path) =>
      operator.get(`/operator${path}`),
    )
    for (const { status, body } of await Promise.all([...pages, ...operatorPages])) {
      expect(status).toBe(200)
      expect(body).not.toContain(key.slice(10, 30))
    }
    for (const path of ['snapshot', 'requests', 'events', 'keys'])
      expect(JSON.stringify(await server.mock.control('GET', path))).not.toContain(key.slice(10, 30))
  })

  it('is issued once by a form that is submitted repeatedly, and only the first response contains it', async () => {
    const server = createPortalServer()
    const ama = await server.merchant()
    const { action, hidden } = formOn((await ama.get('/portal/developers/issue')).body, 'issue')
    const fields = { ...hidden, label: 'twice', scope: 'products:read' }
    const responses = await Promise.all(Array.from({ length: 8 }, () => ama.post(action, fields)))
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const response of [...responses.filter(({ status }) => status !== 201), await ama.post(action, fields)])
      expect([response.status, keyOn(response)]).toEqual([409, ''])
    expect(await server.mock.control('GET', 'keys')).toHaveLength(1)
  })

  it('is not issued with an unknown scope, or without a scope', async () => {
    const server = createPortalServer()
    const ama = await server.merchant()
    for (const scope of [[], 'admin', ['products:read', 'operator:write'], '__proto__', 'products:read,orders:read'])
      expect((await ama.submit('/portal/developers/issue', { scope }, { action: 'issue' })).status).toBe(422)
    expect(await server.mock.control('GET', 'keys')).toEqual([])
  })
})

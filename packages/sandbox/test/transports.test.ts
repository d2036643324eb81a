import { handlers } from '@cedi/mock-server/msw'
import { setupServer } from 'msw/node'
import { describe, expect, it } from 'vitest'
import { card } from '../../mock-server/test/service.js'
import { createSandbox } from '../src/index.js'

const base = 'http://cedi.test'
const headers = { Authorization: 'Bearer sk_test_all', 'Content-Type': 'application/json' }

describe('a page', () => {
  it('without a body has none through fetch either, and no Content-Length over HTTP', async () => {
    const mock = createSandbox()
    for (const fault of [{ latency_ms: 0 }, { malformed_json: true }, { truncate: true }]) {
      mock.faults.add({ fault, times: 1 })
      const preflightResponse = await mock.fetch(`${base}/checkout/embed`, { method: 'OPTIONS' })
      expect([preflightResponse.status, preflightResponse.headers.get('access-control-allow-origin')]).toEqual([
        204,
        '*',
      ])
    }
    const listening = await mock.listen()
    const preflight = await fetch(`${listening.url}/checkout/embed`, { method: 'OPTIONS' })
    expect([preflight.status, preflight.headers.get('content-length')]).toEqual([204, null])
    await listening.close()
    const response = await mock.fetch(`${base}/@ama/kente-tote`, { method: 'POST', body: new URLSearchParams() })
    expect([response.status, response.headers.get('content-type')]).toEqual([303, null])
  })

  it('of the bank confirms a payment that was created over HTTP', async () => {
    const mock = createSandbox()
    const listening = await mock.listen()
    const { url } = listening
    const init = { method: 'POST', headers, body: JSON.stringify(card('4000002500003155')) }
    const { data } = await (await fetch(`${url}/api/v1/payments`, init)).json()
    expect(data.next_action.url.startsWith(`${url}/challenge/`)).toBe(true)
    const response = await fetch(data.next_action.url, {
      method: 'POST',
      body: new URLSearchParams({ decision: 'confirm' }),
    })
    expect(response.status).toBe(200)
    const read = await (await fetch(`${url}/api/v1/payments/${data.ref}`, { headers })).json()
    expect(read.data.status).toBe('succeeded')
    await listening.close()
  })

  it('uses the base URL of the code under test, also with msw', async () => {
    const baseUrl = 'https://pay.example/shop/cedi'
    const server = setupServer(...handlers(createSandbox(), baseUrl))
    server.listen({ onUnhandledRequest: 'error' })
    try {
      const init = { method: 'POST', headers, body: JSON.stringify(card('4000002500003155')) }
      const { data } = await (await fetch(`${baseUrl}/api/v1/payments`, init)).json()
      expect(data.next_action.url.startsWith(`${baseUrl}/challenge/`)).toBe(true)
      const response = await fetch(data.next_action.url, {
        method: 'POST',
        body: new URLSearchParams({ decision: 'confirm' }),
      })
      expect(response.status).toBe(200)
      const preflight = await fetch(`${baseUrl}/checkout/embed`, { method: 'OPTIONS' })
      expect([preflight.status, await preflight.text()]).toEqual([204, ''])
    } finally {
      server.close()
    }
  })
})

it("an invitation has the server's current URL, or the default one when it does not listen", async () => {
  const mock = createSandbox()
  const createInvitation = async () => ((await mock.control('POST', 'portal/invitations')) as { url: string }).url
  const first = await mock.listen(0)
  const second = await mock.listen(0)
  expect(await createInvitation()).toContain(`${second.url}/portal/`)
  await Promise.all([first.close(), second.close()])
  expect(await createInvitation()).toContain('http://127.0.0.1:23300/portal/')
  const third = await mock.listen(0)
  expect(await createInvitation()).toContain(`${third.url}/portal/`)
  await third.close()
})

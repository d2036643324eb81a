import { describe, expect, it } from 'vitest'
import { base, card, createService, type Service, wallet } from '../../../mock-server/test/service.js'
import { createSandbox } from '../../src/index.js'

async function createChallenge(service: Service, overrides: object = {}): Promise<{ ref: string; url: string }> {
  const { data } = await service.post('/api/v1/payments', { ...card('4000002500003155'), ...overrides })
  expect(data).toMatchObject({
    status: 'pending',
    next_action: { type: 'redirect', message: 'Confirm the payment on the page of your bank.' },
  })
  expect(data.next_action.url).toMatch(/^http:\/\/cedi\.test\/challenge\/[\w-]+\.[\w-]+$/)
  return { ref: data.ref, url: data.next_action.url }
}
const open = (service: Service, url: string) => service.mock.handle({ method: 'GET', url })
const decide = (service: Service, url: string, body: string) =>
  service.mock.handle({ method: 'POST', url, headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body })
const read = async (service: Service, ref: string) => (await service.get(`/api/v1/payments/${ref}`)).data

describe('the page of the bank', () => {
  it('asks for confirmation, with the merchant, the amount and the last digits of the card', async () => {
    const service = createService({}, createSandbox)
    const { url } = await createChallenge(service)
    const { status, headers, body } = await open(service, url)
    expect(status).toBe(200)
    for (const text of ['Ama Serwaa Studio', 'GH₵45.50', '•••• 3155', '<form method="post">'])
      expect(body).toContain(text)
    expect(headers['Content-Type']).toBe('text/html; charset=utf-8')
    expect(headers['X-Request-Id']).toMatch(/^req_/)
    expect(headers['Content-Security-Policy']).toContain("default-src 'none'")
    expect(headers['Content-Security-Policy']).toContain("frame-ancestors 'none'")
    expect(body).not.toMatch(/<script|https?:\/\//)
  })

  it('executes the payment once when confirmed, and ignores later clicks', async () => {
    const service = createService({}, createSandbox)
    const { ref, url } = await createChallenge(service, { return_url: 'https://shop.example/thanks?a=1&b=2' })
    expect((await decide(service, url, 'decision=confirm')).body).toContain(
      'href="https://shop.example/thanks?a=1&amp;b=2"',
    )
    const payment = await read(service, ref)
    expect(payment).toMatchObject({ status: 'succeeded', next_action: null })
    const before = service.ledger()
    for (const fields of ['decision=confirm', 'decision=refuse'])
      expect((await decide(service, url, fields)).body).toContain('<h1>Confirmed</h1>')
    expect(service.ledger()).toBe(before)
    await service.advance('PT1H')
    expect(await read(service, ref)).toEqual(payment)
  })

  it('fails the payment permanently when the buyer declines', async () => {
    const service = createService({}, createSandbox)
    const { ref, url } = await createChallenge(service)
    expect((await decide(service, url, 'decision=refuse')).body).toContain('Not paid')
    expect(await read(service, ref)).toMatchObject({ status: 'failed', failure: { code: 'payment_not_approved' } })
    expect(await service.advance('P1D')).toEqual([])
  })

  it('expires after exactly fifteen minutes', async () => {
    const service = createService({}, createSandbox)
    const { ref, url } = await createChallenge(service)
    await service.mock.clock.advance(15 * 60_000 - 1)
    expect((await open(service, url)).body).toContain('Confirm your payment')
    await service.mock.clock.advance(1)
    expect((await decide(service, url, 'decision=confirm')).body).toContain('Too late')
    expect((await read(service, ref)).status).toBe('expired')
    expect((await service.control('GET', 'ledger/entries')).data).toEqual([])
  })

  it('shows that the payment was cancelled', async () => {
    const service = createService({}, createSandbox)
    const { ref, url } = await createChallenge(service)
    await service.control('POST', `payments/${ref}/cancel`)
    expect((await open(service, url)).body).toContain('Cancelled')
  })

  it('does not change the payment when the form has no decision', async () => {
    const service = createService({}, createSandbox)
    const { ref, url } = await createChallenge(service)
    for (const body of [
      '',
      'decision=',
      'decision=CONFIRM',
      'decision[]=confirm',
      '{"decision":"confirm"}',
      'x'.repeat(100_000),
      '%',
    ])
      expect((await decide(service, url, body)).status).toBe(200)
    for (const method of ['PUT', 'DELETE'])
      expect(await service.mock.handle({ method, url })).toMatchObject({ status: 405, headers: { Allow: 'GET, POST' } })
    expect((await read(service, ref)).status).toBe('pending')
  })

  it('opens only with its own token', async () => {
    const service = createService({}, createSandbox)
    const { url } = await createChallenge(service)
    const token = url.slice(`${base}/challenge/`.length)
    const [payload = '', signature = ''] = token.split('.')
    const forgedToken = Buffer.from(JSON.stringify({ m: 'demo', p: 'pay_other' })).toString('base64url')
    const { client_token } = (await service.post('/api/v1/checkout/intent', { amount: 5 })).data
    for (const invalidPath of [
      '',
      '.',
      'x',
      payload,
      `${payload}.`,
      `.${signature}`,
      `${forgedToken}.${signature}`,
      `${token}x`,
      `${token}.x`,
      `${payload}.${signature.slice(1)}`,
      `${payload}=.${signature}`,
      client_token,
      '%00',
      '__proto__',
      'x'.repeat(100_000),
      `${token}/`,
      `${payload}.${'A'.repeat(43)}`,
    ])
      for (const method of ['GET', 'POST']) {
        const { status } = await service.mock.handle({
          method,
          url: `${base}/challenge/${invalidPath}`,
          body: method === 'POST' ? 'decision=confirm' : undefined,
        })
        expect(status).toBe(404)
      }
    const otherOrigin = createSandbox({ secret: 'another' })
    expect((await otherOrigin.handle({ method: 'GET', url })).status).toBe(404)
  })

  it('does not open for another payment with the same id, after a reset or a simulation', async () => {
    const simulated = { headers: { 'X-Service-Simulate': 'true' } }
    for (const other of [wallet, { ...card('4000002500003155'), amount: 45 }, card('4000000000003220')]) {
      const service = createService({}, createSandbox)
      const { ref, url } = await createChallenge(service)
      await service.mock.reset()
      const simulatedPayment = await service.post('/api/v1/payments', card('4000002500003155'), simulated)
      service.mock.queueOutcome('late_money')
      const { data } = await service.post('/api/v1/payments', other)
      expect([data.ref, data.status]).toEqual([ref, 'pending'])
      for (const foreign of [url, simulatedPayment.data.next_action.url]) {
        expect((await open(service, foreign)).status).toBe(404)
        expect((await decide(service, foreign, 'decision=confirm')).status).toBe(404)
      }
      expect((await read(service, data.ref)).status).toBe('pending')
    }
  })

  it('has the base URL of the request in its URL', async () => {
    const service = createService({ baseUrl: 'https://pay.example/cedi' }, createSandbox)
    const { data } = await service.post('/api/v1/payments', card('4000002500003155'))
    expect(data.next_action.url).toMatch(/^https:\/\/pay\.example\/cedi\/challenge\//)
    expect((await service.mock.handle({ method: 'GET', url: data.next_action.url })).status).toBe(200)
  })

  it('uses the language of its checkout, or else that of the browser', async () => {
    const service = createService({}, createSandbox)
    const french = await createChallenge(service, { return_url: 'https://shop.example/thanks?lang=fr' })
    expect((await open(service, french.url)).body).toContain('<html lang="fr"')
    const other = await createChallenge(service, { return_url: 'https://shop.example/thanks' })
    expect((await open(service, other.url)).body).toContain('<html lang="en"')
    const headers = { 'Accept-Language': 'fr' }
    expect((await service.mock.handle({ method: 'GET', url: other.url, headers })).body).toContain('<html lang="fr"')
  })
})

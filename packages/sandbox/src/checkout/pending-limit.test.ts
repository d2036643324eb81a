import { expect, test } from 'vitest'
import { createSandbox } from '../sandbox.js'

const number = { method: 'mobile_money', network: 'mtn', phone: '0244123129' }

/** Buys the tote of the demo shop like a stranger, and returns the status of the payment request. */
async function buy(sandbox: ReturnType<typeof createSandbox>, address: string, phone = number.phone): Promise<number> {
  const caller = { isTrusted: false, address }
  const post = async (path: string, headers: Readonly<Record<string, string>>, body: object) => {
    const description = { method: 'POST', url: `http://cedi.test${path}`, body: JSON.stringify(body) }
    const sent = { ...description, headers: { 'Content-Type': 'application/json', ...headers } }
    const response = await sandbox.handle(sent, caller)
    return { status: response.status, data: JSON.parse(response.body).data }
  }
  const { data } = await post('/checkout/embed', {}, { handle: 'ama', product: 'kente-tote' })
  const headers = {
    Authorization: `Intent ${data.token}`,
    'X-Checkout-Attempt': crypto.randomUUID(),
    'X-Checkout-Payment': '',
  }
  const delivery = { name: 'Kofi', phone: '0244123789', place: 'Osu, Accra' }
  return (await post('/checkout/payments', headers, { ...number, phone, delivery })).status
}

test('a sixth pending payment of one number from one address is rejected, but the buyer with this number can pay', async () => {
  const sandbox = createSandbox()
  for (let index = 0; index < 5; index++) expect(await buy(sandbox, '198.51.100.7')).toBe(201)
  expect(await buy(sandbox, '198.51.100.7')).toBe(429)
  expect(await buy(sandbox, '203.0.113.9')).toBe(201)
  expect(await buy(sandbox, '198.51.100.7', '0244123789')).toBe(201)
})

test('payments that have ended do not count', async () => {
  const sandbox = createSandbox()
  for (let index = 0; index < 7; index++) {
    expect(await buy(sandbox, '198.51.100.7', '0244123039')).toBe(201)
    await sandbox.clock.advance('PT10S')
  }
})

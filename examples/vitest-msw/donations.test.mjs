import { createMockServer } from '@cedi/mock-server'
import { handlers } from '@cedi/mock-server/msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { countProducts, readMessage, requestDonation } from './donations.mjs'

const mock = createMockServer()
const network = setupServer(...handlers(mock, 'https://pay.example'))
// Requests to other hosts fail the test.
beforeAll(() => network.listen({ onUnhandledRequest: 'error' }))
afterEach(() => mock.reset())
afterAll(() => network.close())

const donation = { id: '7', amount: '10.00', phone: '0201234789' }

test('a donor receives thanks after the payment', async () => {
  const { ref } = await requestDonation(donation)
  expect(await readMessage(ref)).toBe('Please approve it on your phone.')
  await mock.clock.advance('PT2S')
  expect(await readMessage(ref)).toBe('Thank you for GH₵10.00.')
})

test('a donor without enough money receives the reason', async () => {
  mock.queueOutcome('insufficient_funds')
  const { ref } = await requestDonation(donation)
  await mock.clock.advance('PT5M')
  expect(await readMessage(ref)).toBe('It did not work (insufficient_funds).')
})

test('a gateway error after the payment does not create a second payment', async () => {
  mock.faults.add({ match: { method: 'POST' }, fault: { status: 504, after_commit: true }, times: 1 })
  const { ref } = await requestDonation(donation)
  expect((await requestDonation(donation)).ref).toBe(ref)
})

test('all pages of the product list are read', async () => {
  expect(await countProducts()).toBeGreaterThan(2)
})

import { createMockServer } from '@cedi/mock-server'
import { handlers } from '@cedi/mock-server/msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ask, countProducts, thank } from './donations.mjs'

const mock = createMockServer()
const network = setupServer(...handlers(mock, 'https://pay.example'))
// A request to anywhere else is a mistake of the test.
beforeAll(() => network.listen({ onUnhandledRequest: 'error' }))
afterEach(() => mock.reset())
afterAll(() => network.close())

const donation = { id: '7', amount: '10.00', phone: '0201234789' }

test('a donor is thanked once the money is there', async () => {
  const { ref } = await ask(donation)
  expect(await thank(ref)).toBe('Please approve it on your phone.')
  await mock.clock.advance('PT2S')
  expect(await thank(ref)).toBe('Thank you for GH₵10.00.')
})

test('a donor without enough money is told so', async () => {
  mock.queueOutcome('insufficient_funds')
  const { ref } = await ask(donation)
  await mock.clock.advance('PT5M')
  expect(await thank(ref)).toBe('It did not work (insufficient_funds).')
})

test('a gateway that fails after the payment was made does not make a second one', async () => {
  mock.faults.add({ match: { method: 'POST' }, fault: { status: 504, after_commit: true }, times: 1 })
  const { ref } = await ask(donation)
  expect((await ask(donation)).ref).toBe(ref)
})

test('all pages of the products are read', async () => {
  expect(await countProducts()).toBeGreaterThan(2)
})

// The mock server is a function: a request goes in as a value, an answer comes out. Two seconds pass when the test says so.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient, isApiError } from '@cedi/client'
import { createMockServer } from '@cedi/mock-server'
import { createBoxOffice } from './tickets.mjs'

function setUp(apiKey = 'sk_test_all') {
  const mock = createMockServer()
  const cedi = createClient({ baseUrl: 'https://pay.example', apiKey })
  const office = createBoxOffice(cedi, (request) => mock.handle(request))
  return { mock, office }
}

test('a buyer who approves on the phone gets a ticket, and not before', async () => {
  const { mock, office } = setUp()
  const { ref, status } = await office.reserve('A1', '0244123789')
  assert.equal(status, 'pending')
  assert.equal(await office.ticketOf(ref), undefined)
  await mock.clock.advance('PT2S')
  assert.equal(await office.ticketOf(ref), `Ticket for ${ref}`)
})

// The last three digits of a number decide how its payments go.
for (const [digits, code] of [
  ['019', 'payer_limit_reached'],
  ['039', 'payment_not_approved'],
  ['049', 'insufficient_funds'],
])
  test(`a buyer whose payment ends with ${code} gets no ticket`, async () => {
    const { mock, office } = setUp()
    const { ref } = await office.reserve('A1', `0244123${digits}`)
    await mock.clock.advance('PT5M')
    assert.equal(await office.ticketOf(ref), undefined)
    const { data } = JSON.parse(
      (
        await mock.handle({
          method: 'GET',
          url: `https://pay.example/api/v1/payments/${ref}`,
          headers: { Authorization: 'Bearer sk_test_all' },
        })
      ).body,
    )
    assert.equal(data.failure.code, code)
  })

test('a reservation whose answer was lost is asked for again and still is one payment', async () => {
  const { mock, office } = setUp()
  mock.faults.add({ match: { path: '/api/v1/payments' }, fault: { drop: 'after_commit' }, times: 1 })
  await assert.rejects(office.reserve('A1', '0244123789'))
  const { ref } = await office.reserve('A1', '0244123789')
  await mock.clock.advance('PT2S')
  assert.ok(await office.ticketOf(ref))
  const asked = mock.requests.list().filter(({ operation }) => operation === 'createPayment')
  assert.equal(asked.length, 2)
  // GH₵25.50 less the fee, once.
  const balance = await office.balance()
  assert.equal(balance.available, 24.11)
})

test('a key without the scope says which one is missing', async () => {
  const { office } = setUp('sk_test_balance_read')
  await assert.rejects(
    office.reserve('A1', '0244123789'),
    (error) => isApiError(error) && error.code === 'insufficient_scope' && error.requiredScope === 'payments:write',
  )
})

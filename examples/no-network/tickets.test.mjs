// The mock server is a function from a request to a response, and the test controls its clock.
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

test('a buyer receives a ticket only after the approval on the phone', async () => {
  const { mock, office } = setUp()
  const { ref, status } = await office.reserve('A1', '0244123789')
  assert.equal(status, 'pending')
  assert.equal(await office.readTicket(ref), undefined)
  await mock.clock.advance('PT2S')
  assert.equal(await office.readTicket(ref), `Ticket for ${ref}`)
})

// The last three digits of a number determine the outcome of its payments.
for (const [digits, code] of [
  ['019', 'payer_limit_reached'],
  ['039', 'payment_not_approved'],
  ['049', 'insufficient_funds'],
])
  test(`a buyer whose payment fails with ${code} receives no ticket`, async () => {
    const { mock, office } = setUp()
    const { ref } = await office.reserve('A1', `0244123${digits}`)
    await mock.clock.advance('PT5M')
    assert.equal(await office.readTicket(ref), undefined)
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

test('a reservation that is retried after a lost response is one payment', async () => {
  const { mock, office } = setUp()
  mock.faults.add({ match: { path: '/api/v1/payments' }, fault: { drop: 'after_commit' }, times: 1 })
  await assert.rejects(office.reserve('A1', '0244123789'))
  const { ref } = await office.reserve('A1', '0244123789')
  await mock.clock.advance('PT2S')
  assert.ok(await office.readTicket(ref))
  const requests = mock.requests.list().filter(({ operation }) => operation === 'createPayment')
  assert.equal(requests.length, 2)
  // GH₵25.50 minus the fee, once.
  const balance = await office.balance()
  assert.equal(balance.available, 24.11)
})

test('the error for a key without the scope contains the missing scope', async () => {
  const { office } = setUp('sk_test_balance_read')
  await assert.rejects(
    office.reserve('A1', '0244123789'),
    (error) => isApiError(error) && error.code === 'insufficient_scope' && error.requiredScope === 'payments:write',
  )
})

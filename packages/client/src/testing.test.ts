/// <reference types="node" />
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createClient, parse } from './index.js'
import { errorResponse, type FailureName, fixture, successResponse } from './testing.js'

const fixtures = new URL('../../contract/fixtures/', import.meta.url)
const readFixture = (file: string) => JSON.parse(readFileSync(new URL(file, fixtures), 'utf8'))

test('every success example of the contract is a fixture, and every error example has an errorResponse', async () => {
  const cedi = createClient({ baseUrl: 'https://pay.example', apiKey: 'k' })
  for (const { operation, scope, responses } of readFixture('index.json').operations) {
    for (const { name, status, file } of responses) {
      const body = readFixture(file)
      if (body.success) {
        expect(fixture(operation, name as never)).toEqual(body.data)
        expect(await parse(cedi.balance.read(), successResponse(body.data, status))).toEqual({
          success: true,
          data: body.data,
        })
      } else if (
        body.error.code === name &&
        name !== 'not_found' &&
        !/amount|state|stock|currency|invalid_request|invalid_header/.test(name)
      ) {
        const response = errorResponse(name as FailureName, { ...cedi.balance.read(), scope })
        expect(response.status).toBe(status)
        expect(JSON.parse(await response.text())).toMatchObject({
          success: false,
          data: null,
          error: { code: name, message: body.error.message },
        })
      }
    }
  }
})

test('errorResponse has the message of the operation of its request', async () => {
  const cedi = createClient({ baseUrl: 'https://pay.example', apiKey: 'k' })
  const messages = [cedi.payments.read('p'), cedi.orders.read('o'), cedi.products.read('p')].map(async (request) =>
    JSON.parse(await errorResponse('not_found', request).text())
      .error.message.split(' ')
      .slice(0, 5)
      .join(' '),
  )
  expect(await Promise.all(messages)).toEqual([
    'There is no payment pay_000009.',
    'There is no order ord_000009.',
    'There is no product prd_000009.',
  ])
})

test('errorResponse and fixture reject unknown names', () => {
  expect(() => errorResponse('not_foud' as never)).toThrow(
    'errorResponse has no code not_foud. Did you mean not_found?',
  )
  expect(() => fixture('readPayments' as never, 'pending' as never)).toThrow(
    'fixture has no operation readPayments. Did you mean readPayment?',
  )
  expect(() => fixture('readPayment', 'suceeded' as never)).toThrow(
    'readPayment has no example suceeded. Did you mean succeeded?',
  )
})

test('fixture returns a new copy on each call', () => {
  expect(fixture('listProducts', 'products')).not.toBe(fixture('listProducts', 'products'))
})

test('errorResponse without a request has a complete message', async () => {
  expect(JSON.parse(await errorResponse('insufficient_scope').text()).error.message).toBe(
    'This key does not hold the scope it needs. Issue one that does in the developers section of the merchant portal.',
  )
})

test('a mock response finds headers case-insensitively and returns null for missing ones', () => {
  const { headers } = errorResponse('rate_limited', undefined, { 'Retry-After': '3', 'X-Trace': 't' })
  expect(['retry-after', 'X-TRACE', 'link'].map((name) => headers.get(name))).toEqual(['3', 't', null])
})

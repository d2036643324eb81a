/// <reference types="node" />
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createClient, parse } from './index.js'
import { errorResponse, type FailureName, fixture, successResponse } from './testing.js'

const fixtures = new URL('../../contract/fixtures/', import.meta.url)
const readFixture = (file: string) => JSON.parse(readFileSync(new URL(file, fixtures), 'utf8'))

test('every success example of the contract is a fixture, and every error example has an errorResponse', async () => {
  const cedi = createClient({ baseUrl: 'https://pay.example', apiKey: 'k' })
  for (const { operation, scope, answers } of readFixture('index.json').operations) {
    for (const { name, status, file } of answers) {
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

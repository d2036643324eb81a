/// <reference types="node" />
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createClient, parse } from './index.js'
import { answer, type FailureName, fixture, refusal } from './testing.js'

const fixtures = new URL('../../contract/fixtures/', import.meta.url)
const read = (file: string) => JSON.parse(readFileSync(new URL(file, fixtures), 'utf8'))

test('each example of the contract is a fixture, and each failure a refusal that says the same', async () => {
  const cedi = createClient({ baseUrl: 'https://pay.example', apiKey: 'k' })
  for (const { operation, scope, answers } of read('index.json').operations) {
    for (const { name, status, file } of answers) {
      const body = read(file)
      if (body.success) {
        expect(fixture(operation, name as never)).toEqual(body.data)
        expect(await parse(cedi.balance.read(), answer(body.data, status))).toEqual({ success: true, data: body.data })
      } else if (
        body.error.code === name &&
        name !== 'not_found' &&
        !/amount|state|stock|currency|invalid_request|invalid_header/.test(name)
      ) {
        const said = refusal(name as FailureName, { ...cedi.balance.read(), scope })
        expect(said.status).toBe(status)
        expect(JSON.parse(await said.text())).toMatchObject({
          success: false,
          data: null,
          error: { code: name, message: body.error.message },
        })
      }
    }
  }
})

test('a fixture is a copy each time', () => {
  expect(fixture('listProducts', 'products')).not.toBe(fixture('listProducts', 'products'))
})

test('a refusal of no request in particular reads as a sentence too', async () => {
  expect(JSON.parse(await refusal('insufficient_scope').text()).error.message).toBe(
    'This key does not hold the scope it needs. Issue one that does in the developers section of the merchant portal.',
  )
})

test('an answer finds its headers in any case, and no others', () => {
  const { headers } = refusal('rate_limited', undefined, { 'Retry-After': '3', 'X-Trace': 't' })
  expect(['retry-after', 'X-TRACE', 'link'].map((name) => headers.get(name))).toEqual(['3', 't', null])
})

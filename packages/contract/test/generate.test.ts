/// <reference types="node" />
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
// @ts-expect-error a script without types
import { checkDocument, quote } from '../scripts/generate/document.mjs'

const read = () => parse(readFileSync(join(import.meta.dirname, '../openapi.yaml'), 'utf8'))

test('the generator accepts the contract', () => {
  expect(() => checkDocument(read())).not.toThrow()
})

const attack = 'x: 1 }; globalThis.evil = 1; const y = { z'
// biome-ignore lint/suspicious/noExplicitAny: the tests change arbitrary parts of the document.
type Document = any
test.each<[string, (document: Document) => void]>([
  ['an error code', (document) => document.components.schemas.ErrorCode.enum.push(attack)],
  ['a failure code', (document) => document.components.schemas.FailureCode.enum.push("a'b")],
  [
    'a status',
    (document) => {
      document.components.schemas.ErrorCode['x-status'].not_found = attack
    },
  ],
  [
    'an operation',
    (document) => {
      document.paths['/api/v1/balance'].get.operationId = attack
    },
  ],
  [
    'a summary that ends its comment',
    (document) => {
      document.paths['/api/v1/balance'].get.summary = 'a */ evil() /*'
    },
  ],
  [
    'a path',
    (document) => {
      document.paths["/api/v1/x'+evil()+'"] = document.paths['/api/v1/balance']
    },
  ],
  [
    'a field',
    (document) => {
      document.components.schemas.Balance.properties[attack] = { type: 'string' }
    },
  ],
  [
    'a schema',
    (document) => {
      document.components.schemas[attack] = { type: 'object' }
    },
  ],
  ['a parameter', (document) => document.paths['/api/v1/orders'].get.parameters.push({ name: attack, in: 'query' })],
])('the generator rejects code in %s', (_, change) => {
  const document = read()
  change(document)
  expect(() => checkDocument(document)).toThrow('Nothing was generated.')
})

test.each(["a'b", 'a\\', 'a\n', "\\'", '"', '\u2028'])('quote formats %j as one literal', (text) => {
  expect(new Function(`return ${quote(text)}`)()).toBe(text)
})

import { type KeyRow, makePlan, type Plan } from '@cedi/mock-server/internal'
import { expect, test } from 'vitest'
import { createCommitCompiler } from '../commit.js'
import { readCommitRow } from './commit.js'

const key = (id: string, hash: string, label: string | null = null): Plan['inserts'][number] => {
  const row: KeyRow = {
    ...{ merchant: 'ama', id, hash, scopes: [], label },
    ...{ created_ms: 5, last_used_ms: null, revoked_ms: null },
  }
  return { table: 'keys', row }
}

test('the values of a plan are sent as one escaped array', () => {
  const statement = createCommitCompiler(true)(
    makePlan('ama', { inserts: [key('KEY_1', 'f00d', 'a "b" \\ {c}, NULL')] }),
  )
  expect(statement.text).toMatch(/^SELECT cedi\.commit_plan\(/)
  const [merchant, text, name, values, claims, numbers] = statement.values
  expect([merchant, claims]).toEqual(['ama', '{"keys f00d"}'])
  expect(values).toBe('{"ama","KEY_1","KEY_1","f00d","[]","a \\"b\\" \\\\ {c}, NULL","5",NULL,NULL}')
  expect(name).toMatch(/^[0-9a-f]{32}$/)
  // `$1` is the array, `$2` the first claim that failed.
  expect(
    String(text)
      .match(/\$\d+/g)
      ?.every((place) => place === '$1' || place === '$2'),
  ).toBe(true)
  const number = Number(/\d+/.exec(String(numbers))?.[0])
  expect(statement.failure(number)).toEqual({ outcome: 'duplicate', table: 'keys', id: 'KEY_1', column: 'hash' })
})

test('unique values are claimed in sorted order, each with its own failure', () => {
  const statement = createCommitCompiler(true)(makePlan('ama', { inserts: [key('KEY_1', 'b'), key('KEY_2', 'a')] }))
  const [, , , , claims, numbers] = statement.values
  expect(claims).toBe('{"keys a","keys b"}')
  const failures = [...String(numbers).matchAll(/\d+/g)].map(([number]) => statement.failure(Number(number)))
  expect(failures).toMatchObject([{ id: 'KEY_2' }, { id: 'KEY_1' }])
})

test('a statement that is too long for the cache is sent without a name', () => {
  const inserts = Array.from({ length: 200 }, (_, index) => key(`KEY_${index}`, `hash ${index}`))
  expect(createCommitCompiler(true)(makePlan('ama', { inserts })).values[2]).toBeNull()
})

test('the result of the function is a row, a failure, no ledger or a moved shard', () => {
  expect(readCommitRow([{ result: '12 ' }])).toEqual({ sequence: '12', failure: null })
  expect(readCommitRow([{ result: '12 0' }])).toEqual({ sequence: '12', failure: '0' })
  expect(readCommitRow([{ result: null }])).toBeUndefined()
  expect(readCommitRow([{ result: 'moved' }])).toBe('moved')
})

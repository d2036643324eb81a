import { expect, test } from 'vitest'
import { makePlan, type Plan } from '../../../plan.js'
import type { KeyRow } from '../../../tables/keys.js'
import { commitStatements } from '../commit.js'
import { readTold } from './commit.js'

const key = (id: string, hash: string, label: string | null = null): Plan['inserts'][number] => {
  const row: KeyRow = {
    ...{ merchant: 'ama', id, hash, scopes: [], label },
    ...{ created_ms: 5, last_used_ms: null, revoked_ms: null },
  }
  return { table: 'keys', row }
}

test('all values of a plan go to its shard in one list, and come out of it as they were', () => {
  const statement = commitStatements(true)(makePlan('ama', { inserts: [key('KEY_1', 'f00d', 'a "b" \\ {c}, NULL')] }))
  expect(statement.text).toMatch(/^SELECT cedi\.commit_plan\(/)
  const [merchant, text, name, given, places, numbers] = statement.values
  expect([merchant, places]).toEqual(['ama', '{"keys f00d"}'])
  expect(given).toBe('{"ama","KEY_1","KEY_1","f00d","[]","a \\"b\\" \\\\ {c}, NULL","5",NULL,NULL}')
  expect(name).toMatch(/^[0-9a-f]{32}$/)
  // One list, and the first problem of what is claimed beside it.
  expect(
    String(text)
      .match(/\$\d+/g)
      ?.every((place) => place === '$1' || place === '$2'),
  ).toBe(true)
  const number = Number(/\d+/.exec(String(numbers))?.[0])
  expect(statement.problem(number)).toEqual({ outcome: 'duplicate', table: 'keys', id: 'KEY_1', column: 'hash' })
})

test('places are asked for in one order, whatever the order of the rows, and each with its own problem', () => {
  const statement = commitStatements(true)(makePlan('ama', { inserts: [key('KEY_1', 'b'), key('KEY_2', 'a')] }))
  const [, , , , places, numbers] = statement.values
  expect(places).toBe('{"keys a","keys b"}')
  const told = [...String(numbers).matchAll(/\d+/g)].map(([number]) => statement.problem(Number(number)))
  expect(told).toMatchObject([{ id: 'KEY_2' }, { id: 'KEY_1' }])
})

test('a statement that is too long to be kept is sent without a name', () => {
  const inserts = Array.from({ length: 200 }, (_, at) => key(`KEY_${at}`, `hash ${at}`))
  expect(commitStatements(true)(makePlan('ama', { inserts })).values[2]).toBeNull()
})

test('what the function tells is a row, a problem, no book, or that the shard is elsewhere', () => {
  expect(readTold([{ told: '12 ' }])).toEqual({ sequence: '12', problem: null })
  expect(readTold([{ told: '12 0' }])).toEqual({ sequence: '12', problem: '0' })
  expect(readTold([{ told: null }])).toBeUndefined()
  expect(readTold([{ told: 'moved' }])).toBe('moved')
})

import { expect, test } from 'vitest'
import { memoryStore } from '../src/stores/memory.js'
import { tableName } from '../src/stores/table-name.js'
import { followed } from './followed.js'
import { conforms } from './store-conformance.js'

conforms('in memory', async () => {
  const given: string[] = []
  return {
    store: memoryStore() as never,
    give: (_: undefined, order) => given.push(order),
    given: async () => (given.includes('lost') ? given.filter((order) => order !== 'lost') : given),
  }
})

test('in memory, the handler of one order does not delay another order', async () => {
  const store = memoryStore()
  const [one, other] = ['1', '2'].map((order) => followed({ order, amount: 1 }, undefined, 0))
  let finish = (): void => {}
  const slow = store.done(one as NonNullable<typeof one>, () => new Promise<void>((resolve) => (finish = resolve)))
  expect(await store.claim(other as NonNullable<typeof other>)).toBe(true)
  finish()
  expect(await slow).toBe(true)
})

test('in memory, the next caller after a failed handler can write', async () => {
  const store = memoryStore()
  const entry = followed({ order: '1', amount: 1 }, undefined, 0)
  const fails = store.done(entry, async () => {
    throw new Error('The printer is on fire.')
  })
  const next = store.claim(entry)
  await expect(fails).rejects.toThrow('The printer is on fire.')
  expect(await next).toBe(true)
})

test('in memory, a third writer waits for the second, although the first is done', async () => {
  const store = memoryStore()
  const first = followed({ order: '1', amount: 1 }, undefined, 0)
  const next = { ...first, version: 2 }
  const ran: string[] = []
  const gates: (() => void)[] = []
  const effect = (name: string) => () => {
    ran.push(name)
    return new Promise<void>((open) => gates.push(open))
  }
  const done = [store.done(first, effect('first')), store.done(next, effect('second'))]
  await Promise.resolve().then(() => {})
  gates[0]?.()
  expect(await done[0]).toBe(true)
  const third = store.done(next, effect('third'))
  await new Promise((go) => setTimeout(go))
  expect(ran).toEqual(['first', 'second'])
  gates[1]?.()
  expect([await done[1], await third]).toEqual([true, false])
  expect(ran).toEqual(['first', 'second'])
})

test('only a plain table name is put into SQL', () => {
  for (const name of [
    'cedi_waiting',
    '_a1',
    'shop.cedi_waiting',
    'a'.repeat(51),
    `${'a'.repeat(51)}.${'b'.repeat(51)}`,
  ])
    expect(tableName(name)).toBe(name)
  for (const name of [
    '',
    'Cedi',
    '1a',
    'a b',
    'a;',
    'a.',
    '.a',
    'a.b.c',
    'a.1',
    ' a',
    'a\n',
    'a'.repeat(52),
    `a.${'b'.repeat(52)}`,
  ])
    expect(() => tableName(name)).toThrow(
      new TypeError(`table must be lower-case letters, digits and _, with a schema before a dot if you like: ${name}`),
    )
})

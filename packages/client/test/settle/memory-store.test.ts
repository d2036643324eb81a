import { expect, test } from 'vitest'
import { memoryStore } from '../../src/settle/stores/memory.js'
import { parseTableName } from '../../src/settle/stores/table-name.js'
import { testStore } from './store-conformance.js'
import { trackedOrder } from './tracked-order.js'

testStore('memoryStore', async () => {
  const deliveries: string[] = []
  return {
    store: memoryStore() as never,
    insertDelivery: (_: undefined, order) => deliveries.push(order),
    listDeliveries: async () =>
      deliveries.includes('lost') ? deliveries.filter((order) => order !== 'lost') : deliveries,
  }
})

test('memoryStore does not delay an order for the handler of another', async () => {
  const store = memoryStore()
  const [one, other] = ['1', '2'].map((order) => trackedOrder({ order, amount: 1 }, undefined, 0))
  let finish = (): void => {}
  const slow = store.save(one as NonNullable<typeof one>, () => new Promise<void>((resolve) => (finish = resolve)))
  expect(await store.save(other as NonNullable<typeof other>)).toBe(true)
  finish()
  expect(await slow).toBe(true)
})

test('memoryStore writes an order after its handler has failed', async () => {
  const store = memoryStore()
  const tracked = trackedOrder({ order: '1', amount: 1 }, undefined, 0)
  const failingSave = store.save(tracked, async () => {
    throw new Error('The printer is on fire.')
  })
  const next = store.save(tracked)
  await expect(failingSave).rejects.toThrow('The printer is on fire.')
  expect(await next).toBe(true)
})

test('memoryStore delays a third writer until the second has finished', async () => {
  const store = memoryStore()
  const first = trackedOrder({ order: '1', amount: 1 }, undefined, 0)
  const next = { ...first, version: 2 }
  const ran: string[] = []
  const gates: (() => void)[] = []
  const effect = (name: string) => () => {
    ran.push(name)
    return new Promise<void>((open) => gates.push(open))
  }
  const done = [store.save(first, effect('first')), store.save(next, effect('second'))]
  await Promise.resolve().then(() => {})
  gates[0]?.()
  expect(await done[0]).toBe(true)
  const third = store.save(next, effect('third'))
  await new Promise((resolve) => setTimeout(resolve))
  expect(ran).toEqual(['first', 'second'])
  gates[1]?.()
  expect([await done[1], await third]).toEqual([true, false])
  expect(ran).toEqual(['first', 'second'])
})

test('parseTableName accepts only names that need no quotes in SQL', () => {
  for (const name of [
    'cedi_tracked_orders',
    '_a1',
    'shop.cedi_tracked_orders',
    'a'.repeat(51),
    `${'a'.repeat(51)}.${'b'.repeat(51)}`,
  ])
    expect(parseTableName(name)).toBe(name)
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
    expect(() => parseTableName(name)).toThrow(
      new TypeError(
        `table must contain only lowercase letters, digits and _, and may start with a schema. Got ${name}.`,
      ),
    )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { add, iterateAscending, iterateDescending, remove, replace, type Sorted } from './sorted.js'

interface Item {
  readonly key: number
  readonly name: string
}
const compare = (one: Item, other: Item) => one.key - other.key

test('items are iterated in order in both directions, from any start, after random insertions and deletions', () => {
  const step = fc.tuple(fc.constantFrom('in', 'in', 'out', 'other' as const), fc.nat(3_000))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 3_000, size: 'max' }), fc.nat(3_000), (steps, start) => {
      const blocks: Sorted<Item> = []
      const expected = new Map<number, Item>()
      for (const [operation, key] of steps) {
        const old = expected.get(key)
        const item = { key, name: operation }
        if (!old) add(blocks, item, compare)
        else if (operation === 'out') remove(blocks, old, compare)
        else replace(blocks, old, item, compare)
        if (old && operation === 'out') expected.delete(key)
        else expected.set(key, item)
      }
      const sorted = [...expected.values()].sort(compare)
      const isBefore = ({ key }: Item) => key < start
      expect([...iterateAscending(blocks, () => false)]).toEqual(sorted)
      expect([...iterateAscending(blocks, isBefore)]).toEqual(sorted.filter(({ key }) => key >= start))
      expect([...iterateDescending(blocks, isBefore)]).toEqual(sorted.filter(isBefore).reverse())
      expect([...iterateDescending(blocks, () => true)]).toEqual([...sorted].reverse())
      // No block is empty or too large.
      expect(blocks.every(({ length }) => length > 0 && length <= 512)).toBe(true)
    }),
    { numRuns: 60 },
  )
})

test('finding, inserting and deleting one of 100,000 items takes few comparisons, and appending takes one', () => {
  const blocks: Sorted<Item> = []
  let comparisons = 0
  const countingCompare = (one: Item, other: Item) => {
    comparisons++
    return compare(one, other)
  }
  for (let key = 0; key < 100_000; key++) add(blocks, { key: 2 * key, name: '' }, countingCompare)
  expect(comparisons).toBe(99_999)
  for (let key = 1; key < 200_000; key += 997) {
    const item = { key: key | 1, name: '' }
    comparisons = 0
    add(blocks, item, countingCompare)
    replace(blocks, item, item, countingCompare)
    remove(blocks, item, countingCompare)
    expect(comparisons).toBeLessThan(3 * 24)
  }
  // A queue: removals at the front, insertions at the end, and some items that stay.
  for (let key = 0; key < 100_000; key++) if (key % 100) remove(blocks, { key: 2 * key, name: '' }, countingCompare)
  expect([...iterateAscending(blocks, () => false)]).toHaveLength(1_000)
  expect(blocks.length).toBeLessThan(20)
})

test('appended items fill whole blocks, and an insertion in the middle splits a full block', () => {
  const blocks: Sorted<Item> = []
  for (let key = 0; key < 1_025; key++) add(blocks, { key: 2 * key, name: '' }, compare)
  expect(blocks.map(({ length }) => length)).toEqual([512, 512, 1])
  add(blocks, { key: 1, name: '' }, compare)
  expect(blocks.map(({ length }) => length)).toEqual([256, 257, 512, 1])
  expect([...iterateAscending(blocks, () => false)].map(({ key }) => key).slice(0, 4)).toEqual([0, 1, 2, 4])
  // Two adjacent blocks with half a block of items in total are merged; with one more item they are not.
  for (let key = 2_048; key > 1_538; key -= 2) remove(blocks, { key, name: '' }, compare)
  expect(blocks.map(({ length }) => length)).toEqual([256, 257, 258])
  for (let key = 1_538; key > 1_022; key -= 2) remove(blocks, { key, name: '' }, compare)
  expect(blocks.map(({ length }) => length)).toEqual([256, 257])
  for (let key = 2; key < 258; key += 2) remove(blocks, { key, name: '' }, compare)
  for (let key = 258; key < 512; key += 2) remove(blocks, { key, name: '' }, compare)
  expect(blocks.map(({ length }) => length)).toEqual([2, 256])
  remove(blocks, { key: 512, name: '' }, compare)
  expect(blocks.map(({ length }) => length)).toEqual([2, 255])
  remove(blocks, { key: 514, name: '' }, compare)
  expect(blocks.map(({ length }) => length)).toEqual([256])
})

test('an item is appended to the last block until it is full', () => {
  const blocks: Sorted<Item> = []
  for (let key = 0; key < 511; key++) add(blocks, { key: 2 * key, name: '' }, compare)
  add(blocks, { key: 1, name: '' }, compare)
  expect(blocks.map(({ length }) => length)).toEqual([512])
})

test('equal items keep their order of insertion', () => {
  const blocks: Sorted<Item> = []
  for (const name of ['a', 'b', 'c']) add(blocks, { key: 1, name }, compare)
  add(blocks, { key: 2, name: 'e' }, compare)
  add(blocks, { key: 1, name: 'd' }, compare)
  expect([...iterateAscending(blocks, () => false)].map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'e'])
})

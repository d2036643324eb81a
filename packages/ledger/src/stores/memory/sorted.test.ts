import fc from 'fast-check'
import { expect, test } from 'vitest'
import { add, downwards, remove, replace, type Sorted, upwards } from './sorted.js'

interface Item {
  readonly key: number
  readonly name: string
}
const compare = (one: Item, other: Item) => one.key - other.key

test('items come out in order in both directions, from any start, whatever was put in and taken out', () => {
  const step = fc.tuple(fc.constantFrom('in', 'in', 'out', 'other' as const), fc.nat(3_000))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 3_000, size: 'max' }), fc.nat(3_000), (steps, start) => {
      const blocks: Sorted<Item> = []
      const held = new Map<number, Item>()
      for (const [what, key] of steps) {
        const old = held.get(key)
        const item = { key, name: what }
        if (!old) add(blocks, item, compare)
        else if (what === 'out') remove(blocks, old, compare)
        else replace(blocks, old, item, compare)
        if (old && what === 'out') held.delete(key)
        else held.set(key, item)
      }
      const sorted = [...held.values()].sort(compare)
      const isBefore = ({ key }: Item) => key < start
      expect([...upwards(blocks, () => false)]).toEqual(sorted)
      expect([...upwards(blocks, isBefore)]).toEqual(sorted.filter(({ key }) => key >= start))
      expect([...downwards(blocks, isBefore)]).toEqual(sorted.filter(isBefore).reverse())
      expect([...downwards(blocks, () => true)]).toEqual([...sorted].reverse())
      // No block is empty, and none is so large that to put something into it costs more than to find its place.
      expect(blocks.every(({ length }) => length > 0 && length <= 512)).toBe(true)
    }),
    { numRuns: 60 },
  )
})

test('an item among a hundred thousand is found, put in and taken out by some comparisons, the last by one', () => {
  const blocks: Sorted<Item> = []
  let comparisons = 0
  const counted = (one: Item, other: Item) => {
    comparisons++
    return compare(one, other)
  }
  for (let key = 0; key < 100_000; key++) add(blocks, { key: 2 * key, name: '' }, counted)
  expect(comparisons).toBe(99_999)
  for (let key = 1; key < 200_000; key += 997) {
    const item = { key: key | 1, name: '' }
    comparisons = 0
    add(blocks, item, counted)
    replace(blocks, item, item, counted)
    remove(blocks, item, counted)
    expect(comparisons).toBeLessThan(3 * 24)
  }
  // As a queue that many wait in: taken out in front, put in behind, and now and then one that stays.
  for (let key = 0; key < 100_000; key++) if (key % 100) remove(blocks, { key: 2 * key, name: '' }, counted)
  expect([...upwards(blocks, () => false)]).toHaveLength(1_000)
  expect(blocks.length).toBeLessThan(20)
})

test('appended items fill whole blocks, and an insertion in the middle splits a full block', () => {
  const blocks: Sorted<Item> = []
  for (let key = 0; key < 1_025; key++) add(blocks, { key: 2 * key, name: '' }, compare)
  expect(blocks.map(({ length }) => length)).toEqual([512, 512, 1])
  add(blocks, { key: 1, name: '' }, compare)
  expect(blocks.map(({ length }) => length)).toEqual([256, 257, 512, 1])
  expect([...upwards(blocks, () => false)].map(({ key }) => key).slice(0, 4)).toEqual([0, 1, 2, 4])
  // Two neighbours that hold half a block together become one; with one more they stay two.
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

test('a block takes one more until it is full', () => {
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
  expect([...upwards(blocks, () => false)].map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'e'])
})

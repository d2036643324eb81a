/** Maximum number of items in a block before it is split. */
const maxBlockSize = 512

/**
 * Sorted items in blocks: search, insertion and deletion cost nearly the same for any size, and appending needs no
 * search.
 */
export type Sorted<T> = T[][]

export type Compare<T> = (one: T, other: T) => number

/** Returns the position of the first item for which the predicate is false. */
function findPosition<T>(blocks: Sorted<T>, isBefore: (item: T) => boolean): { block: number; at: number } {
  const block = findFirstFailing(blocks, (items) => isBefore(items.at(-1) as T))
  return { block, at: findFirstFailing(blocks[block] ?? [], isBefore) }
}

/** Returns the first index whose item fails a predicate (binary search). All items before it must pass. */
export function findFirstFailing<T>(
  list: { readonly length: number; at(index: number): T | undefined },
  predicate: (item: T) => boolean,
): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (predicate(list.at(middle) as T)) low = middle + 1
    else high = middle
  }
  return low
}

/** Inserts an item after the items that compare as equal. */
export function add<T>(blocks: Sorted<T>, item: T, compare: Compare<T>): void {
  const last = blocks.at(-1)
  if (!last) return void blocks.push([item])
  if (compare(last.at(-1) as T, item) <= 0) {
    if (last.length < maxBlockSize) last.push(item)
    else blocks.push([item])
    return
  }
  const { block, at } = findPosition(blocks, (other) => compare(other, item) <= 0)
  const items = blocks[block] as T[]
  items.splice(at, 0, item)
  if (items.length > maxBlockSize) blocks.splice(block + 1, 0, items.splice(maxBlockSize / 2))
}

/** Removes an item. */
export function remove<T>(blocks: Sorted<T>, item: T, compare: Compare<T>): void {
  const { block, at } = findPosition(blocks, (other) => compare(other, item) < 0)
  const items = blocks[block] as T[]
  items.splice(at, 1)
  if (items.length === 0) blocks.splice(block, 1)
  else {
    mergeBlocks(blocks, block)
    mergeBlocks(blocks, block - 1)
  }
}

/** Merges two adjacent blocks that are nearly empty. Without it, a queue would leave many small blocks. */
function mergeBlocks<T>(blocks: Sorted<T>, at: number): void {
  const [one, other] = [blocks[at], blocks[at + 1]]
  if (one && other && one.length + other.length <= maxBlockSize / 2) blocks.splice(at, 2, [...one, ...other])
}

/** Replaces an item by one that compares as equal. */
export function replace<T>(blocks: Sorted<T>, old: T, item: T, compare: Compare<T>): void {
  const { block, at } = findPosition(blocks, (other) => compare(other, old) < 0)
  const items = blocks[block] as T[]
  items[at] = item
}

/** Iterates the items in ascending order from the start. */
export function* iterateAscending<T>(blocks: Sorted<T>, isBefore: (item: T) => boolean): Generator<T, void> {
  let { block, at } = findPosition(blocks, isBefore)
  for (; block < blocks.length; block++, at = 0) {
    const items = blocks[block] as T[]
    for (; at < items.length; at++) yield items[at] as T
  }
}

/** Iterates the items in descending order from the last one before the start. */
export function* iterateDescending<T>(blocks: Sorted<T>, isBefore: (item: T) => boolean): Generator<T, void> {
  let { block, at } = findPosition(blocks, isBefore)
  for (; block >= 0; block--, at = blocks[block]?.length ?? 0) {
    const items = blocks[block] ?? []
    while (at-- > 0) yield items[at] as T
  }
}

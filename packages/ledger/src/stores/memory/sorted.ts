/** Maximum number of items in a block before it is split. */
const most = 512

/**
 * Sorted items in blocks: search, insertion and deletion cost nearly the same for any size, and appending needs no
 * search.
 */
export type Sorted<T> = T[][]

export type Compare<T> = (one: T, other: T) => number

/** The place of the first item that is not before what is sought. */
function locate<T>(blocks: Sorted<T>, isBefore: (item: T) => boolean): { block: number; at: number } {
  const block = firstWithout(blocks, (items) => isBefore(items.at(-1) as T))
  return { block, at: firstWithout(blocks[block] ?? [], isBefore) }
}

/** The first place in a list, of which one part and then the other passes, whose item does not. */
export function firstWithout<T>(
  list: { readonly length: number; at(index: number): T | undefined },
  passes: (item: T) => boolean,
): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (passes(list.at(middle) as T)) low = middle + 1
    else high = middle
  }
  return low
}

/** Puts an item in its place: after those that compare as equal. */
export function add<T>(blocks: Sorted<T>, item: T, compare: Compare<T>): void {
  const last = blocks.at(-1)
  if (!last) return void blocks.push([item])
  if (compare(last.at(-1) as T, item) <= 0) {
    if (last.length < most) last.push(item)
    else blocks.push([item])
    return
  }
  const { block, at } = locate(blocks, (other) => compare(other, item) <= 0)
  const items = blocks[block] as T[]
  items.splice(at, 0, item)
  if (items.length > most) blocks.splice(block + 1, 0, items.splice(most / 2))
}

/** Takes an item out. */
export function remove<T>(blocks: Sorted<T>, item: T, compare: Compare<T>): void {
  const { block, at } = locate(blocks, (other) => compare(other, item) < 0)
  const items = blocks[block] as T[]
  items.splice(at, 1)
  if (items.length === 0) blocks.splice(block, 1)
  else {
    join(blocks, block)
    join(blocks, block - 1)
  }
}

/** Makes one block of two neighbours that are nearly empty, or a queue would leave a trail of small blocks behind. */
function join<T>(blocks: Sorted<T>, at: number): void {
  const [one, other] = [blocks[at], blocks[at + 1]]
  if (one && other && one.length + other.length <= most / 2) blocks.splice(at, 2, [...one, ...other])
}

/** Puts an item in the place of one that stands where it would. */
export function replace<T>(blocks: Sorted<T>, old: T, item: T, compare: Compare<T>): void {
  const { block, at } = locate(blocks, (other) => compare(other, old) < 0)
  const items = blocks[block] as T[]
  items[at] = item
}

/** The items in order, from the first that is not before the start. */
export function* upwards<T>(blocks: Sorted<T>, isBefore: (item: T) => boolean): Generator<T, void> {
  let { block, at } = locate(blocks, isBefore)
  for (; block < blocks.length; block++, at = 0) {
    const items = blocks[block] as T[]
    for (; at < items.length; at++) yield items[at] as T
  }
}

/** The items in the opposite order, from the last that is before the start. */
export function* downwards<T>(blocks: Sorted<T>, isBefore: (item: T) => boolean): Generator<T, void> {
  let { block, at } = locate(blocks, isBefore)
  for (; block >= 0; block--, at = blocks[block]?.length ?? 0) {
    const items = blocks[block] ?? []
    while (at-- > 0) yield items[at] as T
  }
}

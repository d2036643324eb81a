import type { ListQuery } from '../../store.js'
import type { Column } from '../../tables/table.js'
import { getDefinition, type TableName } from '../../tables.js'
import { add, type Compare, remove, replace, type Sorted } from './sorted.js'

/** An item of an index: a row of a record, or the indexed columns of another row. */
export interface Item {
  readonly merchant: string
  readonly id: string
}

/**
 * The rows of listings of one form, in their order.
 *
 * The first such listing creates the index, and each write updates it.
 */
export interface Index {
  /** Filter of a partial index: columns with few values. Other rows are not in the index. */
  readonly only: readonly (readonly [column: string, value: unknown])[]
  /** Column with many values by which the rows are grouped. */
  readonly groupedBy: string | undefined
  readonly compare: Compare<Item>
  readonly time: string | undefined
  /** A single row is stored without a list: most values of such a column occur once. */
  readonly groups: Map<unknown, Item | Sorted<Item>>
}

/** The indexes of a table, by their form. */
export type Indexes = Map<string, Index>

/** The properties of a query that select its index. */
export interface Form {
  readonly time: string | undefined
  readonly only: Index['only']
  readonly groupedBy: string | undefined
}

export const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

export const readColumn = (item: Item, column: string): unknown => item[column as keyof Item]

/** Returns the order of a listing: by a time if there is one, then by id, then by merchant. */
export function compareBy(time: string | undefined): Compare<Item> {
  const byId: Compare<Item> = (one, other) => compareText(one.id, other.id) || compareText(one.merchant, other.merchant)
  if (time === undefined) return byId
  return (one, other) => (readColumn(one, time) as number) - (readColumn(other, time) as number) || byId(one, other)
}

const hasFewValues = ({ kind, oneOf }: Column): boolean => kind === 'flag' || oneOf !== undefined

/** Returns whether a column with few values can have this one. An index for every requested value could fill the memory. */
const canHold = ({ kind, oneOf, nullable }: Column, value: unknown): boolean =>
  value === null
    ? nullable === true
    : kind === 'flag'
      ? typeof value === 'boolean'
      : oneOf?.includes(value as string) === true

/** Returns the form of a query; undefined if no row can match. */
export function toForm(table: TableName, { order, by, where = {} }: ListQuery): Form | undefined {
  const { columns } = getDefinition(table)
  const only: [string, unknown][] = []
  let groupedBy: string | undefined
  for (const [name, value] of Object.entries(where).sort(([one], [other]) => compareText(one, other))) {
    const column = columns[name]
    if (!column || !hasFewValues(column)) groupedBy ??= name
    else if (canHold(column, value)) only.push([name, value])
    else return undefined
  }
  return { time: order === 'due' ? 'due_ms' : by, only, groupedBy }
}

/** Returns an index by its form. Creates it from all rows if it does not exist. */
export function getIndex(indexes: Indexes, form: Form, all: () => Iterable<Item>): Index {
  const { time, only, groupedBy } = form
  const name = [time, groupedBy, ...only.flat()].join(' ')
  const found = indexes.get(name)
  if (found) return found
  const index: Index = { compare: compareBy(time), groups: new Map(), ...form }
  // Appends in order, which needs no search.
  const items = [...all()].filter((item) => isIn(index, item)).sort(index.compare)
  for (const item of items) addItem(index, item)
  indexes.set(name, index)
  return index
}

const isIn = ({ only, time }: Index, item: Item): boolean =>
  only.every(([column, value]) => readColumn(item, column) === value) &&
  (time === undefined || readColumn(item, time) !== null)

const readGroup = ({ groupedBy }: Index, item: Item): unknown =>
  groupedBy === undefined ? undefined : readColumn(item, groupedBy)

function addItem(index: Index, item: Item): void {
  const key = readGroup(index, item)
  const group = index.groups.get(key)
  if (group === undefined) index.groups.set(key, item)
  else if (Array.isArray(group)) add(group, item, index.compare)
  else index.groups.set(key, [index.compare(group, item) < 0 ? [group, item] : [item, group]])
}

function removeItem(index: Index, item: Item): void {
  const key = readGroup(index, item)
  const group = index.groups.get(key)
  if (!Array.isArray(group)) return void index.groups.delete(key)
  remove(group, item, index.compare)
  if (group.length === 0) index.groups.delete(key)
}

function replaceItem(index: Index, old: Item, item: Item): void {
  const key = readGroup(index, old)
  const group = index.groups.get(key)
  if (Array.isArray(group)) replace(group, old, item, index.compare)
  else index.groups.set(key, item)
}

/** Updates the indexes after an insert (no `old`), an update, or a delete (no `item`). */
export function updateIndexes(indexes: Indexes | undefined, old: Item | undefined, item: Item | undefined): void {
  for (const index of indexes?.values() ?? []) {
    const before = old && isIn(index, old) ? old : undefined
    const after = item && isIn(index, item) ? item : undefined
    // The grouping column never changes, because rows are looked up by it.
    if (before && after && index.compare(before, after) === 0) replaceItem(index, before, after)
    else {
      if (before) removeItem(index, before)
      if (after) addItem(index, after)
    }
  }
}

/** Returns the items of a query in order: all items, or those of one group. */
export function findGroup(index: Index, { where = {} }: { readonly where?: ListQuery['where'] }): Sorted<Item> {
  const group = index.groups.get(
    index.groupedBy === undefined ? undefined : where[index.groupedBy as keyof typeof where],
  )
  if (group === undefined) return []
  return Array.isArray(group) ? group : [[group]]
}

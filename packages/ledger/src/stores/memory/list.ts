import type { Account } from '../../accounts.js'
import { entryId } from '../../entry.js'
import type { ListQuery } from '../../store.js'
import type { Row, TableName } from '../../tables.js'
import { type Book, type Books, entryPoint, entryRow, sequencesOf } from './book.js'
import { cellOf, compareBy, type Form, formOf, type Index, type Item, indexIn, soughtIn } from './indexes.js'
import { downwards, firstWithout, upwards } from './sorted.js'

/** One row of a merchant. */
export function getOne(merchant: string, book: Book, table: TableName, id: string): Row<TableName> | undefined {
  if (table === 'accounts') return book.accounts.get(id as Account)
  if (table === 'counters') {
    const value = book.counters.get(id)
    return value === undefined ? undefined : Object.freeze({ merchant, id, value })
  }
  if (table === 'entries') {
    const sequence = Number(id)
    if (id !== entryId(sequence) || sequence < 1 || sequence > book.texts.length) return undefined
    return entryRow(merchant, book, sequence)
  }
  return book.rows[table]?.get(id)
}

/** Returns one row by id of any merchant; the first by merchant name if there are several. */
export function getAny(books: Books, table: TableName, id: string): Row<TableName> | undefined {
  const index = indexOf(books, null, table, { time: undefined, only: [], groupedBy: undefined })
  for (const item of upwards(soughtIn(index, {}), (other) => other.id < id))
    return item.id === id ? read(books, table, item) : undefined
  return undefined
}

/** Returns the items of a table for its indexes. */
function* itemsOf(merchant: string, book: Book, table: TableName): Generator<Item, void> {
  if (table === 'accounts') for (const id of book.accounts.keys()) yield { merchant, id }
  else if (table === 'counters') for (const id of book.counters.keys()) yield { merchant, id }
  else if (table === 'entries') for (const at of book.texts.keys()) yield entryPoint(merchant, book, at + 1)
  else yield* book.rows[table]?.values() ?? []
}

/** Returns the row of an index item. */
function read(books: Books, table: TableName, item: Item): Row<TableName> {
  if (table !== 'accounts' && table !== 'counters' && table !== 'entries') return item as Row<TableName>
  return getOne(item.merchant, books.of.get(item.merchant) as Book, table, item.id) as Row<TableName>
}

/** The index of a merchant, or of all, for listings of a form. */
export function indexOf(books: Books, merchant: string | null, table: TableName, form: Form): Index {
  const owner = merchant === null ? books : (books.of.get(merchant) as Book)
  const indexes = owner.indexes[table] ?? new Map()
  owner.indexes[table] = indexes
  return indexIn(indexes, form, function* () {
    for (const [name, book] of merchant === null ? books.of : [[merchant, owner as Book] as const])
      yield* itemsOf(name, book, table)
  })
}

/** Rows of a merchant, or of all. */
export function listRows(books: Books, table: TableName, merchant: string | null, query: ListQuery): Row<TableName>[] {
  const book = merchant === null ? undefined : books.of.get(merchant)
  const form = formOf(table, query)
  if (!form || (merchant !== null && !book)) return []
  const { limit, where = {} } = query as ListQuery<'entries'>
  const isWhole = table === 'entries' && (where.kind === undefined || where.source !== undefined)
  const items =
    book && merchant !== null && isWhole
      ? ownEntries(merchant, book, query as ListQuery<'entries'>, form.time)
      : indexed(indexOf(books, merchant, table, form), query, form.time)
  const isWanted = wanted(query)
  const isOver = over(query, form.time)
  const found: Row<TableName>[] = []
  for (const item of items) {
    if (isOver(item)) break
    if (!isWanted(item)) continue
    found.push(read(books, table, item))
    if (found.length >= limit) break
  }
  return found
}

function indexed(index: Index, query: ListQuery, time: string | undefined): Iterable<Item> {
  const items = soughtIn(index, query)
  const isBefore = beforeStart(query, time)
  return query.order === undefined || query.order === 'newest' ? downwards(items, isBefore) : upwards(items, isBefore)
}

/** Entries of one merchant need no index: they are stored in order of time. */
function* ownEntries(
  merchant: string,
  book: Book,
  query: ListQuery<'entries'>,
  time: string | undefined,
): Generator<Item, void> {
  const { order = 'newest', where = {} } = query
  const sequences =
    where.source === undefined
      ? { length: book.texts.length, at: (index: number) => index + 1 }
      : sequencesOf(book, where.source)
  const isBefore = beforeStart(query as ListQuery, time)
  const isNeeded = query.past?.ms !== undefined
  const point = (sequence: number): Item =>
    isNeeded ? entryPoint(merchant, book, sequence) : { merchant, id: entryId(sequence) }
  const start = firstWithout(sequences, (sequence) => isBefore(point(sequence)))
  const end = order === 'newest' ? -1 : sequences.length
  const step = order === 'newest' ? -1 : 1
  for (let at = order === 'newest' ? start - 1 : start; at !== end; at += step)
    yield entryPoint(merchant, book, sequences.at(at) as number)
}

/** Returns the predicate for rows before the start of a listing, in ascending order. */
function beforeStart({ order = 'newest', past, before, after }: ListQuery, time: string | undefined) {
  const isDown = order === 'newest'
  if (past) {
    const { id, merchant, ms } = past
    const place = (time === undefined ? { id, merchant } : { id, merchant, [time]: ms }) as Item
    const compare = compareBy(time)
    return isDown ? (item: Item) => compare(item, place) < 0 : (item: Item) => compare(item, place) <= 0
  }
  if (time === undefined && isDown && before !== undefined) return (item: Item) => item.id < before
  if (time === undefined && !isDown && after !== undefined) return (item: Item) => item.id <= after
  return () => isDown
}

/** Returns whether a row matches the filter. */
function wanted({ before, after, dueUntilMs, where = {} }: ListQuery): (item: Item) => boolean {
  const rules = Object.entries(where)
  return (item) =>
    (before === undefined || item.id < before) &&
    (after === undefined || item.id > after) &&
    (dueUntilMs === undefined || (cellOf(item, 'due_ms') as number) <= dueUntilMs) &&
    rules.every(([column, value]) => cellOf(item, column) === value)
}

/** Returns whether a row, and all that follow, are after the end of a listing. */
function over({ order = 'newest', before, after, dueUntilMs }: ListQuery, time: string | undefined) {
  if (order === 'due' && dueUntilMs !== undefined)
    return (item: Item) => (cellOf(item, 'due_ms') as number) > dueUntilMs
  if (time !== undefined) return () => false
  if (order === 'newest') return (item: Item) => after !== undefined && item.id <= after
  return (item: Item) => before !== undefined && item.id >= before
}

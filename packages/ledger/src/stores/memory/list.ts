import type { Account } from '../../accounts.js'
import { entryId } from '../../entry.js'
import type { ListQuery, Place } from '../../store.js'
import type { CounterRow } from '../../tables/counters.js'
import type { EventRow } from '../../tables/events.js'
import type { RecordTable, Row, TableName } from '../../tables.js'
import { placeOf } from '../listing.js'
import { type Book, entryRow, sequencesOf } from './book.js'
import { type AnyRow, compareDue, compareText, lowerBound, type Ordered, type Shelf, sortedIds } from './shelf.js'

/** The order of two rows in a listing. */
export function inOrderOf({ order = 'newest', by }: ListQuery): (one: Row<TableName>, other: Row<TableName>) => number {
  if (order === 'due') {
    return (one, other) => compareDue(one as EventRow, other as EventRow) || compareText(one.merchant, other.merchant)
  }
  return (one, other) => comparePlaces(placeOf(one, by), placeOf(other, by), order)
}

function comparePlaces(one: Place, other: Place, order: 'newest' | 'oldest'): number {
  const up =
    (one.ms ?? 0) - (other.ms ?? 0) || compareText(one.id, other.id) || compareText(one.merchant, other.merchant)
  return order === 'newest' ? -up : up
}

/** Whether a row is one of those that are asked for, wherever the listing begins. */
function isWanted({ order = 'newest', by, past, where = {}, dueUntilMs }: ListQuery): (row: Row<TableName>) => boolean {
  const rules = Object.entries(where)
  const column = by as keyof Row<TableName> | undefined
  return (row) =>
    rules.every(([name, value]) => row[name as keyof typeof row] === value) &&
    // In the order in which events are due, the listing ends at the first one that is too late.
    (dueUntilMs === undefined || order === 'due' || (row as EventRow).due_ms <= dueUntilMs) &&
    (column === undefined || row[column] !== null) &&
    (past === undefined || order === 'due' || comparePlaces(placeOf(row, by), past, order) > 0)
}

/** Walks candidate ids in order until enough rows are found. */
function pick<R extends Row<TableName>>(
  ids: Ordered<string>,
  read: (id: string) => R | undefined,
  query: ListQuery,
): R[] {
  const { limit, before, after, order = 'newest' } = query
  const isIt = isWanted(query)
  const from = after === undefined ? 0 : lowerBound(ids, (id) => id <= after)
  const to = before === undefined ? ids.length : lowerBound(ids, (id) => id < before)
  const found: R[] = []
  for (let step = 0; step < to - from && found.length < limit; step++) {
    const row = read(ids.at(order === 'newest' ? to - 1 - step : from + step) as string)
    if (row && isIt(row)) found.push(row)
  }
  return found
}

function listDue(shelf: Shelf, query: ListQuery): EventRow[] {
  const { limit, before, after, dueUntilMs = Number.POSITIVE_INFINITY } = query
  const isIt = isWanted(query)
  const found: EventRow[] = []
  for (const event of shelf.due) {
    if (event.due_ms > dueUntilMs || found.length >= limit) break
    if ((before !== undefined && event.id >= before) || (after !== undefined && event.id <= after)) continue
    if (isIt(event)) found.push(event)
  }
  return found
}

function listShelf(shelf: Shelf, query: ListQuery): AnyRow[] {
  if (query.order === 'due') return listDue(shelf, query)
  const read = (id: string) => shelf.rows.get(id)
  // Ids say nothing about the times of rows, so all of them are looked at.
  if (query.by !== undefined) {
    const all = pick(sortedIds(shelf), read, { ...query, limit: shelf.rows.size })
    return all.sort(inOrderOf(query)).slice(0, query.limit)
  }
  for (const [column, value] of Object.entries(query.where ?? {})) {
    const ids = shelf.byColumn.get(column)
    if (ids && value !== null) return pick([...(ids.get(value) ?? [])].sort(compareText), read, query)
  }
  return pick(sortedIds(shelf), read, query)
}

/** One row of a merchant. */
export function getOne(merchant: string, book: Book, table: TableName, id: string): Row<TableName> | undefined {
  if (table === 'accounts') return book.accounts.get(id as Account)
  if (table === 'counters') {
    const value = book.counters.get(id)
    return value === undefined ? undefined : Object.freeze({ merchant, id, value } satisfies CounterRow)
  }
  if (table === 'entries') {
    const sequence = Number(id)
    return /^\d{12,}$/.test(id) && sequence >= 1 && sequence <= book.texts.length
      ? entryRow(merchant, book, sequence)
      : undefined
  }
  return book.shelves[table]?.rows.get(id)
}

/** Rows of a merchant. */
export function listOne(merchant: string, book: Book, table: TableName, query: ListQuery): Row<TableName>[] {
  const read = (id: string) => getOne(merchant, book, table, id)
  if (table === 'accounts') return pick([...book.accounts.keys()].sort(compareText), read, query)
  if (table === 'counters') return pick([...book.counters.keys()].sort(compareText), read, query)
  if (table === 'entries') {
    // Their times never go back, so they stand in the order of their ids whichever is asked for.
    const { source } = (query.where ?? {}) as { source?: string }
    if (source !== undefined) return pick(sequencesOf(book, source).map(entryId), read, query)
    return pick({ length: book.texts.length, at: (index) => entryId(index + 1) }, read, query)
  }
  const shelf = book.shelves[table as RecordTable]
  return shelf ? listShelf(shelf, query) : []
}

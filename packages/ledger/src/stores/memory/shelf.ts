import type { AnswerRow } from '../../tables/answers.js'
import type { EventRow } from '../../tables/events.js'
import { definitionOf, type RecordTable, type Tables, uniqueColumnOf } from '../../tables.js'

/** A row of any table that plans insert into. */
export type AnyRow = Readonly<Tables[RecordTable]>

/** One table of one merchant. */
export interface Shelf {
  readonly rows: Map<string, AnyRow>
  /** The ids in order, kept while rows come in order; otherwise made when a listing asks for them. */
  ids: string[]
  isSorted: boolean
  /** The ids of the rows that hold a value, for each column that rows are looked up by; null is left out. */
  readonly byColumn: Map<string, Map<unknown, string[]>>
  /** Of events only: by due time, then id. */
  readonly due: EventRow[]
  /** Of kept answers only: none is older. */
  oldestMs: number
}

export const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
export const compareDue = (one: EventRow, other: EventRow): number =>
  one.due_ms - other.due_ms || compareText(one.id, other.id)

/** A list in order; the ids of entries are one without being written down. */
export interface Ordered<T> {
  readonly length: number
  at(index: number): T | undefined
}

/** The first place in a sorted list whose item is not before what is sought. */
export function lowerBound<T>(list: Ordered<T>, isBefore: (item: T) => boolean): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(list.at(middle) as T)) low = middle + 1
    else high = middle
  }
  return low
}

/** An empty table. */
export function makeShelf(table: RecordTable): Shelf {
  const byColumn = new Map((definitionOf(table).lookedUp ?? []).map((column) => [column, new Map<unknown, string[]>()]))
  return { rows: new Map(), ids: [], isSorted: true, byColumn, due: [], oldestMs: Number.POSITIVE_INFINITY }
}

/** Puts a row in, or in the place of the one with its id. */
export function put(shelf: Shelf, table: RecordTable, row: AnyRow): void {
  shelf.rows.set(row.id, row)
  if (table === 'answers') shelf.oldestMs = Math.min(shelf.oldestMs, (row as AnswerRow).created_ms)
}

/** Puts a new row in; `taken` holds the values that no two merchants may share, by `table value`. */
export function insert(shelf: Shelf, table: RecordTable, row: AnyRow, taken: Set<string>): void {
  const last = shelf.ids.at(-1)
  if (!shelf.isSorted || (last !== undefined && last >= row.id)) unsort(shelf)
  else shelf.ids.push(row.id)
  put(shelf, table, row)
  for (const [column, ids] of shelf.byColumn) {
    const value = row[column as keyof AnyRow]
    if (value === null) continue
    const found = ids.get(value)
    if (found) found.push(row.id)
    else ids.set(value, [row.id])
  }
  const rule = uniqueColumnOf(table)
  if (rule?.everywhere) taken.add(`${table} ${row[rule.column as keyof AnyRow]}`)
  if (table === 'events') {
    const event = row as EventRow
    shelf.due.splice(
      lowerBound(shelf.due, (other) => compareDue(other, event) < 0),
      0,
      event,
    )
  }
}

/** Forgets the order of the ids: it is made again when somebody asks for it. */
export function unsort(shelf: Shelf): void {
  shelf.ids = []
  shelf.isSorted = false
}

export function sortedIds(shelf: Shelf): string[] {
  if (!shelf.isSorted) {
    shelf.ids = [...shelf.rows.keys()].sort(compareText)
    shelf.isSorted = true
  }
  return shelf.ids
}

export function removeEvent(shelf: Shelf, id: string): void {
  const event = shelf.rows.get(id) as EventRow
  shelf.rows.delete(id)
  shelf.due.splice(
    lowerBound(shelf.due, (other) => compareDue(other, event) < 0),
    1,
  )
  const byRef = shelf.byColumn.get('ref')
  const others = byRef?.get(event.ref)?.filter((other) => other !== id) ?? []
  if (others.length > 0) byRef?.set(event.ref, others)
  else byRef?.delete(event.ref)
  unsort(shelf)
}

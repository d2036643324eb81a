import { ClosedError, isClosable } from '../../closing.js'
import { entryId } from '../../entry.js'
import { entryKinds } from '../../posting.js'
import type { ListQuery } from '../../store.js'
import type { Row, TableName } from '../../tables.js'
import { type Book, type Books, type ClosedOfAll, isPlaceClosed } from './book.js'
import { cellOf } from './indexes.js'

/**
 * Refuses a listing that would hold something closed, or leave it out without a word. One that ends before it gets there,
 * or looks for what is never closed, is as good as before.
 *
 * @throws ClosedError that says how far back listings go.
 */
export function refuseClosed(
  owner: Book | Books,
  table: TableName,
  query: ListQuery,
  found: readonly Row<TableName>[],
): void {
  const closed: ClosedOfAll | undefined = 'of' in owner ? owner.closed : owner.closing
  if (!closed || query.left) return
  const range =
    table === 'entries' ? ([entryId(1), entryId(closed.sequence)] as const) : isClosable(table) && closed.ids[table]
  if (!range || (table === 'entries' && closed.sequence === 0)) return
  const { status, late_money: late, source } = (query.where ?? {}) as Readonly<Record<string, unknown>>
  if (status === 'pending' || late === 'held') return
  if (!('of' in owner) && typeof source === 'string' && !entryKinds.some((kind) => isPlaceClosed(owner, kind, source)))
    return
  if (query.by === undefined ? endsBefore(range, query, found) : isLater(closed.beforeMs, query, found)) return
  const { order = 'newest', by = 'id' } = query
  throw new ClosedError(
    `This list (${order} first, by ${by}) reaches ${table} that are closed. Ask for fewer of the newest, set left: true to list only what is not closed, or read what was kept when the books were closed. (decision 0096)`,
  )
}

/** Whether a listing by id stays outside of what is closed. */
function endsBefore(
  [first, last]: readonly [string, string],
  { order = 'newest', limit, before, after, past }: ListQuery,
  found: readonly Row<TableName>[],
): boolean {
  const end = found.length >= limit ? found.at(-1)?.id : undefined
  // Another merchant's row can have the id of a place, and come after it.
  if (order === 'newest')
    return isAbove(end, last) || isFrom(after, last) || isFrom(first, before) || isAbove(first, past?.id)
  return isAbove(first, end) || isFrom(after, last) || isAbove(past?.id, last)
}

const isAbove = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && one > other

const isFrom = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && one >= other

/** Whether a listing by time stays after what is closed, which was made before that. */
function isLater(
  beforeMs: number,
  { order = 'newest', limit, by, past }: ListQuery,
  found: readonly Row<TableName>[],
): boolean {
  if (by !== 'created_ms' && by !== 'at_ms') return false
  if (order !== 'newest') return past?.ms !== undefined && past.ms >= beforeMs
  const last = found.length >= limit ? found.at(-1) : undefined
  return last !== undefined && (cellOf(last, by) as number) >= beforeMs
}

import { accounts } from '../../accounts.js'
import {
  type ClosableRows,
  type ClosableTable,
  type Closed,
  type Closing,
  closableTables,
  isOver,
  noSums,
} from '../../closing.js'
import { parseCanonicalText } from '../../entry.js'
import type { EntryKind } from '../../posting.js'
import { checkEntry, startWalk, type Walk } from '../../verify/entries.js'
import { sumsOf } from '../../verify/records.js'
import type { Broken } from '../../verify/verdict.js'
import {
  type AnyRow,
  type Book,
  type Books,
  type ClosedOfAll,
  entryPoint,
  erase,
  isRecordClosed,
  sequencesOf,
} from './book.js'
import { keepUp } from './indexes.js'

/** What no other entry may have. */
interface Place {
  readonly kind: EntryKind
  readonly source: string
}

/**
 * Takes out of a book all entries from before a moment, and all records made before it that are over. The entries are
 * walked as `verify` walks them; when a law does not hold, it says so and everything stays.
 */
export function closeBook(books: Books, merchant: string, beforeMs: number): Closed | Broken {
  if (!Number.isSafeInteger(beforeMs))
    throw new RangeError('The time before which books are closed must be whole milliseconds.')
  const book = books.of.get(merchant)
  const walk = startWalk(merchant, book?.closing)
  const rows = book ? overRows(book, beforeMs) : { payments: [], refunds: [], payouts: [] }
  const entries: (readonly [string, string])[] = []
  const gone: Place[] = []
  for (const [at, text] of book?.texts.entries() ?? []) {
    // Times never go back: all that follow are later too.
    if (timeOf(text) >= beforeMs) break
    const hash = books.hashOf(walk.hash + text)
    const entry = parseCanonicalText(merchant, text, walk.hash, book?.hashes[at] ?? hash)
    const failure = checkEntry(walk, entry, hash)
    if (failure) return failure
    entries.push([text, hash])
    gone.push(entry)
  }
  const closing = closingAfter(walk, rows, beforeMs, book?.closing)
  if (book) {
    letGo(books, merchant, book, closing, gone, rows)
    books.closed = wider(books.closed, closing)
  }
  return { ok: true, closing, entries, rows }
}

/** The fourth field of an entry's text. */
function timeOf(text: string): number {
  let from = 0
  for (let field = 1; field < 4; field++) from = text.indexOf('|', from) + 1
  return Number(text.slice(from, text.indexOf('|', from)))
}

type OverRows = { readonly [T in ClosableTable]: ClosableRows[T][] }

/** The records that are over. What something is scheduled for is not. */
function overRows(book: Book, beforeMs: number): OverRows {
  const awaited = new Set<string>()
  for (const row of book.rows.events?.values() ?? []) awaited.add((row as { readonly ref?: string }).ref ?? '')
  const of = <T extends ClosableTable>(table: T) => {
    const over: ClosableRows[T][] = []
    for (const row of (book.rows[table]?.values() ?? []) as Iterable<ClosableRows[T]>)
      if (row.created_ms < beforeMs && isOver(table, row) && !awaited.has(row.id)) over.push(row)
    return over
  }
  return { payments: of('payments'), refunds: of('refunds'), payouts: of('payouts') }
}

function closingAfter(walk: Walk, rows: OverRows, beforeMs: number, last: Closing | undefined): Closing {
  const { merchant, count: sequence, hash, atMs } = walk
  const held = accounts.flatMap((account) => {
    const touchedAt = walk.touchedAt.get(account)
    return touchedAt ? [[account, [String(walk.balances.get(account) ?? 0n), touchedAt]] as const] : []
  })
  const ids = closableTables.flatMap((table) => {
    const range = rangeOf(rows[table], last?.ids[table])
    return range ? [[table, range] as const] : []
  })
  return {
    merchant,
    sequence,
    hash,
    beforeMs: Math.max(beforeMs, last?.beforeMs ?? beforeMs),
    atMs: sequence === 0 ? null : atMs,
    accounts: Object.fromEntries(held),
    sums: addedSums(last?.sums ?? noSums, rows),
    ids: Object.fromEntries(ids),
  }
}

type Range = readonly [first: string, last: string]

/** The lowest and the highest id of some rows, and of a range before them. */
function rangeOf(rows: readonly { readonly id: string }[], before: Range | undefined): Range | undefined {
  let range = before
  for (const { id } of rows) {
    const [first, last] = range ?? [id, id]
    range = [id < first ? id : first, id > last ? id : last]
  }
  return range
}

function addedSums(sums: Closing['sums'], rows: OverRows): Closing['sums'] {
  const { collected, returned, refunded, paidOut } = sumsOf(rows)
  return {
    collected: String(BigInt(sums.collected) + collected),
    returned: String(BigInt(sums.returned) + returned),
    refunded: String(BigInt(sums.refunded) + refunded),
    paidOut: String(BigInt(sums.paidOut) + paidOut),
  }
}

function letGo(
  books: Books,
  merchant: string,
  book: Book,
  closing: Closing,
  gone: readonly Place[],
  rows: OverRows,
): void {
  const isIndexed = book.indexes.entries || books.indexes.entries
  const first = closing.sequence - gone.length + 1
  for (const [at, { source }] of gone.entries()) {
    if (isIndexed) {
      const point = entryPoint(merchant, book, first + at)
      keepUp(book.indexes.entries, point, undefined)
      keepUp(books.indexes.entries, point, undefined)
    }
    const left = sequencesOf(book, source).filter((other) => other > closing.sequence)
    if (left.length === 0) book.bySource.delete(source)
    else book.bySource.set(source, left)
  }
  book.texts.splice(0, gone.length)
  book.hashes.splice(0, gone.length)
  for (const table of closableTables) for (const row of rows[table]) erase(books, book, table, row as AnyRow)
  book.closing = closing
  // What the record itself tells by being closed need not be remembered.
  for (const place of book.places) {
    const [kind, source] = place.split(' ') as [EntryKind, string]
    if (isRecordClosed(book, kind, source)) book.places.delete(place)
  }
  for (const { kind, source } of gone) if (!isRecordClosed(book, kind, source)) book.places.add(`${kind} ${source}`)
}

/** What is closed of all merchants, with one more. */
export function wider(all: ClosedOfAll | undefined, { beforeMs, sequence, ids }: ClosedOfAll): ClosedOfAll {
  if (!all) return { beforeMs, sequence, ids }
  const joined = closableTables.flatMap((table) => {
    const [one, other] = [all.ids[table], ids[table]]
    const range = one && other ? rangeOf([{ id: other[0] }, { id: other[1] }], one) : (one ?? other)
    return range ? [[table, range] as const] : []
  })
  return {
    beforeMs: Math.max(all.beforeMs, beforeMs),
    sequence: Math.max(all.sequence, sequence),
    ids: Object.fromEntries(joined),
  }
}

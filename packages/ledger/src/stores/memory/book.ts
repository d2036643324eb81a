import type { Account } from '../../accounts.js'
import { entryHash, entryId, firstHash, parseCanonicalText } from '../../entry.js'
import type { Entry, EntryKind } from '../../posting.js'
import type { AccountRow } from '../../tables/accounts.js'
import type { EntryRow } from '../../tables/entries.js'
import { type RecordTable, type TableName, type Tables, type UniqueColumn, uniqueColumnOf } from '../../tables.js'
import { frozen } from './frozen.js'
import { type Indexes, type Item, keepUp } from './indexes.js'

/** A row of any table that plans insert into. */
export type AnyRow = Readonly<Tables[RecordTable]>

type IndexesOf = { [T in TableName]?: Indexes }

/** The data of one merchant. */
export interface Book {
  readonly rows: { [T in RecordTable]?: Map<string, AnyRow> }
  /** For listings of this merchant's rows. */
  readonly indexes: IndexesOf
  /** Values that the merchant has once, by `table value`. */
  readonly taken: Set<string>
  readonly counters: Map<string, number>
  readonly accounts: Map<Account, AccountRow>
  /** Canonical texts: a third of the size of the rows, which are read rarely. */
  readonly texts: string[]
  /**
   * Hashes of the first entries. The others are computed on demand, because hashing is most of the work of a commit.
   */
  readonly hashes: string[]
  /** Sequences of the entries by source: one, or several. */
  readonly bySource: Map<string, number | readonly number[]>
  lastAtMs: number
}

/** The data of all merchants. */
export interface Books {
  readonly of: Map<string, Book>
  /** For listings through all merchants. */
  readonly indexes: IndexesOf
  /** Values that no two merchants may share, by `table value`. */
  readonly taken: Set<string>
}

export const makeBooks = (): Books => ({ of: new Map(), indexes: {}, taken: new Set() })

/** The book of a merchant, which is made when there is none. */
export function bookOf({ of }: Books, merchant: string): Book {
  const found = of.get(merchant)
  if (found) return found
  const book: Book = {
    rows: {},
    indexes: {},
    taken: new Set(),
    counters: new Map(),
    accounts: new Map(),
    texts: [],
    hashes: [],
    bySource: new Map(),
    lastAtMs: Number.NEGATIVE_INFINITY,
  }
  of.set(merchant, book)
  return book
}

/** Updates all indexes after an insert (no `old`), an update, or a delete (no `item`). */
function tell(books: Books, book: Book, table: TableName, old: Item | undefined, item: Item | undefined): void {
  keepUp(book.indexes[table], old, item)
  keepUp(books.indexes[table], old, item)
}

/** A unique value: its column, the set that contains it, and its key in the set. */
interface Taken {
  readonly column: UniqueColumn
  readonly taken: Set<string>
  readonly key: string
}

/** The value of a row that is taken once, if its table has such a column and the row a value in it. */
export function takenBy(books: Books, book: Book, table: RecordTable, row: AnyRow): Taken | undefined {
  const rule = uniqueColumnOf(table)
  const value = rule && row[rule.column as keyof AnyRow]
  if (!rule || value === null) return undefined
  return { column: rule.column, taken: (rule.everywhere ? books : book).taken, key: `${table} ${value}` }
}

/** Puts a row in, or in the place of the one with its id. */
export function write(books: Books, book: Book, table: RecordTable, row: AnyRow): void {
  let rows = book.rows[table]
  if (!rows) {
    rows = new Map()
    book.rows[table] = rows
  }
  const old = rows.get(row.id)
  rows.set(row.id, row)
  tell(books, book, table, old, row)
}

/** Puts a new row in. */
export function insert(books: Books, book: Book, table: RecordTable, row: AnyRow): void {
  write(books, book, table, row)
  const found = takenBy(books, book, table, row)
  found?.taken.add(found.key)
}

/** Takes a row out. None of a table with values that are taken once ever goes. */
export function erase(books: Books, book: Book, table: RecordTable, row: AnyRow): void {
  book.rows[table]?.delete(row.id)
  tell(books, book, table, row, undefined)
}

export function setCounter(books: Books, merchant: string, book: Book, id: string, value: number): void {
  if (!book.counters.has(id)) tell(books, book, 'counters', undefined, { merchant, id })
  book.counters.set(id, value)
}

export function setAccount(books: Books, book: Book, row: AccountRow): void {
  const { merchant, id } = row
  if (!book.accounts.has(id)) tell(books, book, 'accounts', undefined, { merchant, id })
  book.accounts.set(id, row)
}

const none: readonly number[] = []

/** The sequences of the entries of a source. */
export function sequencesOf(book: Book, source: string): readonly number[] {
  const found = book.bySource.get(source)
  if (found === undefined) return none
  return typeof found === 'number' ? [found] : found
}

export function hasEntry(book: Book, { source, kind }: Entry): boolean {
  return sequencesOf(book, source).some((sequence) => book.texts[sequence - 1]?.startsWith(`${sequence}|${kind}|`))
}

/** Appends an entry. The hash is computed on demand. */
export function append(books: Books, merchant: string, book: Book, source: string, text: string): void {
  book.texts.push(text)
  const sequence = book.texts.length
  const others = book.bySource.get(source)
  if (others === undefined) book.bySource.set(source, sequence)
  else if (typeof others === 'number') book.bySource.set(source, [others, sequence])
  else book.bySource.set(source, [...others, sequence])
  if (book.indexes.entries || books.indexes.entries)
    tell(books, book, 'entries', undefined, entryPoint(merchant, book, sequence))
}

/** The indexed columns of an entry. The entry itself is stored as text. */
export interface EntryPoint extends Item {
  readonly kind: EntryKind
  readonly source: string
  readonly at_ms: number
}

export function entryPoint(merchant: string, book: Book, sequence: number): EntryPoint {
  const [, kind, source = '', atMs] = book.texts[sequence - 1]?.split('|', 4) ?? []
  return { merchant, id: entryId(sequence), kind: kind as EntryKind, source, at_ms: Number(atMs) }
}

/** Hashes the entries that are not hashed yet. The texts never change, so the hashes do not depend on the time. */
export function seal(merchant: string, book: Book): void {
  if (book.hashes.length === book.texts.length) return
  let previous = book.hashes.at(-1) ?? firstHash(merchant)
  for (const text of book.texts.slice(book.hashes.length)) {
    previous = entryHash(previous, text)
    book.hashes.push(previous)
  }
}

export function entryRow(merchant: string, book: Book, sequence: number): EntryRow {
  seal(merchant, book)
  const at = sequence - 1
  const previous = book.hashes[at - 1] ?? firstHash(merchant)
  const row = parseCanonicalText(merchant, book.texts[at] ?? '', previous, book.hashes[at] ?? '')
  return frozen(row)
}

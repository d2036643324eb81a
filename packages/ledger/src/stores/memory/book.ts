import type { Account } from '../../accounts.js'
import { entryHash, firstHash, parseCanonicalText } from '../../entry.js'
import type { Entry } from '../../posting.js'
import type { AccountRow } from '../../tables/accounts.js'
import type { EntryRow } from '../../tables/entries.js'
import type { RecordTable } from '../../tables.js'
import { frozen } from './frozen.js'
import { makeShelf, type Shelf } from './shelf.js'

/** What one merchant has. */
export interface Book {
  readonly shelves: Partial<Record<RecordTable, Shelf>>
  readonly counters: Map<string, number>
  readonly accounts: Map<Account, AccountRow>
  /** Canonical texts: a third of the size of the rows, which are read rarely. */
  readonly texts: string[]
  /** Of the first entries; the rest is made when somebody looks, for hashing is most of the work of a commit. */
  readonly hashes: string[]
  /** Which entries a source has: a sequence, or several. */
  readonly bySource: Map<string, number | number[]>
  lastAtMs: number
}

export function makeBook(): Book {
  return {
    shelves: {},
    counters: new Map(),
    accounts: new Map(),
    texts: [],
    hashes: [],
    bySource: new Map(),
    lastAtMs: Number.NEGATIVE_INFINITY,
  }
}

export function shelfOf(book: Book, table: RecordTable): Shelf {
  let shelf = book.shelves[table]
  if (!shelf) {
    shelf = makeShelf(table)
    book.shelves[table] = shelf
  }
  return shelf
}

/** The sequences of the entries of a source. */
export const sequencesOf = (book: Book, source: string): readonly number[] => [book.bySource.get(source) ?? []].flat()

export function hasEntry(book: Book, { source, kind }: Entry): boolean {
  return sequencesOf(book, source).some((sequence) => book.texts[sequence - 1]?.startsWith(`${sequence}|${kind}|`))
}

/** Records an entry; its hash is made when somebody looks. */
export function append(book: Book, source: string, text: string): void {
  book.texts.push(text)
  const sequence = book.texts.length
  const others = book.bySource.get(source)
  book.bySource.set(source, others === undefined ? sequence : [others, sequence].flat())
}

/** Hashes the entries that came since: the texts never change, so the hashes are the same whenever they are made. */
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
  const previous = book.hashes[sequence - 2] ?? firstHash(merchant)
  const row = parseCanonicalText(merchant, book.texts[sequence - 1] ?? '', previous, book.hashes[sequence - 1] ?? '')
  return frozen(row)
}

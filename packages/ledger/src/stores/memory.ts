import { type Account, accounts } from '../accounts.js'
import type { Closed, Closing } from '../closing.js'
import { hashText } from '../entry.js'
import { isForgotten } from '../kept-answer.js'
import { checkPlan } from '../plan.js'
import type { ListQuery, Store } from '../store.js'
import type { AnswerRow } from '../tables/answers.js'
import { type Row, recordTables, type TableName } from '../tables.js'
import type { Verdict } from '../verify/verdict.js'
import { checkQuery } from './listing.js'
import {
  type AnyRow,
  append,
  type Book,
  type Books,
  bookOf,
  erase,
  insert,
  makeBooks,
  seal,
  setAccount,
  setCounter,
} from './memory/book.js'
import { closeBook, wider } from './memory/close.js'
import { commitTo } from './memory/commit.js'
import { frozen } from './memory/frozen.js'
import { compareText, soughtIn } from './memory/indexes.js'
import { getAny, getOne, indexOf, listRows } from './memory/list.js'
import { upwards } from './memory/sorted.js'
import { pesewasOf, plainRow, revivedRow } from './plain.js'
import { checkSnapshot, type MerchantSnapshot, type Snapshot } from './snapshot.js'

/**
 * A store that forgets: for tests and for one process.
 *
 * A commit is carried out without a pause, so no other sees half of it.
 */
export interface MemoryStore extends Store {
  /** Everything, as a value that survives JSON and shares nothing with the store. */
  snapshot(): Snapshot
  /** Replaces everything. @throws TypeError when it is not a snapshot of this version; then nothing has changed. */
  restore(snapshot: Snapshot): void
  /** Forgets everything. */
  clear(): void
  /** Takes away a merchant's answers that were kept for long enough. @returns How many. */
  forget(merchant: string, nowMs: number): number
  /**
   * Closes the older part of a merchant's books: walks the entries from before a moment as `verify` does, and lets go of
   * them and of all payments, refunds and payouts made before it that are over. What they left is kept, as a `Closing`.
   *
   * Ids have to sort by creation: what comes later under the id of something closed is a duplicate.
   *
   * @returns What was let go of; or the first law that does not hold, and then everything stays.
   * @throws RangeError when the moment is none.
   * @decision 0096
   */
  close(merchant: string, beforeMs: number): Closed | Extract<Verdict, { ok: false }>
  /** Where a merchant's books begin, if something of them is closed. */
  closing(merchant: string): Promise<Closing | undefined>
  /** SHA-256 of the snapshot: equal exactly when the content is. */
  stateHash(): string
}

/** How a store in memory does its work. */
export interface MemoryStoreOptions {
  /** SHA-256 of a text as UTF-8, in hexadecimal digits: that of the platform, which is faster than the ledger's own. */
  readonly sha256?: (text: string) => string
}

/**
 * Makes a store in memory.
 *
 * @returns A store that is empty.
 * @throws TypeError when `sha256` is another function.
 * @decision 0014
 */
export function createMemoryStore({ sha256 = hashText }: MemoryStoreOptions = {}): MemoryStore {
  if (sha256 !== hashText && sha256('GH₵') !== hashText('GH₵'))
    throw new TypeError('sha256 must give the hash of a text as UTF-8, in small hexadecimal digits. (decision 0096)')
  let books = makeBooks(sha256)

  function snapshot(): Snapshot {
    const merchants: [string, MerchantSnapshot][] = []
    for (const [merchant, book] of [...books.of].sort(([one], [other]) => compareText(one, other))) {
      const saved = savedBook(books, merchant, book)
      const { tables, counters, entries, closed } = saved
      if (closed || Object.keys(tables).length + Object.keys(counters).length + entries.length > 0)
        merchants.push([merchant, saved])
    }
    return { version: 1, merchants: Object.fromEntries(merchants) }
  }

  return {
    async get<T extends TableName>(table: T, merchant: string | null, id: string) {
      if (merchant === null) return getAny(books, table, id) as Row<T> | undefined
      const book = books.of.get(merchant)
      return book && (getOne(books, merchant, book, table, id) as Row<T> | undefined)
    },
    async list<T extends TableName>(table: T, merchant: string | null, query: ListQuery<T>) {
      checkQuery(table, query as ListQuery)
      return listRows(books, table, merchant, query as ListQuery) as Row<T>[]
    },
    async commit(plan) {
      checkPlan(plan)
      return commitTo(books, plan)
    },
    snapshot,
    restore(snapshot) {
      checkSnapshot(snapshot)
      // Beside what is there: when something in it cannot be read, nothing has changed.
      const filled = makeBooks(sha256)
      for (const [merchant, saved] of Object.entries(snapshot.merchants)) fillBook(filled, merchant, saved)
      books = filled
    },
    clear() {
      books = makeBooks(sha256)
    },
    close: (merchant, beforeMs) => closeBook(books, merchant, beforeMs),
    closing: async (merchant) => books.of.get(merchant)?.closing,
    forget: (merchant, nowMs) => forget(books, merchant, nowMs),
    stateHash: () => hashText(JSON.stringify(snapshot())),
  }
}

/** Answers stand in an index by their age, so only those that go are looked at. */
function forget(books: Books, merchant: string, nowMs: number): number {
  const book = books.of.get(merchant)
  if (!book?.rows.answers) return 0
  const byAge = indexOf(books, merchant, 'answers', { time: 'created_ms', only: [], groupedBy: undefined })
  const gone: AnswerRow[] = []
  for (const row of upwards(soughtIn(byAge, {}) as AnswerRow[][], () => false)) {
    if (!isForgotten(row, nowMs)) break
    gone.push(row)
  }
  for (const row of gone) erase(books, book, 'answers', row)
  return gone.length
}

function savedBook(books: Books, merchant: string, book: Book): MerchantSnapshot {
  const tables: [string, unknown[]][] = []
  for (const table of recordTables) {
    const rows = book.rows[table]
    if (!rows || rows.size === 0) continue
    const ids = [...rows.keys()].sort(compareText)
    tables.push([table, ids.map((id) => plainRow(rows.get(id)))])
  }
  const held = accounts.flatMap((id) => {
    const row = book.accounts.get(id)
    return row ? [[id, [String(row.balance_pesewas), row.sequence]] as const] : []
  })
  seal(books, merchant, book)
  return {
    tables: Object.fromEntries(tables),
    counters: Object.fromEntries([...book.counters].sort(([one], [other]) => compareText(one, other))),
    accounts: Object.fromEntries(held),
    entries: book.texts.map((text, index) => [text, book.hashes[index] ?? ''] as const),
    ...(book.closing && { closed: { closing: book.closing, places: [...book.places].sort(compareText) } }),
  }
}

function fillBook(books: Books, merchant: string, saved: MerchantSnapshot): void {
  const book = bookOf(books, merchant)
  for (const table of recordTables) {
    for (const row of saved.tables[table] ?? [])
      insert(books, book, table, frozen(revivedRow(table, row)) as unknown as AnyRow)
  }
  for (const [name, value] of Object.entries(saved.counters)) setCounter(books, merchant, book, name, value)
  for (const [id, [balance, sequence]] of Object.entries(saved.accounts) as [Account, [string, number]][]) {
    setAccount(books, book, Object.freeze({ merchant, id, balance_pesewas: pesewasOf(balance, id), sequence }))
  }
  if (saved.closed) {
    const { closing, places } = saved.closed
    book.closing = closing
    for (const place of places) book.places.add(place)
    if (closing.atMs !== null) book.lastAtMs = closing.atMs
    books.closed = wider(books.closed, closing)
  }
  for (const [text, hash] of saved.entries) {
    const [, , source = '', atMs] = text.split('|')
    append(books, merchant, book, source, text)
    book.hashes.push(hash)
    book.lastAtMs = Math.max(book.lastAtMs, Number(atMs))
  }
}

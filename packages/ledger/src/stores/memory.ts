import { type Account, accounts } from '../accounts.js'
import { hashText } from '../entry.js'
import { isExpired } from '../idempotency.js'
import { checkPlan } from '../plan.js'
import type { ListQuery, Store } from '../store.js'
import type { IdempotencyKeyRow } from '../tables/idempotency-keys.js'
import { type Row, recordTables, type TableName } from '../tables.js'
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
 * A commit is synchronous, so no reader sees a part of it.
 */
export interface MemoryStore extends Store {
  /** Everything, as a value that survives JSON and shares nothing with the store. */
  snapshot(): Snapshot
  /** Replaces everything. @throws TypeError when it is not a snapshot of this version; then nothing has changed. */
  restore(snapshot: Snapshot): void
  /** Forgets everything. */
  clear(): void
  /** Deletes a merchant's expired idempotency keys. @returns The number of deleted keys. */
  deleteExpiredKeys(merchant: string, nowMs: number): number
  /** SHA-256 of the snapshot: equal exactly when the content is. */
  stateHash(): string
}

/**
 * Creates an empty store in memory.
 *
 * @decision 0014
 */
export function createMemoryStore(): MemoryStore {
  let books = makeBooks()

  function snapshot(): Snapshot {
    const merchants: [string, MerchantSnapshot][] = []
    for (const [merchant, book] of [...books.of].sort(([one], [other]) => compareText(one, other))) {
      const saved = savedBook(merchant, book)
      const { tables, counters, entries } = saved
      if (Object.keys(tables).length + Object.keys(counters).length + entries.length > 0)
        merchants.push([merchant, saved])
    }
    return { version: 1, merchants: Object.fromEntries(merchants) }
  }

  return {
    async get<T extends TableName>(table: T, merchant: string | null, id: string) {
      if (merchant === null) return getAny(books, table, id) as Row<T> | undefined
      const book = books.of.get(merchant)
      return book && (getOne(merchant, book, table, id) as Row<T> | undefined)
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
      // A snapshot that cannot be read changes nothing.
      const filled = makeBooks()
      for (const [merchant, saved] of Object.entries(snapshot.merchants)) fillBook(filled, merchant, saved)
      books = filled
    },
    clear() {
      books = makeBooks()
    },
    deleteExpiredKeys: (merchant, nowMs) => deleteExpiredKeys(books, merchant, nowMs),
    stateHash: () => hashText(JSON.stringify(snapshot())),
  }
}

/** Reads the index by age, so that only expired rows are visited. */
function deleteExpiredKeys(books: Books, merchant: string, nowMs: number): number {
  const book = books.of.get(merchant)
  if (!book?.rows.idempotency_keys) return 0
  const byAge = indexOf(books, merchant, 'idempotency_keys', { time: 'created_ms', only: [], groupedBy: undefined })
  const gone: IdempotencyKeyRow[] = []
  for (const row of upwards(soughtIn(byAge, {}) as IdempotencyKeyRow[][], () => false)) {
    if (!isExpired(row, nowMs)) break
    gone.push(row)
  }
  for (const row of gone) erase(books, book, 'idempotency_keys', row)
  return gone.length
}

function savedBook(merchant: string, book: Book): MerchantSnapshot {
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
  seal(merchant, book)
  return {
    tables: Object.fromEntries(tables),
    counters: Object.fromEntries([...book.counters].sort(([one], [other]) => compareText(one, other))),
    accounts: Object.fromEntries(held),
    entries: book.texts.map((text, index) => [text, book.hashes[index] ?? ''] as const),
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
  for (const [text, hash] of saved.entries) {
    const [, , source = '', atMs] = text.split('|')
    append(books, merchant, book, source, text)
    book.hashes.push(hash)
    book.lastAtMs = Math.max(book.lastAtMs, Number(atMs))
  }
}

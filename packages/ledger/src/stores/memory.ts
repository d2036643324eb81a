import { type Account, accounts } from '../accounts.js'
import { hashText } from '../entry.js'
import { isForgotten } from '../kept-answer.js'
import { checkPlan, type Plan } from '../plan.js'
import type { CommitResult, ListQuery, Store } from '../store.js'
import type { AnswerRow } from '../tables/answers.js'
import { type Row, recordTables, type TableName } from '../tables.js'
import { checkQuery } from './listing.js'
import { append, type Book, makeBook, seal, shelfOf } from './memory/book.js'
import { commitTo } from './memory/commit.js'
import { frozen } from './memory/frozen.js'
import { getOne, inOrderOf, listOne } from './memory/list.js'
import { type AnyRow, compareText, insert, sortedIds, unsort } from './memory/shelf.js'
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
  /** SHA-256 of the snapshot: equal exactly when the content is. */
  stateHash(): string
}

/**
 * Makes a store in memory.
 *
 * @returns A store that is empty.
 * @decision 0014
 */
export function createMemoryStore(): MemoryStore {
  const books = new Map<string, Book>()
  /** Values that no two merchants may share, by `table value`. */
  const taken = new Set<string>()

  function bookOf(merchant: string): Book {
    let book = books.get(merchant)
    if (!book) {
      book = makeBook()
      books.set(merchant, book)
    }
    return book
  }

  function commit(plan: Plan): CommitResult {
    checkPlan(plan)
    return commitTo(bookOf(plan.merchant), plan, taken)
  }

  function snapshot(): Snapshot {
    const merchants: [string, MerchantSnapshot][] = []
    for (const [merchant, book] of [...books].sort(([one], [other]) => compareText(one, other))) {
      const saved = savedBook(merchant, book)
      const { tables, counters, entries } = saved
      if (Object.keys(tables).length + Object.keys(counters).length + entries.length > 0)
        merchants.push([merchant, saved])
    }
    return { version: 1, merchants: Object.fromEntries(merchants) }
  }

  function clear(): void {
    books.clear()
    taken.clear()
  }

  function forget(merchant: string, nowMs: number): number {
    const shelf = books.get(merchant)?.shelves.answers
    // Asked every now and then while a merchant writes: all are looked through only when one of them is old enough.
    if (!shelf || !isForgotten({ created_ms: shelf.oldestMs }, nowMs)) return 0
    const before = shelf.rows.size
    let oldestMs = Number.POSITIVE_INFINITY
    for (const [id, row] of shelf.rows as Map<string, AnswerRow>) {
      if (isForgotten(row, nowMs)) shelf.rows.delete(id)
      else oldestMs = Math.min(oldestMs, row.created_ms)
    }
    shelf.oldestMs = oldestMs
    if (shelf.rows.size < before) unsort(shelf)
    return before - shelf.rows.size
  }

  function restore(snapshot: Snapshot): void {
    checkSnapshot(snapshot)
    // Beside what is there: when something in it cannot be read, nothing has changed.
    const filled = new Map<string, Book>()
    const values = new Set<string>()
    for (const [merchant, saved] of Object.entries(snapshot.merchants))
      filled.set(merchant, filledBook(merchant, saved, values))
    clear()
    for (const [merchant, book] of filled) books.set(merchant, book)
    for (const value of values) taken.add(value)
  }

  function ownBook(merchant: string): [string, Book][] {
    const book = books.get(merchant)
    return book ? [[merchant, book]] : []
  }

  return {
    async get<T extends TableName>(table: T, merchant: string | null, id: string) {
      for (const [owner, book] of merchant === null ? books : ownBook(merchant)) {
        const row = getOne(owner, book, table, id)
        if (row) return row as Row<T>
      }
      return undefined
    },
    async list<T extends TableName>(table: T, merchant: string | null, query: ListQuery<T>) {
      checkQuery(table, query as ListQuery)
      const found: Row<TableName>[] = []
      const all = merchant === null ? books : ownBook(merchant)
      for (const [owner, book] of all) found.push(...listOne(owner, book, table, query as ListQuery))
      if (merchant === null) found.sort(inOrderOf(query as ListQuery))
      return found.slice(0, query.limit) as Row<T>[]
    },
    commit: async (plan) => commit(plan),
    snapshot,
    restore,
    clear,
    forget,
    stateHash: () => hashText(JSON.stringify(snapshot())),
  }
}

function savedBook(merchant: string, book: Book): MerchantSnapshot {
  const tables: [string, unknown[]][] = []
  for (const table of recordTables) {
    const shelf = book.shelves[table]
    if (shelf && shelf.rows.size > 0) tables.push([table, sortedIds(shelf).map((id) => plainRow(shelf.rows.get(id)))])
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

function filledBook(merchant: string, saved: MerchantSnapshot, taken: Set<string>): Book {
  const book = makeBook()
  for (const table of recordTables) {
    for (const row of saved.tables[table] ?? [])
      insert(shelfOf(book, table), table, frozen(revivedRow(table, row)) as unknown as AnyRow, taken)
  }
  for (const [name, value] of Object.entries(saved.counters)) book.counters.set(name, value)
  for (const [id, [balance, sequence]] of Object.entries(saved.accounts) as [Account, [string, number]][]) {
    book.accounts.set(id, Object.freeze({ merchant, id, balance_pesewas: pesewasOf(balance, id), sequence }))
  }
  for (const [text, hash] of saved.entries) {
    const [, , source = '', atMs] = text.split('|')
    append(book, source, text)
    book.hashes.push(hash)
    book.lastAtMs = Math.max(book.lastAtMs, Number(atMs))
  }
  return book
}

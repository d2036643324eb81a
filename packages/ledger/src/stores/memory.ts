import { type Account, accounts, chartOfAccounts } from '../accounts.js'
import { crossedBound } from '../bounds.js'
import { canonicalText, type Entry, entryHash, entryId, firstHash, hashText, parseCanonicalText } from '../entry.js'
import { isForgotten } from '../idempotency.js'
import { checkPlan, type Plan, sums } from '../plan.js'
import type { AccountRow, CounterRow, EntryRow, EventRow, IdempotencyRow } from '../records.js'
import type { CommitResult, ListQuery, RecordTable, Row, Store, TableName, Tables } from '../store.js'
import { checkQuery, plainRow, recordTables, revivedRow, uniqueColumns } from './tables.js'

/**
 * Everything a memory store holds, as JSON. Amounts are text; entries are their canonical texts and hashes.
 *
 * @decision 0014
 */
export interface Snapshot {
  /** The version. */
  readonly version: 1
  /** By merchant. */
  readonly merchants: Readonly<Record<string, MerchantSnapshot>>
}
/** One merchant's part of a {@link Snapshot}. */
export interface MerchantSnapshot {
  /** Rows, by table. */
  readonly tables: Readonly<Record<string, readonly unknown[]>>
  /** How far each sequence of ids has come. */
  readonly counters: Readonly<Record<string, number>>
  /** Balance and sequence of each account. */
  readonly accounts: Readonly<Record<string, readonly [balance: string, sequence: number]>>
  /** The canonical text and the hash of each entry. */
  readonly entries: readonly (readonly [text: string, hash: string])[]
}

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
  /** Takes away a merchant's answers whose Idempotency-Keys are no longer remembered. @returns How many. */
  forget(merchant: string, nowMs: number): number
  /** SHA-256 of the snapshot: equal exactly when the content is. */
  stateHash(): string
}

type AnyRow = Readonly<Tables[RecordTable]>

/** Columns looked up often, kept beside the rows; null is left out. They never change. */
const indexed: { readonly [T in RecordTable]?: readonly string[] } = {
  payments: ['intent_id'],
  refunds: ['payment_ref'],
  licenses: ['payment_ref', 'key_hash'],
  products: ['slug'],
  keys: ['hash'],
  merchants: ['handle'],
  events: ['ref'],
}
/** One table of one merchant. */
interface Shelf {
  readonly rows: Map<string, AnyRow>
  /** The ids in order, kept while rows come in order; otherwise made when a listing asks for them. */
  ids: string[]
  isSorted: boolean
  readonly byColumn: Map<string, Map<unknown, string[]>>
  /** Of events only: by due time, then id. */
  readonly due: EventRow[]
}

/** What one merchant has. */
interface Book {
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

interface Sealed {
  readonly text: string
  readonly source: string
}

const compareText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
const compareDue = (one: EventRow, other: EventRow) => one.due_ms - other.due_ms || compareText(one.id, other.id)

/** A list in order; the ids of entries are one without being written down. */
interface Ordered<T> {
  readonly length: number
  at(index: number): T | undefined
}

/** The first place in a sorted list whose item is not before what is sought. */
function lowerBound<T>(list: Ordered<T>, isBefore: (item: T) => boolean): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(list.at(middle) as T)) low = middle + 1
    else high = middle
  }
  return low
}

/** Shared by all rows that have one. */
const nothing = Object.freeze({})

/** The value if nobody can change it, down to the last member; otherwise a copy that is so. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const members = value.map(frozen)
    const isKept = Object.isFrozen(value) && members.every((member, index) => member === value[index])
    return isKept ? value : (Object.freeze(members) as T)
  }
  // Without a prototype, a member called __proto__ is a member like others.
  let replaced: Record<string, unknown> | undefined
  let isEmpty = true
  for (const key in value) {
    isEmpty = false
    const member = value[key]
    if (typeof member !== 'object' || member === null) continue
    const kept = frozen(member)
    if (kept === member) continue
    replaced ??= Object.create(null) as Record<string, unknown>
    replaced[key] = kept
  }
  if (isEmpty) return nothing as T
  if (!replaced) return Object.isFrozen(value) ? value : Object.freeze({ ...value })
  // One spread, not one assignment after the other: those take four times the memory.
  return Object.freeze({ ...value, ...replaced })
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
      book = {
        shelves: {},
        counters: new Map(),
        accounts: new Map(),
        texts: [],
        hashes: [],
        bySource: new Map(),
        lastAtMs: Number.NEGATIVE_INFINITY,
      }
      books.set(merchant, book)
    }
    return book
  }

  function shelfOf(book: Book, table: RecordTable): Shelf {
    let shelf = book.shelves[table]
    if (!shelf) {
      const byColumn = new Map((indexed[table] ?? []).map((column) => [column, new Map<unknown, string[]>()]))
      shelf = { rows: new Map(), ids: [], isSorted: true, byColumn, due: [] }
      book.shelves[table] = shelf
    }
    return shelf
  }

  function insert(book: Book, table: RecordTable, row: AnyRow): void {
    const shelf = shelfOf(book, table)
    const last = shelf.ids.at(-1)
    if (!shelf.isSorted || (last !== undefined && last >= row.id)) unsort(shelf)
    else shelf.ids.push(row.id)
    shelf.rows.set(row.id, row)
    for (const [column, ids] of shelf.byColumn) {
      const value = row[column as keyof AnyRow]
      if (value === null) continue
      const found = ids.get(value)
      if (found) found.push(row.id)
      else ids.set(value, [row.id])
    }
    const rule = uniqueColumns[table]
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

  function unsort(shelf: Shelf): void {
    shelf.ids = []
    shelf.isSorted = false
  }

  function removeEvent(book: Book, id: string): void {
    const shelf = shelfOf(book, 'events')
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

  function entryRow(merchant: string, book: Book, sequence: number): EntryRow {
    seal(merchant, book)
    const previous = book.hashes[sequence - 2] ?? firstHash(merchant)
    const row = parseCanonicalText(merchant, book.texts[sequence - 1] ?? '', previous, book.hashes[sequence - 1] ?? '')
    return frozen(row)
  }

  function hasEntry(book: Book, { source, kind }: Entry): boolean {
    const sequences = [book.bySource.get(source) ?? []].flat()
    return sequences.some((sequence) => book.texts[sequence - 1]?.startsWith(`${sequence}|${kind}|`))
  }

  function findConflict(book: Book, plan: Plan): CommitResult | undefined {
    for (const { table, id, expect } of plan.moves) {
      const row = book.shelves[table]?.rows.get(id)
      if (!row) return { outcome: 'conflict', table, id }
      for (const column in expect) {
        const expected = expect[column as keyof typeof expect]
        if (row[column as keyof AnyRow] !== expected) return { outcome: 'conflict', table, id }
      }
    }
    for (const { table, id } of plan.removes) {
      if (!book.shelves[table]?.rows.has(id)) return { outcome: 'conflict', table, id }
    }
    for (const { name, from } of plan.counters) {
      if ((book.counters.get(name) ?? 0) !== from) return { outcome: 'conflict', table: 'counters', id: name }
    }
    return undefined
  }

  function findDuplicate(book: Book, plan: Plan): CommitResult | undefined {
    const mine = new Set<string>()
    for (const { table, row } of plan.inserts) {
      if (book.shelves[table]?.rows.has(row.id)) return { outcome: 'duplicate', table, id: row.id, column: 'id' }
      const rule = uniqueColumns[table]
      if (!rule) continue
      const value = row[rule.column as keyof typeof row] as string | null
      if (value === null) continue
      const key = `${table} ${value}`
      const isTaken = rule.everywhere ? taken.has(key) : book.shelves[table]?.byColumn.get(rule.column)?.has(value)
      if (isTaken || mine.has(key)) return { outcome: 'duplicate', table, id: row.id, column: rule.column }
      mine.add(key)
    }
    for (const entry of plan.entries) {
      if (hasEntry(book, entry)) return { outcome: 'duplicate', table: 'entries', id: entry.source, column: 'source' }
    }
    return undefined
  }

  function movedRow(book: Book, move: Plan['moves'][number]): AnyRow {
    const row = book.shelves[move.table]?.rows.get(move.id) as AnyRow
    const set = frozen(move.set)
    if (!move.add) return Object.freeze({ ...row, ...set }) as AnyRow
    return Object.freeze({ ...row, ...set, ...sums({ ...row, ...set }, move.add) }) as AnyRow
  }

  /** Balances after an entry, or the guarded account that it would overdraw. */
  function post(balances: Map<Account, bigint>, entry: Entry): Account | undefined {
    for (const { debit, credit, amountPesewas } of entry.postings) {
      const debitSign = chartOfAccounts[debit].nature === 'debit' ? amountPesewas : -amountPesewas
      const creditSign = chartOfAccounts[credit].nature === 'credit' ? amountPesewas : -amountPesewas
      balances.set(debit, (balances.get(debit) ?? 0n) + debitSign)
      balances.set(credit, (balances.get(credit) ?? 0n) + creditSign)
    }
    return accounts.find((account) => chartOfAccounts[account].guarded && (balances.get(account) ?? 0n) < 0n)
  }

  function commitNow(plan: Plan): CommitResult {
    checkPlan(plan)
    const { merchant } = plan
    const book = bookOf(merchant)
    const refused = findConflict(book, plan) ?? findDuplicate(book, plan)
    if (refused) return refused

    const inserts = plan.inserts.map(({ table, row }) => ({ table, row: frozen(row) as AnyRow }))
    const moves = plan.moves.map((move) => ({ table: move.table, row: movedRow(book, move) }))
    for (const { table, row } of [...inserts, ...moves]) {
      const crossed = crossedBound(table, row as never)
      if (crossed) return { outcome: 'guard', crossed, id: row.id }
    }

    const balances = new Map<Account, bigint>()
    const touchedAt = new Map<Account, number>()
    const sealed: Sealed[] = []
    let atMs = book.lastAtMs
    for (const entry of plan.entries) {
      const sequence = book.texts.length + sealed.length + 1
      const touched = new Set(entry.postings.flatMap(({ debit, credit }) => [debit, credit]))
      for (const account of touched) {
        if (!balances.has(account)) balances.set(account, book.accounts.get(account)?.balance_pesewas ?? 0n)
        touchedAt.set(account, sequence)
      }
      const crossed = post(balances, entry)
      if (crossed) return { outcome: 'guard', crossed, id: crossed }
      atMs = Math.max(atMs, entry.atMs)
      const after = accounts
        .filter((account) => touched.has(account))
        .map((account) => ({ account, balancePesewas: balances.get(account) ?? 0n }))
      const { kind, source, postings, memo = null } = entry
      const text = canonicalText({ sequence, kind, source, at_ms: atMs, postings, balances: after, memo })
      sealed.push({ text, source })
    }

    // Nothing below can refuse.
    for (const { table, row } of inserts) insert(book, table, row)
    for (const { table, row } of moves) shelfOf(book, table).rows.set(row.id, row)
    for (const { id } of plan.removes) removeEvent(book, id)
    for (const { name, to } of plan.counters) book.counters.set(name, to)
    for (const [id, sequence] of touchedAt) {
      book.accounts.set(id, Object.freeze({ merchant, id, balance_pesewas: balances.get(id) ?? 0n, sequence }))
    }
    for (const { text, source } of sealed) append(book, source, text)
    book.lastAtMs = atMs
    return { outcome: 'ok', sequence: book.texts.length }
  }

  function append(book: Book, source: string, text: string): void {
    book.texts.push(text)
    const sequence = book.texts.length
    const others = book.bySource.get(source)
    book.bySource.set(source, others === undefined ? sequence : [others, sequence].flat())
  }

  /** Hashes the entries that came since: the texts never change, so the hashes are the same whenever they are made. */
  function seal(merchant: string, book: Book): void {
    if (book.hashes.length === book.texts.length) return
    let previous = book.hashes.at(-1) ?? firstHash(merchant)
    for (const text of book.texts.slice(book.hashes.length)) {
      previous = entryHash(previous, text)
      book.hashes.push(previous)
    }
  }

  /** Walks candidate ids in order until enough rows are found. */
  function pick<R extends { readonly id: string }>(
    ids: Ordered<string>,
    read: (id: string) => R | undefined,
    query: ListQuery,
  ): R[] {
    const { limit, before, after, order = 'newest' } = query
    const where = Object.entries(query.where ?? {})
    const from = after === undefined ? 0 : lowerBound(ids, (id) => id <= after)
    const to = before === undefined ? ids.length : lowerBound(ids, (id) => id < before)
    const found: R[] = []
    for (let step = 0; step < to - from && found.length < limit; step++) {
      const row = read(ids.at(order === 'newest' ? to - 1 - step : from + step) as string)
      if (!row || !where.every(([column, value]) => row[column as keyof R] === value)) continue
      if (query.dueUntilMs !== undefined && (row as unknown as EventRow).due_ms > query.dueUntilMs) continue
      found.push(row)
    }
    return found
  }

  function sortedIds(shelf: Shelf): string[] {
    if (!shelf.isSorted) {
      shelf.ids = [...shelf.rows.keys()].sort(compareText)
      shelf.isSorted = true
    }
    return shelf.ids
  }

  function listDue(shelf: Shelf, query: ListQuery): EventRow[] {
    const { limit, before, after, dueUntilMs = Number.POSITIVE_INFINITY } = query
    const where = Object.entries(query.where ?? {})
    const found: EventRow[] = []
    for (const event of shelf.due) {
      if (event.due_ms > dueUntilMs || found.length >= limit) break
      if ((before !== undefined && event.id >= before) || (after !== undefined && event.id <= after)) continue
      if (where.every(([column, value]) => event[column as keyof EventRow] === value)) found.push(event)
    }
    return found
  }

  function listShelf(book: Book, table: RecordTable, query: ListQuery): AnyRow[] {
    const shelf = book.shelves[table]
    if (!shelf) return []
    if (query.order === 'due') return listDue(shelf, query)
    for (const [column, value] of Object.entries(query.where ?? {})) {
      const ids = shelf.byColumn.get(column)
      if (ids && value !== null) return pick([...(ids.get(value) ?? [])].sort(compareText), readRow, query)
    }
    return pick(sortedIds(shelf), readRow, query)

    function readRow(id: string): AnyRow | undefined {
      return shelf?.rows.get(id)
    }
  }

  function getOne(merchant: string, book: Book, table: TableName, id: string): Row<TableName> | undefined {
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

  function listOne(merchant: string, book: Book, table: TableName, query: ListQuery): Row<TableName>[] {
    const read = (id: string) => getOne(merchant, book, table, id)
    if (table === 'accounts') return pick([...book.accounts.keys()].sort(compareText), read, query)
    if (table === 'counters') return pick([...book.counters.keys()].sort(compareText), read, query)
    if (table !== 'entries') return listShelf(book, table, query)
    const { source } = (query.where ?? {}) as { source?: string }
    if (source !== undefined) return pick([book.bySource.get(source) ?? []].flat().map(entryId), read, query)
    return pick({ length: book.texts.length, at: (index) => entryId(index + 1) }, read, query)
  }

  function snapshot(): Snapshot {
    const merchants: [string, MerchantSnapshot][] = []
    for (const [merchant, book] of [...books].sort(([one], [other]) => compareText(one, other))) {
      const tables: [string, unknown[]][] = []
      for (const table of recordTables) {
        const shelf = book.shelves[table]
        if (shelf && shelf.rows.size > 0) {
          tables.push([table, sortedIds(shelf).map((id) => plainRow(shelf.rows.get(id)))])
        }
      }
      const counters = [...book.counters].sort(([one], [other]) => compareText(one, other))
      const held = accounts.flatMap((id) => {
        const row = book.accounts.get(id)
        return row ? [[id, [String(row.balance_pesewas), row.sequence]] as const] : []
      })
      seal(merchant, book)
      const entries = book.texts.map((text, index) => [text, book.hashes[index] ?? ''] as const)
      if (tables.length + counters.length + entries.length === 0) continue
      merchants.push([
        merchant,
        {
          tables: Object.fromEntries(tables),
          counters: Object.fromEntries(counters),
          accounts: Object.fromEntries(held),
          entries,
        },
      ])
    }
    return { version: 1, merchants: Object.fromEntries(merchants) }
  }

  function clear(): void {
    books.clear()
    taken.clear()
  }

  function forget(merchant: string, nowMs: number): number {
    const shelf = books.get(merchant)?.shelves.idempotency
    if (!shelf) return 0
    const before = shelf.rows.size
    for (const [id, row] of shelf.rows) if (isForgotten(row as IdempotencyRow, nowMs)) shelf.rows.delete(id)
    if (shelf.rows.size < before) unsort(shelf)
    return before - shelf.rows.size
  }

  function restore(snapshot: Snapshot): void {
    if (snapshot?.version !== 1) throw new TypeError('This is not a snapshot of version 1.')
    const before = { books: [...books], taken: [...taken] }
    clear()
    try {
      for (const [merchant, saved] of Object.entries(snapshot.merchants)) fill(merchant, saved)
    } catch (error) {
      clear()
      for (const [merchant, book] of before.books) books.set(merchant, book)
      for (const value of before.taken) taken.add(value)
      throw error
    }
  }

  function fill(merchant: string, saved: MerchantSnapshot): void {
    const book = bookOf(merchant)
    for (const table of recordTables) {
      for (const row of saved.tables[table] ?? []) insert(book, table, frozen(revivedRow(row)) as AnyRow)
    }
    for (const [name, value] of Object.entries(saved.counters)) book.counters.set(name, value)
    for (const [id, [balance, sequence]] of Object.entries(saved.accounts) as [Account, [string, number]][]) {
      book.accounts.set(id, Object.freeze({ merchant, id, balance_pesewas: BigInt(balance), sequence }))
    }
    for (const [text, hash] of saved.entries) {
      const [, , source = '', atMs] = text.split('|')
      append(book, source, text)
      book.hashes.push(hash)
      book.lastAtMs = Math.max(book.lastAtMs, Number(atMs))
    }
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
      if (merchant === null) {
        const { order = 'newest' } = query
        found.sort((one, other) => {
          if (order === 'due') return compareDue(one as EventRow, other as EventRow)
          return order === 'newest' ? compareText(other.id, one.id) : compareText(one.id, other.id)
        })
      }
      return found.slice(0, query.limit) as Row<T>[]
    },
    commit: async (plan) => commitNow(plan),
    snapshot,
    restore,
    clear,
    forget,
    stateHash: () => hashText(JSON.stringify(snapshot())),
  }

  function ownBook(merchant: string): [string, Book][] {
    const book = books.get(merchant)
    return book ? [[merchant, book]] : []
  }
}

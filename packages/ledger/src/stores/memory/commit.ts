import { type Account, accounts, chartOfAccounts } from '../../accounts.js'
import { findViolation } from '../../constraints.js'
import { canonicalText } from '../../entry.js'
import { type Plan, sums } from '../../plan.js'
import type { Entry } from '../../posting.js'
import type { CommitResult } from '../../store.js'
import {
  type AnyRow,
  append,
  type Book,
  type Books,
  bookOf,
  erase,
  hasEntry,
  insert,
  setAccount,
  setCounter,
  takenBy,
  write,
} from './book.js'
import { frozen } from './frozen.js'

interface CanonicalEntry {
  readonly text: string
  readonly source: string
}

/** Commits a plan to the data of its merchant, or returns a failure and changes nothing. */
export function commitTo(books: Books, plan: Plan): CommitResult {
  const { merchant } = plan
  const book = bookOf(books, merchant)
  const failure = findConflict(book, plan) ?? findDuplicate(books, book, plan)
  if (failure) return failure

  const inserts = plan.inserts.map(({ table, row }) => ({ table, row: frozen(row) as AnyRow }))
  const updates = plan.updates.map((update) => ({ table: update.table, row: updatedRow(book, update) }))
  for (const { table, row } of [...inserts, ...updates]) {
    const violated = findViolation(table, row as never)
    if (violated) return { outcome: 'constraint', violated, id: row.id }
  }

  const balances = new Map<Account, bigint>()
  const lastSequences = new Map<Account, number>()
  const newEntries: CanonicalEntry[] = []
  let atMs = book.lastAtMs
  for (const entry of plan.entries) {
    const sequence = book.texts.length + newEntries.length + 1
    for (const { debit, credit } of entry.postings) {
      for (const account of [debit, credit]) {
        if (!balances.has(account)) balances.set(account, book.accounts.get(account)?.balance_pesewas ?? 0n)
        lastSequences.set(account, sequence)
      }
    }
    const violated = post(balances, entry)
    if (violated) return { outcome: 'constraint', violated, id: violated }
    atMs = Math.max(atMs, entry.atMs)
    const after = accounts
      .filter((account) => lastSequences.get(account) === sequence)
      .map((account) => ({ account, balancePesewas: balances.get(account) ?? 0n }))
    const { kind, source, postings, memo = null } = entry
    const text = canonicalText({ sequence, kind, source, at_ms: atMs, postings, balances: after, memo })
    newEntries.push({ text, source })
  }

  // All checks have passed.
  for (const { table, row } of inserts) insert(books, book, table, row)
  for (const { table, row } of updates) write(books, book, table, row)
  for (const { id } of plan.deletes) erase(books, book, 'events', book.rows.events?.get(id) as AnyRow)
  for (const { name, to } of plan.counters) setCounter(books, merchant, book, name, to)
  for (const [id, sequence] of lastSequences) {
    setAccount(books, book, Object.freeze({ merchant, id, balance_pesewas: balances.get(id) ?? 0n, sequence }))
  }
  for (const { text, source } of newEntries) append(books, merchant, book, source, text)
  book.lastAtMs = atMs
  return { outcome: 'ok', sequence: book.texts.length }
}

function findConflict(book: Book, plan: Plan): CommitResult | undefined {
  for (const { table, id, where } of plan.updates) {
    const row = book.rows[table]?.get(id)
    if (!row) return { outcome: 'conflict', table, id }
    for (const column in where) {
      const expected = where[column as keyof typeof where]
      if (row[column as keyof AnyRow] !== expected) return { outcome: 'conflict', table, id }
    }
  }
  for (const { table, id } of plan.deletes) {
    if (!book.rows[table]?.has(id)) return { outcome: 'conflict', table, id }
  }
  for (const { name, from } of plan.counters) {
    if ((book.counters.get(name) ?? 0) !== from) return { outcome: 'conflict', table: 'counters', id: name }
  }
  return undefined
}

function findDuplicate(books: Books, book: Book, plan: Plan): CommitResult | undefined {
  const mine = new Set<string>()
  for (const { table, row } of plan.inserts) {
    if (book.rows[table]?.has(row.id)) return { outcome: 'duplicate', table, id: row.id, column: 'id' }
    const found = takenBy(books, book, table, row)
    if (!found) continue
    const { taken, key, column } = found
    if (taken.has(key) || mine.has(key)) return { outcome: 'duplicate', table, id: row.id, column }
    mine.add(key)
  }
  for (const entry of plan.entries) {
    if (hasEntry(book, entry)) return { outcome: 'duplicate', table: 'entries', id: entry.source, column: 'source' }
  }
  return undefined
}

function updatedRow(book: Book, update: Plan['updates'][number]): AnyRow {
  const row = book.rows[update.table]?.get(update.id) as AnyRow
  const set = frozen(update.set)
  if (!update.add) return Object.freeze({ ...row, ...set }) as AnyRow
  return Object.freeze({ ...row, ...set, ...sums({ ...row, ...set }, update.add) }) as AnyRow
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

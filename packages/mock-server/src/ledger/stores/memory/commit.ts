import { type Account, accounts, chartOfAccounts } from '../../accounts.js'
import { findViolation } from '../../constraints.js'
import { canonicalText } from '../../entry.js'
import { addToColumns, type Plan } from '../../plan.js'
import type { Entry } from '../../posting.js'
import type { CommitResult } from '../../store.js'
import { frozen } from './frozen.js'
import {
  type AnyRow,
  append,
  findUniqueValue,
  getLedger,
  hasEntry,
  insert,
  type Ledgers,
  type MerchantLedger,
  remove,
  setAccount,
  setCounter,
  write,
} from './ledgers.js'

interface CanonicalEntry {
  readonly text: string
  readonly source: string
}

/** Commits a plan to the data of its merchant, or returns a failure and changes nothing. */
export function commitPlan(ledgers: Ledgers, plan: Plan): CommitResult {
  const { merchant } = plan
  const ledger = getLedger(ledgers, merchant)
  const failure = findConflict(ledger, plan) ?? findDuplicate(ledgers, ledger, plan)
  if (failure) return failure

  const inserts = plan.inserts.map(({ table, row }) => ({ table, row: frozen(row) as AnyRow }))
  const updates = plan.updates.map((update) => ({ table: update.table, row: updatedRow(ledger, update) }))
  for (const { table, row } of [...inserts, ...updates]) {
    const violation = findViolation(table, row as never)
    if (violation) return { outcome: 'constraint', violation, id: row.id }
  }

  const balances = new Map<Account, bigint>()
  const lastSequences = new Map<Account, number>()
  const newEntries: CanonicalEntry[] = []
  let atMs = ledger.lastAtMs
  for (const entry of plan.entries) {
    const sequence = ledger.entryTexts.length + newEntries.length + 1
    for (const { debit, credit } of entry.postings) {
      for (const account of [debit, credit]) {
        if (!balances.has(account)) balances.set(account, ledger.accounts.get(account)?.balance_pesewas ?? 0n)
        lastSequences.set(account, sequence)
      }
    }
    const violation = post(balances, entry)
    if (violation) return { outcome: 'constraint', violation, id: violation }
    atMs = Math.max(atMs, entry.atMs)
    const after = accounts
      .filter((account) => lastSequences.get(account) === sequence)
      .map((account) => ({ account, balancePesewas: balances.get(account) ?? 0n }))
    const { kind, source, postings, memo = null } = entry
    const text = canonicalText({ sequence, kind, source, at_ms: atMs, postings, balances: after, memo })
    newEntries.push({ text, source })
  }

  // All checks have passed.
  for (const { table, row } of inserts) insert(ledgers, ledger, table, row)
  for (const { table, row } of updates) write(ledgers, ledger, table, row)
  for (const { id } of plan.deletes) remove(ledgers, ledger, 'events', ledger.rows.events?.get(id) as AnyRow)
  for (const { name, to } of plan.counters) setCounter(ledgers, merchant, ledger, name, to)
  for (const [id, sequence] of lastSequences) {
    setAccount(ledgers, ledger, Object.freeze({ merchant, id, balance_pesewas: balances.get(id) ?? 0n, sequence }))
  }
  for (const { text, source } of newEntries) append(ledgers, merchant, ledger, source, text)
  ledger.lastAtMs = atMs
  return { outcome: 'ok', sequence: ledger.entryTexts.length }
}

function findConflict(ledger: MerchantLedger, plan: Plan): CommitResult | undefined {
  for (const { table, id, where } of plan.updates) {
    const row = ledger.rows[table]?.get(id)
    if (!row) return { outcome: 'conflict', table, id }
    for (const column in where) {
      const expected = where[column as keyof typeof where]
      if (row[column as keyof AnyRow] !== expected) return { outcome: 'conflict', table, id }
    }
  }
  for (const { table, id } of plan.deletes) {
    if (!ledger.rows[table]?.has(id)) return { outcome: 'conflict', table, id }
  }
  for (const { name, from } of plan.counters) {
    if ((ledger.counters.get(name) ?? 0) !== from) return { outcome: 'conflict', table: 'counters', id: name }
  }
  return undefined
}

function findDuplicate(ledgers: Ledgers, ledger: MerchantLedger, plan: Plan): CommitResult | undefined {
  const planValues = new Set<string>()
  for (const { table, row } of plan.inserts) {
    if (ledger.rows[table]?.has(row.id)) return { outcome: 'duplicate', table, id: row.id, column: 'id' }
    const found = findUniqueValue(ledgers, ledger, table, row)
    if (!found) continue
    const { uniqueValues, key, column } = found
    if (uniqueValues.has(key) || planValues.has(key)) return { outcome: 'duplicate', table, id: row.id, column }
    planValues.add(key)
  }
  for (const entry of plan.entries) {
    if (hasEntry(ledger, entry)) return { outcome: 'duplicate', table: 'entries', id: entry.source, column: 'source' }
  }
  return undefined
}

function updatedRow(ledger: MerchantLedger, update: Plan['updates'][number]): AnyRow {
  const row = ledger.rows[update.table]?.get(update.id) as AnyRow
  const set = frozen(update.set)
  if (!update.add) return Object.freeze({ ...row, ...set }) as AnyRow
  return Object.freeze({ ...row, ...set, ...addToColumns({ ...row, ...set }, update.add) }) as AnyRow
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

import { type Account, accounts, chartOfAccounts } from '../accounts.js'
import { findViolation } from '../constraints.js'
import { canonicalText } from '../entry.js'
import { addToColumns, type Plan } from '../plan.js'
import type { Entry } from '../posting.js'
import type { CommitFailure } from '../store.js'
import type { AccountRow } from '../tables/accounts.js'
import { getUniqueColumn, type RecordTable, type Tables } from '../tables.js'
import { frozen } from './memory/frozen.js'

/** A row of any table that plans insert into. */
export type AnyRow = Readonly<Tables[RecordTable]>

/** The data of a merchant before a commit. It must not change until the commit has ended. */
export interface CommitState {
  /** Sequence of the last entry; 0 without one. */
  readonly sequence: number
  /** Time of the last entry; the lowest number without one. */
  readonly lastAtMs: number
  getRow(table: RecordTable, id: string): AnyRow | undefined
  getCounter(name: string): number
  getBalance(account: Account): bigint
  hasEntry(entry: Entry): boolean
  /** Returns whether a row exists with the value of the new row in the unique column of its table. */
  hasUniqueValue(table: RecordTable, row: AnyRow): boolean
}

/** A row to write, with the name of its table. */
interface WrittenRow {
  readonly table: RecordTable
  readonly row: AnyRow
}

/** The writes of a commit that has passed all checks. */
export interface PreparedCommit {
  readonly outcome: 'ok'
  readonly inserts: readonly WrittenRow[]
  /** The complete rows after the update. */
  readonly updates: readonly WrittenRow[]
  readonly accounts: readonly AccountRow[]
  readonly entries: readonly { readonly source: string; readonly text: string }[]
  /** Time of the last entry. */
  readonly atMs: number
}

/**
 * Checks a plan against the current data and computes its writes. Every store uses it, so that all of them report the
 * same failures.
 *
 * @decision 0014
 */
export function prepareCommit(plan: Plan, state: CommitState): PreparedCommit | CommitFailure {
  const failure = findConflict(plan, state) ?? findDuplicate(plan, state)
  if (failure) return failure
  const inserts = plan.inserts.map(({ table, row }) => ({ table, row: frozen(row) as AnyRow }))
  const updates = plan.updates.map((update) => ({ table: update.table, row: updateRow(state, update) }))
  for (const { table, row } of [...inserts, ...updates]) {
    const violation = findViolation(table, row as never)
    if (violation) return { outcome: 'constraint', violation, id: row.id }
  }
  const posted = postEntries(plan, state)
  return 'violation' in posted ? posted : { outcome: 'ok', inserts, updates, ...posted }
}

function postEntries(
  { merchant, entries: planEntries }: Plan,
  { sequence: lastSequence, lastAtMs, getBalance }: CommitState,
): Pick<PreparedCommit, 'accounts' | 'entries' | 'atMs'> | Extract<CommitFailure, { outcome: 'constraint' }> {
  const balances = new Map<Account, bigint>()
  const sequences = new Map<Account, number>()
  const entries: { source: string; text: string }[] = []
  let atMs = lastAtMs
  for (const entry of planEntries) {
    const sequence = lastSequence + entries.length + 1
    for (const { debit, credit } of entry.postings) {
      for (const account of [debit, credit]) {
        if (!balances.has(account)) balances.set(account, getBalance(account))
        sequences.set(account, sequence)
      }
    }
    const violation = post(balances, entry)
    if (violation) return { outcome: 'constraint', violation, id: violation }
    atMs = Math.max(atMs, entry.atMs)
    const after = accounts
      .filter((account) => sequences.get(account) === sequence)
      .map((account) => ({ account, balancePesewas: balances.get(account) ?? 0n }))
    const { kind, source, postings, memo = null } = entry
    const text = canonicalText({ sequence, kind, source, at_ms: atMs, postings, balances: after, memo })
    entries.push({ source, text })
  }
  const accountRows = [...sequences].map(([id, sequence]) =>
    Object.freeze({ merchant, id, balance_pesewas: balances.get(id) ?? 0n, sequence }),
  )
  return { accounts: accountRows, entries, atMs }
}

function findConflict(plan: Plan, state: CommitState): CommitFailure | undefined {
  for (const { table, id, where } of plan.updates) {
    const row = state.getRow(table, id)
    if (!row) return { outcome: 'conflict', table, id }
    for (const column in where) {
      const expected = where[column as keyof typeof where]
      if (row[column as keyof AnyRow] !== expected) return { outcome: 'conflict', table, id }
    }
  }
  for (const { table, id } of plan.deletes) {
    if (!state.getRow(table, id)) return { outcome: 'conflict', table, id }
  }
  for (const { name, from } of plan.counters) {
    if (state.getCounter(name) !== from) return { outcome: 'conflict', table: 'counters', id: name }
  }
  return undefined
}

function findDuplicate(plan: Plan, state: CommitState): CommitFailure | undefined {
  const planValues = new Set<string>()
  for (const { table, row } of plan.inserts) {
    if (state.getRow(table, row.id)) return { outcome: 'duplicate', table, id: row.id, column: 'id' }
    const column = getUniqueColumn(table)?.column
    const value = column && row[column as keyof typeof row]
    if (!column || value === null) continue
    const key = `${table} ${value}`
    if (planValues.has(key) || state.hasUniqueValue(table, row))
      return { outcome: 'duplicate', table, id: row.id, column }
    planValues.add(key)
  }
  for (const entry of plan.entries) {
    if (state.hasEntry(entry)) return { outcome: 'duplicate', table: 'entries', id: entry.source, column: 'source' }
  }
  return undefined
}

function updateRow(state: CommitState, { table, id, set, add }: Plan['updates'][number]): AnyRow {
  const row = { ...(state.getRow(table, id) as AnyRow), ...frozen(set) }
  return Object.freeze(add ? { ...row, ...addToColumns(row, add) } : row) as AnyRow
}

/** Changes the balances by an entry. Returns the guarded account that the entry would overdraw. */
function post(balances: Map<Account, bigint>, entry: Entry): Account | undefined {
  for (const { debit, credit, amountPesewas } of entry.postings) {
    const debitSign = chartOfAccounts[debit].nature === 'debit' ? amountPesewas : -amountPesewas
    const creditSign = chartOfAccounts[credit].nature === 'credit' ? amountPesewas : -amountPesewas
    balances.set(debit, (balances.get(debit) ?? 0n) + debitSign)
    balances.set(credit, (balances.get(credit) ?? 0n) + creditSign)
  }
  return accounts.find((account) => chartOfAccounts[account].guarded && (balances.get(account) ?? 0n) < 0n)
}

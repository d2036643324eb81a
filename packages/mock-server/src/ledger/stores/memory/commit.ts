import type { Plan } from '../../plan.js'
import type { CommitResult } from '../../store.js'
import { type AnyRow, prepareCommit } from '../prepare-commit.js'
import {
  append,
  findUniqueValue,
  getLedger,
  hasEntry,
  insert,
  type Ledgers,
  remove,
  setAccount,
  setCounter,
  write,
} from './ledgers.js'

/** Commits a plan to the data of its merchant, or returns a failure and changes nothing. */
export function commitPlan(ledgers: Ledgers, plan: Plan): CommitResult {
  const { merchant } = plan
  const ledger = getLedger(ledgers, merchant)
  const prepared = prepareCommit(plan, {
    sequence: ledger.entryTexts.length,
    lastAtMs: ledger.lastAtMs,
    getRow: (table, id) => ledger.rows[table]?.get(id),
    getCounter: (name) => ledger.counters.get(name) ?? 0,
    getBalance: (account) => ledger.accounts.get(account)?.balance_pesewas ?? 0n,
    hasEntry: (entry) => hasEntry(ledger, entry),
    hasUniqueValue(table, row) {
      const found = findUniqueValue(ledgers, ledger, table, row)
      return found?.uniqueValues.has(found.key) === true
    },
  })
  if (prepared.outcome !== 'ok') return prepared
  for (const { table, row } of prepared.inserts) insert(ledgers, ledger, table, row)
  for (const { table, row } of prepared.updates) write(ledgers, ledger, table, row)
  for (const { id } of plan.deletes) remove(ledgers, ledger, 'events', ledger.rows.events?.get(id) as AnyRow)
  for (const { name, to } of plan.counters) setCounter(ledgers, merchant, ledger, name, to)
  for (const row of prepared.accounts) setAccount(ledgers, ledger, row)
  for (const { source, text } of prepared.entries) append(ledgers, merchant, ledger, source, text)
  ledger.lastAtMs = prepared.atMs
  return { outcome: 'ok', sequence: ledger.entryTexts.length }
}

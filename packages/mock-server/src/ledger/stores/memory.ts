import { type Account, accounts } from '../accounts.js'
import { hashText } from '../entry.js'
import { isExpired } from '../idempotency.js'
import { checkPlan } from '../plan.js'
import type { ListQuery, Store } from '../store.js'
import type { IdempotencyKeyRow } from '../tables/idempotency-keys.js'
import { type Row, recordTables, type TableName } from '../tables.js'
import { fromJsonRow, parsePesewas, toJsonRow } from './json-row.js'
import { checkQuery } from './listing.js'
import { commitPlan } from './memory/commit.js'
import { frozen } from './memory/frozen.js'
import { compareText, findGroup } from './memory/indexes.js'
import {
  append,
  createLedgers,
  getLedger,
  hashEntries,
  insert,
  type Ledgers,
  type MerchantLedger,
  remove,
  setAccount,
  setCounter,
} from './memory/ledgers.js'
import { getAny, getOne, getTableIndex, listRows } from './memory/list.js'
import { iterateAscending } from './memory/sorted.js'
import type { AnyRow } from './prepare-commit.js'
import { checkSnapshot, type MerchantSnapshot, type Snapshot } from './snapshot.js'

/**
 * A store in memory, for tests and for one process.
 *
 * A commit is synchronous, so no reader sees a part of it.
 */
export interface MemoryStore extends Store {
  /** Returns all data as a JSON value that shares nothing with the store. */
  snapshot(): Snapshot
  /** Replaces all data. @throws TypeError if the snapshot is invalid; nothing has changed then. */
  restore(snapshot: Snapshot): void
  /** Deletes all data. */
  clear(): void
  /** Deletes a merchant's expired idempotency keys. @returns The number of deleted keys. */
  deleteExpiredKeys(merchant: string, nowMs: number): number
  /** Returns the SHA-256 of the snapshot: equal if and only if the data is equal. */
  stateHash(): string
}

/**
 * Creates an empty store in memory.
 *
 * @decision 0014
 */
export function createMemoryStore(): MemoryStore {
  let ledgers = createLedgers()

  function snapshot(): Snapshot {
    const merchants: [string, MerchantSnapshot][] = []
    for (const [merchant, ledger] of [...ledgers.byMerchant].sort(([one], [other]) => compareText(one, other))) {
      const merchantSnapshot = saveLedger(merchant, ledger)
      const { tables, counters, entries } = merchantSnapshot
      if (Object.keys(tables).length + Object.keys(counters).length + entries.length > 0)
        merchants.push([merchant, merchantSnapshot])
    }
    return { version: 1, merchants: Object.fromEntries(merchants) }
  }

  return {
    async get<T extends TableName>(table: T, merchant: string | null, id: string) {
      if (merchant === null) return getAny(ledgers, table, id) as Row<T> | undefined
      const ledger = ledgers.byMerchant.get(merchant)
      return ledger && (getOne(merchant, ledger, table, id) as Row<T> | undefined)
    },
    async list<T extends TableName>(table: T, merchant: string | null, query: ListQuery<T>) {
      checkQuery(table, query as ListQuery)
      return listRows(ledgers, table, merchant, query as ListQuery) as Row<T>[]
    },
    async commit(plan) {
      checkPlan(plan)
      return commitPlan(ledgers, plan)
    },
    snapshot,
    restore(snapshot) {
      checkSnapshot(snapshot)
      // An invalid snapshot changes nothing.
      const ledgersFromSnapshot = createLedgers()
      for (const [merchant, merchantSnapshot] of Object.entries(snapshot.merchants))
        restoreLedger(ledgersFromSnapshot, merchant, merchantSnapshot)
      ledgers = ledgersFromSnapshot
    },
    clear() {
      ledgers = createLedgers()
    },
    deleteExpiredKeys: (merchant, nowMs) => deleteExpiredKeys(ledgers, merchant, nowMs),
    stateHash: () => hashText(JSON.stringify(snapshot())),
  }
}

/** Reads the index by age, so that only expired rows are visited. */
function deleteExpiredKeys(ledgers: Ledgers, merchant: string, nowMs: number): number {
  const ledger = ledgers.byMerchant.get(merchant)
  if (!ledger?.rows.idempotency_keys) return 0
  const byAge = getTableIndex(ledgers, merchant, 'idempotency_keys', {
    time: 'created_ms',
    only: [],
    groupedBy: undefined,
  })
  const expired: IdempotencyKeyRow[] = []
  for (const row of iterateAscending(findGroup(byAge, {}) as IdempotencyKeyRow[][], () => false)) {
    if (!isExpired(row, nowMs)) break
    expired.push(row)
  }
  for (const row of expired) remove(ledgers, ledger, 'idempotency_keys', row)
  return expired.length
}

function saveLedger(merchant: string, ledger: MerchantLedger): MerchantSnapshot {
  const tables: [string, unknown[]][] = []
  for (const table of recordTables) {
    const rows = ledger.rows[table]
    if (!rows || rows.size === 0) continue
    const ids = [...rows.keys()].sort(compareText)
    tables.push([table, ids.map((id) => toJsonRow(rows.get(id)))])
  }
  const accountBalances = accounts.flatMap((id) => {
    const row = ledger.accounts.get(id)
    return row ? [[id, [String(row.balance_pesewas), row.sequence]] as const] : []
  })
  hashEntries(merchant, ledger)
  return {
    tables: Object.fromEntries(tables),
    counters: Object.fromEntries([...ledger.counters].sort(([one], [other]) => compareText(one, other))),
    accounts: Object.fromEntries(accountBalances),
    entries: ledger.entryTexts.map((text, index) => [text, ledger.hashes[index] ?? ''] as const),
  }
}

function restoreLedger(ledgers: Ledgers, merchant: string, merchantSnapshot: MerchantSnapshot): void {
  const ledger = getLedger(ledgers, merchant)
  for (const table of recordTables) {
    for (const row of merchantSnapshot.tables[table] ?? [])
      insert(ledgers, ledger, table, frozen(fromJsonRow(table, row)) as unknown as AnyRow)
  }
  for (const [name, value] of Object.entries(merchantSnapshot.counters))
    setCounter(ledgers, merchant, ledger, name, value)
  for (const [id, [balance, sequence]] of Object.entries(merchantSnapshot.accounts) as [Account, [string, number]][]) {
    setAccount(ledgers, ledger, Object.freeze({ merchant, id, balance_pesewas: parsePesewas(balance, id), sequence }))
  }
  for (const [text, hash] of merchantSnapshot.entries) {
    const [, , source = '', atMs] = text.split('|')
    append(ledgers, merchant, ledger, source, text)
    ledger.hashes.push(hash)
    ledger.lastAtMs = Math.max(ledger.lastAtMs, Number(atMs))
  }
}

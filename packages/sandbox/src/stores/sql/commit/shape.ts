import {
  type Account,
  accounts,
  type Constraint,
  type Entry,
  findViolation,
  getUniqueColumn,
  type Plan,
  type RecordTable,
} from '@cedi/mock-server/internal'

/** A plan without its values: everything that the text of its statement depends on. */
export interface PlanShape {
  readonly inserts: readonly InsertShape[]
  readonly updates: readonly UpdateShape[]
  readonly deletes: number
  /** Whether each counter is new. */
  readonly counters: readonly boolean[]
  /** The accounts of each entry. */
  readonly entries: readonly (readonly Account[])[]
}

interface InsertShape {
  readonly table: RecordTable
  /** Whether the row has a unique value, and whether an earlier row of the plan has the same one. */
  readonly unique: 'none' | 'value' | 'duplicate'
  /** The constraint that the row violates. */
  readonly violation: Constraint | null
}

/** The columns of an update. */
export interface UpdateShape {
  readonly table: RecordTable
  readonly where: readonly string[]
  readonly set: readonly string[]
  readonly add: readonly string[]
}

/** Returns the shape of a plan. */
export function toShape(plan: Plan): PlanShape {
  const seen = new Set<string>()
  return {
    inserts: plan.inserts.map(({ table, row }) => {
      const rule = getUniqueColumn(table)
      const value = rule && row[rule.column as keyof typeof row]
      const key = `${table} ${value}`
      const unique = value === null || value === undefined ? 'none' : seen.has(key) ? 'duplicate' : 'value'
      seen.add(key)
      return { table, unique, violation: findViolation(table, row as never) ?? null }
    }),
    updates: plan.updates.map(({ table, where, set, add }) => ({
      table,
      where: definedColumns(where),
      set: definedColumns(set),
      add: definedColumns(add),
    })),
    deletes: plan.deletes.length,
    counters: plan.counters.map(({ from }) => from === 0),
    entries: plan.entries.map(listAccounts),
  }
}

const definedColumns = (columns: object | undefined): string[] =>
  Object.entries(columns ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([column]) => column)
    .sort()

const listAccounts = (entry: Entry): Account[] =>
  accounts.filter((account) => entry.postings.some(({ debit, credit }) => debit === account || credit === account))

import { type Account, accounts } from '../../../accounts.js'
import { violatedConstraint } from '../../../bounds.js'
import type { Plan } from '../../../plan.js'
import type { Entry } from '../../../posting.js'
import type { Constraint } from '../../../store.js'
import { type RecordTable, uniqueColumnOf } from '../../../tables.js'

/** A plan without its values: all that the text of its statement depends on. */
export interface Shape {
  readonly inserts: readonly InsertShape[]
  readonly updates: readonly MoveShape[]
  readonly deletes: number
  /** Of each counter, whether it is a new one. */
  readonly counters: readonly boolean[]
  /** Of each entry, the accounts that it touches. */
  readonly entries: readonly (readonly Account[])[]
}

interface InsertShape {
  readonly table: RecordTable
  /** Whether a value that is taken once is in it, and whether an earlier row of the plan has taken it. */
  readonly unique: 'none' | 'free' | 'taken'
  /** The bound that the row would cross. */
  readonly violated: Constraint | null
}

/** The columns of a move. */
export interface MoveShape {
  readonly table: RecordTable
  readonly expect: readonly string[]
  readonly set: readonly string[]
  readonly add: readonly string[]
}

/** Takes the values out of a plan. */
export function shapeOf(plan: Plan): Shape {
  const mine = new Set<string>()
  return {
    inserts: plan.inserts.map(({ table, row }) => {
      const rule = uniqueColumnOf(table)
      const value = rule && row[rule.column as keyof typeof row]
      const key = `${table} ${value}`
      const unique = value === null || value === undefined ? 'none' : mine.has(key) ? 'taken' : 'free'
      mine.add(key)
      return { table, unique, violated: violatedConstraint(table, row as never) ?? null }
    }),
    updates: plan.updates.map(({ table, where, set, add }) => ({
      table,
      expect: given(where),
      set: given(set),
      add: given(add),
    })),
    deletes: plan.deletes.length,
    counters: plan.counters.map(({ from }) => from === 0),
    entries: plan.entries.map(touchedBy),
  }
}

const given = (columns: object | undefined): string[] =>
  Object.entries(columns ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([column]) => column)
    .sort()

const touchedBy = (entry: Entry): Account[] =>
  accounts.filter((account) => entry.postings.some(({ debit, credit }) => debit === account || credit === account))

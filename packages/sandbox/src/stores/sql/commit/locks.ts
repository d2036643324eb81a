import { getDefinition, type Plan } from '@cedi/mock-server/internal'
import { checkStorableText, getParameterType, toSql } from '../columns.js'
import { lockRows, type Part, type StatementContext } from './part.js'
import type { UpdateShape } from './shape.js'

/** Updates of one table that change the same columns: one `UPDATE`. */
export interface UpdateGroup extends UpdateShape {
  /** Suffix of the CTEs of the group. */
  readonly name: string
  readonly updates: readonly GroupedUpdate[]
}

/** One update: its index in the plan, the parameter with its id, and the number of its conflict. */
export interface GroupedUpdate {
  readonly index: number
  readonly id: string
  readonly conflict: number
}

const updateAt = (plan: Plan, index: number) => plan.updates[index] as Plan['updates'][number]
const deleteAt = (plan: Plan, index: number) => plan.deletes[index] as Plan['deletes'][number]
const counterAt = (plan: Plan, index: number) => plan.counters[index] as Plan['counters'][number]

/** Groups the updates of a plan by table and columns. */
export function groupUpdates(context: StatementContext): readonly UpdateGroup[] {
  const groups = new Map<string, UpdateGroup & { updates: GroupedUpdate[] }>()
  for (const [index, update] of context.shape.updates.entries()) {
    const { table } = update
    const key = JSON.stringify(update)
    const group = groups.get(key) ?? { ...update, name: String(groups.size), updates: [] }
    const id = context.param('text', (plan) => checkStorableText(updateAt(plan, index).id, table))
    const conflict = context.failure((plan) => ({ outcome: 'conflict', table, id: updateAt(plan, index).id }))
    group.updates.push({ index, id, conflict })
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** Whether a group changes a column that a constraint depends on. */
export const isConstrained = ({ table, set, add }: UpdateGroup): boolean =>
  (getDefinition(table).constraintColumns ?? []).some((column) => set.includes(column) || add.includes(column))

/** Locks the rows of a group and checks that they match `where`. */
export function lockUpdates(context: StatementContext, group: UpdateGroup): Part {
  const { table, updates, name, where, set, add } = group
  const rows = updates.map(({ id, conflict, index }) => {
    const values = (['where', 'set', 'add'] as const).flatMap((part) =>
      group[part].map((column) =>
        context.param(getParameterType(table, column), (plan) =>
          toSql(table, column, (updateAt(plan, index)[part] as Record<string, unknown>)[column]),
        ),
      ),
    )
    return `(${[conflict, id, ...values].join(', ')})`
  })
  const columns = [
    ...where.map((column) => `where_${column}`),
    ...set.map((column) => `set_${column}`),
    ...add.map((column) => `add_${column}`),
  ]
  const read = new Set([
    'id',
    ...where,
    ...(isConstrained(group) ? (getDefinition(table).constraintColumns ?? []) : []),
  ])
  const ids = updates.map(({ id }) => id)
  const mismatch = ['l.id IS NULL', ...where.map((column) => `l.${column} IS DISTINCT FROM u.where_${column}`)]
  return {
    ctes: [
      `update${name} (${['n', 'id', ...columns].join(', ')}) AS (VALUES ${rows.join(', ')})`,
      lockRows(context, `locked${name}`, table, [...read], ids),
    ],
    checks: [`SELECT u.n FROM update${name} u LEFT JOIN locked${name} l ON l.id = u.id WHERE ${mismatch.join(' OR ')}`],
  }
}

/** Locks the events to delete and checks that they exist. */
export function lockDeletes(context: StatementContext): Part {
  const { deletes } = context.shape
  if (deletes === 0) return {}
  const ids = Array.from({ length: deletes }, (_, index) =>
    context.param('text', (plan) => checkStorableText(deleteAt(plan, index).id, 'events')),
  )
  return {
    ctes: [lockRows(context, 'locked_events', 'events', ['id'], ids)],
    checks: ids.map((id, index) => {
      const n = context.failure((plan) => ({ outcome: 'conflict', table: 'events', id: deleteAt(plan, index).id }))
      return `SELECT ${n} WHERE NOT EXISTS (SELECT 1 FROM locked_events WHERE id = ${id})`
    }),
  }
}

/** Locks the counters and checks their values. */
export function lockCounters(context: StatementContext): Part {
  const { counters } = context.shape
  if (counters.length === 0) return {}
  const ids = counters.map((_, index) =>
    context.param('text', (plan) => checkStorableText(counterAt(plan, index).name, 'counters')),
  )
  return {
    ctes: [lockRows(context, 'locked_counters', 'counters', ['id', 'value'], ids)],
    checks: ids.map((id, index) => {
      const n = context.failure((plan) => ({ outcome: 'conflict', table: 'counters', id: counterAt(plan, index).name }))
      const from = context.param('bigint', (plan) => counterAt(plan, index).from)
      return `SELECT ${n} WHERE COALESCE((SELECT value FROM locked_counters WHERE id = ${id}), 0) <> ${from}`
    }),
  }
}

import type { Plan } from '@cedi/mock-server/internal'
import { getParameterType, listColumns, toSql } from '../columns.js'
import type { UpdateGroup } from './locks.js'
import type { Part, StatementContext } from './part.js'

// Every write has the condition `result.failure IS NULL`: a plan that fails a check changes no row.

const rowAt = (plan: Plan, index: number) => plan.inserts[index]?.row as unknown as Readonly<Record<string, unknown>>

/** Inserts the rows, one `INSERT` per table. */
export function insertRows({ shape, param, merchant }: StatementContext): Part {
  const tables = [...new Set(shape.inserts.map(({ table }) => table))]
  return {
    ctes: tables.map((table) => {
      const columns = ['id', ...listColumns(table)]
      const indexes = [...shape.inserts.keys()].filter((index) => shape.inserts[index]?.table === table)
      const rows = indexes.map((index) => {
        const readCell = (column: string) => (plan: Plan) => toSql(table, column, rowAt(plan, index)[column])
        return `(${columns.map((column) => param(getParameterType(table, column), readCell(column))).join(', ')})`
      })
      const names = columns.join(', ')
      return `insert_${table} AS (INSERT INTO cedi.${table} (merchant_id, ${names})
  SELECT ${merchant}, v.* FROM (VALUES ${rows.join(',\n  ')}) v (${names}) CROSS JOIN result WHERE result.failure IS NULL)`
    }),
  }
}

/** Updates the rows of a group. */
export function updateRows({ merchant }: StatementContext, { table, updates, name, set, add }: UpdateGroup): Part {
  const columns = [...new Set([...set, ...add])]
  if (columns.length === 0) return {}
  const changes = columns.map((column) => {
    const before = set.includes(column) ? `u.set_${column}` : `t.${column}`
    return `${column} = ${add.includes(column) ? `${before} + u.add_${column}` : before}`
  })
  const ids = updates.map(({ id }) => id).join(', ')
  return {
    ctes: [
      `update_rows${name} AS (UPDATE cedi.${table} t SET ${changes.join(', ')} FROM update${name} u CROSS JOIN result
  WHERE t.merchant_id = ${merchant} AND t.id = u.id AND t.id IN (${ids}) AND result.failure IS NULL)`,
    ],
  }
}

/** Deletes the events. */
export const deleteEvents = ({ shape, merchant }: StatementContext): Part =>
  shape.deletes === 0
    ? {}
    : {
        ctes: [
          `delete_events AS (DELETE FROM cedi.events t USING locked_events l, result
  WHERE t.merchant_id = ${merchant} AND t.id = l.id AND result.failure IS NULL)`,
        ],
      }

/** Inserts new counters and updates existing ones. */
export const writeCounters = ({ shape, param, merchant }: StatementContext): Part => ({
  ctes: shape.counters.map((isNew, index) => {
    const id = param('text', (plan) => plan.counters[index]?.name ?? null)
    const value = param('bigint', (plan) => plan.counters[index]?.to ?? null)
    return isNew
      ? `counter${index} AS (INSERT INTO cedi.counters (merchant_id, id, value) SELECT ${merchant}, ${id}, ${value} FROM result WHERE failure IS NULL)`
      : `counter${index} AS (UPDATE cedi.counters t SET value = ${value} FROM result WHERE t.merchant_id = ${merchant} AND t.id = ${id} AND result.failure IS NULL)`
  }),
})

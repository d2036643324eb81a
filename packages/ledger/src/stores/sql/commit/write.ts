import type { Plan } from '../../../plan.js'
import { columnsOf, sqlTypeOf, toSql } from '../columns.js'
import type { Draft } from './draft.js'
import type { Group } from './judge.js'

const rowOf = (plan: Plan, at: number) => plan.inserts[at]?.row as unknown as Readonly<Record<string, unknown>>

/** The rows to insert, those of a table together. */
export function insertRows({ shape, param, merchant, ctes }: Draft): void {
  for (const table of new Set(shape.inserts.map((insert) => insert.table))) {
    const columns = ['id', ...columnsOf(table)]
    const places = [...shape.inserts.keys()].filter((at) => shape.inserts[at]?.table === table)
    const lines = places.map((at) => {
      const cell = (name: string) => (plan: Plan) => toSql(table, name, rowOf(plan, at)[name])
      return `(${columns.map((name) => param(sqlTypeOf(table, name), cell(name))).join(', ')})`
    })
    const names = columns.join(', ')
    ctes.push(`new_${table} AS (INSERT INTO cedi.${table} (merchant_id, ${names})
  SELECT ${merchant}, v.* FROM (VALUES ${lines.join(',\n  ')}) v (${names}) CROSS JOIN verdict WHERE verdict.n IS NULL)`)
  }
}

/** The rows to change. */
export function updateRows({ merchant, ctes }: Draft, { table, moves, name, set, add }: Group): void {
  const names = [...new Set([...set, ...add])]
  if (names.length === 0) return
  const changes = names.map((column) => {
    const before = set.includes(column) ? `m.s_${column}` : `t.${column}`
    return `${column} = ${add.includes(column) ? `${before} + m.a_${column}` : before}`
  })
  const ids = moves.map(({ id }) => id).join(', ')
  ctes.push(`moved${name} AS (UPDATE cedi.${table} t SET ${changes.join(', ')} FROM move${name} m CROSS JOIN verdict
  WHERE t.merchant_id = ${merchant} AND t.id = m.id AND t.id IN (${ids}) AND verdict.n IS NULL)`)
}

/** The events that have happened. */
export function writeRemoves({ shape, merchant, ctes }: Draft): void {
  if (shape.removes === 0) return
  ctes.push(`gone AS (DELETE FROM cedi.events t USING removed r, verdict
  WHERE t.merchant_id = ${merchant} AND t.id = r.id AND verdict.n IS NULL)`)
}

/** Counters, new and old. */
export function writeCounters({ shape, param, merchant, ctes }: Draft): void {
  for (const [at, isNew] of shape.counters.entries()) {
    const id = param('text', (plan) => plan.counters[at]?.name ?? null)
    const value = param('bigint', (plan) => plan.counters[at]?.to ?? null)
    ctes.push(
      isNew
        ? `count${at} AS (INSERT INTO cedi.counters (merchant_id, id, value) SELECT ${merchant}, ${id}, ${value} FROM verdict WHERE n IS NULL)`
        : `count${at} AS (UPDATE cedi.counters t SET value = ${value} FROM verdict WHERE t.merchant_id = ${merchant} AND t.id = ${id} AND verdict.n IS NULL)`,
    )
  }
}

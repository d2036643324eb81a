import type { Plan } from '../../../plan.js'
import type { Constraint } from '../../../store.js'
import { definitionOf, type RecordTable, type UniqueColumn, uniqueColumnOf } from '../../../tables.js'
import { keptText, sqlTypeOf, toSql } from '../columns.js'
import { placeOfValue } from '../spread/places.js'
import type { Draft } from './draft.js'
import type { MoveShape } from './shape.js'

/** Moves of one table that change the same columns: one update. */
export interface Group extends MoveShape {
  /** What belongs to it is called so. */
  readonly name: string
  /** Where its moves stand in the plan, and the ids of their rows. */
  readonly updates: { readonly at: number; readonly id: string; readonly missing: number }[]
}

const moveOf = (plan: Plan, at: number) => plan.updates[at] as Plan['updates'][number]
const removeOf = (plan: Plan, at: number) => plan.deletes[at] as Plan['deletes'][number]
const counterOf = (plan: Plan, at: number) => plan.counters[at] as Plan['counters'][number]
const insertOf = (plan: Plan, at: number) => plan.inserts[at] as Plan['inserts'][number]

/** Puts together what is changed in one update. */
export function groupsOf(it: Draft): readonly Group[] {
  const groups = new Map<string, Group>()
  for (const [at, move] of it.shape.moves.entries()) {
    const { table } = move
    const key = JSON.stringify(move)
    const group = groups.get(key) ?? { ...move, name: String(groups.size), updates: [] }
    const id = it.param('text', (plan) => keptText(moveOf(plan, at).id, table))
    const missing = it.problem((plan) => ({ outcome: 'conflict', table, id: moveOf(plan, at).id }))
    group.moves.push({ at, id, missing })
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** The columns that decide about the bounds of a table. */
const boundColumns = (table: RecordTable): readonly string[] => definitionOf(table).bounds ?? []

const hasBounds = ({ table, set, add }: Group): boolean =>
  boundColumns(table).some((column) => set.includes(column) || add.includes(column))

/** Locks the rows of a group, and looks whether they are what the plan was made for. */
export function lockMoves(it: Draft, group: Group): void {
  const { table, moves, name, expect, set, add } = group
  const rows = moves.map(({ id, missing, at }) => {
    const parts = (['where', 'set', 'add'] as const).flatMap((part) =>
      group[part].map((column) =>
        it.param(sqlTypeOf(table, column), (plan) =>
          toSql(table, column, (moveOf(plan, at)[part] as Record<string, unknown>)[column]),
        ),
      ),
    )
    return `(${[missing, id, ...parts].join(', ')})`
  })
  const names = [...where.map((one) => `e_${one}`), ...set.map((one) => `s_${one}`), ...add.map((one) => `a_${one}`)]
  it.ctes.push(`move${name} (${['n', 'id', ...names].join(', ')}) AS (VALUES ${rows.join(', ')})`)
  const read = new Set(['id', ...where, ...(hasBounds(group) ? boundColumns(table) : [])])
  const ids = moves.map(({ id }) => id)
  it.ctes.push(locked(it, `held${name}`, table, [...read], ids))
  const changed = ['h.id IS NULL', ...where.map((one) => `h.${one} IS DISTINCT FROM m.e_${one}`)].join(' OR ')
  it.checks.push(`SELECT m.n FROM move${name} m LEFT JOIN held${name} h ON h.id = m.id WHERE ${changed}`)
}

/** Rows as they are once nobody else can change them. The book comes first, because the lock is taken after the join. */
export const locked = (
  { merchant }: Draft,
  name: string,
  table: string,
  columns: readonly string[],
  ids: readonly string[],
): string =>
  `${name} AS (SELECT ${columns.map((column) => `t.${column}`).join(', ')} FROM book CROSS JOIN cedi.${table} t
  WHERE t.merchant_id = ${merchant} AND t.id IN (${ids.join(', ')}) ORDER BY t.id FOR UPDATE OF t)`

/** Locks the events that have happened: each must still be there. */
export function lockRemoves(it: Draft): void {
  const { removes } = it.shape
  if (removes === 0) return
  const ids = Array.from({ length: removes }, (_, at) =>
    it.param('text', (plan) => keptText(removeOf(plan, at).id, 'events')),
  )
  it.ctes.push(locked(it, 'removed', 'events', ['id'], ids))
  for (const [at, id] of ids.entries()) {
    const n = it.problem((plan) => ({ outcome: 'conflict', table: 'events', id: removeOf(plan, at).id }))
    it.checks.push(`SELECT ${n} WHERE NOT EXISTS (SELECT 1 FROM removed WHERE id = ${id})`)
  }
}

/** Locks the counters: each must still stand where it stood. */
export function lockCounters(it: Draft): void {
  const { counters } = it.shape
  if (counters.length === 0) return
  const ids = counters.map((_, at) => it.param('text', (plan) => keptText(counterOf(plan, at).name, 'counters')))
  it.ctes.push(locked(it, 'counted', 'counters', ['id', 'value'], ids))
  for (const [at, id] of ids.entries()) {
    const n = it.problem((plan) => ({ outcome: 'conflict', table: 'counters', id: counterOf(plan, at).name }))
    const from = it.param('bigint', (plan) => counterOf(plan, at).from)
    it.checks.push(`SELECT ${n} WHERE COALESCE((SELECT value FROM counted WHERE id = ${id}), 0) <> ${from}`)
  }
}

/** What a row that comes next could not see yet is found by the unique indexes, and then looked for again. */
export function findDuplicates(it: Draft): void {
  const { merchant, param, shape } = it
  interface Places {
    readonly table: RecordTable
    readonly rule: (place: string) => string
    readonly found: (readonly [n: number, place: string])[]
  }
  const wanted = new Map<string, Places>()
  const want = (table: RecordTable, column: string, isOwn: boolean, at: number, n: number) => {
    const rule = (place: string) => `${isOwn ? `t.merchant_id = ${merchant} AND ` : ''}t.${column} = ${place}`
    const places = wanted.get(`${table} ${column}`) ?? { table, rule, found: [] }
    const value = (plan: Plan) => keptText(insertOf(plan, at).row[column as 'id'], table)
    places.found.push([n, param('text', value)])
    wanted.set(`${table} ${column}`, places)
  }
  for (const [at, { table, unique }] of shape.inserts.entries()) {
    const taken = (column: 'id' | UniqueColumn) =>
      it.problem((plan) => ({ outcome: 'duplicate', table, id: insertOf(plan, at).row.id, column }))
    want(table, 'id', true, at, taken('id'))
    const rule = uniqueColumnOf(table)
    if (!rule || unique === 'none') continue
    const n = taken(rule.column)
    if (it.isSpread && rule.everywhere)
      it.claims.push({ number: n, place: (plan) => placeOfValue(table, insertOf(plan, at).row[rule.column as 'id']) })
    else want(table, rule.column, !rule.everywhere, at, n)
    if (unique === 'taken') it.checks.push(`SELECT ${n}`)
  }
  if (it.claims.length > 0) it.checks.push('SELECT CAST($2 AS bigint)')
  for (const { table, rule, found } of wanted.values()) {
    // Each by itself is looked up in the index whatever the database believes of the table; a thousand of them are no
    // statement that it could read.
    if (found.length <= 16)
      for (const [n, place] of found) it.checks.push(`SELECT ${n} FROM cedi.${table} t WHERE ${rule(place)}`)
    else
      it.checks.push(
        `SELECT v.n FROM (VALUES ${found.map((pair) => `(${pair.join(', ')})`).join(', ')}) v (n, place) JOIN cedi.${table} t ON ${rule('v.place')}`,
      )
  }
}

/** Looks for columns that would cross a bound. */
export function findCrossedBounds(it: Draft, groups: readonly Group[]): void {
  for (const [at, { violated }] of it.shape.inserts.entries()) {
    if (!violated) continue
    const n = it.problem((plan) => ({ outcome: 'guard', violated, id: insertOf(plan, at).row.id }))
    it.checks.push(`SELECT ${n}`)
  }
  const bounded = groups.filter(hasBounds).flatMap((group) => group.moves.map((move) => ({ group, move })))
  for (const { group, move } of bounded.sort((one, other) => one.move.at - other.move.at)) findCrossed(it, group, move)
}

function findCrossed(it: Draft, group: Group, { at, missing }: Group['moves'][number]): void {
  const { table, name, set, add } = group
  const after = (column: string) => {
    const before = set.includes(column) ? `m.s_${column}` : `h.${column}`
    return add.includes(column) ? `(${before} + m.a_${column})` : before
  }
  const where = `FROM move${name} m JOIN held${name} h ON h.id = m.id WHERE m.n = ${missing}`
  const refuse = (violated: Constraint, rule: string) => {
    const n = it.problem((plan) => ({ outcome: 'guard', violated, id: moveOf(plan, at).id }))
    it.checks.push(`SELECT ${n} ${where} AND (${rule})`)
  }
  if (table === 'payments' || table === 'orders') {
    const [refunded, reserved] = [after('refunded_pesewas'), after('refund_reserved_pesewas')]
    const whole = after(table === 'payments' ? 'amount_pesewas' : 'total_pesewas')
    refuse(`${table}.refund_reserved_pesewas`, `${reserved} < 0 OR ${reserved} > ${whole}`)
    refuse(`${table}.refunded_pesewas`, `${refunded} < 0 OR ${refunded} > ${reserved}`)
  } else if (table === 'products') {
    refuse('products.stock', `${after('stock')} < 0`)
  } else if (table === 'licenses') {
    const [used, limit] = [after('activations'), after('activation_limit')]
    refuse('licenses.activations', `${used} < 0 OR ${used} > ${limit}`)
  }
}

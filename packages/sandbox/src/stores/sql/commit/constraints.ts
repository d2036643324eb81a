import {
  type Constraint,
  getUniqueColumn,
  type Plan,
  type RecordTable,
  type UniqueColumn,
} from '@cedi/mock-server/internal'
import { checkStorableText } from '../columns.js'
import { toUniqueValue } from '../sharding/unique-values.js'
import { type GroupedUpdate, isConstrained, type UpdateGroup } from './locks.js'
import type { Claim, Part, StatementContext } from './part.js'

const insertAt = (plan: Plan, index: number) => plan.inserts[index] as Plan['inserts'][number]

/** Values of the inserted rows that must not exist in one column yet. */
interface UniqueCheck {
  readonly table: RecordTable
  readonly matches: (value: string) => string
  readonly values: (readonly [n: number, value: string])[]
}

/**
 * Maximum number of values that are checked by one `SELECT` each. Each then uses the index whatever the statistics of
 * the table are. A statement with thousands of `SELECT`s could not be parsed.
 */
const maxSingleChecks = 16

/** Checks that no inserted row exists. A row that a concurrent commit inserts is rejected by the unique index. */
export function checkUnique(context: StatementContext): Part & { readonly claims: readonly Claim[] } {
  const { merchant, shape } = context
  const uniqueChecks = new Map<string, UniqueCheck>()
  const checks: string[] = []
  const claims: Claim[] = []
  const addValue = (table: RecordTable, column: string, isPerMerchant: boolean, index: number, n: number) => {
    const matches = (value: string) =>
      `${isPerMerchant ? `t.merchant_id = ${merchant} AND ` : ''}t.${column} = ${value}`
    const check = uniqueChecks.get(`${table} ${column}`) ?? { table, matches, values: [] }
    const read = (plan: Plan) => checkStorableText(insertAt(plan, index).row[column as 'id'], table)
    check.values.push([n, context.param('text', read)])
    uniqueChecks.set(`${table} ${column}`, check)
  }
  for (const [index, { table, unique }] of shape.inserts.entries()) {
    const duplicate = (column: 'id' | UniqueColumn) =>
      context.failure((plan) => ({ outcome: 'duplicate', table, id: insertAt(plan, index).row.id, column }))
    addValue(table, 'id', true, index, duplicate('id'))
    const rule = getUniqueColumn(table)
    if (!rule || unique === 'none') continue
    const n = duplicate(rule.column)
    if (context.isSharded && rule.isGlobal)
      claims.push({ number: n, value: (plan) => toUniqueValue(table, insertAt(plan, index).row[rule.column as 'id']) })
    else addValue(table, rule.column, !rule.isGlobal, index, n)
    if (unique === 'duplicate') checks.push(`SELECT ${n}`)
  }
  if (claims.length > 0) checks.push('SELECT CAST($2 AS bigint)')
  return { checks: [...checks, ...[...uniqueChecks.values()].flatMap(selectDuplicates)], claims }
}

function selectDuplicates({ table, matches, values }: UniqueCheck): string[] {
  if (values.length <= maxSingleChecks)
    return values.map(([n, value]) => `SELECT ${n} FROM cedi.${table} t WHERE ${matches(value)}`)
  const rows = values.map((pair) => `(${pair.join(', ')})`).join(', ')
  return [`SELECT v.n FROM (VALUES ${rows}) v (n, value) JOIN cedi.${table} t ON ${matches('v.value')}`]
}

/** Checks the constraints on inserted and updated rows. */
export function checkConstraints(context: StatementContext, groups: readonly UpdateGroup[]): Part {
  const inserts = context.shape.inserts.flatMap(({ violation }, index) => {
    if (!violation) return []
    const n = context.failure((plan) => ({ outcome: 'constraint', violation, id: insertAt(plan, index).row.id }))
    return [`SELECT ${n}`]
  })
  const updates = groups
    .filter(isConstrained)
    .flatMap((group) => group.updates.map((update) => ({ group, update })))
    .sort((one, other) => one.update.index - other.update.index)
  return { checks: [...inserts, ...updates.flatMap(({ group, update }) => checkUpdate(context, group, update))] }
}

function checkUpdate(context: StatementContext, group: UpdateGroup, { index, conflict }: GroupedUpdate): string[] {
  const { table, name, set, add } = group
  const after = (column: string) => {
    const before = set.includes(column) ? `u.set_${column}` : `l.${column}`
    return add.includes(column) ? `(${before} + u.add_${column})` : before
  }
  const check = (violation: Constraint, condition: string): string => {
    const n = context.failure((plan) => ({
      outcome: 'constraint',
      violation,
      id: (plan.updates[index] as Plan['updates'][number]).id,
    }))
    return `SELECT ${n} FROM update${name} u JOIN locked${name} l ON l.id = u.id WHERE u.n = ${conflict} AND (${condition})`
  }
  if (table === 'payments' || table === 'orders') {
    const [refundedSql, reservedSql] = [after('refunded_pesewas'), after('refund_reserved_pesewas')]
    const total = after(table === 'payments' ? 'amount_pesewas' : 'total_pesewas')
    return [
      check(`${table}.refund_reserved_pesewas`, `${reservedSql} < 0 OR ${reservedSql} > ${total}`),
      check(`${table}.refunded_pesewas`, `${refundedSql} < 0 OR ${refundedSql} > ${reservedSql}`),
    ]
  }
  if (table === 'products') return [check('products.stock', `${after('stock')} < 0`)]
  const [activations, limit] = [after('activations'), after('activation_limit')]
  return table === 'licenses' ? [check('licenses.activations', `${activations} < 0 OR ${activations} > ${limit}`)] : []
}

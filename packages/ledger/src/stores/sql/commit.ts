import { type Account, accounts, chartOfAccounts } from '../../accounts.js'
import { crossedBound } from '../../bounds.js'
import { canonicalText, type Entry } from '../../entry.js'
import { type Plan, PlanError } from '../../plan.js'
import type { CommitResult, RecordTable } from '../../store.js'
import { uniqueColumns } from '../tables.js'
import { columnsOf, keptText, sqlTypeOf, toSql } from './columns.js'
import { createValues, type Statement, type Values } from './statement.js'

type Problem = Exclude<CommitResult, { outcome: 'ok' }>

/** The one statement that carries out a plan, and what the numbers mean with which it refuses. */
export interface CommitStatement extends Statement {
  readonly problems: readonly Problem[]
}

/**
 * Writes a plan as one statement.
 *
 * It locks the book of the merchant first, then the rows it changes, in the order of their ids, and judges the rows as
 * they are then. Only when nothing is wrong does it write; so a refused plan leaves nothing behind. The answer is one
 * row: the last sequence, and the number of the first problem or null. No row means that the merchant has no book yet.
 *
 * The text depends on the shape of the plan alone, so that a database prepares it once.
 *
 * @decision 0032
 */
export function commitStatement(plan: Plan): CommitStatement {
  const values = createValues()
  const merchant = values.param(plan.merchant, 'text')
  const it: Draft = { plan, values, merchant, ctes: [], checks: [], problems: [] }
  it.ctes.push(`book AS (SELECT sequence, at_ms, hash FROM cedi.books WHERE merchant_id = ${merchant} FOR UPDATE)`)
  const moves = groupsOf(plan)
  // In the order in which a plan is refused: conflict, duplicate, guard.
  for (const [at, group] of moves.entries()) lockMoves(it, group, at)
  lockRemoves(it)
  lockCounters(it)
  for (const [at, group] of moves.entries()) findConflicts(it, group, at)
  findOtherConflicts(it)
  findDuplicates(it)
  findCrossedBounds(it, moves)
  draftEntries(it)
  const checks = it.checks.length > 0 ? it.checks.join('\nUNION ALL ') : 'SELECT 0 WHERE CAST(NULL AS boolean)'
  it.ctes.push(`problem (n) AS (${checks})`, 'verdict AS (SELECT (SELECT MIN(n) FROM problem) AS n FROM book)')
  insertRows(it)
  for (const [at, group] of moves.entries()) updateRows(it, group, at)
  writeRest(it)
  const text = `WITH ${it.ctes.join(',\n')}
SELECT book.sequence + ${plan.entries.length} AS sequence, verdict.n AS problem FROM book CROSS JOIN verdict`
  if (values.list.length > mostValues) {
    throw new PlanError(
      `The plan takes ${values.list.length} values, and a statement ${mostValues}. Commit several plans.`,
    )
  }
  return { text, values: values.list, problems: it.problems }
}

/** The protocol counts the values of a statement with two bytes. */
const mostValues = 65_535

interface Draft {
  readonly plan: Plan
  readonly values: Values
  readonly merchant: string
  readonly ctes: string[]
  /** Each selects the numbers of what is wrong. */
  readonly checks: string[]
  readonly problems: Problem[]
}

type AnyMove = Plan['moves'][number]

/** Moves of one table that change the same columns: one update. */
interface Group {
  readonly table: RecordTable
  readonly moves: AnyMove[]
  readonly expect: readonly string[]
  readonly set: readonly string[]
  readonly add: readonly string[]
  /** The number of the problem that a missing or changed row is, for each move. */
  readonly missing: number[]
}

const given = (columns: object | undefined): string[] =>
  Object.entries(columns ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([column]) => column)
    .sort()

function groupsOf(plan: Plan): Group[] {
  const groups = new Map<string, Group>()
  for (const move of plan.moves) {
    const { table } = move
    const [expect, set, add] = [given(move.expect), given(move.set), given(move.add)]
    const key = JSON.stringify([table, expect, set, add])
    const group = groups.get(key) ?? { table, moves: [], expect, set, add, missing: [] }
    group.moves.push(move)
    groups.set(key, group)
  }
  return [...groups.values()]
}

const problem = (it: Draft, result: Problem): number => it.problems.push(result) - 1

const idList = (it: Draft, ids: readonly string[]): string => ids.map((id) => it.values.param(id, 'text')).join(', ')

/** The columns that decide about the bounds of a table. */
const boundColumns: { readonly [T in RecordTable]?: readonly string[] } = {
  payments: ['refunded_pesewas', 'refund_reserved_pesewas', 'amount_pesewas'],
  orders: ['refunded_pesewas', 'refund_reserved_pesewas', 'total_pesewas'],
  products: ['stock'],
  licenses: ['activations', 'activation_limit'],
}

const hasBounds = ({ table, set, add }: Group): boolean =>
  (boundColumns[table] ?? []).some((column) => set.includes(column) || add.includes(column))

function lockMoves(it: Draft, group: Group, at: number): void {
  const { table, moves, expect, set, add } = group
  const column = (move: AnyMove, part: 'expect' | 'set' | 'add', name: string) =>
    it.values.param(toSql(table, name, (move[part] as Record<string, unknown>)[name]), sqlTypeOf(table, name))
  const rows = moves.map((move) => {
    const at = it.plan.moves.indexOf(move)
    const parts = (['expect', 'set', 'add'] as const).flatMap((part) =>
      group[part].map((name) => column(move, part, name)),
    )
    return `(${[at, it.values.param(keptText(move.id, table), 'text'), ...parts].join(', ')})`
  })
  const names = [
    ...expect.map((name) => `e_${name}`),
    ...set.map((name) => `s_${name}`),
    ...add.map((name) => `a_${name}`),
  ]
  it.ctes.push(`move${at} (${['at', 'id', ...names].join(', ')}) AS (VALUES ${rows.join(', ')})`)
  const read = new Set(['id', ...expect, ...(hasBounds(group) ? (boundColumns[table] ?? []) : [])])
  const ids = idList(
    it,
    moves.map(({ id }) => id),
  )
  it.ctes.push(locked(it, `held${at}`, table, [...read], ids))
}

/** Rows as they are once nobody else can change them. The book comes first, because the lock is taken after the join. */
const locked = ({ merchant }: Draft, name: string, table: string, columns: readonly string[], ids: string): string =>
  `${name} AS (SELECT ${columns.map((column) => `t.${column}`).join(', ')} FROM book CROSS JOIN cedi.${table} t
  WHERE t.merchant_id = ${merchant} AND t.id IN (${ids}) ORDER BY t.id FOR UPDATE OF t)`

function lockRemoves(it: Draft): void {
  const { removes } = it.plan
  if (removes.length === 0) return
  for (const table of new Set(removes.map((remove) => remove.table))) {
    const ids = removes.filter((remove) => remove.table === table).map(({ id }) => keptText(id, table))
    it.ctes.push(locked(it, `removed_${table}`, table, ['id'], idList(it, ids)))
  }
}

function lockCounters(it: Draft): void {
  const { counters } = it.plan
  if (counters.length === 0) return
  const ids = idList(
    it,
    counters.map(({ name }) => keptText(name, 'counters')),
  )
  it.ctes.push(locked(it, 'counted', 'counters', ['id', 'value'], ids))
}

function findConflicts(it: Draft, { table, moves, expect, missing }: Group, at: number): void {
  // A number for each move, in the order of the plan, whatever group it is in.
  for (const move of moves) missing.push(it.plan.moves.indexOf(move))
  for (const [index, move] of moves.entries())
    it.problems[missing[index] ?? 0] = { outcome: 'conflict', table, id: move.id }
  const changed = ['h.id IS NULL', ...expect.map((name) => `h.${name} IS DISTINCT FROM m.e_${name}`)].join(' OR ')
  it.checks.push(`SELECT m.at FROM move${at} m LEFT JOIN held${at} h ON h.id = m.id WHERE ${changed}`)
}

function findOtherConflicts(it: Draft): void {
  const { param } = it.values
  for (const { table, id } of it.plan.removes) {
    const n = problem(it, { outcome: 'conflict', table, id })
    it.checks.push(`SELECT ${n} WHERE NOT EXISTS (SELECT 1 FROM removed_${table} WHERE id = ${param(id, 'text')})`)
  }
  for (const { name, from } of it.plan.counters) {
    const n = problem(it, { outcome: 'conflict', table: 'counters', id: name })
    const value = `(SELECT value FROM counted WHERE id = ${param(name, 'text')})`
    it.checks.push(`SELECT ${n} WHERE COALESCE(${value}, 0) <> ${param(from, 'bigint')}`)
  }
}

/** What a row that comes next could not see yet is found by the unique indexes, and then looked for again. */
function findDuplicates(it: Draft): void {
  const { merchant, plan } = it
  const { param } = it.values
  const mine = new Set<string>()
  interface Places {
    readonly table: RecordTable
    readonly rule: (place: string) => string
    readonly found: (readonly [n: number, place: string])[]
  }
  const wanted = new Map<string, Places>()
  const want = (table: RecordTable, column: string, isOwn: boolean, value: string, n: number) => {
    const rule = (place: string) => `${isOwn ? `t.merchant_id = ${merchant} AND ` : ''}t.${column} = ${place}`
    const places = wanted.get(`${table} ${column}`) ?? { table, rule, found: [] }
    places.found.push([n, param(keptText(value, table), 'text')])
    wanted.set(`${table} ${column}`, places)
  }
  for (const { table, row } of plan.inserts) {
    want(table, 'id', true, row.id, problem(it, { outcome: 'duplicate', table, id: row.id, column: 'id' }))
    const rule = uniqueColumns[table]
    const value = rule && (row[rule.column as keyof typeof row] as string | null)
    if (!rule || value === null || value === undefined) continue
    const taken = problem(it, { outcome: 'duplicate', table, id: row.id, column: rule.column })
    want(table, rule.column, !rule.everywhere, value, taken)
    if (mine.has(`${table} ${value}`)) it.checks.push(`SELECT ${taken}`)
    mine.add(`${table} ${value}`)
  }
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
  for (const { source, kind } of plan.entries) {
    const n = problem(it, { outcome: 'duplicate', table: 'entries', id: source, column: 'source' })
    const [sources, kinds] = [param(source, 'text'), param(kind, 'text')]
    it.checks.push(
      `SELECT ${n} FROM cedi.entries WHERE merchant_id = ${merchant} AND source = ${sources} AND kind = ${kinds}`,
    )
  }
}

function findCrossedBounds(it: Draft, groups: readonly Group[]): void {
  for (const { table, row } of it.plan.inserts) {
    const crossed = crossedBound(table, row as never)
    if (crossed) it.checks.push(`SELECT ${problem(it, { outcome: 'guard', crossed, id: row.id })}`)
  }
  for (const move of it.plan.moves) {
    const at = groups.findIndex((group) => group.moves.includes(move))
    const group = groups[at]
    if (!group || !hasBounds(group)) continue
    const { table, id } = move
    const after = (column: string) => {
      const before = group.set.includes(column) ? `m.s_${column}` : `h.${column}`
      return group.add.includes(column) ? `(${before} + m.a_${column})` : before
    }
    const where = `FROM move${at} m JOIN held${at} h ON h.id = m.id WHERE m.at = ${it.plan.moves.indexOf(move)}`
    const refuse = (crossed: Extract<Problem, { outcome: 'guard' }>['crossed'], rule: string) =>
      it.checks.push(`SELECT ${problem(it, { outcome: 'guard', crossed, id })} ${where} AND (${rule})`)
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
}

const touchedBy = (entry: Entry): Account[] =>
  accounts.filter((account) => entry.postings.some(({ debit, credit }) => debit === account || credit === account))

/** What an entry adds to an account, on the account's own side. */
function addedBy(entry: Entry, account: Account): bigint {
  let sum = 0n
  for (const { debit, credit, amountPesewas } of entry.postings) {
    const { nature } = chartOfAccounts[account]
    if (debit === account) sum += nature === 'debit' ? amountPesewas : -amountPesewas
    if (credit === account) sum += nature === 'credit' ? amountPesewas : -amountPesewas
  }
  return sum
}

/** Balances, times, texts and hashes of the entries, each from the one before; and the guards of the accounts. */
function draftEntries(it: Draft): void {
  const { entries } = it.plan
  if (entries.length === 0) return
  const { param } = it.values
  const touched = accounts.filter((account) => entries.some((entry) => touchedBy(entry).includes(account)))
  const names = touched.map((account) => `'${account}'`)
  it.ctes.push(locked(it, 'balance', 'accounts', ['id', 'balance_pesewas'], names.join(', ')))
  const held = touched.map((_, at) => `MAX(CASE WHEN id = ${names[at]} THEN balance_pesewas END) AS b${at}`)
  it.ctes.push(`entry0 AS (SELECT book.sequence, book.at_ms, book.hash, x.* FROM book CROSS JOIN
  (SELECT ${held.join(', ')} FROM balance) x)`)
  for (const [index, entry] of entries.entries()) {
    const mine = touchedBy(entry)
    const balances = touched.map((account, at) =>
      mine.includes(account) ? `b${at} + ${param(addedBy(entry, account), 'bigint')} AS b${at}` : `b${at}`,
    )
    const atMs = `GREATEST(at_ms, ${param(entry.atMs, 'bigint')})`
    it.ctes.push(`sum${index + 1} AS (SELECT sequence + 1 AS sequence, ${atMs} AS at_ms, hash AS previous_hash,
  ${balances.join(', ')} FROM entry${index})`)
    const after = mine
      .map((account) => `'${account}=' || CAST(b${touched.indexOf(account)} AS text)`)
      .join(" || ',' || ")
    // The text as `canonicalText` writes it: what the balances, the sequence and the time leave open is joined here.
    const { kind, source, postings, memo = null } = entry
    const [, , , , written = ''] = canonicalText({
      sequence: 0,
      kind,
      source,
      at_ms: 0,
      postings,
      balances: [],
      memo,
    }).split('|')
    const fixed = {
      kind: param(kind, 'text'),
      source: param(source, 'text'),
      postings: param(written, 'text'),
      memo: param(memo === null ? null : keptText(memo, 'memo'), 'text'),
    }
    it.ctes.push(`text${index + 1} AS (SELECT *, ${fixed.kind} AS kind, ${fixed.source} AS source, ${fixed.postings} AS postings,
  ${after} AS balances, ${fixed.memo} AS memo FROM sum${index + 1})`)
    it.ctes.push(`entry${index + 1} AS (SELECT *, encode(sha256(convert_to(previous_hash || CAST(sequence AS text) || '|' || kind
  || '|' || source || '|' || CAST(at_ms AS text) || '|' || postings || '|' || balances || '|' || COALESCE(memo, ''), 'UTF8')), 'hex') AS hash
  FROM text${index + 1})`)
    for (const account of mine) {
      if (!chartOfAccounts[account].guarded) continue
      const n = problem(it, { outcome: 'guard', crossed: account, id: account })
      it.checks.push(`SELECT ${n} FROM sum${index + 1} WHERE b${touched.indexOf(account)} < 0`)
    }
  }
}

/** The rows to insert, those of a table together. */
function insertRows(it: Draft): void {
  const { merchant, plan, values } = it
  for (const table of new Set(plan.inserts.map((insert) => insert.table))) {
    const columns = columnsOf(table)
    const rows = plan.inserts.filter((insert) => insert.table === table)
    const lines = rows.map(({ row }) => {
      const held = row as unknown as Record<string, unknown>
      const parts = columns.map((name) => values.param(toSql(table, name, held[name]), sqlTypeOf(table, name)))
      return `(${[values.param(row.id, 'text'), ...parts].join(', ')})`
    })
    const names = ['id', ...columns].join(', ')
    it.ctes.push(`new_${table} AS (INSERT INTO cedi.${table} (merchant_id, ${names})
  SELECT ${merchant}, v.* FROM (VALUES ${lines.join(',\n  ')}) v (${names}) CROSS JOIN verdict WHERE verdict.n IS NULL)`)
  }
}

function updateRows(it: Draft, { table, moves, set, add }: Group, at: number): void {
  const names = [...new Set([...set, ...add])]
  if (names.length === 0) return
  const changes = names.map((name) => {
    const before = set.includes(name) ? `m.s_${name}` : `t.${name}`
    return `${name} = ${add.includes(name) ? `${before} + m.a_${name}` : before}`
  })
  const ids = idList(
    it,
    moves.map(({ id }) => id),
  )
  it.ctes.push(`moved${at} AS (UPDATE cedi.${table} t SET ${changes.join(', ')} FROM move${at} m CROSS JOIN verdict
  WHERE t.merchant_id = ${it.merchant} AND t.id = m.id AND t.id IN (${ids}) AND verdict.n IS NULL)`)
}

function writeRest(it: Draft): void {
  const { merchant, plan, values } = it
  for (const table of new Set(plan.removes.map((remove) => remove.table))) {
    it.ctes.push(`gone_${table} AS (DELETE FROM cedi.${table} t USING removed_${table} r, verdict
  WHERE t.merchant_id = ${merchant} AND t.id = r.id AND verdict.n IS NULL)`)
  }
  for (const [index, { name, from, to }] of plan.counters.entries()) {
    const [id, value] = [values.param(name, 'text'), values.param(to, 'bigint')]
    it.ctes.push(
      from === 0
        ? `count${index} AS (INSERT INTO cedi.counters (merchant_id, id, value) SELECT ${merchant}, ${id}, ${value} FROM verdict WHERE n IS NULL)`
        : `count${index} AS (UPDATE cedi.counters t SET value = ${value} FROM verdict WHERE t.merchant_id = ${merchant} AND t.id = ${id} AND verdict.n IS NULL)`,
    )
  }
  const { entries } = plan
  if (entries.length === 0) return
  const columns = 'sequence, kind, source, at_ms, postings, balances, memo, previous_hash, hash'
  for (const index of entries.keys()) {
    it.ctes.push(`written${index + 1} AS (INSERT INTO cedi.entries (merchant_id, id, ${columns})
  SELECT ${merchant}, lpad(CAST(sequence AS text), 12, '0'), ${columns} FROM entry${index + 1} CROSS JOIN verdict WHERE verdict.n IS NULL)`)
  }
  const last = `entry${entries.length}`
  it.ctes.push(`sealed AS (UPDATE cedi.books t SET sequence = e.sequence, at_ms = e.at_ms, hash = e.hash FROM ${last} e CROSS JOIN verdict
  WHERE t.merchant_id = ${merchant} AND verdict.n IS NULL)`)
  const touched = accounts.filter((account) => entries.some((entry) => touchedBy(entry).includes(account)))
  const lines = touched.map((account) => {
    const sum = entries.reduce((total, entry) => total + addedBy(entry, account), 0n)
    const lastTouch = entries.findLastIndex((entry) => touchedBy(entry).includes(account)) + 1
    return `('${account}', ${values.param(sum, 'bigint')}, ${lastTouch})`
  })
  it.ctes.push(`posted AS (UPDATE cedi.accounts t SET balance_pesewas = t.balance_pesewas + v.added, sequence = book.sequence + v.step
  FROM (VALUES ${lines.join(', ')}) v (id, added, step) CROSS JOIN book CROSS JOIN verdict
  WHERE t.merchant_id = ${merchant} AND t.id = v.id AND t.id IN (${touched.map((account) => `'${account}'`).join(', ')}) AND verdict.n IS NULL)`)
}

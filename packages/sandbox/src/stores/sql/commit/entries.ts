import {
  type Account,
  accounts,
  chartOfAccounts,
  type Entry,
  formatPostings,
  type Plan,
} from '@cedi/mock-server/internal'
import { checkStorableText, listColumns } from '../columns.js'
import { lockRows, type Part, type StatementContext } from './part.js'

/** The parameters that identify an entry. */
export interface EntryKey {
  readonly kind: string
  readonly source: string
}

const entryAt = (plan: Plan, index: number) => plan.entries[index] as Entry

/** Returns what an entry adds to the balance of an account. */
function balanceChange(entry: Entry, account: Account): bigint {
  const { nature } = chartOfAccounts[account]
  let sum = 0n
  for (const { debit, credit, amountPesewas } of entry.postings) {
    if (debit === account) sum += nature === 'debit' ? amountPesewas : -amountPesewas
    if (credit === account) sum += nature === 'credit' ? amountPesewas : -amountPesewas
  }
  return sum
}

const listAccounts = ({ shape }: StatementContext): Account[] =>
  accounts.filter((account) => shape.entries.some((accountsOfEntry) => accountsOfEntry.includes(account)))

/** Checks that the entries are not recorded yet. */
export function checkEntries(context: StatementContext): Part & { readonly keys: readonly EntryKey[] } {
  const keys: EntryKey[] = []
  const checks = context.shape.entries.map((_, index) => {
    const kind = context.param('text', (plan) => entryAt(plan, index).kind)
    const source = context.param('text', (plan) => entryAt(plan, index).source)
    const n = context.failure((plan) => {
      return { outcome: 'duplicate', table: 'entries', id: entryAt(plan, index).source, column: 'source' }
    })
    keys.push({ kind, source })
    return `SELECT ${n} FROM cedi.entries WHERE merchant_id = ${context.merchant} AND source = ${source} AND kind = ${kind}`
  })
  return { checks, keys }
}

/** Computes balances, times, canonical texts and hashes of the entries, and checks the balances of guarded accounts. */
export function computeEntries(context: StatementContext, keys: readonly EntryKey[]): Part[] {
  if (keys.length === 0) return []
  const changedAccounts = listAccounts(context)
  const names = changedAccounts.map((account) => `'${account}'`)
  const balances = names.map((name, index) => `MAX(CASE WHEN id = ${name} THEN balance_pesewas END) AS b${index}`)
  const start: Part = {
    ctes: [
      lockRows(context, 'balance', 'accounts', ['id', 'balance_pesewas'], names),
      `entry0 AS (SELECT book.sequence, book.at_ms, book.hash, x.* FROM book CROSS JOIN
  (SELECT ${balances.join(', ')} FROM balance) x)`,
    ],
  }
  return [start, ...keys.map((key, index) => computeEntry(context, index, changedAccounts, key))]
}

function computeEntry(
  context: StatementContext,
  index: number,
  changedAccounts: readonly Account[],
  { kind, source }: EntryKey,
): Part {
  const { param } = context
  const accountsOfEntry = context.shape.entries[index] ?? []
  const step = index + 1
  const balances = changedAccounts.map((account, column) =>
    accountsOfEntry.includes(account)
      ? `b${column} + ${param('bigint', (plan) => balanceChange(entryAt(plan, index), account))} AS b${column}`
      : `b${column}`,
  )
  const atMs = param('bigint', (plan) => entryAt(plan, index).atMs)
  const texts = accountsOfEntry
    .map((account) => `'${account}=' || CAST(b${changedAccounts.indexOf(account)} AS text)`)
    .join(" || ',' || ")
  const postings = param('text', (plan) => formatPostings(entryAt(plan, index).postings))
  const memo = param('text', (plan) => {
    const text = entryAt(plan, index).memo
    return text === undefined ? null : checkStorableText(text, 'memo')
  })
  const ctes = [
    `sum${step} AS (SELECT sequence + 1 AS sequence, GREATEST(at_ms, ${atMs}) AS at_ms, hash AS previous_hash,
  ${balances.join(', ')} FROM entry${index})`,
    `text${step} AS (SELECT *, ${kind} AS kind, ${source} AS source, ${postings} AS postings,
  ${texts} AS balances, ${memo} AS memo FROM sum${step})`,
    // The same text as `canonicalText` returns.
    `entry${step} AS (SELECT *, encode(sha256(convert_to(previous_hash || CAST(sequence AS text) || '|' || kind
  || '|' || source || '|' || CAST(at_ms AS text) || '|' || postings || '|' || balances || '|' || COALESCE(memo, ''), 'UTF8')), 'hex') AS hash
  FROM text${step})`,
  ]
  const guardedAccounts = accountsOfEntry.filter((account) => chartOfAccounts[account].guarded)
  if (guardedAccounts.length === 0) return { ctes }
  const cases = guardedAccounts.map((account) => {
    const n = context.failure(() => ({ outcome: 'constraint', violation: account, id: account }))
    return `WHEN b${changedAccounts.indexOf(account)} < 0 THEN ${n}`
  })
  return { ctes, checks: [`SELECT CASE ${cases.join(' ')} END FROM sum${step}`] }
}

/** Inserts the entries, and updates the merchant's row in `books` and the account balances. */
export function insertEntries(context: StatementContext): Part {
  const { shape, param, merchant } = context
  const { entries } = shape
  if (entries.length === 0) return {}
  const columns = listColumns('entries').join(', ')
  const inserts = entries.map(
    (_, index) => `insert_entry${index + 1} AS (INSERT INTO cedi.entries (merchant_id, id, ${columns})
  SELECT ${merchant}, lpad(CAST(sequence AS text), 12, '0'), ${columns} FROM entry${index + 1} CROSS JOIN result WHERE result.failure IS NULL)`,
  )
  const changedAccounts = listAccounts(context)
  const rows = changedAccounts.map((account) => {
    const change = param('bigint', (plan) =>
      plan.entries.reduce((sum, entry) => sum + balanceChange(entry, account), 0n),
    )
    const lastStep = entries.findLastIndex((accountsOfEntry) => accountsOfEntry.includes(account)) + 1
    return `('${account}', ${change}, ${lastStep})`
  })
  const ids = changedAccounts.map((account) => `'${account}'`).join(', ')
  return {
    ctes: [
      ...inserts,
      `update_book AS (UPDATE cedi.books t SET sequence = e.sequence, at_ms = e.at_ms, hash = e.hash FROM entry${entries.length} e CROSS JOIN result
  WHERE t.merchant_id = ${merchant} AND result.failure IS NULL)`,
      `update_accounts AS (UPDATE cedi.accounts t SET balance_pesewas = t.balance_pesewas + v.change, sequence = book.sequence + v.step
  FROM (VALUES ${rows.join(', ')}) v (id, change, step) CROSS JOIN book CROSS JOIN result
  WHERE t.merchant_id = ${merchant} AND t.id = v.id AND t.id IN (${ids}) AND result.failure IS NULL)`,
    ],
  }
}

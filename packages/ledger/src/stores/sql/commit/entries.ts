import { type Account, accounts, chartOfAccounts } from '../../../accounts.js'
import { postingsText } from '../../../entry.js'
import type { Plan } from '../../../plan.js'
import type { Entry } from '../../../posting.js'
import { columnsOf, keptText } from '../columns.js'
import type { Draft } from './draft.js'
import { locked } from './judge.js'

const entryOf = (plan: Plan, at: number) => plan.entries[at] as Entry

/** What an entry adds to an account, on the account's own side. */
function addedBy(entry: Entry, account: Account): bigint {
  const { nature } = chartOfAccounts[account]
  let sum = 0n
  for (const { debit, credit, amountPesewas } of entry.postings) {
    if (debit === account) sum += nature === 'debit' ? amountPesewas : -amountPesewas
    if (credit === account) sum += nature === 'credit' ? amountPesewas : -amountPesewas
  }
  return sum
}

const touchedBy = ({ shape }: Draft): Account[] =>
  accounts.filter((account) => shape.entries.some((mine) => mine.includes(account)))

interface Words {
  readonly kind: string
  readonly source: string
}

/** Looks for entries that are recorded already. */
export function findRecorded(it: Draft): readonly Words[] {
  return it.shape.entries.map((_, at) => {
    const kind = it.param('text', (plan) => entryOf(plan, at).kind)
    const source = it.param('text', (plan) => entryOf(plan, at).source)
    const n = it.problem((plan) => {
      return { outcome: 'duplicate', table: 'entries', id: entryOf(plan, at).source, column: 'source' }
    })
    it.checks.push(
      `SELECT ${n} FROM cedi.entries WHERE merchant_id = ${it.merchant} AND source = ${source} AND kind = ${kind}`,
    )
    return { kind, source }
  })
}

/** Balances, times, texts and hashes of the entries, each from the one before; and the guards of the accounts. */
export function draftEntries(it: Draft, words: readonly Words[]): void {
  const { entries } = it.shape
  if (entries.length === 0) return
  const touched = touchedBy(it)
  const names = touched.map((account) => `'${account}'`)
  it.ctes.push(locked(it, 'balance', 'accounts', ['id', 'balance_pesewas'], names))
  const held = touched.map((_, at) => `MAX(CASE WHEN id = ${names[at]} THEN balance_pesewas END) AS b${at}`)
  it.ctes.push(`entry0 AS (SELECT book.sequence, book.at_ms, book.hash, x.* FROM book CROSS JOIN
  (SELECT ${held.join(', ')} FROM balance) x)`)
  for (const [at, own] of words.entries()) draftEntry(it, at, touched, own)
}

function draftEntry(it: Draft, at: number, touched: readonly Account[], { kind, source }: Words): void {
  const { param } = it
  const mine = it.shape.entries[at] ?? []
  const step = at + 1
  const balances = touched.map((account, index) =>
    mine.includes(account)
      ? `b${index} + ${param('bigint', (plan) => addedBy(entryOf(plan, at), account))} AS b${index}`
      : `b${index}`,
  )
  const atMs = param('bigint', (plan) => entryOf(plan, at).atMs)
  it.ctes.push(`sum${step} AS (SELECT sequence + 1 AS sequence, GREATEST(at_ms, ${atMs}) AS at_ms, hash AS previous_hash,
  ${balances.join(', ')} FROM entry${at})`)
  // The text as `canonicalText` writes it: what the balances, the sequence and the time leave open is joined here.
  const after = mine.map((account) => `'${account}=' || CAST(b${touched.indexOf(account)} AS text)`).join(" || ',' || ")
  const postings = param('text', (plan) => postingsText(entryOf(plan, at).postings))
  const memo = param('text', (plan) => {
    const text = entryOf(plan, at).memo
    return text === undefined ? null : keptText(text, 'memo')
  })
  it.ctes.push(`text${step} AS (SELECT *, ${kind} AS kind, ${source} AS source, ${postings} AS postings,
  ${after} AS balances, ${memo} AS memo FROM sum${step})`)
  it.ctes.push(`entry${step} AS (SELECT *, encode(sha256(convert_to(previous_hash || CAST(sequence AS text) || '|' || kind
  || '|' || source || '|' || CAST(at_ms AS text) || '|' || postings || '|' || balances || '|' || COALESCE(memo, ''), 'UTF8')), 'hex') AS hash
  FROM text${step})`)
  const guarded = mine.filter((account) => chartOfAccounts[account].guarded)
  if (guarded.length === 0) return
  const cases = guarded.map((account) => {
    const n = it.problem(() => ({ outcome: 'guard', violated: account, id: account }))
    return `WHEN b${touched.indexOf(account)} < 0 THEN ${n}`
  })
  it.checks.push(`SELECT CASE ${cases.join(' ')} END FROM sum${step}`)
}

/** The entries, the end of the chain, and the balances. */
export function writeEntries(it: Draft): void {
  const { shape, param, merchant, ctes } = it
  const { entries } = shape
  if (entries.length === 0) return
  const columns = columnsOf('entries').join(', ')
  for (const index of entries.keys()) {
    ctes.push(`written${index + 1} AS (INSERT INTO cedi.entries (merchant_id, id, ${columns})
  SELECT ${merchant}, lpad(CAST(sequence AS text), 12, '0'), ${columns} FROM entry${index + 1} CROSS JOIN verdict WHERE verdict.n IS NULL)`)
  }
  const last = `entry${entries.length}`
  ctes.push(`sealed AS (UPDATE cedi.books t SET sequence = e.sequence, at_ms = e.at_ms, hash = e.hash FROM ${last} e CROSS JOIN verdict
  WHERE t.merchant_id = ${merchant} AND verdict.n IS NULL)`)
  const touched = touchedBy(it)
  const lines = touched.map((account) => {
    const added = param('bigint', (plan) => plan.entries.reduce((sum, entry) => sum + addedBy(entry, account), 0n))
    const lastTouch = entries.findLastIndex((mine) => mine.includes(account)) + 1
    return `('${account}', ${added}, ${lastTouch})`
  })
  const ids = touched.map((account) => `'${account}'`).join(', ')
  ctes.push(`posted AS (UPDATE cedi.accounts t SET balance_pesewas = t.balance_pesewas + v.added, sequence = book.sequence + v.step
  FROM (VALUES ${lines.join(', ')}) v (id, added, step) CROSS JOIN book CROSS JOIN verdict
  WHERE t.merchant_id = ${merchant} AND t.id = v.id AND t.id IN (${ids}) AND verdict.n IS NULL)`)
}

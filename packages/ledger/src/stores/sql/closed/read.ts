import { type Account, accounts } from '../../../accounts.js'
import { type ClosedBooks, type Closing, noSums } from '../../../closing.js'
import { type Broken, broken } from '../../../verify/verdict.js'
import { pesewasOf } from '../../plain.js'
import type { SqlDriver, SqlRow } from '../driver.js'

/** How far the books of a merchant are closed. */
export interface ClosedSoFar {
  readonly closing: Closing | undefined
  /** The time of the first entry that is not closed; null when there is none. */
  readonly nextMs: number | null
}

/**
 * Reads how far the books of a merchant are closed.
 *
 * @returns What is broken, when the last closing is not of the last closed entry.
 */
export async function readClosed(driver: SqlDriver, merchant: string): Promise<ClosedSoFar | Broken> {
  const [row] = await driver.query(
    `SELECT b.closed, c.sequence, c.hash, c.at_ms, c.accounts,
  (SELECT e.at_ms FROM cedi.entries e WHERE e.merchant_id = b.merchant_id ORDER BY e.id LIMIT 1) AS next_ms
FROM cedi.books b LEFT JOIN cedi.closings c ON c.merchant_id = b.merchant_id
WHERE b.merchant_id = CAST($1 AS text) ORDER BY c.id DESC LIMIT 1`,
    [merchant],
  )
  if (!row) return { closing: undefined, nextMs: null }
  const closing = row['sequence'] === null ? undefined : closingOf(merchant, row)
  const [closed, noted] = [Number(row['closed'] ?? 0), closing?.sequence ?? 0]
  if (closed !== noted)
    return broken('closing', closed, `a closing at entry ${closed}`, `the last is at entry ${noted}`)
  return { closing, nextMs: row['next_ms'] === null ? null : Number(row['next_ms']) }
}

/** Where the books of a merchant begin. */
export async function lastClosing(driver: SqlDriver, merchant: string): Promise<Closing | undefined> {
  const [row] = await driver.query(
    `SELECT sequence, hash, at_ms, accounts FROM cedi.closings
WHERE merchant_id = CAST($1 AS text) ORDER BY id DESC LIMIT 1`,
    [merchant],
  )
  return row && closingOf(merchant, row)
}

/** The closed books of a merchant of whom nothing is closed. */
export const nothingClosed: ClosedBooks = { closings: [], through: 0, unguarded: null, unnoted: null, stray: null }

/** The closings of a merchant, and what does not fit together in the tables of closed entries. */
export async function readClosedBooks(driver: SqlDriver, merchant: string): Promise<ClosedBooks> {
  const rows = await driver.query(
    `SELECT b.closed, c.sequence, c.hash, c.at_ms, c.accounts
FROM cedi.books b LEFT JOIN cedi.closings c ON c.merchant_id = b.merchant_id
WHERE b.merchant_id = CAST($1 AS text) ORDER BY c.id`,
    [merchant],
  )
  const [misfit] = await driver.query(
    `SELECT MIN(e.sequence) FILTER (WHERE s.source IS NULL) AS unguarded, MIN(s.kind || ' ' || s.source) FILTER (WHERE e.source IS NULL) AS stray,
  (SELECT MIN(m.sequence) FROM (SELECT to_char(to_timestamp(at_ms / 1000) AT TIME ZONE 'UTC', 'YYYY-MM') AS id, MAX(sequence) AS sequence
    FROM cedi.closed_entries WHERE merchant_id = CAST($1 AS text) GROUP BY 1) m
    WHERE NOT EXISTS (SELECT 1 FROM cedi.closings c WHERE c.merchant_id = CAST($1 AS text) AND c.id = m.id AND c.sequence = m.sequence)) AS unnoted
FROM (SELECT source, kind, sequence FROM cedi.closed_entries WHERE merchant_id = CAST($1 AS text)) e
  FULL JOIN (SELECT source, kind FROM cedi.closed_sources WHERE merchant_id = CAST($1 AS text)) s ON s.source = e.source AND s.kind = e.kind`,
    [merchant],
  )
  const sequenceOf = (name: string) => (misfit?.[name] ? Number(misfit[name]) : null)
  return {
    closings: rows.filter((row) => row['sequence'] !== null).map((row) => closingOf(merchant, row)),
    through: Number(rows[0]?.['closed'] ?? 0),
    unguarded: sequenceOf('unguarded'),
    unnoted: sequenceOf('unnoted'),
    stray: misfit?.['stray'] ? String(misfit['stray']) : null,
  }
}

/** A closing of the database. All records are still there, so none of them is in its sums. */
function closingOf(merchant: string, row: SqlRow): Closing {
  const atMs = Number(row['at_ms'])
  return {
    merchant,
    sequence: Number(row['sequence']),
    hash: String(row['hash']),
    atMs,
    // Times never go back: what is from before the last closed entry is closed.
    beforeMs: atMs,
    accounts: heldIn(merchant, String(row['accounts'])),
    sums: noSums,
    ids: {},
  }
}

/** @throws TypeError when the text says something else than what accounts hold. */
function heldIn(merchant: string, text: string): Closing['accounts'] {
  const held = JSON.parse(text) as NonNullable<Closing['accounts']>
  for (const [account, pair] of Object.entries(held)) {
    if (!accounts.includes(account as Account) || !Number.isSafeInteger(pair?.[1]))
      throw new TypeError(`The closing of ${merchant} does not say what ${account} holds. Restore the table closings.`)
    pesewasOf(pair?.[0], `${merchant}: ${account} in closings`)
  }
  return held
}

import { accounts } from '../../../accounts.js'
import type { Closing } from '../../../closing.js'
import { entryId } from '../../../entry.js'
import type { Row } from '../../../tables.js'
import { checkEntry, startWalk, type Walk } from '../../../verify/entries.js'
import { type Broken, broken } from '../../../verify/verdict.js'
import { fromSql, selectedColumns } from '../columns.js'
import { isUniqueViolation, type SqlDriver } from '../driver.js'
import { listStatement } from '../read.js'
import { createValues } from '../statement.js'
import { type Month, monthAt } from './months.js'
import { makePartition } from './partition.js'
import { readClosed } from './read.js'

/**
 * What closing did with the books of one merchant: how many entries it closed, and where the books begin now; or the law
 * that does not hold, so that nothing more was closed.
 *
 * @decision 0099
 */
export type BooksClosed = { readonly merchant: string } & (
  | { readonly ok: true; readonly entries: number; readonly closing: Closing }
  | Broken
)

interface Task {
  readonly driver: SqlDriver
  readonly beforeMs: number
  readonly atOnce: number
  /** The months whose partitions are known to be there. */
  readonly months: Set<string>
}

/** So many entries are moved at once: a payment of the merchant waits for no more. */
const entriesAtOnce = 2_000
/** So many merchants are looked for at once. */
const merchantsAtOnce = 500
/** So often in a row other entries may be found than were verified, while nobody else has closed any. */
const attempts = 20

/**
 * Moves all entries from before a moment into the partitions of their months, merchant by merchant, and gives what was
 * done with each. It may end at any time: what was moved is closed, and the rest is open.
 *
 * @param beforeMs - The first moment of a month in UTC: months are closed whole.
 * @param atOnce - For tests: how many entries are moved at once.
 * @throws RangeError when it is another moment.
 */
export async function* closeBooks(
  driver: SqlDriver,
  beforeMs: number,
  atOnce: number = entriesAtOnce,
): AsyncGenerator<BooksClosed> {
  if (monthAt(beforeMs).fromMs !== beforeMs)
    throw new RangeError('Books are closed by whole months. Give the first moment of one, in UTC.')
  const task: Task = { driver, beforeMs, atOnce, months: new Set() }
  for (let after = ''; ; ) {
    const names = await merchantsToClose(driver, beforeMs, after)
    for (const merchant of names) {
      const done = await closeOne(task, merchant).catch((error) => unreadable(merchant, error))
      if (done) yield done
    }
    const last = names.at(-1)
    if (last === undefined) return
    after = last
  }
}

/** An amount or a closing that cannot be read is a fault of these books alone. */
function unreadable(merchant: string, error: unknown): BooksClosed {
  if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error
  return { merchant, ...broken('closing', null, 'books that can be read', error.message) }
}

/** The next merchants whose first open entry is from before a moment. */
async function merchantsToClose(driver: SqlDriver, beforeMs: number, after: string): Promise<readonly string[]> {
  const rows = await driver.query(
    `SELECT b.merchant_id FROM cedi.books b WHERE b.merchant_id > CAST($1 AS text) AND b.sequence > COALESCE(b.closed, 0)
  AND (SELECT e.at_ms FROM cedi.entries e WHERE e.merchant_id = b.merchant_id ORDER BY e.id LIMIT 1) < CAST($2 AS bigint)
ORDER BY b.merchant_id LIMIT CAST($3 AS bigint)`,
    [after, beforeMs, merchantsAtOnce],
  )
  return rows.map((row) => String(row['merchant_id']))
}

async function closeOne(task: Task, merchant: string): Promise<BooksClosed | undefined> {
  const { driver, beforeMs } = task
  let [entries, failed, failedAt] = [0, 0, 0]
  let last: Closing | undefined
  for (;;) {
    const found = await readClosed(driver, merchant)
    if ('law' in found) return { merchant, ...found }
    const { closing, nextMs } = found
    last = closing
    if (nextMs === null || nextMs >= beforeMs) break
    const from = closing?.sequence ?? 0
    const month = monthAt(nextMs)
    const walk = startWalk(merchant, closing)
    const failure = await walkMonth(task, walk, month)
    if (failure) {
      // What another process closed meanwhile is missing here, and nothing is wrong.
      const now = await readClosed(driver, merchant)
      if (!('law' in now) && (now.closing?.sequence ?? 0) !== from) continue
      return { merchant, ...failure }
    }
    await knowPartition(task, month)
    const moved = await move(driver, walk, from, month)
    if (typeof moved !== 'number') return { merchant, ...moved }
    entries += moved
    // Where others have closed meanwhile, it is another place that is tried.
    if (moved === 0) [failed, failedAt] = [from === failedAt ? failed + 1 : 1, from]
    if (failed >= attempts)
      return { merchant, ...broken('closing', from + 1, 'the entries that were verified', 'others each time') }
  }
  return entries > 0 && last ? { merchant, ok: true, entries, closing: last } : undefined
}

async function knowPartition({ driver, months }: Task, month: Month): Promise<void> {
  if (months.has(month.id)) return
  await makePartition(driver, month)
  months.add(month.id)
}

/** Checks the next entries of a month as `verify` does, as many as are moved at once. */
async function walkMonth({ driver, atOnce }: Task, walk: Walk, { untilMs }: Month): Promise<Broken | undefined> {
  const query = { limit: atOnce, order: 'oldest', after: entryId(walk.count) } as const
  const { text, values } = listStatement('entries', walk.merchant, query, false)
  for (const row of await driver.query(text, values)) {
    const entry: Row<'entries'> = fromSql('entries', row)
    if (entry.at_ms >= untilMs) return undefined
    const failure = checkEntry(walk, entry)
    if (failure) return failure
  }
  return undefined
}

/**
 * Moves the walked entries, in one statement: all of it is done or nothing. It waits for the book as commits do, and does
 * nothing when others have closed since it was read. The division fails when what was moved is not what was walked.
 *
 * @returns How many were moved; or what is broken, when an event of them is closed already.
 */
async function move(driver: SqlDriver, walk: Walk, from: number, month: Month): Promise<number | Broken> {
  const { list, param } = createValues()
  const owner = param(walk.merchant, 'text')
  const [first, last] = [param(from, 'bigint'), param(walk.count, 'bigint')]
  const [hash, atMs] = [param(walk.hash, 'text'), param(walk.atMs, 'bigint')]
  const [firstId, lastId] = [param(entryId(from), 'text'), param(entryId(walk.count), 'text')]
  const held = accounts.flatMap((account) => {
    const touchedAt = walk.touchedAt.get(account)
    return touchedAt ? [[account, [String(walk.balances.get(account) ?? 0n), touchedAt]]] : []
  })
  const noted = [param(month.id, 'text'), last, hash, atMs, param(JSON.stringify(Object.fromEntries(held)), 'text')]
  const columns = selectedColumns('entries').join(', ')
  const text = `WITH sealed AS (UPDATE cedi.books SET closed = ${last} WHERE merchant_id = ${owner} AND COALESCE(closed, 0) = ${first} RETURNING merchant_id),
gone AS (DELETE FROM cedi.entries e USING sealed WHERE e.merchant_id = ${owner} AND e.id > ${firstId} AND e.id <= ${lastId} RETURNING e.*),
moved AS (INSERT INTO cedi.closed_entries (${columns}) SELECT ${columns} FROM gone),
taken AS (INSERT INTO cedi.closed_sources (merchant_id, source, kind) SELECT merchant_id, source, kind FROM gone),
noted AS (INSERT INTO cedi.closings (merchant_id, id, sequence, hash, at_ms, accounts)
  SELECT merchant_id, ${noted.join(', ')} FROM sealed
  ON CONFLICT (merchant_id, id) DO UPDATE SET sequence = EXCLUDED.sequence, hash = EXCLUDED.hash, at_ms = EXCLUDED.at_ms, accounts = EXCLUDED.accounts)
SELECT sealed.merchant_id, 1 / (SELECT CASE WHEN COUNT(*) = ${last} - ${first} AND MAX(CASE WHEN id = ${lastId} THEN hash END) = ${hash}
  THEN 1 ELSE 0 END FROM gone) AS whole FROM sealed`
  try {
    return (await driver.query(text, list)).length > 0 ? walk.count - from : 0
  } catch (error) {
    if (isUniqueViolation(error)) return broken('unique source', null, 'once', 'an event that is closed already')
    if ((error as { code?: unknown }).code === divisionByZero) return 0
    throw error
  }
}

const divisionByZero = '22012'

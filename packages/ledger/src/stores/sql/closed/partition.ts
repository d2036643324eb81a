import type { SqlDriver } from '../driver.js'
import { migrationLock } from '../migrations.js'
import type { Month } from './months.js'

/** What others read is looked at so often, with a pause in between: half a minute, and no statement of a server takes so long. */
const looks = 600
const pauseSeconds = 0.05

/**
 * Makes the partition of a month where there is none. It is made beside the others and joined to them then: nobody who
 * reads entries waits for it. But who closes waits for everybody who has been reading since before it was joined.
 *
 * @throws Error with what to do when a table of its name is no partition, or when somebody goes on reading.
 */
export async function makePartition(driver: SqlDriver, { id, fromMs, untilMs }: Month): Promise<void> {
  const name = `cedi.closed_entries_${id.replace('-', '_')}`
  if (!(await isPartition(driver, name))) {
    try {
      await driver.query(`${migrationLock}
CREATE TABLE ${name} (LIKE cedi.closed_entries INCLUDING ALL);
ALTER TABLE cedi.closed_entries ATTACH PARTITION ${name} FOR VALUES FROM (${fromMs}) TO (${untilMs});`)
    } catch (error) {
      // Another process that closes was faster, or somebody has detached it.
      if ((error as { code?: unknown }).code !== '42P07') throw error
      if (!(await isPartition(driver, name)))
        throw new Error(
          `${name} is no partition of cedi.closed_entries. Attach it FOR VALUES FROM (${fromMs}) TO (${untilMs}), or rename it. Then close again.`,
        )
    }
  }
  await untilAllKnow(driver, name)
}

async function isPartition(driver: SqlDriver, name: string): Promise<boolean> {
  const [found] = await driver.query(
    `SELECT COUNT(*) AS found FROM pg_catalog.pg_inherits
WHERE inhparent = CAST('cedi.closed_entries' AS regclass) AND inhrelid = to_regclass(CAST($1 AS text))`,
    [name],
  )
  return Number(found?.['found']) > 0
}

/**
 * Waits for the statements that were planned before the partition was there. One that has not begun to read yet would
 * find an entry that moves now in neither place. Each holds a lock of the table to its end.
 */
async function untilAllKnow(driver: SqlDriver, name: string): Promise<void> {
  // Others hear of the partition before whoever made it lets go of this lock.
  await driver.query(migrationLock)
  let readers = await readersAmong(driver, null)
  for (let look = 1; readers !== ''; look++) {
    if (look > looks)
      throw new Error(
        `Transactions from before ${name} still read closed entries (${readers} in pg_locks). End them, or wait. Then close again.`,
      )
    readers = await readersAmong(driver, readers)
  }
}

/** The transactions of others that read closed entries now; or those that are left of some, after a pause. */
async function readersAmong(driver: SqlDriver, some: string | null): Promise<string> {
  const [row] = await driver.query(
    `SELECT COALESCE(string_agg(DISTINCT virtualtransaction, ' '), '') AS readers, pg_sleep(CAST($2 AS double precision)) AS paused
FROM pg_catalog.pg_locks WHERE relation = CAST('cedi.closed_entries' AS regclass) AND granted AND pid <> pg_backend_pid()
  AND database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database())
  AND (CAST($1 AS text) IS NULL OR virtualtransaction = ANY (string_to_array(CAST($1 AS text), ' ')))`,
    [some, some === null ? 0 : pauseSeconds],
  )
  return String(row?.['readers'] ?? '')
}

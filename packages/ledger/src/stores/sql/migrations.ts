import { isRetryable, isUniqueViolation, type SqlDriver } from './driver.js'
import { freshSchema } from './schema.js'
import { tables1 } from './tables-1.js'
import { tables2 } from './tables-2.js'
import { tables3 } from './tables-3.js'
import { tables4 } from './tables-4.js'
import { tables5 } from './tables-5.js'
import { tables6 } from './tables-6.js'

/** What was changed in the tables, in order. A step is never edited once it was published, and never undone. */
const steps: readonly string[] = [tables1, tables2, tables3, tables4, tables5, tables6]

/** The version of the tables that this package reads and writes. */
export const schemaVersion: number = steps.length

// The lock is of this transaction: it goes with its connection, however that ends. The number is ours alone.
export const migrationLock = 'SELECT pg_advisory_xact_lock(2332, 1);'

const begin = `${migrationLock}
CREATE SCHEMA IF NOT EXISTS cedi;
CREATE TABLE IF NOT EXISTS cedi.migrations (version bigint NOT NULL PRIMARY KEY);`

/** An empty database gets the tables as they are defined today, and takes all steps for done. */
const makeFresh = () => `${begin}
INSERT INTO cedi.migrations VALUES ${steps.map((_, at) => `(${at + 1})`).join(', ')};
${freshSchema()}`

function nextStep(version: number, to: number): string {
  if (version < 0) return to === schemaVersion ? makeFresh() : begin
  return `${migrationLock}\nINSERT INTO cedi.migrations VALUES (${version + 1});\n${steps[version]}`
}

/**
 * Brings the tables of a database to the version of this package. Safe when several processes start at once: each
 * step is one transaction under a lock, and records its number first, so that a second one is refused whole.
 *
 * @param driver - The database.
 * @param to - For tests: an older version to stop at. Then an empty database goes there step by step.
 * @throws Error when the database is newer than this package.
 * @decision 0032
 */
export async function migrate(driver: SqlDriver, to: number = schemaVersion): Promise<void> {
  for (;;) {
    const version = await versionOf(driver)
    if (version > schemaVersion) {
      throw new Error(
        `The database is of version ${version}, this package knows ${schemaVersion}. Update @cedi/ledger; tables are never turned back. (decision 0032)`,
      )
    }
    if (version >= to) return
    try {
      await driver.query(nextStep(version, to))
    } catch (error) {
      // Another process was faster: what it did is read in the next round.
      if (!isUniqueViolation(error) && !isRetryable(error)) throw error
    }
  }
}

/** The version of the tables; 0 before the first step, -1 when there is nothing at all. */
async function versionOf(driver: SqlDriver): Promise<number> {
  const [found] = await driver.query(
    "SELECT COUNT(*) AS found FROM pg_catalog.pg_tables WHERE schemaname = 'cedi' AND tablename = CAST($1 AS text)",
    ['migrations'],
  )
  if (Number(found?.['found']) === 0) return -1
  const [row] = await driver.query(
    'SELECT COALESCE(MAX(version), CAST($1 AS bigint)) AS version FROM cedi.migrations',
    [0],
  )
  return Number(row?.['version'] ?? 0)
}

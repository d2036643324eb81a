import { isRetryable, isUniqueViolation, type SqlDriver } from './driver.js'
import { schema } from './schema.js'

/**
 * Scripts that change the tables, in order. A released script is never edited: before the second script is added, replace
 * the first by the text that it produces.
 */
const scripts = (): readonly string[] => [schema()]

/** The version of the tables that this package reads and writes. */
export const schemaVersion: number = scripts().length

// The lock belongs to the transaction, so it is released however the connection ends. Only this package uses the number.
export const migrationLock = 'SELECT pg_advisory_xact_lock(2332, 1);'

const createSchema = `CREATE SCHEMA IF NOT EXISTS cedi;
CREATE TABLE IF NOT EXISTS cedi.migrations (version bigint NOT NULL PRIMARY KEY);`

/**
 * Migrates the tables of a database to the version of this package. Several processes may run it at the same time: each
 * script is one transaction under a lock, and inserts its number first, so that a second run fails.
 *
 * @param driver - The database.
 * @throws Error if the database is newer than this package.
 * @decision 0032
 */
export const migrate = (driver: SqlDriver): Promise<void> => runScripts(driver, scripts())

/** Runs the scripts that a database has not run yet. */
export async function runScripts(driver: SqlDriver, scripts: readonly string[]): Promise<void> {
  for (;;) {
    const version = await readVersion(driver)
    if (version > scripts.length) {
      throw new Error(
        `The database has version ${version}, and this package supports up to ${scripts.length}. Update @cedi/sandbox; there are no down migrations. (decision 0032)`,
      )
    }
    if (version === scripts.length) return
    const begin = version === 0 ? createSchema : ''
    const script = `${migrationLock}\n${begin}\nINSERT INTO cedi.migrations VALUES (${version + 1});\n${scripts[version]}`
    try {
      await driver.query(script)
    } catch (error) {
      // Another process ran the script first. The next round reads the new version.
      if (!isUniqueViolation(error) && !isRetryable(error)) throw error
    }
  }
}

/** Returns the version of the tables; 0 if there are none. */
async function readVersion(driver: SqlDriver): Promise<number> {
  const [found] = await driver.query(
    "SELECT COUNT(*) AS found FROM pg_catalog.pg_tables WHERE schemaname = 'cedi' AND tablename = CAST($1 AS text)",
    ['migrations'],
  )
  if (Number(found?.['found']) === 0) return 0
  const [row] = await driver.query(
    'SELECT COALESCE(MAX(version), CAST($1 AS bigint)) AS version FROM cedi.migrations',
    [0],
  )
  return Number(row?.['version'] ?? 0)
}

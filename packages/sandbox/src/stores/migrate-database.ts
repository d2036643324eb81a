import { checkDatabaseUrl, StoreOptionsError, withStoreErrors } from './open-store.js'

export { StoreOptionsError }

interface MigrateOptions {
  readonly databaseUrl: string | undefined
  /** Value of `--spread`: the extension that distributes the tables over several machines. */
  readonly spread: string | undefined
}

/** Long timeout: distributing an existing table copies each row. */
const timeoutMs = 3_600_000

/**
 * Migrates a database to the schema of this version.
 *
 * @returns A line for the operator.
 * @throws StoreOptionsError with a line for the operator.
 * @decision 0032, 0097
 */
export async function migrateDatabase({ databaseUrl, spread }: MigrateOptions): Promise<string> {
  if (databaseUrl === undefined)
    throw new StoreOptionsError('migrate needs a database. Give --database-url, or set CEDI_DATABASE_URL.')
  checkDatabaseUrl(databaseUrl)
  if (spread !== undefined && spread !== 'citus')
    throw new StoreOptionsError(`--spread must be citus, not "${spread}".`)
  const { migrate, openPostgres, schemaVersion, spreadOverCitus } = await import('@cedi/ledger/sql')
  const driver = await withStoreErrors(() => openPostgres({ url: databaseUrl, connections: 2, timeoutMs }))
  try {
    await withStoreErrors(() => (spread === 'citus' ? spreadOverCitus(driver) : migrate(driver)))
  } finally {
    await driver.close()
  }
  const where = spread === undefined ? '' : ', and distributed by merchant over the machines of the Citus cluster'
  return `The schema has version ${schemaVersion}${where}.\n`
}

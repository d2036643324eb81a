import { checkDatabaseUrl, StoreOptionsError, withStoreErrors } from './open-store.js'

export { StoreOptionsError }

interface MigrateOptions {
  readonly databaseUrl: string | undefined
  /** Value of `--shard`: the extension that distributes the tables over several nodes. */
  readonly shard: string | undefined
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
export async function migrateDatabase({ databaseUrl, shard }: MigrateOptions): Promise<string> {
  if (databaseUrl === undefined)
    throw new StoreOptionsError('migrate needs a database. Give --database-url, or set CEDI_DATABASE_URL.')
  checkDatabaseUrl(databaseUrl)
  if (shard !== undefined && shard !== 'citus') throw new StoreOptionsError(`--shard must be citus, not "${shard}".`)
  const { migrate, openPostgres, schemaVersion, shardWithCitus } = await import('./index.js')
  const driver = await withStoreErrors(() => openPostgres({ url: databaseUrl, connections: 2, timeoutMs }))
  try {
    await withStoreErrors(() => (shard === 'citus' ? shardWithCitus(driver) : migrate(driver)))
  } finally {
    await driver.close()
  }
  const where = shard === undefined ? '' : ', and sharded by merchant over the nodes of Citus'
  return `The schema has version ${schemaVersion}${where}.\n`
}

import { checkAddress, PlaceError, told } from './open.js'

export { PlaceError }

/** Which tables are made, and where. */
interface Migrated {
  readonly databaseUrl: string | undefined
  /** The sharding extension: `citus` or none. */
  readonly shard: string | undefined
}

/** Distributing tables that are full copies each row once. */
const longestMs = 3_600_000

/**
 * Brings the tables of a database to the version of this program.
 *
 * @returns What was done, in a line.
 * @throws PlaceError with the line to show.
 * @decision 0032, 0097
 */
export async function migratePlace({ databaseUrl, shard }: Migrated): Promise<string> {
  if (databaseUrl === undefined)
    throw new PlaceError('migrate needs a database. Give --database-url, or set CEDI_DATABASE_URL.')
  checkAddress(databaseUrl)
  if (shard !== undefined && shard !== 'citus') throw new PlaceError(`--shard must be citus, not "${shard}".`)
  const { migrate, openPostgres, schemaVersion, shardWithCitus } = await import('@cedi/ledger/sql')
  const driver = await told(() => openPostgres({ url: databaseUrl, connections: 2, timeoutMs: longestMs }))
  try {
    await told(() => (shard === 'citus' ? shardWithCitus(driver) : migrate(driver)))
  } finally {
    await driver.close()
  }
  const where = shard === undefined ? '' : ', and sharded by merchant over the nodes of Citus'
  return `The tables are of version ${schemaVersion}${where}.\n`
}

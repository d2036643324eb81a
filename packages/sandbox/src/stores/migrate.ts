import { checkAddress, PlaceError, told } from './open.js'

export { PlaceError }

/** Which tables are made, and where. */
interface Migrated {
  readonly databaseUrl: string | undefined
  /** By what they are spread over several machines, if they are. */
  readonly spread: string | undefined
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
export async function migratePlace({ databaseUrl, spread }: Migrated): Promise<string> {
  if (databaseUrl === undefined)
    throw new PlaceError('migrate needs a database. Give --database-url, or set CEDI_DATABASE_URL.')
  checkAddress(databaseUrl)
  if (spread !== undefined && spread !== 'citus') throw new PlaceError(`--spread must be citus, not "${spread}".`)
  const { migrate, openPostgres, schemaVersion, spreadOverCitus } = await import('@cedi/ledger/sql')
  const driver = await told(() => openPostgres({ url: databaseUrl, connections: 2, timeoutMs: longestMs }))
  try {
    await told(() => (spread === 'citus' ? spreadOverCitus(driver) : migrate(driver)))
  } finally {
    await driver.close()
  }
  const where = spread === undefined ? '' : ', and spread by merchant over the machines of its Citus'
  return `The tables are of version ${schemaVersion}${where}.\n`
}

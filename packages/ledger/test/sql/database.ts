import { createShardedDatabase } from '../../scripts/citus.mjs'
import { openPostgres, shardWithCitus } from '../../src/sql.js'
import { textSetting } from '../setting.js'

/**
 * Creates an empty database on the PostgreSQL of the run, so that test files do not share data. With Citus, its tables
 * are sharded.
 */
export async function createDatabase(name: string): Promise<string> {
  const url = textSetting('CEDI_POSTGRES_URL')
  if (process.env.CEDI_CITUS_URLS) {
    const spread = await createShardedDatabase(process.env.CEDI_CITUS_URLS.split(' '), name)
    const driver = await openPostgres({ url: spread, connections: 1, timeoutMs: 60_000 })
    await shardWithCitus(driver)
    await driver.close()
    return spread
  }
  // Copying the files of a database is slow on a busy machine.
  const driver = await openPostgres({ url, connections: 1, timeoutMs: 60_000 })
  await driver.query(`CREATE DATABASE ${name}`)
  await driver.close()
  return url.replace(/postgres$/, name)
}

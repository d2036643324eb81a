import { createShardedDatabase } from '../../scripts/citus.mjs'
import { openPostgres, shardWithCitus } from '../../src/sql.js'
import { textSetting } from '../setting.js'

/**
 * Makes an empty database on the PostgreSQL of the run, so that files that run side by side never meet. On a run with
 * Citus its tables are spread.
 */
export async function freshDatabase(name: string): Promise<string> {
  const url = textSetting('CEDI_POSTGRES_URL')
  if (process.env.CEDI_CITUS_URLS) {
    const spread = await createShardedDatabase(process.env.CEDI_CITUS_URLS.split(' '), name)
    const driver = await openPostgres({ url: spread, connections: 1, timeoutMs: 60_000 })
    await shardWithCitus(driver)
    await driver.close()
    return spread
  }
  // To copy the files of a database takes long on a busy machine.
  const driver = await openPostgres({ url, connections: 1, timeoutMs: 60_000 })
  await driver.query(`CREATE DATABASE ${name}`)
  await driver.close()
  return url.replace(/postgres$/, name)
}

import pg from 'pg'
import { textSetting } from '../../../mock-server/test/ledger/setting.js'
import { createShardedDatabase } from '../../scripts/citus.mjs'
import { openPostgres, shardWithCitus } from '../../src/stores/index.js'

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
  // Without the time limits of a store, because a busy machine may be slow to connect and to copy files.
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`CREATE DATABASE ${name}`)
  await client.end()
  return url.replace(/postgres$/, name)
}

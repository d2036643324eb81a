// Starts Citus for the tests: one coordinator and two worker nodes, each a separate PostgreSQL on loopback.
// POSTGRES_BIN must be the folder of a PostgreSQL with Citus.
import pg from 'pg'
import { startPostgres } from './postgres.mjs'

/** Few shards: each is fifteen tables, and tests empty all of them again and again. */
const shards = 4
const settings = [
  'shared_preload_libraries=citus',
  `citus.shard_count=${shards}`,
  'citus.node_conninfo=sslmode=prefer',
  // Moves of shards under load copy them by logical replication.
  'wal_level=logical',
  'max_worker_processes=64',
  'max_prepared_transactions=300',
  // A prepared transaction that a crash left behind holds its locks until recovery.
  'citus.recover_2pc_interval=2s',
]

/** The address of a database on the same server. */
export const inDatabase = (url, name) => url.replace(/[^/]*$/, name)

async function query(url, ...texts) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows = []
    for (const text of texts) rows = (await client.query(text)).rows
    return rows
  } finally {
    await client.end()
  }
}

/**
 * Creates a database on each node and connects them.
 *
 * @param urls - The coordinator first.
 * @returns The URL of the database on the coordinator.
 */
export async function createShardedDatabase(urls, name) {
  for (const url of urls) {
    if (name !== 'postgres') await query(url, `CREATE DATABASE ${name}`)
    await query(inDatabase(url, name), 'CREATE EXTENSION citus')
  }
  const [first, ...others] = urls.map((url) => ({ url: inDatabase(url, name), port: Number(new URL(url).port) }))
  await query(
    first.url,
    `SELECT citus_set_coordinator_host('127.0.0.1', ${first.port})`,
    ...others.map(({ port }) => `SELECT citus_add_node('127.0.0.1', ${port})`),
  )
  return first.url
}

/** @returns The three servers, the coordinator first, and how to end with them. */
export async function startCitus({ isDurable = false } = {}) {
  const servers = []
  const end = async () => {
    for (const server of servers) await server.end()
  }
  try {
    for (let index = 0; index < 3; index++) servers.push(await startPostgres({ isDurable, settings }))
  } catch (error) {
    await end()
    if (!/citus/.test(error.message)) throw error
    throw new Error('This PostgreSQL has no Citus. Set POSTGRES_BIN to the bin of one that has it, of version 13.')
  }
  return { servers, urls: servers.map(({ url }) => url), end }
}

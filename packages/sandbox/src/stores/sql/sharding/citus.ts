import { recordTables } from '@cedi/mock-server/internal'
import type { SqlDriver } from '../driver.js'
import { migrate, migrationLock } from '../migrations.js'
import { globallyUniqueColumn, globallyUniqueTables } from './unique-values.js'

const distributedTables = ['books', 'accounts', 'entries', 'counters', ...recordTables]

/** Returns the statement that distributes a table: the rows of one merchant are on the same node in all tables. */
const distributeTable = (table: string): string =>
  `SELECT create_distributed_table('cedi.${table}', 'merchant_id', colocate_with := '${table === 'books' ? 'none' : 'cedi.books'}');`

const beginDistribution = `${migrationLock}
SET LOCAL citus.multi_shard_modify_mode TO 'sequential';`

/** Returns the script that creates the table of globally unique values, before the other tables are distributed. */
const createUniqueValues = (): string => `CREATE TABLE cedi.unique_values (
  value text COLLATE "C" NOT NULL PRIMARY KEY,
  merchant_id text COLLATE "C" NOT NULL
);
${globallyUniqueTables.map(moveUniqueValues).join('\n')}`

/** A unique index of a distributed table must contain the merchant, so globally unique values are in their own table. */
function moveUniqueValues(table: string): string {
  const column = globallyUniqueColumn(table as 'keys')
  return `INSERT INTO cedi.unique_values (value, merchant_id)
SELECT '${table} ' || ${column}, merchant_id FROM cedi.${table} WHERE ${column} IS NOT NULL;
ALTER TABLE cedi.${table} DROP CONSTRAINT ${table}_${column}_key;
ALTER TABLE cedi.${table} ADD CONSTRAINT ${table}_${column}_key UNIQUE (merchant_id, ${column});`
}

/**
 * Migrates a database and distributes its tables and existing rows over the nodes of Citus by merchant. Steps that are
 * already done are skipped.
 *
 * @param driver - The coordinator, with a role that owns the tables.
 * @throws Error if the database has no Citus, or Citus has no node for shards.
 * @decision 0097
 */
export async function shardWithCitus(driver: SqlDriver): Promise<void> {
  const [citus] = await driver.query('SELECT extversion FROM pg_extension WHERE extname = CAST($1 AS text)', ['citus'])
  if (!citus)
    throw new Error(
      'The database has no Citus. Add it to shared_preload_libraries and run CREATE EXTENSION citus on each node.',
    )
  const [nodes] = await driver.query(
    'SELECT COUNT(*) AS number FROM pg_dist_node WHERE shouldhaveshards AND isactive LIMIT CAST($1 AS bigint)',
    [1],
  )
  if (Number(nodes?.['number']) === 0)
    throw new Error('Citus has no node for shards. Add each node to the coordinator with citus_add_node first.')
  await migrate(driver)
  const distributed = await findDistributedTables(driver)
  const remaining = distributedTables.filter((table) => !distributed.has(table)).map(distributeTable)
  if (!distributed.has('unique_values')) {
    const last = "SELECT create_distributed_table('cedi.unique_values', 'value', colocate_with := 'none');"
    await driver.query([beginDistribution, createUniqueValues(), ...remaining, last].join('\n'))
  } else if (remaining.length > 0) await driver.query([beginDistribution, ...remaining].join('\n'))
}

async function findDistributedTables(driver: SqlDriver): Promise<ReadonlySet<string>> {
  const rows = await driver.query(
    `SELECT c.relname AS name FROM pg_dist_partition JOIN pg_class c ON c.oid = logicalrelid
JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = CAST($1 AS text)`,
    ['cedi'],
  )
  return new Set(rows.map(({ name }) => String(name)))
}

/** Returns whether the tables of a database are sharded. */
export async function isSharded(driver: SqlDriver): Promise<boolean> {
  const [found] = await driver.query(
    "SELECT COUNT(*) AS found FROM pg_catalog.pg_tables WHERE schemaname = 'cedi' AND tablename = CAST($1 AS text)",
    ['unique_values'],
  )
  return Number(found?.['found']) > 0
}

import { recordTables } from '../../../tables.js'
import type { SqlDriver } from '../driver.js'
import { migrate, migrationLock } from '../migrations.js'
import { commitPlan } from './commit-plan.js'
import { everywhereColumn, tablesWithPlaces } from './places.js'

const spreadTables = ['books', 'accounts', 'entries', 'counters', ...recordTables]

/** Each table that is spread holds the rows of one merchant in one shard, beside his rows of all other tables. */
const spreadText = (table: string): string =>
  `SELECT create_distributed_table('cedi.${table}', 'merchant_id', colocate_with := '${table === 'books' ? 'none' : 'cedi.books'}');`

const inOneGo = `${migrationLock}
SET LOCAL citus.multi_shard_modify_mode TO 'sequential';`

/** What is unique over all merchants gets a table of its own, before the others are spread. */
const makeTaken = (): string => `CREATE TABLE cedi.taken (
  place text COLLATE "C" NOT NULL PRIMARY KEY,
  merchant_id text COLLATE "C" NOT NULL
);
${tablesWithPlaces.map(placesOf).join('\n')}`

/** An index of a table that is spread begins with the merchant: what is unique over all is kept in a table of its own. */
function placesOf(table: string): string {
  const column = everywhereColumn(table as 'keys')
  return `INSERT INTO cedi.taken (place, merchant_id)
SELECT '${table} ' || ${column}, merchant_id FROM cedi.${table} WHERE ${column} IS NOT NULL;
ALTER TABLE cedi.${table} DROP CONSTRAINT ${table}_${column}_key;
ALTER TABLE cedi.${table} ADD CONSTRAINT ${table}_${column}_key UNIQUE (merchant_id, ${column});`
}

const spreadFunction = `SELECT create_distributed_function(
  'cedi.commit_plan(text, text, text, text[], text[], bigint[])', 'owner', colocate_with := 'cedi.books')`

/**
 * Brings the tables of a database to the version of this package, and spreads them over the machines of its Citus by
 * merchant. What is there already is spread with them. A step that was done is not done again.
 *
 * @param driver - The coordinator, on a connection whose role owns the tables.
 * @throws Error when the database has no Citus, or no machine to spread over.
 * @decision 0097
 */
export async function spreadOverCitus(driver: SqlDriver): Promise<void> {
  const [citus] = await driver.query('SELECT extversion FROM pg_extension WHERE extname = CAST($1 AS text)', ['citus'])
  if (!citus)
    throw new Error(
      'The database has no Citus. Add it to shared_preload_libraries and run CREATE EXTENSION citus, on each machine.',
    )
  const [able] = await driver.query(
    'SELECT COUNT(*) AS number FROM pg_dist_node WHERE shouldhaveshards AND isactive LIMIT CAST($1 AS bigint)',
    [1],
  )
  if (Number(able?.['number']) === 0)
    throw new Error('Citus has no machine for the rows. Name each to the coordinator by citus_add_node first.')
  await migrate(driver)
  const done = await spreadAlready(driver)
  const left = spreadTables.filter((table) => !done.has(table)).map(spreadText)
  if (!done.has('taken')) {
    const taken = "SELECT create_distributed_table('cedi.taken', 'place', colocate_with := 'none');"
    await driver.query([inOneGo, makeTaken(), ...left, taken].join('\n'))
  } else if (left.length > 0) await driver.query([inOneGo, ...left].join('\n'))
  // A function and tables do not go to the machines in one transaction.
  await driver.query(commitPlan)
  await driver.query(spreadFunction)
}

async function spreadAlready(driver: SqlDriver): Promise<ReadonlySet<string>> {
  const rows = await driver.query(
    `SELECT c.relname AS name FROM pg_dist_partition JOIN pg_class c ON c.oid = logicalrelid
JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = CAST($1 AS text)`,
    ['cedi'],
  )
  return new Set(rows.map(({ name }) => String(name)))
}

/** Whether the tables of a database are spread over several machines. */
export async function isSpread(driver: SqlDriver): Promise<boolean> {
  const [found] = await driver.query(
    "SELECT COUNT(*) AS found FROM pg_catalog.pg_tables WHERE schemaname = 'cedi' AND tablename = CAST($1 AS text)",
    ['taken'],
  )
  return Number(found?.['found']) > 0
}

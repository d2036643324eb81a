import { readError, type SqlDriver, type SqlQuery, type SqlRow } from './driver.js'

/** The location of the PGlite files. */
export interface PgliteOptions {
  /** A folder, for one process at a time. In memory by default, for tests. */
  readonly dataDir?: string
}

/** The parts of `@electric-sql/pglite` that are used here. */
interface Queryable {
  query(text: string, values: unknown[], options: object): Promise<{ rows: SqlRow[] }>
  exec(text: string): Promise<unknown>
}
interface Pglite extends Queryable {
  transaction<T>(run: (transaction: Queryable) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/**
 * Opens PGlite, a PostgreSQL in this process, with the package `@electric-sql/pglite`, a peer dependency. It takes
 * seconds to start.
 *
 * @throws Error with the command to run if the package is not installed.
 * @decision 0032
 */
export async function openPglite({ dataDir }: PgliteOptions = {}): Promise<SqlDriver> {
  const { PGlite } = await import('@electric-sql/pglite').catch((error: { code?: string }) => {
    if (!String(error?.code).endsWith('MODULE_NOT_FOUND')) throw error
    throw new Error('A data folder needs the package @electric-sql/pglite. Run npm install @electric-sql/pglite.')
  })
  const database = await (dataDir === undefined ? PGlite.create() : PGlite.create(dataDir))
  return createPgliteDriver(database as unknown as Pglite)
}

/** Creates the driver of an open PGlite. */
export function createPgliteDriver(database: Pglite): SqlDriver {
  const queryOn =
    (target: Queryable): SqlQuery =>
    async (text, values) => {
      try {
        if (values) return (await target.query(text, [...values], { parsers })).rows
        await target.exec(text)
        return []
      } catch (error) {
        throw readError(error, false)
      }
    }
  return {
    query: queryOn(database),
    transaction: (run) =>
      database.transaction(async (transaction) => {
        const query = queryOn(transaction)
        const { result, writes } = await run(query)
        for (const { text, values } of writes) await query(text, values)
        return result
      }),
    close: () => database.close(),
  }
}

/** Returns a `bigint` (type 20) as text, as PostgreSQL does. */
const parsers = { 20: (text: string) => text }

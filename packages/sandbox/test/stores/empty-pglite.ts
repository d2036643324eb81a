import { openEmptyPglite } from '../../scripts/pglite.mjs'
import type { SqlDriver } from '../../src/stores/index.js'
import { createPgliteDriver } from '../../src/stores/sql/pglite.js'

/** An empty PGlite in memory, as `openPglite()` opens it, in an eighth of its time. */
export async function emptyPglite(): Promise<SqlDriver> {
  const database: unknown = await openEmptyPglite()
  return createPgliteDriver(database as Parameters<typeof createPgliteDriver>[0])
}

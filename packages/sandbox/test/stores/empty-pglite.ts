import { protocol } from '@electric-sql/pglite'
import { openEmptyPglite } from '../../scripts/pglite.mjs'
import type { SqlDriver } from '../../src/stores/index.js'
import { createPgliteDriver } from '../../src/stores/sql/pglite.js'

/** An empty PGlite in memory, as `openPglite()` opens it, in an eighth of its time. */
export async function emptyPglite(): Promise<SqlDriver> {
  const [database, serialize] = [await openEmptyPglite(), protocol.serialize] as unknown as Parameters<
    typeof createPgliteDriver
  >
  return createPgliteDriver(database, serialize)
}

import { defineConfig } from 'vitest/config'

// Tests of the stores on a database: PGlite and PostgreSQL must behave like the store in memory.
export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    root: import.meta.dirname,
    include: ['test/sql/*.sql.ts'],
    globalSetup: ['test/sql/global-setup.mjs'],
    pool: 'threads',
    maxWorkers: 2,
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
  },
})

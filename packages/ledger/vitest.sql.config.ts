import { defineConfig } from 'vitest/config'

// The stores on a database: memory stays the oracle, PGlite and PostgreSQL must do what it does.
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

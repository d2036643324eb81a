import { defineConfig } from 'vitest/config'

// Tests on PostgreSQL: the store, and workers that are killed.
export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    root: import.meta.dirname,
    include: ['test/settle/sql/*.sql.ts'],
    globalSetup: ['test/settle/sql/global-setup.mjs'],
    pool: 'threads',
    maxWorkers: 1,
    testTimeout: 1_800_000,
    hookTimeout: 300_000,
  },
})

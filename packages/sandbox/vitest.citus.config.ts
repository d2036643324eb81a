import { defineConfig } from 'vitest/config'

// The store on a Citus that is given: the same tests as on one PostgreSQL, and what befalls several machines only.
export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    root: import.meta.dirname,
    include: ['test/stores/{postgres,concurrency,same-results}.sql.ts', 'test/stores/citus/*.citus.ts'],
    globalSetup: ['test/stores/citus/global-setup.mjs'],
    pool: 'threads',
    maxWorkers: 1,
    testTimeout: 1_800_000,
    hookTimeout: 300_000,
  },
})

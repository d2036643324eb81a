import { defineConfig } from 'vitest/config'

// The server on stores that last: PGlite in a folder, and a PostgreSQL that several servers share.
export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    root: import.meta.dirname,
    include: ['test/{sql,portal,stores}/*.sql.ts'],
    globalSetup: ['test/stores/global-setup.mjs'],
    pool: 'threads',
    maxWorkers: 2,
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
  },
})

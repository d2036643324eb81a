import { defineConfig } from 'vitest/config'

// Tests of the SQLite and D1 stores. scripts/stores.mjs selects the Node version and the driver.
export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: { root: import.meta.dirname, include: ['test/settle/sqlite/*.sqlite.ts'], pool: 'forks', maxWorkers: 1 },
})

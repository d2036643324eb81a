import { defineConfig } from 'vitest/config'

// The store on SQLite. scripts/stores.mjs says on which Node, with which driver.
export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: { root: import.meta.dirname, include: ['test/sqlite/*.sqlite.ts'], pool: 'forks', maxWorkers: 1 },
})

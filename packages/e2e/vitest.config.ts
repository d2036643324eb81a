import { defineConfig } from 'vitest/config'

// What is built is tested here: packages find each other's dist/, as their users do.
export default defineConfig({
  test: { root: import.meta.dirname, include: ['test/**/*.test.ts'], testTimeout: 60_000, maxWorkers: 2 },
})

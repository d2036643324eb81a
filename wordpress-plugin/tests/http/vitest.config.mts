import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.mts'],
    // The screens run beside it: one file at a time leaves them a core.
    maxWorkers: 1,
    // Two hundred rounds take half a minute alone on the machine, and ten times that on a busy one.
    testTimeout: 900_000,
    hookTimeout: 300_000,
  },
})

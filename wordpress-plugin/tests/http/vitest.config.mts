import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.mts'],
    // Each file has its own WordPress and sometimes waits for it, so two files at a time use two cores.
    maxWorkers: 2,
    // Two hundred rounds take half a minute on an idle machine, and ten times that on a busy one.
    testTimeout: 900_000,
    hookTimeout: 300_000,
  },
})

import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.mts'],
    // Each file has a WordPress of its own, and waits for it now and then: two at a time fill two cores.
    maxWorkers: 2,
    // Two hundred rounds take half a minute alone on the machine, and ten times that on a busy one.
    testTimeout: 900_000,
    hookTimeout: 300_000,
  },
})

import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.mts'],
    // Each file has a WordPress of its own; two cores are not helped by more than one at a time.
    fileParallelism: false,
    // Two hundred rounds take half a minute alone on the machine, and ten times that on a busy one.
    testTimeout: 900_000,
    hookTimeout: 300_000,
  },
})

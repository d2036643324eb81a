import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.mts'],
    // Each file has a WordPress of its own; two cores are not helped by more than one at a time.
    fileParallelism: false,
    testTimeout: 170_000,
    hookTimeout: 120_000,
  },
})

import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: import.meta.dirname,
    maxWorkers: 1,
    projects: [
      { test: { name: 'js', include: ['tests/js/**/*.test.ts'], testTimeout: 300_000 } },
      // A real WordPress, a real browser: one after the other.
      {
        resolve: { tsconfigPaths: true },
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          expect: { poll: { timeout: 60_000 } },
          retry: 1,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
    ],
  },
})

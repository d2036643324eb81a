import { defineConfig } from 'vitest/config'

// The hosted pages in a real browser. Apart from the unit tests, which stay fast: npm run test:browser.
export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    name: 'sandbox pages',
    root: import.meta.dirname,
    include: ['test/{pages,portal,storefront}/browser/**/*.browser.ts'],
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
})

import { defineConfig } from 'vitest/config'

// The hosted pages in a real browser. Apart from the unit tests, which stay fast: npm run test:browser.
export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    name: 'sandbox pages',
    root: import.meta.dirname,
    include: ['test/{pages,portal,storefront}/browser/**/*.browser.ts'],
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
  },
})

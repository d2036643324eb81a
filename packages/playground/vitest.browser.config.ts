import { defineConfig } from 'vitest/config'

// The built playground in Chromium: npm run test:browser. Firefox and WebKit walk it in packages/e2e.
export default defineConfig({
  test: {
    name: 'playground',
    root: import.meta.dirname,
    include: ['test/**/*.browser.ts'],
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 1,
  },
})

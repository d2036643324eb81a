import { defineConfig } from 'vitest/config'

// Tests the built playground in Chromium. packages/e2e tests it in Firefox and WebKit.
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

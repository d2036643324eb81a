import { defineConfig } from 'vitest/config'

// Tests the built playground in Chromium. packages/e2e tests it in Firefox and WebKit.
export default defineConfig({
  test: {
    name: 'playground',
    root: import.meta.dirname,
    include: ['test/**/*.browser.ts'],
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 1,
  },
})

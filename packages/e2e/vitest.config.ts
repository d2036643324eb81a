import { defineConfig } from 'vitest/config'

// Firefox and WebKit run only the journeys that depend on the engine.
const hasChromium = /chromium|^$/.test(process.env['ENGINES'] ?? '')

// These tests import the built packages.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'whole-suite',
          include: ['test/**/*.screens.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: [`test/${hasChromium ? '*' : 'engines'}/*.browser.ts`],
          globalSetup: 'test/browser/setup.ts',
          expect: { poll: { timeout: 60_000 } },
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      // Only run by npm run states and npm run screenshots.
      ...['states', 'screenshots']
        .filter((name) => process.env[name.toUpperCase()])
        .map((name) => ({
          test: {
            name,
            include: [`test/${name}/*.manual.ts`],
            globalSetup: 'test/browser/setup.ts',
            testTimeout: 1_200_000,
          },
        })),
    ],
  },
})

import { defineConfig } from 'vitest/config'

const project = (name: string, isolate: boolean) => ({
  resolve: { tsconfigPaths: true },
  test: {
    name,
    root: `${import.meta.dirname}/packages/${name}`,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    pool: 'threads' as const,
    isolate,
    // A hung test fails. A busy machine does not change a result.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})

const e2e = project('e2e', false)
/** The other tests of e2e import the built packages. */
const simulation = { ...e2e, test: { ...e2e.test, name: 'simulation', include: ['src/**/*.test.ts'] } }

export default defineConfig({
  test: {
    maxWorkers: 2,
    // The files of a package share what they import; those of the playground change what a page and a worker see, and get their own.
    projects: [
      project('contract', false),
      project('client', false),
      project('cli', false),
      project('mock-server', false),
      project('sandbox', false),
      project('playground', true),
      simulation,
    ],
  },
})

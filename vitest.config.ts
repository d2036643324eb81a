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
      project('simulator', false),
      project('playground', true),
    ],
  },
})

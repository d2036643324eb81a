import { defineConfig } from 'vitest/config'

const project = (name: string, isolate: boolean) => ({
  resolve: { tsconfigPaths: true },
  test: {
    name,
    root: `packages/${name}`,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    pool: 'threads' as const,
    isolate,
    testTimeout: 120_000,
  },
})

export default defineConfig({
  test: {
    maxWorkers: 2,
    // Pure packages share one module graph; those that patch globals (msw) get a fresh one per file.
    projects: [
      project('contract', false),
      project('ledger', false),
      project('client', false),
      project('settle', false),
      project('cli', false),
      project('mock-server', true),
      project('sandbox', true),
      project('playground', true),
      project('bench', false),
    ],
  },
})

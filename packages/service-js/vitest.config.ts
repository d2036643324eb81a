import { defineConfig, type ViteUserConfig } from 'vitest/config'

const config: ViteUserConfig = defineConfig({
  resolve: { tsconfigPaths: true },
  // The build replaces it.
  define: { __VERSION__: '"0.0.0"' },
  test: {
    root: import.meta.dirname,
    include: ['test/**/*.test.ts'],
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
})

export default config

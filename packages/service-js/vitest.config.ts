import { defineConfig, type ViteUserConfig } from 'vitest/config'

const config: ViteUserConfig = defineConfig({
  resolve: { tsconfigPaths: true },
  // The build replaces it.
  define: { __VERSION__: '"0.0.0"' },
  test: {
    root: import.meta.dirname,
    include: ['test/**/*.test.ts'],
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
  },
})

export default config

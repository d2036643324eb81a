import { defineConfig, type ViteUserConfig } from 'vitest/config'

const config: ViteUserConfig = defineConfig({
  resolve: { tsconfigPaths: true },
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

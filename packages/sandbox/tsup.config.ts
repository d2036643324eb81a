import { defineConfig } from 'tsup'

const shared = {
  target: 'es2022',
  treeshake: true,
  // Everything below the mock server stays outside: one copy of it serves both.
  noExternal: ['@cedi/contract', '@noble/ciphers', '@noble/hashes'],
} as const

export default defineConfig([
  {
    ...shared,
    entry: {
      index: 'src/index.ts',
      playwright: 'src/playwright.ts',
      stores: 'src/stores/index.ts',
      cli: 'src/cli/index.ts',
      main: 'src/cli/main.ts',
    },
    format: ['esm'],
    clean: true,
  },
  {
    ...shared,
    entry: { index: 'src/index.ts', playwright: 'src/playwright.ts', stores: 'src/stores/index.ts' },
    format: ['cjs'],
    clean: false,
    // Each area of pages stays in a file of its own, which the first request for it loads.
    splitting: true,
  },
])

import { defineConfig } from 'tsup'

export default defineConfig({
  entry: { index: 'src/index.ts', cli: 'src/cli/main.ts' },
  format: ['esm'],
  target: 'es2022',
  treeshake: true,
  clean: true,
  // Everything below the mock server stays outside: one copy of it serves both.
  noExternal: ['@cedi/contract', '@noble/hashes'],
})

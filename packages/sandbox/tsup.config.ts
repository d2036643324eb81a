import { defineConfig } from 'tsup'

// Everything below the mock server stays outside: one copy of it serves both.
const shared = {
  entry: { index: 'src/index.ts', cli: 'src/cli/main.ts' },
  format: ['esm'] as 'esm'[],
  target: 'es2022',
  treeshake: true,
  noExternal: ['@cedi/contract', '@noble/hashes'],
}

export default defineConfig([
  { ...shared, clean: true },
  {
    ...shared,
    entry: { index: 'src/index.ts' },
    dts: { only: true, compilerOptions: { ignoreDeprecations: '6.0', baseUrl: '../..' } },
  },
])

import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/index.ts', 'src/sql.ts'],
  format: ['esm', 'cjs'],
  // tsup sets baseUrl, which TypeScript 6 calls deprecated.
  dts: { compilerOptions: { ignoreDeprecations: '6.0' } },
  // The one hash function travels inside, so that installing the ledger installs nothing else.
  noExternal: ['@noble/hashes'],
  clean: true,
  target: 'es2022',
  minify: false,
  sourcemap: false,
})

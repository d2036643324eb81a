import { defineConfig } from 'tsup'

const shared = {
  entry: ['src/index.ts', 'src/sql.ts'],
  // The one hash function travels inside, so that installing the ledger installs nothing else.
  noExternal: ['@noble/hashes'],
  target: 'es2022',
} as const

export default defineConfig([
  // Not minified: a stack trace shows readable lines.
  {
    ...shared,
    clean: true,
    format: ['esm'],
  },
  {
    ...shared,
    clean: false,
    format: ['cjs'],
    // tsup produces invalid JavaScript for shared CommonJS files with private class members.
    splitting: false,
    // The CommonJS copy is minified.
    minify: true,
  },
])

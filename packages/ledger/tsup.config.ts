import { defineConfig } from 'tsup'

const shared = {
  entry: ['src/index.ts', 'src/sql.ts'],
  // The one hash function travels inside, so that installing the ledger installs nothing else.
  noExternal: ['@noble/hashes'],
  target: 'es2022',
} as const

export default defineConfig([
  // It ships as it reads: an error shows a line that somebody wrote.
  {
    ...shared,
    clean: true,
    format: ['esm'],
  },
  {
    ...shared,
    clean: false,
    format: ['cjs'],
    // tsup writes shared files of CommonJS by taking the classes apart, and what comes out is no JavaScript.
    splitting: false,
    // It says everything a second time, so it says it as shortly as can be.
    minify: true,
  },
])

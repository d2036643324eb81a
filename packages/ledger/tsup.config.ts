import { writeFileSync } from 'node:fs'
import { defineConfig } from 'tsup'

const shared = {
  entry: ['src/index.ts', 'src/sql.ts'],
  // The one hash function travels inside, so that installing the ledger installs nothing else.
  noExternal: ['@noble/hashes'],
  target: 'es2022',
  // What both entries use is in one file of each kind: they share one class of errors, and the package has it once.
  splitting: true,
} as const

export default defineConfig([
  {
    ...shared,
    clean: true,
    format: ['esm', 'cjs'],
  },
  {
    ...shared,
    clean: false,
    format: ['cjs'],
    // tsup sets baseUrl, which TypeScript 6 calls deprecated.
    dts: { compilerOptions: { ignoreDeprecations: '6.0' }, only: true },
    // The types are in the package once: a module may import from CommonJS, and not the other way round.
    async onSuccess() {
      for (const name of ['index', 'sql']) writeFileSync(`dist/${name}.d.ts`, `export * from './${name}.cjs'\n`)
    },
  },
])

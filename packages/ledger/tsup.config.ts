import { writeFileSync } from 'node:fs'
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
    // The types are in the package once: a module may import from CommonJS, and not the other way round.
    async onSuccess() {
      for (const name of ['index', 'sql']) writeFileSync(`dist/${name}.d.ts`, `export * from './${name}.cjs'\n`)
    },
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
  {
    ...shared,
    clean: false,
    format: ['cjs'],
    // tsup sets baseUrl, which TypeScript 6 calls deprecated.
    dts: { compilerOptions: { ignoreDeprecations: '6.0' }, only: true },
  },
])

import { defineConfig } from 'tsup'

const shared = {
  entry: {
    index: 'src/index.ts',
    memory: 'src/stores/memory.ts',
    pg: 'src/stores/pg.ts',
    sqlite: 'src/stores/sqlite.ts',
    d1: 'src/stores/d1.ts',
  },
  // The schedule of the contract is bundled, the client is not.
  noExternal: [/^@cedi\/contract/],
  external: [/^@cedi\/client/],
  target: 'es2022',
  clean: true,
} as const

export default defineConfig([
  {
    ...shared,
    entry: { ...shared.entry },
    noExternal: [...shared.noExternal],
    external: [...shared.external],
    format: ['esm', 'cjs'],
  },
])

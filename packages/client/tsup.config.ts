import { writeFileSync } from 'node:fs'
import { defineConfig } from 'tsup'

const common = {
  entry: ['index', 'response', 'fetch', 'debug', 'money', 'testing'].map((name) => `src/${name}.ts`),
  // The contract is not published: its table and its types travel inside.
  noExternal: [/^@cedi\/contract/],
  target: 'es2020',
  sourcemap: false,
  // Syntax only: names are for stack traces, and with the white space would go the marks by which bundlers leave out
  // what is not used.
  esbuildOptions: (options: { minifySyntax?: boolean }) => {
    options.minifySyntax = true
  },
} as const

export default defineConfig([
  {
    ...common,
    entry: [...common.entry],
    noExternal: [...common.noExternal],
    format: 'esm',
    // Each entry is one file, so that an import reads one file.
    splitting: false,
  },
  {
    ...common,
    entry: [...common.entry],
    noExternal: [...common.noExternal],
    format: 'cjs',
    // Of a later one tsup writes each ?. as a call of a helper, which is then in every file.
    target: 'es2019',
    // No bundler shakes these: what they share is there once.
    splitting: true,
    // The fixtures are the largest file, so the ES module re-exports those of CommonJS.
    onSuccess: async () => writeFileSync('dist/testing.js', "export * from './testing.cjs'\n"),
  },
])

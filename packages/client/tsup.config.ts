import { writeFileSync } from 'node:fs'
import { defineConfig } from 'tsup'

const common = {
  entry: ['index', 'response', 'fetch', 'debug', 'money', 'testing', 'schemas'].map((name) => `src/${name}.ts`),
  // The contract is not published, so its table and types are bundled.
  noExternal: [/^@cedi\/contract/],
  target: 'es2020',
  sourcemap: false,
  // Minifies the syntax only. Stack traces need names, and removing whitespace would also remove the `@__PURE__` comments
  // that tree shaking needs.
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
    // One file per entry point, so that an import reads one file.
    splitting: false,
  },
  {
    ...common,
    entry: [...common.entry],
    noExternal: [...common.noExternal],
    format: 'cjs',
    // For a later target, tsup compiles each ?. to a call of a helper, which it adds to every file.
    target: 'es2019',
    // CommonJS is not tree-shaken, so shared code is in one file.
    splitting: true,
    // The fixtures are the largest file, so the ES module re-exports those of CommonJS.
    onSuccess: async () => writeFileSync('dist/testing.js', "export * from './testing.cjs'\n"),
  },
  {
    entry: {
      index: 'src/settle/index.ts',
      ...Object.fromEntries(['memory', 'pg', 'sqlite', 'd1'].map((name) => [name, `src/settle/stores/${name}.ts`])),
    },
    outDir: 'dist/settle',
    noExternal: [/^@cedi\/contract/],
    // The package refers to itself, so that these entry points share its client instead of each bundling it.
    external: [/^@cedi\/client/],
    format: ['esm', 'cjs'],
    target: 'es2022',
  },
])

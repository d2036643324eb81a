import { defineConfig, type Options as TsupOptions } from 'tsup'

type Options = Parameters<NonNullable<TsupOptions['esbuildOptions']>>[0]

// Not minified: a stack trace of a test shows readable lines.
const shared = {
  target: 'es2022',
  treeshake: true,
  clean: true,
  noExternal: ['@cedi/contract', '@noble/hashes'],
} as const
const cjs = {
  ...shared,
  clean: false,
  format: ['cjs'],
  // The CommonJS copy: names and lines are preserved, whitespace is removed.
  esbuildOptions(options: Options) {
    options.minifyWhitespace = true
    options.minifySyntax = true
    options.lineLimit = 160
  },
} as const
export default defineConfig([
  // The sandbox shares modules with the library. The control API is loaded on demand.
  {
    ...shared,
    entry: {
      index: 'src/index.ts',
      msw: 'src/msw.ts',
      node: 'src/node.ts',
      internal: 'src/internal.ts',
    },
    format: ['esm'],
  },
  {
    ...cjs,
    entry: ['src/index.ts', 'src/msw.ts', 'src/node.ts', 'src/internal.ts'],
    // Not split: tsup produces invalid JavaScript for shared CommonJS files with private class members.
    splitting: false,
  },
])

import { defineConfig, type Options as TsupOptions } from 'tsup'

type Options = Parameters<NonNullable<TsupOptions['esbuildOptions']>>[0]

// It ships as it reads: an error in a test shows a line that somebody wrote.
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
  // It says everything a second time: names stay and lines stay short, the space between goes.
  esbuildOptions(options: Options) {
    options.minifyWhitespace = true
    options.minifySyntax = true
    options.lineLimit = 160
  },
} as const
export default defineConfig([
  // The sandbox shares its modules with the library; the control API is loaded when it is asked for.
  {
    ...shared,
    entry: {
      index: 'src/index.ts',
      msw: 'src/msw.ts',
      service: 'src/service.ts',
      instruments: 'src/instruments.ts',
      program: 'src/program.ts',
      cli: 'src/cli/main.ts',
    },
    format: ['esm'],
  },
  {
    ...cjs,
    entry: ['src/index.ts', 'src/msw.ts'],
  },
])

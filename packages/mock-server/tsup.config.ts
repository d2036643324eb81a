import { defineConfig } from 'tsup'

const openapi = '../contract/src/generated/openapi.ts'

// It ships as it reads: an error in a test shows a line that somebody wrote.
const shared = {
  target: 'es2022',
  treeshake: true,
  clean: true,
  noExternal: ['@cedi/contract', '@noble/hashes'],
} as const
/** The description of the API is large and rarely asked for: the CJS build loads the ESM file, as Node lets it. */
const once = {
  name: 'once',
  setup(build: {
    onResolve(options: { filter: RegExp }, to: (found: { path: string }) => { path: string; external: boolean }): void
  }) {
    build.onResolve({ filter: /^@cedi\/contract\/generated\/openapi$/ }, () => ({
      path: './openapi.js',
      external: true,
    }))
  },
}
// The contract is not published: its types are written into ours.
const dts = { compilerOptions: { ignoreDeprecations: '6.0', baseUrl: '../..' } }

export default defineConfig([
  // The program and the sandbox share their modules with the library, and load the control API when it is asked for.
  {
    ...shared,
    entry: {
      index: 'src/index.ts',
      msw: 'src/msw.ts',
      service: 'src/service.ts',
      instruments: 'src/instruments.ts',
      program: 'src/program.ts',
      cli: 'src/cli/main.ts',
      openapi,
    },
    format: ['esm'],
  },
  {
    ...shared,
    clean: false,
    entry: ['src/index.ts', 'src/msw.ts'],
    format: ['cjs'],
    esbuildPlugins: [once],
    // It says everything a second time: names stay and lines stay short, the space between goes.
    esbuildOptions(options) {
      options.minifyWhitespace = true
      options.minifySyntax = true
      options.lineLimit = 160
    },
  },
  {
    ...shared,
    clean: false,
    entry: ['src/index.ts', 'src/msw.ts'],
    format: ['cjs'],
    dts: { ...dts, only: true },
  },
  {
    ...shared,
    clean: false,
    entry: ['src/index.ts', 'src/msw.ts', 'src/service.ts', 'src/instruments.ts', 'src/program.ts'],
    format: ['esm'],
    dts: { ...dts, only: true },
  },
])

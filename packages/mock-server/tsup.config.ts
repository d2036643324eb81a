import { defineConfig, type Options as TsupOptions } from 'tsup'

type Options = Parameters<NonNullable<TsupOptions['esbuildOptions']>>[0]

const openapi = '../contract/src/generated/openapi.ts'

// It ships as it reads: an error in a test shows a line that somebody wrote.
const shared = {
  target: 'es2022',
  treeshake: true,
  clean: true,
  noExternal: ['@cedi/contract', '@noble/hashes'],
} as const
interface Build {
  onResolve(options: { filter: RegExp }, to: (found: { path: string }) => { path: string; external: boolean }): void
}
/** What is large and rarely needed is in the package once: the CJS build loads the ESM file, as Node lets it. */
const once = (files: readonly (readonly [asked: RegExp, file: string])[]) => ({
  name: 'once',
  setup(build: Build) {
    for (const [filter, path] of files) build.onResolve({ filter }, () => ({ path, external: true }))
  },
})
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
      commands: 'src/cli/commands.ts',
      help: 'src/cli/help.ts',
      'seed-file': 'src/cli/seed-file.ts',
      openapi,
    },
    format: ['esm'],
  },
  {
    ...cjs,
    entry: ['src/index.ts', 'src/msw.ts'],
    esbuildPlugins: [once([[/^@cedi\/contract\/generated\/openapi$/, './openapi.js']])],
  },
  // Node loads three files of CommonJS faster than two dozen modules. (decision 0048)
  {
    ...cjs,
    entry: { cli: 'src/cli/main.ts' },
    esbuildPlugins: [
      once([
        [/^\.\.\/index\.js$/, './index.cjs'],
        [/^\.\/commands\.js$/, './commands.js'],
        [/^\.\/help\.js$/, './help.js'],
        [/^\.\/seed-file\.js$/, './seed-file.js'],
      ]),
    ],
    esbuildOptions(options) {
      cjs.esbuildOptions(options)
      options.define = { ...options.define, 'import.meta.url': 'fileUrl' }
      options.banner = { js: "const fileUrl = require('node:url').pathToFileURL(__filename)" }
    },
  },
])

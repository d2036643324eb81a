import { defineConfig } from 'tsup'

const shared = {
  target: 'es2022',
  treeshake: true,
  clean: true,
  noExternal: ['@cedi/contract', '@noble/hashes'],
} as const
// The contract is not published: its types are written into ours.
const dts = { compilerOptions: { ignoreDeprecations: '6.0', baseUrl: '../..' } }

export default defineConfig([
  // The program shares its modules with the library, and loads pages and the control API when they are asked for.
  {
    ...shared,
    entry: ['src/index.ts', 'src/msw.ts', 'src/cli.ts'],
    format: ['esm'],
    // Names stay, for those who read a stack; the space between them is a tenth of the package.
    esbuildOptions(options) {
      options.minifyWhitespace = true
      options.minifySyntax = true
    },
  },
  {
    ...shared,
    clean: false,
    entry: ['src/index.ts', 'src/msw.ts'],
    format: ['cjs'],
    // It says everything a second time, so it says it as shortly as can be.
    minify: true,
  },
  {
    ...shared,
    clean: false,
    entry: ['src/index.ts', 'src/msw.ts'],
    format: ['esm', 'cjs'],
    dts: { ...dts, only: true },
  },
])

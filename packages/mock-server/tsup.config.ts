import { defineConfig } from 'tsup'

const openapi = '../contract/src/generated/openapi.ts'

const shared = {
  target: 'es2022',
  treeshake: true,
  clean: true,
  noExternal: ['@cedi/contract', '@noble/hashes'],
} as const
/**
 * What is large and rarely asked for, the hosted pages, the portal and the description of the API, is in the package
 * once: the CJS build loads the ESM file, as Node lets it.
 */
const once = {
  name: 'once',
  setup(build: {
    onResolve(options: { filter: RegExp }, to: (found: { path: string }) => { path: string; external: boolean }): void
  }) {
    build.onResolve({ filter: /^\.\/pages\/route\.js$/ }, () => ({ path: './pages.js', external: true }))
    build.onResolve({ filter: /^@cedi\/contract\/generated\/openapi$/ }, () => ({
      path: './openapi.js',
      external: true,
    }))
  },
}
// The contract is not published: its types are written into ours.
const dts = { compilerOptions: { ignoreDeprecations: '6.0', baseUrl: '../..' } }

export default defineConfig([
  // The program shares its modules with the library, and loads pages and the control API when they are asked for.
  {
    ...shared,
    entry: { index: 'src/index.ts', msw: 'src/msw.ts', cli: 'src/cli.ts', pages: 'src/pages/route.ts', openapi },
    format: ['esm'],
    // Names stay, for those who read a stack; the space between them is a tenth of the package.
    minify: 'terser',
    terserOptions: { ecma: 2020, module: true, mangle: false, compress: { passes: 2 } },
  },
  {
    ...shared,
    clean: false,
    entry: ['src/index.ts', 'src/msw.ts'],
    format: ['cjs'],
    esbuildPlugins: [once],
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

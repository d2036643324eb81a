import { defineConfig } from 'tsup'

const common = {
  entry: ['index', 'response', 'fetch', 'debug', 'money', 'testing'].map((name) => `src/${name}.ts`),
  // The contract is not published, so its table and types are bundled.
  noExternal: [/^@cedi\/contract/],
  target: 'es2020',
  sourcemap: false,
}

export default defineConfig([
  {
    ...common,
    format: 'esm',
    // One file per entry point, so an import reads one file.
    splitting: false,
  },
  {
    ...common,
    format: 'cjs',
    // For later targets tsup compiles each `?.` to a helper call.
    target: 'es2019',
    // Bundlers do not tree-shake CommonJS, so the entry points share chunks.
    splitting: true,
    // tsup sets baseUrl, which is deprecated in TypeScript 6.
    dts: { compilerOptions: { ignoreDeprecations: '6.0', baseUrl: '../..' } },
  },
])

import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['index', 'operations', 'result', 'fetch', 'debug', 'money', 'testing'].map((name) => `src/${name}.ts`),
  format: ['esm', 'cjs'],
  // tsup sets baseUrl, which TypeScript 6 calls deprecated.
  dts: { compilerOptions: { ignoreDeprecations: '6.0', baseUrl: '../..' } },
  // The contract is not published: its table and its types travel inside.
  noExternal: [/^@cedi\/contract/],
  // Each entry is one file, so that an import reads one file.
  splitting: false,
  clean: true,
  target: 'es2020',
  // Not minified: when an error is not caught, Node prints the line that threw it.
  sourcemap: false,
})

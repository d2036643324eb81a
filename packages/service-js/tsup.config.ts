import { readFileSync } from 'node:fs'
import { defineConfig } from 'tsup'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

export default defineConfig({
  entry: { service: 'src/index.ts' },
  format: ['esm', 'cjs'],
  noExternal: [/^@cedi\/contract/],
  outExtension: ({ format }) => ({ js: format === 'esm' ? '.mjs' : '.cjs' }),
  clean: true,
  target: 'es2020',
  define: { __VERSION__: JSON.stringify(version) },
  esbuildOptions(options) {
    options.charset = 'utf8'
    options.minifyWhitespace = true
    options.minifySyntax = true
  },
})

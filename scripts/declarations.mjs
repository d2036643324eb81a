// Bundles the declarations of the package in the current folder with tsup, one file for each entry of `exports`, with the
// types of the unpublished @cedi/contract inlined. `npm run types` checks the types. Arguments name the source of an entry
// where it is not src/<entry>.ts: `settle/pg=src/settle/stores/pg.ts`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { build } from 'tsup'

const { exports } = JSON.parse(readFileSync('package.json', 'utf8'))
const entries = Object.values(exports).filter((entry) => entry.types ?? entry.import?.types)
const names = entries.map((entry) => /dist\/(.+)\.d\.ts$/.exec(entry.types ?? entry.import.types)[1])
const sources = Object.fromEntries(process.argv.slice(2).map((argument) => argument.split('=')))
// An ES module may import the types of CommonJS and not the reverse, so the types for both are written once.
const isDual = entries.some((entry) => entry.require)

/** Tags for readers of this repository, which no editor should show. */
const internalTags = /(?:\n\s*\*)*[ \t]*@(?:source|decision)\b[\s\S]*?(?=\s*\*[ \t]*@|\s*\*\/)/g

await build({
  config: false,
  entry: Object.fromEntries(names.map((name) => [name, sources[name] ?? `src/${name}.ts`])),
  format: isDual ? 'cjs' : 'esm',
  dts: {
    only: true,
    // tsup always sets baseUrl, to which `paths` are then relative. It is deprecated since TypeScript 6.
    compilerOptions: { baseUrl: resolve(import.meta.dirname, '..'), ignoreDeprecations: '6.0', types: ['node'] },
  },
  external: [/^@cedi\/(?!contract)/],
  silent: true,
})
const extension = isDual ? '.d.cts' : '.d.ts'
for (const file of readdirSync('dist', { recursive: true }).filter((path) => path.endsWith(extension))) {
  const path = join('dist', file)
  const text = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    text.replace(/\/\*\*[\s\S]*?\*\//g, (comment) => comment.replace(internalTags, '')),
  )
}
if (isDual)
  for (const name of names) {
    const text = readFileSync(`dist/${name}.d.cts`, 'utf8')
    // Other libraries may have different types for ES modules and CommonJS, so these imports are resolved in both ways.
    const importsLibrary = /^import .* from ["'](?!\.|@cedi\/)/m.test(text)
    writeFileSync(`dist/${name}.d.ts`, importsLibrary ? text : `export * from './${basename(name)}.cjs'\n`)
  }

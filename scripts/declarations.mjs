// Bundles the declarations of the package in the current folder, one file for each entry of `exports`, with the types of
// the unpublished @cedi/contract inlined. oxc emits them from each file alone (isolatedDeclarations): tsc checks types in
// `npm run types`. Arguments name the source of an entry where it is not src/<entry>.ts: `settle/pg=src/settle/stores/pg.ts`.
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { rolldown } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'

const { exports } = JSON.parse(readFileSync('package.json', 'utf8'))
const entries = Object.values(exports).filter((entry) => entry.types ?? entry.import?.types)
const names = entries.map((entry) => /dist\/(.+)\.d\.ts$/.exec(entry.types ?? entry.import.types)[1])
const sources = Object.fromEntries(process.argv.slice(2).map((argument) => argument.split('=')))
// An ES module may import the types of CommonJS and not the reverse, so the types for both are written once.
const isDual = entries.some((entry) => entry.require)

/** Tags for readers of this repository, which no editor should show. */
const internalTags = /(?:\n\s*\*)*[ \t]*@(?:source|decision)\b[\s\S]*?(?=\s*\*[ \t]*@|\s*\*\/)/g

const bundle = await rolldown({
  input: Object.fromEntries(names.map((name) => [name, `./${sources[name] ?? `src/${name}.ts`}`])),
  external: (id) => !/^(?:[./\0]|@cedi\/contract)/.test(id),
  plugins: [
    dts({ oxc: true, emitDtsOnly: true, tsconfig: resolve('tsconfig.json') }),
    {
      name: 'doc-comments',
      renderChunk: (code) =>
        code
          // The plugin writes the comment of a member behind the member before it, where no editor finds it.
          .replace(/(?<=[;,{]) (?=\/\*\*)/g, '\n')
          .replace(/\/\*\*[\s\S]*?\*\//g, (comment) => comment.replace(internalTags, '')),
    },
  ],
})
// The plugin turns .cjs into .d.cts, and .js into .d.ts.
const extension = isDual ? 'cjs' : 'js'
await bundle.write({
  dir: 'dist',
  entryFileNames: `[name].${extension}`,
  chunkFileNames: `[name]-[hash].${extension}`,
})
if (isDual)
  for (const name of names) {
    const text = readFileSync(`dist/${name}.d.cts`, 'utf8')
    // Other libraries may have different types for ES modules and CommonJS, so these imports are resolved in both ways.
    const importsLibrary = /^import .* from ["'](?!\.|@cedi\/)/m.test(text)
    writeFileSync(`dist/${name}.d.ts`, importsLibrary ? text : `export * from './${basename(name)}.cjs'\n`)
  }

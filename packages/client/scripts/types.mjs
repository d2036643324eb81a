// Finishes the types that tsup made. The tags by which we find where a rule is from (@source, @decision) are for this
// repository: they are taken out, so that no editor shows them. The types are there once, as .d.cts; those of ESM
// re-export them, so that both systems have one identity. So it is with the fixtures of ./testing, the largest file.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const dist = join(import.meta.dirname, '../dist')
const internalTags = new Set(['source', 'decision'])

for (const file of readdirSync(dist).filter((name) => name.endsWith('.d.cts'))) {
  const path = join(dist, file)
  writeFileSync(path, withoutInternalTags(file, readFileSync(path, 'utf8')))
}
for (const file of readdirSync(join(dist, '..', 'src'))) {
  const name = file.slice(0, -'.ts'.length)
  if (readdirSync(dist).includes(`${name}.d.cts`))
    writeFileSync(join(dist, `${name}.d.ts`), `export * from './${name}.cjs'\n`)
}
writeFileSync(join(dist, 'testing.js'), "export * from './testing.cjs'\n")

/** Cuts the internal tags out where the compiler says that they stand. */
function withoutInternalTags(file, text) {
  const cuts = []
  const look = (node) => {
    for (const { tags = [] } of node.jsDoc ?? [])
      for (const tag of tags) if (internalTags.has(tag.tagName.text)) cuts.push([tag.pos, tag.end])
    ts.forEachChild(node, look)
  }
  look(ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true))
  let kept = ''
  let from = 0
  for (const [start, end] of cuts) {
    kept += text.slice(from, start)
    from = end
  }
  return kept + text.slice(from)
}

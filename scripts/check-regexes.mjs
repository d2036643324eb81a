// Checks that every regular expression of the source runs in linear time, with recheck.
//   node scripts/check-regexes.mjs          expressions that regexes.json does not list
//   node scripts/check-regexes.mjs --all    all expressions
//   node scripts/check-regexes.mjs --write  all expressions, and lists the accepted ones
// An expression with limited input is listed in `limited` of regexes.json, with the limit.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { check } from 'recheck'
import ts from 'typescript'
import { listFiles } from './list-files.mjs'

const listFile = new URL('regexes.json', import.meta.url)
const { checked, limited } = JSON.parse(readFileSync(listFile, 'utf8'))
const root = fileURLToPath(new URL('..', import.meta.url))
const isSource = /^(?:packages\/[^/]+|wordpress-plugin)\/src\/.*\.[jt]sx?$/
const left = /\.test(?:-d)?\.tsx?$|\/generated\/|^packages\/(?:e2e|bench)\//

/** Returns the regular expressions of all source files, with the first place of each. */
function findRegexes() {
  const found = new Map()
  for (const file of listFiles(root).filter((name) => isSource.test(name) && !left.test(name))) {
    const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest)
    const visit = (node) => {
      if (ts.isRegularExpressionLiteral(node) && !found.has(node.text)) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
        found.set(node.text, `${file}:${line + 1}`)
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  return found
}

const toHash = (literal) => createHash('sha256').update(literal).digest('hex').slice(0, 12)
const regexes = [...findRegexes()].filter(([literal]) => !(literal in limited))
const known = new Set(process.argv.includes('--all') || process.argv.includes('--write') ? [] : checked)
let failed = 0
let count = 0
for (const [literal, place] of regexes.filter(([literal]) => !known.has(toHash(literal)))) {
  count += 1
  const end = literal.lastIndexOf('/')
  const { status, complexity } = await check(literal.slice(1, end), literal.slice(end + 1), { timeout: 60_000 })
  if (status === 'safe') continue
  failed += 1
  console.error(
    `${place}: ${literal} is ${status} (${complexity?.type}). Rewrite it, or limit its input and list the limit.`,
  )
}
if (process.argv.includes('--write') && failed === 0) {
  const list = { limited, checked: regexes.map(([literal]) => toHash(literal)).sort() }
  writeFileSync(listFile, `${JSON.stringify(list, null, 2)}\n`)
}
console.log(`${count} of ${regexes.length} regular expressions checked, ${failed} rejected`)
process.exit(failed > 0 ? 1 : 0)

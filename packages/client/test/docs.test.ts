/// <reference types="node" />
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { operations } from '@cedi/contract/operation'
import ts from 'typescript'
import { expect, test } from 'vitest'

const src = join(import.meta.dirname, '../src')
const entries = ['index', 'response', 'fetch', 'debug', 'money', 'testing', 'schemas'].map((name) =>
  join(src, `${name}.ts`),
)

test('every export and each of its members has a doc comment', () => {
  const root = join(src, '../../..')
  const config = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile).config
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root)
  const program = ts.createProgram(entries, { ...options, types: [] })
  const checker = program.getTypeChecker()
  const seen = new Set<ts.Symbol>()
  const undocumented: string[] = []
  let documented = 0

  const visit = (symbol: ts.Symbol, name: string) => {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    const declaration = target.declarations?.[0]
    if (!declaration || seen.has(target)) return
    seen.add(target)
    const file = declaration.getSourceFile().fileName
    // The records are types of the contract.
    if (!file.startsWith(src) && !file.includes('/contract/src/')) return
    if (target.getDocumentationComment(checker).length || ts.getJSDocTags(declaration).length) documented++
    else undocumented.push(name)
    for (const member of [...(target.members?.values() ?? [])]) {
      if (!(member.flags & (ts.SymbolFlags.TypeParameter | ts.SymbolFlags.Signature)))
        visit(member, `${name}.${member.name}`)
    }
  }
  for (const entry of entries) {
    const module = checker.getSymbolAtLocation(program.getSourceFile(entry) as ts.SourceFile) as ts.Symbol
    for (const symbol of checker.getExportsOfModule(module)) visit(symbol, symbol.name)
  }
  expect(undocumented).toEqual([])
  expect(documented).toBeGreaterThan(100)
})

test('all pages list the same retried responses', () => {
  const sentence = 'retries after 408, 409, 429, 5xx, no response, and any response with a `Retry-After`'
  for (const file of [
    'src/fetch.ts',
    'src/retry.ts',
    'README.md',
    'SKILL.md',
    '../../docs/guides/idempotency-and-retries.md',
    '../../docs/decisions/0022-retries.md',
  ]) {
    const text = readFileSync(join(import.meta.dirname, '..', file), 'utf8').replace(/\n(?: \* ?)?/g, ' ')
    expect(text, file).toContain(sentence)
  }
})

test('the doc comment of each method names the HTTP method, the path and the scope of its operation', () => {
  const folder = join(src, 'resources')
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  for (const { id, method, path, scope } of operations) {
    const text = texts.find((text) => text.includes(`, '${id}', `)) ?? ''
    const [, comment = ''] =
      new RegExp(
        `(/\\*\\*(?:(?!\\*/)[\\s\\S])*\\*/)\\s*\\w+\\([^)]*\\): RequestDescription<[\\w \\[\\]]+, '${id}', `,
      ).exec(text) ?? []
    expect(comment, id).toContain(`@returns \`${method} ${path}\`; the key needs the scope \`${scope}\``)
  }
})

test('the minimum Node version supports AbortSignal.any', () => {
  // AbortSignal.any was added in Node 20.3. The floor of the repository is later.
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'))
  expect(manifest.engines.node).toBe('>=20.19.0')
})

/// <reference types="node" />
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const src = join(import.meta.dirname, '../src')
const entries = ['index', 'operations', 'result', 'fetch', 'debug', 'money', 'testing'].map((name) =>
  join(src, `${name}.ts`),
)

test('every exported name and every member of it has a doc comment', () => {
  const root = join(src, '../../..')
  const config = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile).config
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root)
  const program = ts.createProgram(entries, { ...options, types: [] })
  const checker = program.getTypeChecker()
  const seen = new Set<ts.Symbol>()
  const bare: string[] = []
  let documented = 0

  const look = (symbol: ts.Symbol, name: string) => {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    const declaration = target.declarations?.[0]
    if (!declaration || seen.has(target)) return
    seen.add(target)
    const file = declaration.getSourceFile().fileName
    // What comes from openapi.yaml has its comments from there.
    if (!file.startsWith(src) || file.includes('/generated/')) return
    if (target.getDocumentationComment(checker).length || ts.getJSDocTags(declaration).length) documented++
    else bare.push(name)
    for (const member of [...(target.members?.values() ?? [])]) {
      if (!(member.flags & (ts.SymbolFlags.TypeParameter | ts.SymbolFlags.Signature)))
        look(member, `${name}.${member.name}`)
    }
  }
  for (const entry of entries) {
    const module = checker.getSymbolAtLocation(program.getSourceFile(entry) as ts.SourceFile) as ts.Symbol
    for (const symbol of checker.getExportsOfModule(module)) look(symbol, symbol.name)
  }
  expect(bare).toEqual([])
  expect(documented).toBeGreaterThan(100)
})

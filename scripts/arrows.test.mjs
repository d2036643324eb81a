// Tests each rule of arrows.mjs with a forbidden import, and similar allowed imports.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { test } from 'node:test'
import { cruise } from 'dependency-cruiser'
import config, { packages } from './arrows.mjs'

/** Forbidden imports: the file, its import, and the rule that it violates. */
const forbidden = [
  ...Object.keys(packages).flatMap((name) => [
    [`packages/${name}/src/a.ts`, `../../${name === 'cli' ? 'ledger' : 'cli'}/src/index.js`, `arrows-of-${name}`],
    [`packages/${name}/src/b.ts`, 'typescript', `libraries-of-${name}`],
  ]),
  ['packages/client/src/c.ts', 'node:fs', 'no-node-modules-outside-node'],
  ['packages/other/src/d.ts', '../../bench/src/index.js', 'nothing-points-back'],
  ['packages/other/src/e.ts', '../../simulator/src/index.js', 'nothing-points-back'],
  ['packages/client/src/e.ts', './e.test.js', 'tests-are-not-imported'],
  ['packages/client/src/f.ts', './lost.js', 'imports-are-found'],
  ['packages/client/src/resources/orders.ts', './payments.js', 'client-resources-stand-alone'],
  ['packages/ledger/src/entries/a.ts', '../stores/memory.js', 'ledger-core-knows-no-store'],
  ['packages/ledger/src/tables/a.ts', '../entries/a.js', 'ledger-tables-come-first'],
  ['packages/mock-server/src/service/a.ts', '../api/a.js', 'service-imports-no-caller'],
  ['packages/mock-server/src/http/a.ts', '../transports/node.js', 'http-knows-no-transport'],
  ['packages/mock-server/src/api/b.ts', '../transports/node.js', 'api-knows-no-transport'],
  ['packages/sandbox/src/portal/a.ts', '../operator/a.js', 'pages-stand-alone'],
  ['packages/sandbox/src/kit/a.ts', '../portal/a.js', 'kit-knows-no-page'],
]
const allowed = [
  ['packages/client/src/g.ts', '../../contract/src/index.js'],
  ['packages/playground/src/c.ts', '../../ledger/src/index.js'],
  ['packages/settle/src/c.ts', '../../client/src/g.js'],
  ['packages/settle/test/a.ts', '../../mock-server/src/index.js'],
  ['packages/client/src/e.test.ts', 'pg'],
  ['packages/client/src/e.test.ts', 'node:fs'],
  ['packages/client/src/resources/payments.ts', '../g.js'],
  ['packages/mock-server/src/api/a.ts', '../service/b.js'],
  ['packages/mock-server/src/g.ts', 'node:fs'],
  ['packages/ledger/src/stores/memory.ts', '../tables/b.js'],
  ['packages/ledger/src/g.ts', 'pg'],
  ['packages/sandbox/src/portal/b.ts', '../portal/a.js'],
  ['packages/bench/src/a.ts', '../../client/src/index.js'],
  ['packages/mock-server/src/transports/node.ts', '../api/a.js'],
]

test('each forbidden import violates its rule, and allowed imports violate none', async () => {
  const root = process.cwd()
  const tree = realpathSync(mkdtempSync(join(tmpdir(), 'cedi-arrows-')))
  try {
    writeTree(tree)
    process.chdir(tree)
    const { tsConfig: _, ...options } = config.options
    const { output } = await cruise(['packages'], {
      ...options,
      validate: true,
      ruleSet: { forbidden: config.forbidden },
    })
    const found = output.summary.violations.map(({ from, rule }) => `${from}: ${rule.name}`)
    assert.deepEqual(found.sort(), forbidden.map(([from, , rule]) => `${from}: ${rule}`).sort())
  } finally {
    process.chdir(root)
    rmSync(tree, { recursive: true, force: true })
  }
})

test('every rule has a forbidden import here', () => {
  const covered = new Set(forbidden.map(([, , rule]) => rule))
  for (const { name } of config.forbidden) assert.ok(covered.has(name), `Add an import that violates ${name}.`)
})

/** Writes the files of both tables, and the files that they import. */
function writeTree(tree) {
  const lines = new Map()
  for (const [from, to] of [...forbidden, ...allowed]) {
    lines.set(from, `${lines.get(from) ?? ''}import '${to}'\n`)
    const target = resolve(tree, dirname(from), to)
      .replace(/\.js$/, '.ts')
      .slice(tree.length + 1)
    if (to.startsWith('.') && !to.includes('lost') && !lines.has(target)) lines.set(target, '')
  }
  for (const [path, text] of lines) {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), text)
  }
  symlinkSync(join(import.meta.dirname, '../node_modules'), join(tree, 'node_modules'), 'dir')
}

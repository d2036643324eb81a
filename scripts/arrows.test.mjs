// Tests the rules of arrows.mjs, each with an import that it must refuse and a similar one that it must allow.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { test } from 'node:test'
import { cruise } from 'dependency-cruiser'
import config, { folders, packages } from './arrows.mjs'

/** The file, what it imports, and the rule that refuses it. */
const refused = [
  ['packages/client/src/a.ts', '../../ledger/src/index.js', 'arrows-of-client'],
  ['packages/contract/src/a.ts', '../../client/src/index.js', 'arrows-of-contract'],
  ['packages/ledger/src/a.ts', '../../contract/src/index.js', 'arrows-of-ledger'],
  ['packages/service-js/src/a.ts', '../../client/src/index.js', 'arrows-of-service-js'],
  ['packages/embed-js/src/a.ts', '../../client/src/index.js', 'arrows-of-embed-js'],
  ['packages/mock-server/src/a.ts', '../../client/src/index.js', 'arrows-of-mock-server'],
  ['packages/sandbox/src/a.ts', '../../client/src/index.js', 'arrows-of-sandbox'],
  ['packages/settle/src/a.ts', '../../mock-server/src/index.js', 'arrows-of-settle'],
  ['packages/client/src/b.ts', 'pg', 'libraries-of-client'],
  ['packages/settle/src/b.ts', 'pg', 'libraries-of-settle'],
  ['packages/cli/src/a.ts', '../../ledger/src/index.js', 'arrows-of-cli'],
  ['packages/cli/src/b.ts', 'pg', 'libraries-of-cli'],
  ['packages/playground/src/a.ts', '../../cli/src/index.js', 'arrows-of-playground'],
  ['packages/playground/src/b.ts', 'pg', 'libraries-of-playground'],
  ['packages/contract/src/b.ts', 'pg', 'libraries-of-contract'],
  ['packages/service-js/src/b.ts', 'pg', 'libraries-of-service-js'],
  ['packages/embed-js/src/b.ts', 'pg', 'libraries-of-embed-js'],
  ['packages/mock-server/src/b.ts', 'pg', 'libraries-of-mock-server'],
  ['packages/sandbox/src/b.ts', 'pg', 'libraries-of-sandbox'],
  ['packages/ledger/src/b.ts', 'msw', 'libraries-of-ledger'],
  ['packages/client/src/c.ts', 'node:fs', 'no-node-modules-outside-node'],
  ['packages/other/src/d.ts', '../../bench/src/index.js', 'nothing-points-back'],
  ['packages/other/src/e.ts', '../../simulator/src/index.js', 'nothing-points-back'],
  ['packages/client/src/e.ts', './e.test.js', 'tests-are-not-imported'],
  ['packages/client/src/f.ts', './lost.js', 'imports-are-found'],
  ['packages/client/src/resources/orders.ts', './payments.js', 'client-resources-stand-alone'],
  ['packages/ledger/src/entries/a.ts', '../stores/memory.js', 'ledger-core-knows-no-store'],
  ['packages/ledger/src/tables/a.ts', '../entries/a.js', 'ledger-tables-come-first'],
  ['packages/mock-server/src/service/a.ts', '../api/a.js', 'service-knows-no-door'],
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

test('each arrow that points the wrong way is refused by its rule, and no other', async () => {
  const here = process.cwd()
  const tree = realpathSync(mkdtempSync(join(tmpdir(), 'cedi-arrows-')))
  try {
    await plant(tree)
    process.chdir(tree)
    const { tsConfig: _, ...options } = config.options
    const { output } = await cruise(['packages'], {
      ...options,
      validate: true,
      ruleSet: { forbidden: config.forbidden },
    })
    const found = output.summary.violations.map(({ from, to, rule }) => `${from} -> ${to}: ${rule.name}`).sort()
    const expected = refused.map(([from, to, rule]) => [from, to, rule])
    for (const [from, to, rule] of expected) {
      const target = to.startsWith('.')
        ? resolve('/', dirname(from), to).slice(1).replace(/\.js$/, '')
        : to.replace('node:', '')
      assert.ok(
        found.some(
          (line) =>
            line.startsWith(`${from} -> `) && line.includes(target.split('/').at(-1)) && line.endsWith(`: ${rule}`),
        ),
        `${rule} must refuse ${from} -> ${to}. Found:\n${found.join('\n')}`,
      )
    }
    assert.equal(found.length, refused.length, found.join('\n'))
  } finally {
    process.chdir(here)
    rmSync(tree, { recursive: true, force: true })
  }
})

test('every rule has an import that it refuses', () => {
  const proven = new Set(refused.map(([, , rule]) => rule))
  for (const { name } of config.forbidden) assert.ok(proven.has(name), `${name} refuses nothing here: add a line`)
  assert.ok(folders.length > 0 && Object.keys(packages).length > 0)
})

/** Writes every file of the two tables, and those that they import. */
async function plant(tree) {
  const lines = new Map()
  for (const [from, to] of [...refused, ...allowed]) {
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

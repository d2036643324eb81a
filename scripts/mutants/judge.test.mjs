import { strict as assert } from 'node:assert'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { equivalent } from './equivalent.mjs'
import { judge, lineOf } from './judge.mjs'
import { subjects } from './subjects.mjs'

const root = join(import.meta.dirname, '../..')
const source = 'const most = 3\nexport const isMore = (n) =>\n  n > most\nexport const isLess = (n) => n < most\n'
const at = (line, from, to, endLine = line) => ({
  start: { line, column: from },
  end: { line: endLine, column: to },
})
const mutant = (status, location, replacement) => ({ id: '1', mutatorName: 'X', status, location, replacement })
const reportOf = (...mutants) => ({ files: { 'packages/a/src/b.ts': { source, mutants } } })
const survivor = mutant('Survived', at(3, 3, 11), 'n >= most')

test('a mutant that fails a test or never ends counts as noticed; one that cannot run or was left out is not counted', () => {
  const statuses = ['Killed', 'Killed', 'Timeout', 'NoCoverage', 'Ignored', 'RuntimeError', 'CompileError']
  const { all, killed, byTime, left, broken, score } = judge(
    reportOf(survivor, ...statuses.map((status) => mutant(status, at(1, 14, 15), '4'))),
    [],
  )
  assert.deepEqual(
    { all, killed, byTime, left, broken, score },
    { all: 5, killed: 3, byTime: 1, left: 1, broken: 2, score: 60 },
  )
})

test('a mutant in the list of equivalents is not open, and still counts as not noticed', () => {
  const entry = { file: 'a/src/b.ts', from: 'n > most', to: 'n >= most', why: 'never equal' }
  const { named, unjudged, stale, score } = judge(reportOf(survivor), [entry])
  assert.deepEqual({ named, unjudged, stale, score }, { named: 1, unjudged: [], stale: [], score: 0 })
})

test('an entry matches only by the same file, line and both texts', () => {
  const entry = {
    file: 'a/src/b.ts',
    line: 'n > most',
    from: 'n > most',
    to: ['n < most', 'n >= most'],
    why: 'never equal',
  }
  assert.equal(judge(reportOf(survivor), [entry]).named, 1)
  for (const other of [{ file: 'a/src/c.ts' }, { line: 'n >= most' }, { from: 'n < most' }, { to: 'n <= most' }])
    assert.equal(judge(reportOf(survivor), [{ ...entry, ...other }]).named, 0)
})

test('an entry that matches no mutant any more is reported, unless its file was not tried', () => {
  const entry = { file: 'a/src/b.ts', from: 'n > most', to: 'n >= most', why: 'never equal' }
  const killed = { ...survivor, status: 'Killed' }
  assert.deepEqual(judge(reportOf(killed), [entry, { ...entry, file: 'a/src/c.ts' }]).stale, [entry])
})

test('a mutant is printed on one line, even when its source has several', () => {
  const whole = mutant('NoCoverage', at(2, 23, 11, 3), '() => undefined')
  const [open] = judge(reportOf(whole), []).unjudged
  assert.equal(lineOf(open), 'packages/a/src/b.ts:2  no test runs this line: (n) => n > most  ->  () => undefined')
})

test('every subject has its folder and tests, and every equivalent has its file and a reason', () => {
  for (const { root: folder, tests } of Object.values(subjects)) {
    assert.ok(existsSync(join(root, folder)), folder)
    assert.ok(tests.length > 0)
  }
  for (const entry of equivalent) {
    assert.ok(entry.why.length > 10, entry.from)
    assert.ok(existsSync(join(root, entry.file)), entry.file)
  }
})

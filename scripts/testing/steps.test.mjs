// No step is lost between the shards, and each kind of step counts what it ran.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { linesOfLanes, percentBusy } from './busy.mjs'
import { besideBuild, inLanes, lanes, takeStep } from './lanes.mjs'
import { check, counted, suite, sum } from './run.mjs'
import { slowest } from './slowest.mjs'
import { stepsOf } from './steps.mjs'

const { env } = process

test('each step belongs to one of the four shards, and each shard has work', () => {
  const steps = stepsOf({}, { root: '/', isInBrowsers: true })
  assert.deepEqual([...new Set(steps.map(({ shard }) => shard))].sort(), [1, 2, 3, 4])
  assert.equal(new Set(steps.map(({ name }) => name)).size, steps.length)
})

test('each step runs once, in a lane or beside the build', async () => {
  const steps = stepsOf({}, { root: '/', isInBrowsers: true })
  const names = async (run) => run(steps, async ({ name }) => name)
  const [early, late] = [await names(besideBuild), await names(inLanes)]
  assert.ok(early.includes('types') && late.includes('unit tests'))
  assert.deepEqual([...early, ...late].sort(), steps.map(({ name }) => name).sort())
})

test('each step in the lanes has a kind, and a lane whose own it is', () => {
  const steps = stepsOf({}, { root: '/', isInBrowsers: true }).filter(({ isOfSources }) => !isOfSources)
  assert.deepEqual(
    [...new Set(steps.map(({ kind }) => kind))],
    lanes.map(([own]) => own),
  )
})

test('a lane does its own steps first, and then those of the others; only the first opens browsers', async () => {
  const browser = { name: 'browser', kind: 'browsers' }
  const plugin = { name: 'plugin', kind: 'beside' }
  const types = { name: 'types', kind: 'patient' }
  const take = (kinds) => {
    const left = [types, plugin, browser]
    return [0, 1, 2, 3].map(() => takeStep(left, kinds)?.name)
  }
  assert.deepEqual(lanes.map(take), [
    ['browser', 'plugin', 'types', undefined],
    ['plugin', 'types', undefined, undefined],
    ['types', 'plugin', undefined, undefined],
  ])
  const notes = []
  const made = await inLanes(
    [browser, plugin, types],
    async ({ name }) => name,
    (note) => notes.push(note),
  )
  assert.deepEqual(made.sort(), ['browser', 'plugin', 'types'])
  assert.deepEqual(notes.map(({ lane, name }) => `${lane} ${name}`).sort(), ['1 browser', '2 plugin', '3 types'])
})

test('what fails, what cannot start, and what does not say how much it tested, is a failure', async () => {
  assert.deepEqual(await check('a check that passes', 'true', { env }), { passed: 1, failed: 0 })
  assert.deepEqual(await check('a check that fails', 'false', { env }), { passed: 0, failed: 1 })
  assert.deepEqual(await check('a check that is not there', 'cedi-no-such-command', { env }), { passed: 0, failed: 1 })
  assert.equal((await counted('a silent script', 'true', { env })).failed, 1)
  assert.deepEqual(await counted('a script', 'echo 5 passed, 0 failed, 2 skipped', { env }), {
    passed: 5,
    failed: 0,
    skipped: 2,
    again: 0,
  })
  assert.equal((await counted('a script with a failure', 'echo 5 passed, 1 failed', { env })).failed, 1)
  const report = join(tmpdir(), `cedi-no-report-${process.pid}.json`)
  const nothing = await suite('a suite without a report', '--project cedi-no-such-project', report, { env })
  assert.deepEqual(nothing, { passed: 0, failed: 1 })
  assert.deepEqual(sum([{ passed: 2, failed: 1 }, { skipped: 3 }, { passed: 1, again: 1 }]), {
    passed: 3,
    failed: 1,
    skipped: 3,
    again: 1,
  })
})

test('where the time went is said: when each step ran, and how busy the processors were', () => {
  const step = (lane, name, from, to) => ({ lane, name, fromMs: from * 1000, toMs: to * 1000 })
  const notes = [step(2, 'types', 12, 20), step(1, 'unit', 10, 15), step(1, 'pages', 15, 21.4)]
  assert.deepEqual(linesOfLanes(notes, 10_000), ['1: 0-5 unit | 5-11 pages', '2: 2-10 types'])
  assert.equal(percentBusy({ idleMs: 100, allMs: 1000 }, { idleMs: 350, allMs: 2000 }), 75)
})

test('the slowest files come from all reports, the slowest first', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cedi-slowest-'))
  const file = (name, ms) => ({ name: `/repo/${name}`, startTime: 1000, endTime: 1000 + ms })
  writeFileSync(join(folder, 'a.json'), JSON.stringify({ testResults: [file('a', 10), file('b', 3000)] }))
  writeFileSync(join(folder, 'b.json'), JSON.stringify({ testResults: [file('c', 200)] }))
  assert.deepEqual(slowest('/repo', [folder, join(folder, 'nowhere')], 2), [
    { file: 'b', seconds: 3 },
    { file: 'c', seconds: 0.2 },
  ])
  rmSync(folder, { recursive: true })
})

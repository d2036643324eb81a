// A check is made again whenever it could end otherwise.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { cached, keyOf } from './cached.mjs'

/** A repository with one file, and a check that counts how often it was made. */
function repository() {
  const root = mkdtempSync(join(tmpdir(), 'cedi-cached-'))
  execFileSync('git', ['init', '-q'], { cwd: root })
  mkdirSync(join(root, 'src'))
  writeFileSync(join(root, 'src/a.txt'), 'one')
  let times = 0
  return {
    root,
    times: () => times,
    make: (counts = { passed: 2, failed: 0 }, { env = {}, nowMs = Date.now() } = {}) =>
      cached({ folder: join(root, '.cache'), name: 'a check', key: keyOf(root, ['src'], env), nowMs }, async () => {
        times++
        return counts
      }),
    end: () => rmSync(root, { recursive: true, force: true }),
  }
}

test('a check that passed is remembered with its counts, until a file, the environment or the week changes', async () => {
  const { root, times, make, end } = repository()
  try {
    assert.deepEqual(await make(), { counts: { passed: 2, failed: 0 }, isRemembered: false })
    assert.deepEqual(await make(), { counts: { passed: 2, failed: 0 }, isRemembered: true })
    assert.equal(times(), 1)
    writeFileSync(join(root, 'src/a.txt'), 'two')
    assert.equal((await make()).isRemembered, false)
    writeFileSync(join(root, 'src/b.txt'), 'a file that git does not know yet')
    assert.equal((await make()).isRemembered, false)
    assert.equal((await make(undefined, { env: { ENGINES: 'chromium' } })).isRemembered, false)
    assert.equal((await make(undefined, { env: { ENGINES: 'chromium' } })).isRemembered, true)
    const later = Date.now() + 8 * 24 * 60 * 60 * 1000
    assert.equal((await make(undefined, { env: { ENGINES: 'chromium' }, nowMs: later })).isRemembered, false)
  } finally {
    end()
  }
})

test('a failure, nothing at all, and a pass at the second try are never remembered', async () => {
  for (const counts of [
    { passed: 5, failed: 1 },
    { passed: 0, failed: 0 },
    { passed: 5, failed: 0, again: 1 },
  ]) {
    const { times, make, end } = repository()
    await make(counts)
    assert.equal((await make(counts)).isRemembered, false)
    assert.equal(times(), 2)
    end()
  }
})

test('CEDI_CACHE=off makes every check anew', async () => {
  const { make, end } = repository()
  await make()
  process.env.CEDI_CACHE = 'off'
  assert.equal((await make()).isRemembered, false)
  delete process.env.CEDI_CACHE
  end()
})

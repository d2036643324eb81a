// Every test of the plugin, one suite after the other; ends with the line "N passed, N failed".
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { join } from 'node:path'
import { secondTries } from '../../scripts/second-tries.mjs'
import { findPart } from '../../scripts/system-packages.mjs'
import { plugin } from './lab/core.mjs'

process.chdir(plugin)
const { phpunit } = findPart('php')
const results = join(plugin, '.cache/results')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
const total = { passed: 0, failed: 0, skipped: 0 }

function run(command, args, { isPatient = false } = {}) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NO_COLOR: '1' } })
  if (isPatient && child.pid) setPriority(child.pid, Math.min(19, getPriority() + 10))
  const chunks = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk))
  return new Promise((done) => {
    child.on('error', (error) => done({ ok: false, output: error.message }))
    child.on('close', (code) => done({ ok: code === 0, output: Buffer.concat(chunks).toString() }))
  })
}

/** Runs a suite and counts its tests; its output is shown when it fails. */
async function suite(name, command, args, count, how) {
  const started = Date.now()
  const { ok, output } = await run(command, args, how)
  const { passed, failed, skipped = 0 } = count(output, ok)
  total.passed += passed
  total.skipped += skipped
  total.failed += ok && failed === 0 ? 0 : Math.max(failed, 1)
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name}  ${((Date.now() - started) / 1000).toFixed(1)} s`)
  if (!ok) console.log(output)
}

const one = (_, ok) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1 })
const counted = (output) => {
  const [, passed = 0, failed = 0] = /(\d+) passed, (\d+) failed/.exec(output) ?? []
  return { passed: Number(passed), failed: Number(failed) }
}
const phpunitCount = (output) => {
  const tests = Number(/(?:OK \(|Tests: )(\d+)/.exec(output)?.[1] ?? 0)
  const failed = [...output.matchAll(/(?:Errors|Failures): (\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0)
  return { passed: tests - failed, failed }
}
const vitest = async (name, args, how) => {
  const file = join(results, `${name.replaceAll(' ', '-')}.json`)
  const reporters = ['--reporter=minimal', '--reporter=json', `--outputFile.json=${file}`]
  const count = () => {
    if (!existsSync(file)) return { passed: 0, failed: 1 }
    const result = JSON.parse(readFileSync(file, 'utf8'))
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = result
    secondTries(result)
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests }
  }
  await suite(name, 'npx', ['vitest', 'run', ...args, ...reporters], count, how)
}

if (!existsSync(join(plugin, 'build/settings/index.js')))
  await suite('build', 'npx', ['wp-scripts', 'build'], (_, ok) => ({ passed: 0, failed: ok ? 0 : 1 }))
await suite('table of operations', 'node', ['scripts/generate-operations.mjs', '--check'], one)
await suite('reference of the hooks', 'node', ['scripts/hooks.mjs', '--check'], one)
await suite('languages', 'node', ['scripts/languages.mjs', '--check'], one)
await suite('rules', phpunit, ['--no-configuration', '--do-not-cache-result', 'tests/rules'], phpunitCount)
await suite('PHP client alone', phpunit, ['--no-configuration', '--do-not-cache-result', 'tests/service'], phpunitCount)
// A browser waits for PHP and PHP for a browser: side by side they fill two cores. Screens are timed as people see them,
// so the rest takes what they leave.
const patient = { isPatient: true }
await Promise.all([
  suite('PHP', 'node', ['scripts/test-php.mjs', '--mariadb'], counted, patient).then(() =>
    vitest('over HTTP', ['--config', 'tests/http/vitest.config.mts'], patient),
  ),
  vitest('screens', ['--config', 'vitest.config.mts', '--retry=1']),
])
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1

// The one test command: builds, runs every check and every test, and ends with the line "N passed, N failed".
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
process.chdir(root)
const env = {
  ...process.env,
  PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
  TURBO_TELEMETRY_DISABLED: '1',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  NO_COLOR: '1',
}
const total = { passed: 0, failed: 0, skipped: 0 }

/** Runs a command quietly; what it printed is shown when it fails. */
function run(name, line) {
  const started = Date.now()
  const [command, ...args] = line.split(' ')
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env, shell: process.platform === 'win32' })
  const chunks = []
  child.stdout.on('data', (chunk) => chunks.push(chunk))
  child.stderr.on('data', (chunk) => chunks.push(chunk))
  return new Promise((done) => {
    const end = (ok, more = '') => {
      const output = Buffer.concat(chunks).toString() + more
      console.log(`${ok ? 'ok  ' : 'FAIL'} ${name}  ${((Date.now() - started) / 1000).toFixed(1)} s`)
      if (!ok) console.log(output)
      done({ ok, output })
    }
    child.on('error', (error) => end(false, error.message))
    child.on('close', (code) => end(code === 0))
  })
}

/** A check counts as one. */
async function check(name, line) {
  const { ok } = await run(name, line)
  total[ok ? 'passed' : 'failed']++
  return ok
}

/** A run of vitest counts with each of its tests. */
async function tests(name, args) {
  const file = join(root, 'coverage', `${name.replaceAll(' ', '-')}.json`)
  const { ok } = await run(name, `vitest run ${args} --reporter=default --reporter=json --outputFile.json=${file}`)
  let failed = ok ? 0 : 1
  if (existsSync(file)) {
    const result = JSON.parse(readFileSync(file, 'utf8'))
    total.passed += result.numPassedTests
    total.skipped += result.numPendingTests + result.numTodoTests
    failed = Math.max(failed, result.numFailedTests)
  } else failed = 1
  total.failed += failed
}

/** A script that ends with "N passed, N failed" counts with what it says. */
async function counted(name, line) {
  const { ok, output } = await run(name, line)
  const [, passed = 0, failed = 0] = /(\d+) passed, (\d+) failed/.exec(output) ?? []
  total.passed += Number(passed)
  total.failed += ok ? Number(failed) : Math.max(Number(failed), 1)
}

rmSync('coverage', { recursive: true, force: true })
mkdirSync('coverage')
if (await check('build', 'turbo run build --output-logs=errors-only')) {
  await check('format, lint, arrows, lockfile', 'npm run --silent check')
  await check('types', 'turbo run types --output-logs=errors-only --concurrency=2')
  await tests('unit tests', '--config vitest.config.ts')
  await tests('journeys', '--config packages/e2e/vitest.config.ts')
  await check('packed packages, contract, sizes', 'turbo run check:pack size --output-logs=errors-only --concurrency=1')
  await check('examples', 'turbo run example --output-logs=errors-only --concurrency=1')
  await counted('the client on every runtime', 'npm run --silent test:runtimes --workspace @cedi/client')
  await counted('the mock server on every runtime', 'npm run --silent test:runtimes --workspace @cedi/mock-server')
  await check('unused code', 'knip')
}
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1

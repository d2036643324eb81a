// The one test command: builds, runs every check and every test, and ends with the line "N passed, N failed".
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { browserTests, findChromium } from './browsers.mjs'
import { secondTries } from './second-tries.mjs'

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
const total = { passed: 0, failed: 0, skipped: 0, again: 0 }

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
  const { ok } = await run(name, `vitest run ${args} --reporter=minimal --reporter=json --outputFile.json=${file}`)
  let failed = ok ? 0 : 1
  if (existsSync(file)) {
    const result = JSON.parse(readFileSync(file, 'utf8'))
    total.again += secondTries(result)
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
  const again = output.split('\n').filter((line) => line.startsWith('again '))
  if (ok) for (const line of again) console.log(line)
  total.again += again.length
  total.passed += Number(passed)
  total.failed += ok ? Number(failed) : Math.max(Number(failed), 1)
}

/** The tests in browsers. Only `E2E=off` leaves them out, and then the last line says so. */
async function inBrowsers() {
  if (process.env.E2E === 'off') {
    total.skipped += browserTests.length
    return
  }
  try {
    env.CHROMIUM_PATH = await findChromium()
    // One that came from npm brings its libraries along.
    if (process.env.LD_LIBRARY_PATH) env.LD_LIBRARY_PATH = process.env.LD_LIBRARY_PATH
  } catch (error) {
    console.log(`FAIL browsers\n${error.message}`)
    total.failed++
    return
  }
  // A browser that stalls is no fault of what is tested: once more, and it is told.
  for (const [name, args] of browserTests) await tests(name, `${args} --retry=1`)
}

/** What is published, as it is published. */
async function packed() {
  await check('packed packages, contract, sizes', 'turbo run check:pack size --output-logs=errors-only --concurrency=1')
  await counted('the client on every runtime', 'npm run --silent test:runtimes --workspace @cedi/client')
  await counted('the mock server on every runtime', 'npm run --silent test:runtimes --workspace @cedi/mock-server')
}

/** What is read and copied from. */
async function documented() {
  await counted('examples, with the packages as published', 'node scripts/check-examples.mjs')
  if (!(await check('documentation', 'node docs/site/build.mjs --strict'))) return
  await check('links of the documentation', 'node docs/site/check-links.mjs')
  if (process.env.E2E !== 'off') await check('pages of the documentation', 'node docs/site/check-pages.mjs')
}

rmSync('coverage', { recursive: true, force: true })
mkdirSync('coverage')
if (await check('build', 'turbo run build --output-logs=errors-only')) {
  await check('format, lint, arrows, lockfile', 'npm run --silent check')
  await check('types', 'npm run --silent types')
  await tests('unit tests', '--config vitest.config.ts')
  await tests('journeys without a browser', '--config packages/e2e/vitest.config.ts --project node')
  await inBrowsers()
  await counted('stores on PostgreSQL and PGlite', 'node scripts/test-sql.mjs')
  await counted('the WordPress plugin', 'node wordpress-plugin/scripts/test.mjs')
  // Most of these wait for npm, or use one core.
  await Promise.all([packed(), documented()])
  await check('unused code', 'knip')
}
const more = [
  ...(total.skipped > 0 ? [`, ${total.skipped} skipped`] : []),
  ...(total.again > 0 ? [`, ${total.again} at the second try`] : []),
]
console.log(`${total.passed} passed, ${total.failed} failed${more.join('')}`)
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1
